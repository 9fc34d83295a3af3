import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { type AuditEvent, recordEvent } from '#api/db/audit-log.ts';
import { sessions, users } from '#api/db/schema.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import { SessionExpiredError } from '#api/lib/errors.ts';
import type { OpenSessions, Session } from '#contract/auth.ts';
import { confirmedMinutes } from '#contract/security.ts';
import { AccountError, confirmationNeeded } from './account-error.ts';
import { type AuthContext, type WithCookies, withCookies } from './auth-context.ts';
import { hour, type RequestMetadata } from './auth-settings.ts';
import { authHeaders, callAuth } from './better-auth.ts';
import { asCookieHeader, readSessionToken, toBrowserCookies, writeSessionCookie } from './cookies.ts';
import { readDeviceHash } from './known-devices.ts';
import { type Revoked, revokeAccess } from './revoke-access.ts';

export interface SignedInUser {
  userId: string;
  email: string;
  signedInAt: Date;
  hasTotp: boolean;
  isConfirmed: boolean;
  activeCustomerId: string | null;
}

// Every change leaves rows that are retained; nobody changes more by hand in an hour.
const maxChanges = 100;

/** Compared with the database's clock, which also set the column. */
export const isSessionConfirmed = () =>
  sql<boolean>`${sessions.authenticatedAt} > now() - make_interval(mins => ${confirmedMinutes})`;

export async function requireUser(ctx: AuthContext, { cookies }: RequestMetadata): Promise<SignedInUser> {
  const token = readSessionToken(ctx, cookies);
  if (token === undefined) throw new SessionExpiredError('There is no session.');
  const [found] = await ctx.orm
    .select({
      userId: sessions.userId,
      email: users.email,
      hasTotp: users.twoFactorEnabled,
      signedInAt: sessions.signedInAt,
      isConfirmed: isSessionConfirmed(),
      activeCustomerId: sessions.activeCustomerId,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, token), gt(sessions.expiresAt, new Date())));
  if (found === undefined) throw new SessionExpiredError('The session has ended.');
  return found;
}

/** Rejects a session without a recent password or passkey: it may have been left open, or stolen. */
export async function requireConfirmedUser(ctx: AuthContext, request: RequestMetadata): Promise<SignedInUser> {
  const user = await requireUser(ctx, request);
  if (!user.isConfirmed) throw confirmationNeeded;
  await consumeChangeQuota(ctx, user.userId);
  return user;
}

export async function consumeChangeQuota({ limiter }: AuthContext, userId: string): Promise<void> {
  await limiter.consume('change', { account: [userId, maxChanges, hour] });
}

/** The user of a session that has not ended. */
export async function findSessionOwner({ orm }: AuthContext, token: string): Promise<string | undefined> {
  const [found] = await orm
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.token, token), gt(sessions.expiresAt, new Date())));
  return found?.userId;
}

/** The token of the session that better-auth created in this response. */
export const newSessionToken = (ctx: AuthContext, headers: Headers) =>
  readSessionToken(ctx, asCookieHeader(toBrowserCookies(ctx, headers)));

