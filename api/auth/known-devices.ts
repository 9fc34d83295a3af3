import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Orm } from '#api/db/transaction-context.ts';
import { users } from '#api/db/schema/accounts.ts';
import { knownDevices } from '#api/db/schema/factors.ts';
import { cookiePrefix, readSignedCookie, signCookie, writeCookie } from './cookies.ts';

// product §9: essential cookies last a year at most.
const days = 365;
// A browser that keeps no cookie is a new one each time: the oldest make room.
const mostDevices = 50;

export const deviceHash = (device: string) => createHash('sha256').update(device).digest('base64url');

/** A browser, by a cookie of its own that outlives sessions. It opens nothing by itself, and only we can issue it. */
export function deviceCookie(isHttps: boolean, keys: readonly string[]) {
  const name = `${cookiePrefix(isHttps)}.device`;
  const given = (cookies: string | undefined) => readSignedCookie(cookies, name, keys);
  return {
    given,
    /** Another one for a browser that shows none. */
    read: (cookies: string | undefined): string => given(cookies) ?? randomBytes(32).toString('base64url'),
    write: (device: string): string =>
      writeCookie(signCookie(name, device, keys[0] ?? ''), days * 24 * 60 * 60, isHttps),
  };
}

/** The browser's name, if the login was used from it before. */
export async function knownDevice(orm: Orm, email: string, device: string): Promise<string | undefined> {
  const [found] = await orm
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(users.email, email.toLowerCase()), eq(knownDevices.deviceHash, deviceHash(device))));
  return found?.deviceHash;
}

/** Remembers the browser. True when the login was used before, and never from it. */
export async function noteDevice(orm: Orm, userId: string, device: string): Promise<boolean> {
  const [before] = await orm.select().from(knownDevices).where(eq(knownDevices.userId, userId)).limit(1);
  const [noted] = await orm
    .insert(knownDevices)
    .values({ userId, deviceHash: deviceHash(device) })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: { lastSeenAt: sql`now()` },
    })
    // A row that was there has been updated, and carries the mark of who did it.
    .returning({ isNew: sql<boolean>`xmax = 0` });
  if (noted?.isNew !== true) return false;
  const kept = orm
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastSeenAt), desc(knownDevices.deviceHash))
    .limit(mostDevices);
  await orm.delete(knownDevices).where(and(eq(knownDevices.userId, userId), notInArray(knownDevices.deviceHash, kept)));
  return before !== undefined;
}
