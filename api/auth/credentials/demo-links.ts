import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AuthContext, WithCookies } from '#api/auth/core/auth-context.ts';
import { minute, type RequestMetadata, sessionIdleSeconds } from '#api/auth/core/auth-settings.ts';
import { writeSessionCookie } from '#api/auth/core/cookies.ts';
import type { Database } from '#api/db/connect.ts';
import { sessions, users } from '#api/db/user-schema.ts';
import type { Settings } from '#api/lib/env.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { isLocalName } from '#api/lib/hosts.ts';
import type { User } from '#contract/auth.ts';
import { completeSignIn, getAccessVersion } from './sign-in.ts';

/** Somebody of the demo whom a link signs in. */
export interface DemoMember {
  email: string;
  name: string;
  role: string;
  isStaff?: boolean;
}

export const demoLinkMinutes = 30;

type LinkSettings = Pick<Settings, 'hasDemo' | 'siteUrl' | 'host' | 'trustProxy' | 'databaseUrl'>;

/**
 * Whether this server may print links that sign in without a password or second factor: only a trial that nobody else can
 * reach. `isService`: started by systemd, or with NODE_ENV=production.
 */
export const mayHaveDemoLinks = (
  { hasDemo, siteUrl, host, trustProxy, databaseUrl }: LinkSettings,
  isService: boolean,
): boolean =>
  hasDemo &&
  siteUrl.startsWith('http:') &&
  isLocalName(new URL(siteUrl).hostname) &&
  isLocalName(host) &&
  trustProxy === 0 &&
  databaseUrl === undefined &&
  !isService;

export interface DemoLinks {
  /** New links, in place of earlier ones. */
  issue: (members: readonly DemoMember[]) => { member: DemoMember; token: string }[];
  /** The person that the link would sign in. Changes nothing. */
  find: (database: Database, token: string) => Promise<DemoMember | undefined>;
  /** The same, once. */
  take: (database: Database, token: string) => Promise<DemoMember | undefined>;
}

/** The links of one process, in memory: a restart ends them. `hasOnlyDemoData` is asked again at each use. */
export function createDemoLinks(
  hasOnlyDemoData: (database: Database) => Promise<boolean>,
  now: () => number = () => performance.now(),
): DemoLinks {
  const links = new Map<string, { member: DemoMember; expiresAt: number }>();
  const find = async (database: Database, token: string) => {
    const link = links.get(hashToken(token));
    if (link === undefined || link.expiresAt <= now()) return undefined;
    return (await hasOnlyDemoData(database)) ? link.member : undefined;
  };
  return {
    issue(members) {
      links.clear();
      const expiresAt = now() + demoLinkMinutes * minute * 1000;
      return members.map((member) => {
        const token = newToken();
        links.set(hashToken(token), { member, expiresAt });
        return { member, token };
      });
    },
    find,
    async take(database, token) {
      const member = await find(database, token);
      // Only one of two concurrent requests deletes it.
      return member !== undefined && links.delete(hashToken(token)) ? member : undefined;
    },
  };
}

/** 142 bits, short enough for a line of 80 columns, without characters that end a link in a terminal. */
const newToken = () =>
  randomBytes(48)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 24);

/** Opens a session that counts as confirmed with all factors; the audit log says that it was a link of the demo. */
export async function signInWithDemoLink(
  ctx: AuthContext,
  request: RequestMetadata,
  { email }: DemoMember,
): Promise<WithCookies<User>> {
  const accessVersion = await getAccessVersion(ctx.orm, email);
  const [user] = await ctx.orm.select({ id: users.id, email: users.email }).from(users).where(eq(users.email, email));
  if (user === undefined) throw new Error('The demo has no such user.');
  const token = randomBytes(24).toString('base64url');
  await ctx.orm.insert(sessions).values({
    token,
    userId: user.id,
    expiresAt: new Date(Date.now() + sessionIdleSeconds * 1000),
    ipAddress: request.ipAddress,
    userAgent: request.userAgent?.slice(0, 500) ?? '',
  });
  const headers = new Headers({ 'set-cookie': writeSessionCookie(ctx, token, sessionIdleSeconds) });
  return completeSignIn(ctx, request, { headers, user, accessVersion, method: 'demo-link' });
}
