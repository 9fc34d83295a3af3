import { createHmac, randomBytes } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { createApp } from '#api/app.ts';
import { hashPassword } from '#api/auth/password-hash.ts';
import { createDatabaseGate } from '#api/database-gate.ts';
import type { Database } from '#api/db/connect.ts';
import { asOperator } from '#api/db/operator.ts';
import { customers, customerUsers } from '#api/db/schema/records.ts';
import { accounts, mailOutbox, sessions, users } from '#api/db/schema/accounts.ts';
import { createLog } from '#api/log.ts';

export const siteUrl = 'http://portal.test';
const secret = 'only for tests: thirty-two letters';
const silent = createLog('silent');

/** The whole API on a database, called without a network. */
export async function openApi(database: Database) {
  const gate = createDatabaseGate<Database>();
  await gate.open(() => Promise.resolve(database));
  return createApp({ settings: { siteUrl, isSiteUrlGiven: true, trustProxy: 1 }, secret, log: silent, gate });
}

export type Api = Awaited<ReturnType<typeof openApi>>;

export interface Answer {
  status: number;
  body: any;
  headers: Headers;
}

/** A browser: keeps its cookies and names its origin. */
export function browser(api: Api, { cookie = '', address = '203.0.113.7' } = {}) {
  const jar = new Map<string, string>();
  if (cookie !== '') keep(jar, cookie);
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await api.request(path, {
      method,
      headers: {
        Host: 'portal.test',
        'X-Forwarded-For': address,
        ...(method === 'GET' ? {} : { Origin: siteUrl }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(jar.size === 0 ? {} : { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) keep(jar, set);
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') || text === 'null' ? JSON.parse(text) : text, headers: response.headers };
  };
  return {
    jar,
    get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => call('POST', path, body, headers),
  };
}

export type Browser = ReturnType<typeof browser>;

function keep(jar: Map<string, string>, setCookie: string): void {
  const [pair = '', ...attributes] = setCookie.split(';');
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
  if (attributes.some((one) => /^\s*max-age=0$/i.test(one))) jar.delete(name);
  else jar.set(name, value);
}

export const cookieFor = (token: string) =>
  `portal.session_token=${encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`)}`;

/** A customer, with a login that is signed in. */
export async function makeCustomer(database: Database, name: string) {
  const [customer] = await asOperator(database, (tx) => tx.insert(customers).values({ name }).returning());
  const login = await makeLogin(database, { customerId: customer!.id });
  return { id: customer!.id, ...login };
}

/** A verified login with an open session, linked to the customer if there is one. */
export async function makeLogin(database: Database, { customerId, password }: { customerId?: string; password?: string } = {}) {
  const email = `${randomBytes(6).toString('hex')}@login.example`;
  const token = randomBytes(24).toString('hex');
  const userId = await asOperator(database, async (tx) => {
    const [user] = await tx.insert(users).values({ email, name: email, emailVerified: true }).returning();
    await tx.insert(sessions).values({ userId: user!.id, token, expiresAt: new Date(Date.now() + 60 * 60 * 1000) });
    if (customerId !== undefined) await tx.insert(customerUsers).values({ userId: user!.id, customerId });
    if (password !== undefined) {
      const hash = await hashPassword(password);
      await tx.insert(accounts).values({ userId: user!.id, accountId: user!.id, providerId: 'credential', password: hash });
    }
    return user!.id;
  });
  return { userId, email, token, cookie: cookieFor(token), caller: { sessionToken: token } };
}

export const mailsTo = async (database: Database, email: string) => {
  const mails = await database.orm.select().from(mailOutbox).orderBy(desc(mailOutbox.createdAt));
  return mails.filter(({ recipient }) => recipient === email);
};
