import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { type AuditEvent, recordEvent } from '#api/db/audit-log.ts';
import { staffMembers } from '#api/db/schema.ts';
import { endedSessions, passkeys, sessions, users } from '#api/db/user-schema.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import type { OpenSessions, SessionResponse, Session } from '#contract/auth.ts';
import { confirmedMinutes } from '#contract/security.ts';
import { SessionExpiredError, UserError } from '#api/lib/errors.ts';
import { confirmationNeeded } from '#api/auth/core/auth-errors.ts';
import { type AuthContext, type WithCookies, withCookies } from '#api/auth/core/auth-context.ts';
import { hour, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { authHeaders, callAuth } from '#api/auth/core/better-auth.ts';
import { asCookieHeader, readSessionToken, toBrowserCookies, writeSessionCookie } from '#api/auth/core/cookies.ts';
import { readDeviceHash } from './known-devices.ts';
import { type Revoked, revokeAccess } from './revoke-access.ts';

export interface SignedInUser {
  userId: string;
  email: string;
  signedInAt: Date;
  authenticatedAt: Date;
  hasTotp: boolean;
  passkeys: number;
  /** A TOTP factor or a passkey. */
  hasFactor: boolean;
  /** False for a user who disabled it. */
  hasPassword: boolean;
  isStaff: boolean;
  /** With all factors, if there are any. */
  isConfirmed: boolean;
  /** Whether the sign-in was with a code or passkey, which opens the desk. */
  hasSecondFactor: boolean;
  /** Whether the last confirmation, or the sign-in, was. */
  confirmedWithFactor: boolean;
  activeCustomerId: string | null;
}

// Every change leaves rows that are retained; nobody changes more by hand in an hour.
const maxChanges = 100;

const passkeyCount = sql<number>`(SELECT count(*)::integer FROM ${passkeys} WHERE ${passkeys.userId} = ${users.id})`;
const hasFactor = sql<boolean>`(${users.twoFactorEnabled} OR ${passkeyCount} > 0)`;

/** A suspended staff member too. */
export const isStaff = sql<boolean>`EXISTS (SELECT FROM ${staffMembers} WHERE ${staffMembers.userId} = ${users.id})`;

/** Compared with the database's clock, which also set the column. The password alone is not enough beside a factor. */
const isSessionConfirmed = sql<boolean>`(${sessions.authenticatedAt} > now() - make_interval(mins => ${confirmedMinutes})
  AND (${sessions.confirmedWithFactor} OR NOT ${hasFactor}))`;

export async function requireUser(ctx: AuthContext, { cookies }: RequestMetadata): Promise<SignedInUser> {
  const token = readSessionToken(ctx, cookies);
  if (token === undefined) throw new SessionExpiredError('There is no session.');
  const [found] = await ctx.orm
    .select({
      userId: sessions.userId,
      email: users.email,
      hasTotp: users.twoFactorEnabled,
      passkeys: passkeyCount,
      hasFactor,
      hasPassword: sql<boolean>`${isNull(users.passwordDisabledAt)}`,
      isStaff,
      signedInAt: sessions.signedInAt,
      authenticatedAt: sessions.authenticatedAt,
      isConfirmed: isSessionConfirmed,
      hasSecondFactor: sessions.hasSecondFactor,
      confirmedWithFactor: sessions.confirmedWithFactor,
      activeCustomerId: sessions.activeCustomerId,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, token), gt(sessions.expiresAt, new Date())));
  if (found === undefined) throw new SessionExpiredError('The session has ended.');
  return found;
}

/** Rejects a session that was not confirmed recently with all factors: it may have been left open, or stolen. */
export async function requireConfirmedUser(ctx: AuthContext, request: RequestMetadata): Promise<SignedInUser> {
  const user = await requireUser(ctx, request);
  if (!user.isConfirmed) throw confirmationNeeded;
  await consumeChangeQuota(ctx, user.userId);
  return user;
}

export async function consumeChangeQuota({ limiter }: AuthContext, userId: string): Promise<void> {
  await limiter.consume('change', { account: [userId, maxChanges, hour] });
}

