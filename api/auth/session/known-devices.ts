import { randomBytes } from 'node:crypto';
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Orm } from '#api/db/transaction-context.ts';
import { knownDevices, users } from '#api/db/user-schema.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { day } from '#api/auth/core/auth-settings.ts';
import {
  type CookieSettings,
  cookiePrefix,
  readSignedCookie,
  signCookie,
  writeCookie,
} from '#api/auth/core/cookies.ts';

// product §9: essential cookies last a year at most.
const cookieDays = 365;
// A browser that drops its cookies counts as a new one each time; the oldest are deleted.
const maxDevices = 50;

const deviceCookieName = (isHttps: boolean) => `${cookiePrefix(isHttps)}.device`;

/** The browser's id, from a cookie that outlives sessions. It grants no access, and only we can issue it. */
const readDevice = ({ isHttps, keys }: CookieSettings, cookies: string | undefined) =>
  readSignedCookie(cookies, deviceCookieName(isHttps), keys.devices);

export const readOrCreateDevice = (settings: CookieSettings, cookies: string | undefined): string =>
  readDevice(settings, cookies) ?? randomBytes(32).toString('base64url');

export function readDeviceHash(settings: CookieSettings, cookies: string | undefined): string | undefined {
  const device = readDevice(settings, cookies);
  return device === undefined ? undefined : hashToken(device);
}

export const writeDeviceCookie = ({ isHttps, keys }: CookieSettings, device: string): string =>
  writeCookie(signCookie(deviceCookieName(isHttps), device, keys.devices[0] ?? ''), cookieDays * day, isHttps);

/** The hash of the browser's id if the user signed in from it before. */
export async function findKnownDevice(
  { orm, ...settings }: CookieSettings & { orm: Orm },
  cookies: string | undefined,
  email: string,
): Promise<string | undefined> {
  const deviceHash = readDeviceHash(settings, cookies);
  if (deviceHash === undefined) return undefined;
  const [found] = await orm
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(users.email, email.toLowerCase()), eq(knownDevices.deviceHash, deviceHash)));
  return found?.deviceHash;
}

/** True for a new browser of a user who has signed in before from another. */
export async function rememberDevice(orm: Orm, userId: string, device: string): Promise<boolean> {
  const [before] = await orm.select().from(knownDevices).where(eq(knownDevices.userId, userId)).limit(1);
  const [remembered] = await orm
    .insert(knownDevices)
    .values({ userId, deviceHash: hashToken(device) })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: { lastSeenAt: sql`now()` },
    })
    // An updated row has the id of the updating transaction in xmax, an inserted row has 0.
    .returning({ isNew: sql<boolean>`xmax = 0` });
  if (remembered?.isNew !== true) return false;
  const newest = orm
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastSeenAt), desc(knownDevices.deviceHash))
    .limit(maxDevices);
  await orm
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), notInArray(knownDevices.deviceHash, newest)));
  return before !== undefined;
}
