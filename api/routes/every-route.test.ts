import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#api/db/connect.ts';
import { createTransactionAwareDb } from '#api/db/transaction-context.ts';
import { type StaffPermission, staffPermissions } from '#contract/staff.ts';
import { type Api, browser, declaredRoutes, makeStaff, openApi, siteUrl } from '#tests/support/api.ts';
import { engines } from '#tests/support/database.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { makeFuzzed } from '#tests/support/fuzzed.ts';
import { deskRoutes } from '#tests/support/tables/desk-routes.ts';
import { mailKey, otherRoutes } from '#tests/support/tables/other-routes.ts';
import type { Headers as HeaderClass, RouteCase, Sent, World } from '#tests/support/tables/route-case.ts';
import { permissionsOf } from './router.ts';

const routes = declaredRoutes().map((route) => ({
  name: `${route.method.toUpperCase()} ${route.path}`,
  method: route.method.toUpperCase(),
  path: route.path,
  declared: permissionsOf(route),
}));
const table: Record<string, RouteCase> = { ...deskRoutes, ...otherRoutes };
routes.sort((one, other) => Number(other.method === 'GET') - Number(one.method === 'GET'));
type Route = (typeof routes)[number];
const names = routes.map(({ name }) => name);
const isDesk = (path: string) => path.startsWith('/api/desk/');
const named = (isMeant: (path: string) => boolean) =>
  routes.filter(({ path }) => isMeant(path)).map((route) => [route.name, route] as const);

const sandboxed = "sandbox; default-src 'none'; frame-ancestors 'none'";
const closed = "default-src 'none'; frame-ancestors 'none'";
/** What each class of response says to caches and browsers (docs/security.md). */
const expectedHeaders: Record<HeaderClass, Record<string, unknown>> = {
  data: { 'cache-control': 'no-store', 'content-security-policy': closed, 'content-disposition': null },
  secret: { 'cache-control': 'no-store, no-transform', 'content-security-policy': closed, 'content-disposition': null },
  download: {
    'cache-control': 'private, no-store',
    'content-security-policy': sandboxed,
    'content-disposition': expect.stringMatching(/^attachment; filename=/),
  },
  upload: {
    'cache-control': 'private, no-cache',
    'content-security-policy': sandboxed,
    'content-disposition': expect.stringMatching(/^attachment; filename=/),
  },
  original: {
    'cache-control': 'no-store',
    'content-security-policy': sandboxed,
    'content-disposition': expect.stringMatching(/^attachment; filename="[0-9a-f-]+\.eml"$/),
  },
  calendar: {
    'cache-control': 'private, no-store',
    'content-security-policy': expect.stringMatching(/default-src 'none'; frame-ancestors 'none'$/),
    'content-disposition': expect.stringMatching(/^attachment; filename="\w+\.ics"/),
  },
  events: { 'cache-control': 'no-store, no-transform', 'content-security-policy': closed, 'content-disposition': null },
  page: {
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
    'content-disposition': null,
  },
};
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

test('every route is in the tables, and every row of them is a route', () => {
  expect(Object.keys(table).toSorted()).toEqual(names.toSorted());
});

test('a write that leaves no event says why', () => {
  const unexplained = routes.filter(({ name, method }) => {
    const { events, silent } = table[name] ?? {};
    return method === 'GET' ? silent !== undefined : (events === undefined) === (silent === undefined);
  });
  expect(unexplained.map(({ name }) => name)).toEqual([]);
});

test('every desk route declares the rights of the table', () => {
  const desk = routes.filter(({ path }) => isDesk(path));
  expect(
    Object.fromEntries(desk.map(({ name, declared }) => [name, [...(declared ?? ['undeclared'])].toSorted()])),
  ).toEqual(
    Object.fromEntries(Object.entries(deskRoutes).map(([name, { rights }]) => [name, [...(rights ?? [])].toSorted()])),
  );
});

/** The same database, which tells of each use of the pool before it begins. */
function observed(database: Database, beforeUse: () => Promise<void>): Database {
  const pool = new Proxy(database.pool, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      if (property !== 'connect' && property !== 'query') return value.bind(target) as unknown;
      return async (...given: unknown[]) => {
        await beforeUse();
        return value.apply(target, given) as unknown;
      };
    },
  });
  return { ...database, pool, orm: createTransactionAwareDb(pool) };
}

