import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { RateLimitError } from '#api/lib/errors.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { browser, cookieFor, declaredRoutes, makeUser, openApi } from '#tests/support/api.ts';
import { createThrottle } from './session-guard.ts';

/** The handlers that the router runs for a request, in order: `requireSession` is the guard, the last one is the route's own. */
const handlersOf = ({ router }: Pick<Hono, 'router'>, method: string, path: string) =>
  router.match(method.toUpperCase(), path)[0].map(([entry]) => entry);

const isGuarded = (app: Pick<Hono, 'router'>, method: string, path: string) => {
  const handlers = handlersOf(app, method, path).map(([handler]) => handler.name);
  return handlers.slice(0, -1).includes('requireSession');
};

const routes = declaredRoutes();
const privateRoutes = routes.filter(({ isPrivate }) => isPrivate);
const titled = (method: string, path: string) => `${method.toUpperCase()} ${path}`;

/** Repeated here, so that a private route in a public router is noticed. */
const publicRoutes = [
  'GET /api/auth/session',
  'POST /api/auth/bank-alarms/raise',
  'POST /api/auth/email/confirm',
  'POST /api/auth/email/send-verification',
  'POST /api/auth/email/undo',
  'POST /api/auth/email/verify',
  'POST /api/auth/invitations/accept',
  'POST /api/auth/invitations/read',
  'POST /api/auth/passkeys/challenge',
  'POST /api/auth/password/read-reset-link',
  'POST /api/auth/password/request-reset',
  'POST /api/auth/password/reset',
  'POST /api/auth/ratings/read',
  'POST /api/auth/ratings/send',
  'POST /api/auth/sign-in/code',
  'POST /api/auth/sign-in/passkey',
  'POST /api/auth/sign-in/password',
  'POST /api/auth/sign-out',
  'POST /api/auth/sign-up',
  'GET /api/leads/challenge',
  'POST /api/leads',
  'POST /api/newsletter',
  // Have a token of their own.
  'GET /api/newsletter/confirm/{token}',
  'POST /api/newsletter/confirm/{token}',
  'GET /api/newsletter/unsubscribe/{token}',
  'POST /api/newsletter/unsubscribe/{token}',
  'GET /api/appointments/slots',
  'POST /api/appointments/cancel',
  'POST /api/appointments/confirm',
  'POST /api/appointments/hold',
  'POST /api/appointments/read',
  'POST /api/appointments/reschedule',
  // Have a secret of their own.
  'GET /api/appointments/feeds/{file}',
  'GET /api/calendar/{file}',
  // Has a key of its own.
  'POST /api/mail/inbound',
  // Have an API key (key-guard.ts).
  'GET /api/v1/customers/{number}',
  'PUT /api/v1/customers/{number}',
  'GET /api/v1/contracts/{number}',
  'PUT /api/v1/contracts/{number}',
  'GET /api/v1/invoices/{number}',
  'PUT /api/v1/invoices/{number}',
  'GET /api/v1/payments/{number}',
  'PUT /api/v1/payments/{number}',
  'PUT /api/v1/documents/{number}',
  'GET /api/v1/changes',
];

describeApi(({ database, api }) => {
  test('the guard precedes every private route, and no public one', () => {
    const unguarded = api.routes
      .filter(({ method, path }) => method !== 'ALL' && !isGuarded(api, method, path))
      .map(({ method, path }) => titled(method, path.replaceAll(/:(\w+)/g, '{$1}')));
    const declaredPublic = routes.filter(({ isPrivate }) => !isPrivate).map(({ method, path }) => titled(method, path));
    const operational = ['GET /healthz', 'GET /readyz', 'GET /api/openapi.json'];
    expect(unguarded.toSorted()).toEqual([...operational, ...publicRoutes].toSorted());
    expect(declaredPublic.toSorted()).toEqual(publicRoutes.toSorted());
    expect(privateRoutes.length).toBeGreaterThan(20);
  });

  test('the check above notices a private route that is registered before the guard', () => {
    const requireSession = () => Promise.resolve();
    const app = new Hono()
      .get('/api/portal/above', (c) => c.text(''))
      .use('/api/portal/*', requireSession)
      .get('/api/portal/below', (c) => c.text(''))
      .get('/api/beside', (c) => c.text(''));
    const guarded = app.routes.filter(({ method, path }) => isGuarded(app, method, path)).map(({ path }) => path);
    expect(guarded).toEqual(['/api/portal/below']);
  });

  test.each(privateRoutes.map(({ method, path }) => [method, path] as const))(
    '%s %s: the guard rejects requests without a session before the handler runs',
    async (method, path) => {
      const spied = await openApi(database);
      let calls = 0;
      const entry = handlersOf(spied, method, path).at(-1);
      // The router keeps this very tuple: the request below runs the replacement.
      if (entry !== undefined)
        entry[0] = (c: { text: (body: string) => Response }) => ((calls += 1), c.text('handled'));
      const send = (cookie: string) => {
        const { get, post, put } = browser(spied, { cookie });
        return method === 'get' ? get(path) : method === 'put' ? put(path, 'a file') : post(path);
      };
      for (const cookie of ['', 'portal.session_token=forged.abc', cookieFor('ended')]) {
        const response = await send(cookie);
        const error = { code: 'unauthorized', message: 'Please sign in.' };
        expect([response.status, response.body]).toEqual([401, { error }]);
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
      expect(calls).toBe(0);
      const { cookie } = await makeUser(database);
      expect([(await send(cookie)).body, calls]).toEqual(['handled', 1]);
    },
  );

  test('with a session the same requests reach their handlers', async () => {
    const statuses = new Set<number>();
    for (const { method, path } of privateRoutes) {
      const { cookie } = await makeUser(database);
      statuses.add((await browser(api, { cookie })[method === 'get' ? 'get' : 'post'](path)).status);
    }
    expect(statuses).not.toContain(401);
    expect(statuses).toContain(200);
    expect(statuses).toContain(415);
  });
});

/** How many of `count` requests at one moment are allowed. */
const allowedOf = (count: number, consume: () => void) => {
  let allowed = 0;
  for (let at = 0; at < count; at += 1) {
    try {
      consume();
      allowed += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(RateLimitError);
    }
  }
  return allowed;
};

test('a burst of a thousand is allowed, then the rate per second', () => {
  let now = 5_000;
  const throttle = createThrottle(20, () => now);
  const consume = () => throttle('one');
  expect(allowedOf(1_500, consume)).toBe(1_000);
  now += 1_000;
  expect(allowedOf(100, consume)).toBe(20);
  now += 50_000;
  expect(allowedOf(1_500, consume)).toBe(1_000);
});

test('the error says when to retry', () => {
  const throttle = createThrottle(1, () => 0);
  allowedOf(1_000, () => throttle('one'));
  expect(() => throttle('one')).toThrow(expect.objectContaining({ retryAfter: 1 }));
});

test('users do not share a limit', () => {
  const throttle = createThrottle(20, () => 0);
  allowedOf(2_000, () => throttle('one'));
  expect(allowedOf(2_000, () => throttle('other'))).toBe(1_000);
});

test('0 means no limit', () => {
  const throttle = createThrottle(0, () => 0);
  expect(allowedOf(5_000, () => throttle('one'))).toBe(5_000);
});
