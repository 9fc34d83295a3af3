import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#app/lib/api-client.ts';
import { type AuthChannel, type AuthMessage, AuthProvider, createAuthStore, useAuth } from './auth.tsx';
import { signIn } from './sign-in.ts';
import { eventually } from '#tests/support/eventually.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ada = { id: '1', email: 'ada@example.com' };
const session = { user: ada, session: { expiresAt: '2030-01-01T00:00:00Z' }, customerId: 'first', currency: 'EUR' };

/** A server with one account, and the channel between tabs. */
function browser() {
  const server = { session: null as typeof session | null, failure: null as ApiError | null, calls: [] as string[] };
  const tabs = new Map<AuthChannel, (message: AuthMessage) => void>();
  vi.stubGlobal('fetch', (path: string) => {
    server.calls.push(path);
    const { failure } = server;
    if (failure?.code === 'offline') return Promise.reject(failure);
    if (failure !== null)
      return Promise.resolve(
        Response.json({ error: { code: failure.code, message: failure.message } }, { status: 400 }),
      );
    if (path === '/api/auth/sign-in/password') server.session = session;
    if (path === '/api/auth/sign-out') server.session = null;
    if (path === '/api/portal/customers/switch') server.session = { ...session, customerId: 'second' };
    return Promise.resolve(Response.json(path === '/api/auth/session' ? server.session : { status: 'ok' }));
  });
  const openTab = () => {
    const channel: AuthChannel = {
      listen: (listener) => void tabs.set(channel, listener),
      post: (message) => {
        for (const [tab, listener] of tabs) if (tab !== channel) listener(message);
      },
    };
    const tab = { kept: 'a draft' };
    const store = createAuthStore(
      () => channel,
      () => (tab.kept = ''),
    );
    store.start();
    return Object.assign(store, { tab });
  };
  return { server, openTab };
}

test('loading is true until the first response', async () => {
  const { openTab } = browser();
  const tab = openTab();
  expect(tab.get()).toMatchObject({ loading: true, user: null });
  await eventually(() => expect(tab.get()).toMatchObject({ loading: false, user: null, ended: null }));
});

test('signing in sets the user in all tabs', async () => {
  const { openTab } = browser();
  const [here, there] = [openTab(), openTab()];
  expect(await signIn(here, 'ada@example.com', 'secret')).toEqual({ error: null, needsCode: false });
  expect(here.get()).toMatchObject({ user: ada, currency: 'EUR' });
  await eventually(() => expect(there.get().user).toEqual(ada));
});

test('signing out in one tab signs out all tabs', async () => {
  const { openTab } = browser();
  const [here, there] = [openTab(), openTab()];
  await signIn(here, 'ada@example.com', 'secret');
  await eventually(() => expect(there.get().user).toEqual(ada));
  await here.signOut();
  expect(here.get()).toMatchObject({ user: null, ended: 'signed-out' });
  expect(there.get()).toMatchObject({ user: null, ended: 'signed-out' });
});

test('sign-out clears the stored data of every tab, an expired session does not', async () => {
  const { openTab } = browser();
  const [here, there] = [openTab(), openTab()];
  await signIn(here, 'ada@example.com', 'secret');
  here.expire();
  expect(here.tab.kept).toBe('a draft');
  await signIn(here, 'ada@example.com', 'secret');
  await here.signOut();
  expect([here.tab.kept, there.tab.kept]).toEqual(['', '']);
});

test('switching the customer clears the stored data of every tab, and shows nothing until the session is loaded', async () => {
  const { openTab } = browser();
  const [here, there] = [openTab(), openTab()];
  await signIn(here, 'ada@example.com', 'secret');
  await eventually(() => expect(there.get().customerId).toBe('first'));
  const seen: unknown[] = [];
  there.subscribe(() => seen.push(there.get().user === null ? null : there.get().customerId));
  expect(await here.switchCustomer('second')).toEqual({ error: null });
  expect(here.get().customerId).toBe('second');
  await eventually(() => expect(there.get().customerId).toBe('second'));
  expect(seen).toEqual([null, 'second']);
  expect([here.tab.kept, there.tab.kept]).toEqual(['', '']);
});