const settings = {
  readLimit: 0,
  ticketLimit: 0,
  mailInKey: mailKey,
  mailInDomain: 'x.example',
  mailInAddresses: ['support'],
};

describeApi({ settings, both: true }, async ({ engine, database, api, authFlows }) => {
  let uses = 0;
  let beforeUse = (): Promise<void> => Promise.resolve();
  const observedApi = await openApi(
    observed(database, () => {
      uses += 1;
      return beforeUse();
    }),
    settings,
  );

  const asOwner = async (statement: string, values: unknown[] = []) => {
    const client = await database.pool.connect();
    try {
      await client.query('RESET ROLE');
      return (await client.query(statement, values)).rows as Record<string, string>[];
    } finally {
      await client.query('SET ROLE portal_app');
      client.release();
    }
  };
  /** With the rows of a customer, and what staff are to do. */
  const newWorld = async (): Promise<World & { staffId: string; cookies: Record<'owner' | 'staff', string> }> => {
    read = undefined;
    const staff = await makeStaff(database);
    const { cookie, existing } = await makeFuzzed(database, staff.userId);
    return {
      database,
      api,
      authFlows,
      e: existing,
      owner: browser(api, { cookie }),
      staff: browser(api, { cookie: staff.cookie }),
      staffId: staff.userId,
      cookies: { owner: cookie, staff: staff.cookie },
    };
  };
  type Made = Awaited<ReturnType<typeof newWorld>>;
  const setRights = (world: Made, rights: readonly StaffPermission[]) =>
    asOwner('UPDATE staff_members SET permissions = $2 WHERE user_id = $1', [world.staffId, rights]);

  const call = async (to: Api, { method, path }: Route, sent: Sent, world: Made) => {
    const isBytes = sent.body instanceof Uint8Array || typeof sent.body === 'string';
    const type = sent.type ?? (isBytes ? 'application/octet-stream' : 'application/json');
    const query = new URLSearchParams(sent.query).toString();
    const isGet = method === 'GET';
    const response = await to.request(`${sent.path ?? path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers: {
        Host: 'portal.test',
        'X-Forwarded-For': '203.0.113.7',
        Cookie: sent.cookie ?? (isDesk(path) ? world.cookies.staff : world.cookies.owner),
        ...(isGet ? {} : { Origin: siteUrl }),
        ...(isGet || sent.body === undefined ? {} : { 'Content-Type': type }),
        ...sent.headers,
      },
      ...(isGet || sent.body === undefined
        ? {}
        : { body: isBytes ? new Uint8Array(Buffer.from(sent.body as Buffer)) : JSON.stringify(sent.body) }),
    });
    const text = await textOf(response);
    return { status: response.status, text, headers: response.headers };
  };
  const textOf = async (response: Response) => {
    if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
    await response.body?.cancel();
    return '';
  };
  const forgetEvents = () => asOwner('DELETE FROM audit_events');
  const readEvents = () => asOwner('SELECT actor, event, user_id, customer, request_id, network FROM audit_events');

  beforeAll(async () => {
    await makeStaff(database, { permissions: ['admin'] });
  });

  // What is only read is made once; another world would take its keys and hosts away.
  let read: Made | undefined;
  const reading = async () => {
    read ??= await newWorld();
    return read;
  };
  const isUsual = engine === engines.at(-1);
  // The other engine must accept the statements of every route, some of which use up what the next one needs.
  describe.each(isUsual ? [] : ['the other engine'])('%s', () => {
    test.each(routes.map((route) => [route.name, route] as const))('%s: its response', async (_name, route) => {
      const row = table[route.name] ?? {};
      const [right] = row.rights ?? [];
      const respond = async (world: Made) => {
        await setRights(world, right === undefined ? staffPermissions : [right]);
        const { status, text } = await call(api, route, (await row.send?.(world)) ?? {}, world);
        return status === (row.status ?? 200) ? 'done' : text;
      };
      if ((await reading().then(respond, String)) === 'done') return;
      read = await newWorld();
      expect(await respond(read)).toBe('done');
    });
  });

  // Rights are asked for three times: by the route, by the transaction of the service, and by the database (function-callers.test.ts).
  describe.each(isUsual ? ['desk'] : [])('%s', () => {
    test.each(named(isDesk))('%s: its rights, its events and its headers', async (_name, route) => {
      const row = table[route.name] ?? {};
      const rights = row.rights ?? [];
      for (const right of rights.length === 0 ? staffPermissions : rights) {
        const world = route.method === 'GET' ? await reading() : await newWorld();
        await setRights(world, staffPermissions);
        const sent = (await row.send?.(world)) ?? {};
        const lacking = staffPermissions.filter((one) => !rights.includes(one));
        if (right === rights[0]) {
          await forgetEvents();
          const usesOfGuard = await expectRefused(route, sent, world, lacking);
          if (row.guardOnly === undefined) await expectRefusedLater(route, sent, world, { lacking, usesOfGuard });
          await expectNoEvent();
        }
        if (rights.length > 0) await setRights(world, [right]);
        await expectDone(route, row, sent, world);
        if (rights.length === 0) break;
      }
    });
  });

  describe.each(isUsual ? ['portal, account, forms and programs'] : [])('%s', () => {
    test.each(named((path) => !isDesk(path)))('%s: its events and its headers', async (_name, route) => {
      const row = table[route.name] ?? {};
      const world = route.method === 'GET' ? await reading() : await newWorld();
      await expectDone(route, row, (await row.send?.(world)) ?? {}, world);
    });
  });

  async function expectNoEvent() {
    // What a page reads is noted in the batch that finds out whether it may be read.
    expect((await readEvents()).filter(({ event }) => event !== 'staff.read')).toEqual([]);
  }

  /** By the route. Returns how often it has used the database until then. */
  async function expectRefused(route: Route, sent: Sent, world: Made, lacking: readonly StaffPermission[]) {
    await setRights(world, lacking);
    // The first request of a session looks it up, which later ones do not repeat.
    await call(observedApi, route, sent, world);
    uses = 0;
    const { status, text } = await call(observedApi, route, sent, world);
    expect([status, text]).toEqual([403, expect.stringContaining('"forbidden"')]);
    return uses;
  }

  /** By the transaction of the service: the right is taken away after the route has found it. */
  async function expectRefusedLater(
    route: Route,
    sent: Sent,
    world: Made,
    { lacking, usesOfGuard }: { lacking: readonly StaffPermission[]; usesOfGuard: number },
  ) {
    await setRights(world, staffPermissions);
    uses = 0;
    let isTaken = false;
    beforeUse = async () => {
      if (isTaken || uses <= usesOfGuard) return;
      isTaken = true;
      await setRights(world, lacking);
    };
    const { status, text } = await call(observedApi, route, sent, world);
    beforeUse = () => Promise.resolve();
    expect([isTaken, status, text.slice(0, 200)]).toEqual([true, 403, expect.stringContaining('"forbidden"')]);
  }

  async function expectDone(route: Route, row: RouteCase, sent: Sent, world: Made) {
    await forgetEvents();
    const requestId = randomUUID();
    const done = await call(api, route, { ...sent, headers: { 'X-Request-Id': requestId, ...sent.headers } }, world);
    expect([done.status, done.status === (row.status ?? 200) ? '' : done.text.slice(0, 300)]).toEqual([
      row.status ?? 200,
      '',
    ]);
    const events = await readEvents();
    expect(
      events.map(({ actor, event, customer }) => `${actor} ${event}${customer === null ? '' : ' @'}`).toSorted(),
    ).toEqual([...(row.events ?? [])].toSorted());
    // What the system adds has no request of its own.
    const ofRequest = events.filter(({ actor }) => actor !== 'system');
    const origin = { request_id: requestId, network: '203.0.113.0/24' };
    expect(ofRequest).toMatchObject(
      ofRequest.map(({ actor }) => ({ ...origin, ...(actor === 'staff' && { user_id: world.staffId }) })),
    );
    const headers = Object.fromEntries(
      Object.keys({ ...expectedHeaders.data, ...always }).map((name) => [name, done.headers.get(name)]),
    );
    expect(headers).toEqual(expectedOf(route, row, headers));
  }

  const expectedOf = ({ method }: Route, { headers = 'data' }: RouteCase, given: object) =>
    method === 'GET'
      ? { ...expectedHeaders[headers], ...always }
      : { ...given, ...always, 'cache-control': matching(/\bno-store\b/) };
});
