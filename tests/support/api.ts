import { languages } from '#contract/languages.ts';
import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { type AppDeps, createApp } from '#main/app.ts';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { signCookie } from '#api/auth/core/cookies.ts';
import type { DemoLinks } from '#api/auth/credentials/demo-links.ts';
import { createDatabaseHandle } from '#api/db/database-handle.ts';
import type { Database } from '#api/db/connect.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { jobs } from '#api/db/job-schema.ts';
import type { JobData } from '#api/jobs/job-data.ts';
import { customers, memberships, staffMembers } from '#api/db/schema.ts';
import { accounts, sessions, users } from '#api/db/user-schema.ts';
import { createLog } from '#api/lib/log.ts';
import type { LiveUpdates } from '#api/services/live/live-updates.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { type StaffPermission, staffPermissions } from '#contract/staff.ts';

/** Narrows a value that a test cannot go on without. */
export function assertDefined<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('Expected a value.');
  return value;
}

export const siteUrl = 'http://portal.test';
export const secret = 'q7Vx2mTz9LbKc4RwYp8NsHf3JdGu6EaX';
const silent = createLog('silent');
/** The folder of tests that name none. */
export const fileSettings = {
  dataDir: join(tmpdir(), `portal-test-files-${process.pid}`),
  s3Url: undefined,
  clamd: undefined,
  uploadLimit: 500,
  storageLimit: 10_000,
  diskReserve: 0,
};
const defaultSettings: AppDeps['settings'] = {
  siteUrl,
  isSiteUrlGiven: true,
  trustProxy: 1,
  ticketLimit: 60,
  readLimit: 20,
  secretsBefore: [],
  currency: 'USD',
  languages: [...languages],
  isRiskHidden: false,
  hasReminders: false,
  reminderDays: [-7, 0, 8, 30],
  leads: 'deliver',
  leadsTo: undefined,
  hasBooking: true,
  ...fileSettings,
  mailFrom: undefined,
  mailAuthservId: undefined,
  mailInKey: undefined,
  mailInDomain: undefined,
  mailInAddresses: [],
};

/** The API while the database is unavailable. */
export const withoutDatabase = (settings: Partial<AppDeps['settings']> = {}) =>
  createApp({ settings: { ...defaultSettings, ...settings }, secret, log: silent, handle: createDatabaseHandle() });

/** Every route that the router knows, with those that the OpenAPI document leaves out. */
export const registeredRoutes = () => withoutDatabase().routes.filter(({ method }) => method !== 'ALL');

/** Every route of the API as it is declared, for tests that run once for each. */
export function declaredRoutes() {
  return withoutDatabase().openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route'
      ? [{ ...definition.route, isPrivate: definition.route.security?.some((one) => 'session' in one) === true }]
      : [],
  );
}
export type DeclaredRoute = ReturnType<typeof declaredRoutes>[number];

/** The whole API on a database, called in-process. */
export async function openApi(
  database: Database,
  settings: Partial<AppDeps['settings']> = {},
  signedWith = secret,
  now?: () => number,
  live?: LiveUpdates,
  demoLinks?: DemoLinks,
) {
  const handle = createDatabaseHandle<Database>();
  await handle.open(() => Promise.resolve(database));
  return createApp({
    settings: { ...defaultSettings, ...settings },
    secret: signedWith,
    log: silent,
    handle,
    now,
    // auth-context.test.ts is about it. Everything else would only wait.
    minimumDurationMs: 0,
    ...(live && { live }),
    demoLinks,
  });
}

export type Api = Awaited<ReturnType<typeof openApi>>;

export interface ApiResponse {
  status: number;
  // Any JSON: each test knows the shape of the response it asked for.
  body: ReturnType<typeof JSON.parse>;
  headers: Headers;
}