test('a response from before a switch is ignored', async () => {
  const { openTab } = browser();
  const tab = openTab();
  await signIn(tab, 'ada@example.com', 'secret');
  const { fetch } = globalThis;
  const held = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => held.promise);
  const outdated = tab.refresh();
  vi.stubGlobal('fetch', fetch);
  await tab.switchCustomer('second');
  held.resolve(Response.json(session));
  await outdated;
  expect(tab.get().customerId).toBe('second');
});

test('another customer after an expired session clears the stored data', async () => {
  const { openTab, server } = browser();
  const tab = openTab();
  await signIn(tab, 'ada@example.com', 'secret');
  tab.expire();
  server.session = { ...session, customerId: 'second' };
  await tab.refresh();
  expect(tab.tab.kept).toBe('');
});

test('a failed switch keeps the customer and the stored data', async () => {
  const { openTab, server } = browser();
  const tab = openTab();
  await signIn(tab, 'ada@example.com', 'secret');
  server.failure = new ApiError('not_found', 'You do not belong to this company.');
  expect((await tab.switchCustomer('other')).error?.message).toBe('You do not belong to this company.');
  expect(tab.get().customerId).toBe('first');
  expect(tab.tab.kept).toBe('a draft');
});

test('a failed sign-in returns the server’s error message', async () => {
  const { openTab, server } = browser();
  const tab = openTab();
  await eventually(() => expect(tab.get().loading).toBe(false));
  server.failure = new ApiError('invalid_credentials', 'Invalid email or password');
  const { error } = await signIn(tab, 'ada@example.com', 'wrong');
  expect(error?.message).toBe('Invalid email or password');
  expect(tab.get().user).toBeNull();
});

test('a failed sign-out leaves the user signed in', async () => {
  const { openTab, server } = browser();
  const tab = openTab();
  await signIn(tab, 'ada@example.com', 'secret');
  server.failure = new ApiError('internal_error', 'Something went wrong.');
  expect((await tab.signOut()).error).not.toBeNull();
  expect(tab.get().user).toEqual(ada);
});

test('a session that the server no longer accepts has expired', async () => {
  const { openTab, server } = browser();
  const tab = openTab();
  await signIn(tab, 'ada@example.com', 'secret');
  server.session = null;
  await tab.refresh();
  expect(tab.get()).toMatchObject({ user: null, ended: 'expired' });
});

test('a 401 response after sign-out does not count as expiry', async () => {
  const { openTab } = browser();
  const tab = openTab();
  await signIn(tab, 'ada@example.com', 'secret');
  await tab.signOut();
  tab.expire();
  expect(tab.get().ended).toBe('signed-out');
});

test('requests to a starting server are retried', async () => {
  vi.useFakeTimers();
  const { openTab, server } = browser();
  server.failure = new ApiError('unavailable', 'Please try again in a moment.');
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(1000);
  expect(tab.get().loading).toBe(true);
  server.failure = null;
  server.session = session;
  await vi.advanceTimersByTimeAsync(2000);
  expect(tab.get()).toMatchObject({ loading: false, user: ada, failure: null });
});

test('an unreachable server ends the loading state with an error', async () => {
  vi.useFakeTimers();
  const { openTab, server } = browser();
  server.failure = new ApiError('offline', 'No result.');
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tab.get()).toMatchObject({ loading: false, user: null, failure: { code: 'offline' } });
});

const Greeting = () => {
  const { loading, user } = useAuth();
  return <p>{loading ? 'loading' : (user?.email ?? 'nobody')}</p>;
};

test('the auth context throws outside its provider', () => {
  expect(() => renderToString(<Greeting />)).toThrow('useAuth was called outside of AuthProvider.');
});

test('the auth context is loading until the session is known', () => {
  expect(
    renderToString(
      <AuthProvider>
        <Greeting />
      </AuthProvider>,
    ),
  ).toBe('<p>loading</p>');
});