/** A session that better-auth created to replace another keeps the time of its sign-in and the active customer. */
export async function preserveSession(
  ctx: AuthContext,
  headers: Headers,
  { signedInAt, activeCustomerId }: SignedInUser,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Promise<void> {
  const token = newSessionToken(ctx, headers);
  if (token !== undefined)
    await ctx.orm
      .update(sessions)
      .set({ signedInAt, activeCustomerId, hasSecondFactor })
      .where(eq(sessions.token, token));
}

/** After re-authentication, rotate the session token and revoke the old one. Returns the cookies to set. */
export async function rotateSession(
  ctx: AuthContext,
  { cookies }: RequestMetadata,
  { hasSecondFactor = false }: { hasSecondFactor?: boolean } = {},
): Promise<string[]> {
  const token = randomBytes(24).toString('base64url');
  const [rotated] = await ctx.orm
    .update(sessions)
    .set({ token, authenticatedAt: sql`now()`, ...(hasSecondFactor && { hasSecondFactor }) })
    .where(and(eq(sessions.token, readSessionToken(ctx, cookies) ?? ''), gt(sessions.expiresAt, new Date())))
    .returning({ expiresAt: sessions.expiresAt });
  if (rotated === undefined) throw new SessionExpiredError('The session has ended.');
  const seconds = Math.ceil((rotated.expiresAt.getTime() - Date.now()) / 1000);
  return [writeSessionCookie(ctx, token, seconds)];
}

/** Revokes all access to the account except this browser's. `headers` carry its new session if better-auth replaced it. */
export function revokeOtherAccess(
  ctx: AuthContext,
  request: RequestMetadata,
  reason: Pick<AuditEvent, 'event' | 'entity' | 'details' | 'customer'> & { userId: string },
  headers: Headers = new Headers(),
): Promise<Revoked> {
  const sessionToken = newSessionToken(ctx, headers) ?? readSessionToken(ctx, request.cookies);
  const deviceHash = readDeviceHash(ctx, request.cookies);
  return revokeAccess(ctx.orm, { ...reason, actor: 'user' }, { trace: request, keep: { sessionToken, deviceHash } });
}

export async function getSession(
  ctx: AuthContext,
  request: RequestMetadata,
): Promise<WithCookies<Pick<NonNullable<Session>, 'user' | 'session'> | null>> {
  const { headers, response } = await callAuth(request, () =>
    ctx.betterAuth.api.getSession({ headers: authHeaders(ctx, request), returnHeaders: true }),
  );
  if (response === null) return withCookies(ctx, headers, null);
  const { user, session } = response;
  return withCookies(ctx, headers, {
    user: { id: user.id, email: user.email },
    session: { expiresAt: session.expiresAt.toISOString() },
  });
}

export async function listSessions(ctx: AuthContext, request: RequestMetadata): Promise<OpenSessions> {
  const { userId } = await requireUser(ctx, request);
  const own = await ctx.orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.createdAt))
    .limit(100);
  const current = readSessionToken(ctx, request.cookies);
  return {
    sessions: own.map(({ id, token, createdAt, expiresAt, ipAddress, userAgent }) => ({
      id,
      isCurrent: token === current,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      ipAddress: ipAddress || null,
      userAgent: userAgent || null,
      ...describeAgent(userAgent),
    })),
  };
}

export async function revokeSession(ctx: AuthContext, request: RequestMetadata, id: string): Promise<void> {
  const { userId } = await requireConfirmedUser(ctx, request);
  await inTransaction(ctx.orm, async () => {
    const revoked = await ctx.orm.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
    if (revoked.rowCount === 0) throw new AccountError('not_found', 'This session has already ended.');
    await recordEvent(ctx.orm, { event: 'session.revoked', actor: 'user', userId, entity: `session:${id}` }, request);
  });
}

export async function revokeOtherSessions(ctx: AuthContext, request: RequestMetadata): Promise<void> {
  const { userId } = await requireConfirmedUser(ctx, request);
  await inTransaction(ctx.orm, () => revokeOtherAccess(ctx, request, { event: 'session.revoked', userId }));
}

/** Deletes the session before the cookie: a cookie that is only cleared in the browser would still work. */
export async function signOut(ctx: AuthContext, request: RequestMetadata): Promise<WithCookies<void>> {
  const { orm, betterAuth } = ctx;
  const token = readSessionToken(ctx, request.cookies);
  if (token !== undefined) {
    await inTransaction(orm, async () => {
      const [ended] = await orm
        .delete(sessions)
        .where(eq(sessions.token, token))
        .returning({ userId: sessions.userId });
      if (ended !== undefined)
        await recordEvent(orm, { event: 'sign_out.done', actor: 'user', userId: ended.userId }, request);
    });
  }
  const { headers } = await betterAuth.api.signOut({ headers: new Headers(), returnHeaders: true });
  return withCookies(ctx, headers, undefined);
}

/** Enough of a user agent for its owner to recognise the browser. */
export interface Agent {
  browser: string | null;
  system: string | null;
}

// In this order: most user agents also name the browsers they imitate.
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

export function describeAgent(userAgent: string | null | undefined): Agent {
  const text = (userAgent ?? '').slice(0, 500);
  return { browser: nameIn(browsers, text), system: nameIn(systems, text) };
}