/** An HTTP client that stores cookies and sends an Origin header, as a browser does. */
export function browser(api: Api, { cookie = '', ipAddress = '203.0.113.7' } = {}) {
  const jar = new Map<string, string>();
  if (cookie !== '') storeCookie(jar, cookie);
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> => {
    const response = await api.request(path, {
      method,
      headers: {
        Host: 'portal.test',
        'X-Forwarded-For': ipAddress,
        ...(method === 'GET' ? {} : { Origin: siteUrl }),
        ...(body === undefined
          ? {}
          : body instanceof Uint8Array
            ? { 'Content-Type': 'application/octet-stream', 'Content-Length': String(body.length) }
            : { 'Content-Type': 'application/json' }),
        ...(jar.size === 0 ? {} : { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) storeCookie(jar, set);
    const text = await readBody(response);
    return {
      status: response.status,
      body: text.startsWith('{') || text === 'null' ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };
  return {
    jar,
    sessionCookie: () => assertDefined(jar.get('portal.session_token')),
    get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => call('POST', path, body, headers),
    /** A file. */
    put: (path: string, content: string | Buffer) => call('PUT', path, Buffer.from(content)),
  };
}

/** The beginning of a stream, which does not end by itself. */
async function readBody(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
  const reader = assertDefined(response.body).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

export type Browser = ReturnType<typeof browser>;

function storeCookie(jar: Map<string, string>, setCookie: string): void {
  const [pair = '', ...attributes] = setCookie.split(';');
  const name = pair.slice(0, pair.indexOf('='));
  if (attributes.some((one) => /^\s*max-age=0$/i.test(one))) jar.delete(name);
  else jar.set(name, pair.slice(name.length + 1));
}

export const cookieFor = (token: string) => signCookie('portal.session_token', token, deriveKeys(secret).cookies);

/** A customer with one user who is signed in. */
export async function makeCustomer(database: Database, name: string) {
  const made = await asOperator(database, (tx) => tx.insert(customers).values({ name }).returning());
  const { id } = assertDefined(made[0]);
  return { id, ...(await makeUser(database, { customerId: id })) };
}

/** Many customers at once, each with one user who is signed in. */
export async function makeCustomers(database: Database, count: number, newName = () => randomBytes(6).toString('hex')) {
  const expiresAt = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const made = Array.from({ length: count }, () => {
    const name = newName();
    const email = `${name}@user.example`;
    return { id: randomUUID(), userId: randomUUID(), name, email, token: randomBytes(24).toString('hex') };
  });
  await asOperator(database, async (tx) => {
    await tx.insert(customers).values(made.map(({ id, name }) => ({ id, name })));
    await tx.insert(users).values(made.map(({ userId, email }) => ({ id: userId, email, name: email })));
    await tx
      .insert(memberships)
      .values(made.map(({ id, userId }) => ({ userId, customerId: id, roles: ['owner' as const] })));
    await tx.insert(sessions).values(made.map(({ userId, token }) => ({ userId, token, expiresAt })));
  });
  return made.map(({ id, name, email, token }) => ({ id, name, email, cookie: cookieFor(token) }));
}

/** As hashPassword() makes it, at the least cost: verifying a hash costs what its parameters say. */
function cheapHash(password: string): string {
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: 32, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${hash}`;
}

interface NewUser {
  customerId?: string;
  /** What the user may do for the customer; everything by default. */
  roles?: CustomerRole[];
  password?: string;
}

/** A verified user with an open session, linked to the customer if one is given. */
export async function makeUser(database: Database, { customerId, roles = ['owner'], password }: NewUser = {}) {
  const email = `${randomBytes(6).toString('hex')}@user.example`;
  const token = randomBytes(24).toString('hex');
  const hash = password === undefined ? undefined : cheapHash(password);
  const userId = await asOperator(database, async (tx) => {
    const made = await tx.insert(users).values({ email, name: email, emailVerified: true }).returning();
    const { id } = assertDefined(made[0]);
    await tx.insert(sessions).values({ userId: id, token, expiresAt: new Date(Date.now() + 60 * 60 * 1000) });
    if (customerId !== undefined) await tx.insert(memberships).values({ userId: id, customerId, roles });
    if (hash !== undefined) {
      await tx.insert(accounts).values({ userId: id, accountId: id, providerId: 'credential', password: hash });
    }
    return id;
  });
  return { userId, email, token, cookie: cookieFor(token), caller: { sessionToken: token } };
}

interface NewStaff {
  permissions?: readonly StaffPermission[];
  /** Whether the session was opened with one. */
  hasSecondFactor?: boolean;
  /** The age of the session. */
  hoursAgo?: number;
  isActive?: boolean;
}

/** A staff member with a session that opens the desk. */
export async function makeStaff(
  database: Database,
  { permissions = staffPermissions, hasSecondFactor = true, hoursAgo = 0, isActive = true }: NewStaff = {},
) {
  const user = await makeUser(database);
  await asOperator(database, async (tx) => {
    const signedInAt = new Date(Date.now() - hoursAgo * 60 * 60 * 1000);
    await tx.update(sessions).set({ hasSecondFactor, signedInAt }).where(eq(sessions.token, user.token));
    await tx
      .insert(staffMembers)
      .values({ userId: user.userId, name: `Staff ${user.email}`, permissions: [...permissions], active: isActive });
  });
  return user;
}

export const mailsTo = async (database: Database, email: string) => {
  const mails = await database.orm.select().from(jobs).where(eq(jobs.kind, 'mail')).orderBy(desc(jobs.createdAt));
  return mails.flatMap(({ data, ...job }) => {
    const { recipient, template, locale, values } = data as JobData<'mail'>;
    return recipient === email ? [{ ...job, template, locale, data: values as Record<string, string> }] : [];
  });
};

export const password = 'correct horse';
/** The token in a link of a mail. */
export const tokenIn = (link: string | undefined) => assertDefined(assertDefined(link).split('#')[1]?.split(/[=&]/)[1]);

let lastIpAddress = 0;
function newIpAddress(): string {
  lastIpAddress += 1;
  return `198.51.${100 + (lastIpAddress >> 8)}.${lastIpAddress & 255}`;
}

/** Sign-up, sign-in and their mails. Each browser has its own IP address, so that tests do not share rate limits. */
export const createAuthFlows = (api: Api, database: Database) => ({
  /** Opens the newest mail's link and submits the password of the sign-up. */
  verify: async (visitor: Browser, email: string, chosen = password) =>
    visitor.post('/api/auth/email/verify', {
      token: tokenIn((await mailsTo(database, email))[0]?.data.link),
      password: chosen,
    }),
  newBrowser: (cookie = '') => browser(api, { cookie, ipAddress: newIpAddress() }),
  signUp: (visitor: Browser, email: string, chosen = password) =>
    visitor.post('/api/auth/sign-up', { email, password: chosen }),
  signIn: (visitor: Browser, email: string, given = password) =>
    visitor.post('/api/auth/sign-in/password', { email, password: given }),
  isSignedIn: async (visitor: Browser) => (await visitor.get('/api/portal/records/counts')).status === 200,
  newestMail: async (email: string) => assertDefined((await mailsTo(database, email))[0]),
});

export type AuthFlows = ReturnType<typeof createAuthFlows>;