/** Whether the session of this browser ended because the account is protected in another way now. */
async function wasEndedForSecurity(ctx: AuthContext, { cookies }: RequestMetadata): Promise<boolean> {
  const token = readSessionToken(ctx, cookies);
  if (token === undefined) return false;
  const [found] = await ctx.orm
    .select({ token: endedSessions.token })
    .from(endedSessions)
    .where(eq(endedSessions.token, token));
  return found !== undefined;
}

/** Called every few minutes while a session is in use. */
export async function touchSession({ orm }: AuthContext, token: string): Promise<void> {
  await orm
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(sessions.token, token));
}

export interface SessionOwner {
  id: string;
  /** When the session was last used, in milliseconds. */
  usedAt: number;
}

/** The user of a session that has not ended. */
export async function findSessionOwner({ orm }: AuthContext, token: string): Promise<SessionOwner | undefined> {
  const [found] = await orm
    .select({ id: sessions.userId, usedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.token, token), gt(sessions.expiresAt, new Date())));
  return found === undefined ? undefined : { id: found.id, usedAt: found.usedAt.getTime() };
}

/** The token of the session that better-auth created in this response. */
export const newSessionToken = (ctx: AuthContext, headers: Headers) =>
  readSessionToken(ctx, asCookieHeader(toBrowserCookies(ctx, headers)));

/**
 * A session that better-auth created to replace another keeps how and when its user signed in, and the active customer. A
 * factor that was just added changes neither: the desk needs a sign-in with it.
 */
export async function preserveSession(ctx: AuthContext, headers: Headers, user: SignedInUser): Promise<void> {
  const token = newSessionToken(ctx, headers);
  const { signedInAt, authenticatedAt, activeCustomerId, hasSecondFactor, confirmedWithFactor } = user;
  if (token !== undefined)
    await ctx.orm
      .update(sessions)
      .set({ signedInAt, authenticatedAt, activeCustomerId, hasSecondFactor, confirmedWithFactor })
      .where(eq(sessions.token, token));
}

/**
 * Replaces the session token: the old one stops working. Returns the cookies to set. The user has just authenticated, unless
 * `authenticatedAt` is given; `confirmedWithFactor` stays as it is unless given.
 */
export async function rotateSession(
  ctx: AuthContext,
  { cookies }: RequestMetadata,
  confirmation: { confirmedWithFactor?: boolean; authenticatedAt?: Date } = {},
): Promise<string[]> {
  const token = randomBytes(24).toString('base64url');
  const [rotated] = await ctx.orm
    .update(sessions)
    .set({ token, authenticatedAt: sql`now()`, ...confirmation })
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
): Promise<
  WithCookies<Pick<Session, 'user' | 'session' | 'isStaff' | 'language'> | Exclude<SessionResponse, Session>>
> {
  const { headers, response } = await callAuth(request, () =>
    ctx.betterAuth.api.getSession({ headers: authHeaders(ctx, request), returnHeaders: true }),
  );
  if (response === null)
    return withCookies(ctx, headers, (await wasEndedForSecurity(ctx, request)) ? { ended: 'security' } : null);
  const { user, session } = response;
  const [known] = await ctx.orm
    .select({ staffId: staffMembers.userId, language: users.language, isChosen: users.languageChosen })
    .from(users)
    .leftJoin(staffMembers, and(eq(staffMembers.userId, users.id), eq(staffMembers.active, true)))
    .where(eq(users.id, user.id));
  return withCookies(ctx, headers, {
    user: { id: user.id, email: user.email },
    session: { expiresAt: session.expiresAt.toISOString() },
    isStaff: known !== undefined && known.staffId !== null,
    language: known?.isChosen === true ? known.language : null,
  });
}

export async function listSessions(ctx: AuthContext, request: RequestMetadata): Promise<OpenSessions> {
  const { userId } = await requireUser(ctx, request);
  const own = await ctx.orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(100);
  const current = hashToken(readSessionToken(ctx, request.cookies) ?? '');
  return {
    sessions: own.map(({ id, token, signedInAt, lastUsedAt, expiresAt, ipAddress, userAgent }) => ({
      id,
      isCurrent: token === current,
      signedInAt: signedInAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
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
    if (revoked.rowCount === 0) throw new UserError('not_found', 'This session has already ended.');
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
