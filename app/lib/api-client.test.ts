import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, api, describeError, type SendRequest } from './api-client.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a request', () => {
  const fetched = (response = Response.json({ status: 'ok' })) => {
    const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() => Promise.resolve(response));
    vi.stubGlobal('fetch', fetch);
    return fetch;
  };

  test('has the path and method of the call, and no content type without a body', async () => {
    const fetch = fetched();
    expect(await api.auth['sign-out'].$post()).toEqual({ status: 'ok' });
    expect(fetch.mock.calls).toMatchObject([
      ['/api/auth/sign-out', { method: 'POST', headers: { Accept: 'application/json' } }],
    ]);
    expect(fetch.mock.calls[0]?.[1].headers).not.toHaveProperty('Content-Type');
  });

  test('sends the query without parameters that are undefined', async () => {
    const fetch = fetched();
    await api.portal.invoices.$get({ query: { limit: '1', q: 'a b&c', cursor: undefined } });
    expect(fetch.mock.calls).toMatchObject([['/api/portal/invoices?limit=1&q=a+b%26c', { method: 'GET' }]]);
  });

  test('sends the body as JSON, with the headers of the route', async () => {
    const fetch = fetched();
    const json = { subject: 'Printer', description: 'On fire' };
    await api.portal.tickets.$post({ json, header: { 'Idempotency-Key': 'k' } });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      body: JSON.stringify(json),
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
    });
  });

  test('is sent by what the caller gives instead of fetch, with the file as its body', async () => {
    const fetch = fetched();
    const sendRequest = vi.fn<SendRequest>(() => Promise.resolve(Response.json({ id: 'f' })));
    const file = new Blob(['text'], { type: 'application/octet-stream' });
    const query = { id: 't', name: 'a b.txt' };
    expect(await api.portal.tickets.file.$put({ query }, { file, sendRequest })).toEqual({ id: 'f' });
    expect(sendRequest.mock.calls).toMatchObject([
      [
        '/api/portal/tickets/file?id=t&name=a+b.txt',
        { method: 'PUT', body: file, headers: { 'Content-Type': 'application/octet-stream' } },
      ],
    ]);
    expect(fetch).not.toHaveBeenCalled();
  });
});

test('the path of a request can be used in a link', () => {
  expect(api.portal.tickets.file.$path({ query: { id: 'f', inline: '1' } })).toBe(
    '/api/portal/tickets/file?id=f&inline=1',
  );
});

describe('a failed request', () => {
  const respond = (make: () => Promise<Response>) => vi.stubGlobal('fetch', make);

  test('rejects with the code and message of the server', async () => {
    const error = { code: 'not_linked', message: 'Your account is not linked.' };
    respond(() => Promise.resolve(Response.json({ error }, { status: 404 })));
    await expect(api.portal.customers.current.$get()).rejects.toMatchObject({ name: 'ApiError', ...error });
  });

  test('is unavailable when a proxy responds with its own page', async () => {
    respond(() => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })));
    await expect(api.portal.customers.current.$get()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is offline when there is no response, or a cut one', async () => {
    respond(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(api.portal.customers.current.$get()).rejects.toMatchObject({ code: 'offline' });
    respond(() => Promise.resolve(new Response('{"id":')));
    await expect(api.portal.customers.current.$get()).rejects.toMatchObject({ code: 'offline' });
  });

  const untilAborted = (_url: string, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });

  test('is offline after 30 seconds without a response', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', untilAborted);
    const failure = api.portal.customers.current.$get().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await failure).toMatchObject({ code: 'offline' });
  });

  test('keeps the abort error when the caller aborted it', async () => {
    vi.stubGlobal('fetch', untilAborted);
    const abort = new AbortController();
    const request = api.portal.customers.current.$get({}, { signal: abort.signal });
    abort.abort();
    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('what is said about an error', () => {
  const french = {
    byCode: { not_found: 'Introuvable.', too_many_requests: 'Trop de tentatives.' },
    unknown: 'Une erreur est survenue.',
    retryIn: (minutes: number) => `Dans ${minutes} min.`,
  };
  const [gone, newer] = [new ApiError('not_found', 'Gone.'), new ApiError('same_email', 'The same.')];

  test('is its message in English, and a text of its code in other languages', () => {
    expect(describeError(gone, { unknown: 'Unknown.' })).toBe('Gone.');
    expect(describeError(gone, french)).toBe('Introuvable.');
    expect(describeError(newer, french)).toBe(french.unknown);
    expect(describeError(new TypeError('x is undefined'), french)).toBe(french.unknown);
  });

  test('is the message of a part of the page that was not loaded: its page has the text', () => {
    expect(describeError(new ApiError('not_loaded', 'Rechargez la page.'), french)).toBe('Rechargez la page.');
  });

  test('is how long to wait after too many requests, where the server knows', async () => {
    const body = { error: { code: 'too_many_requests', message: 'Too many.' } };
    const messageOf = async (headers: HeadersInit) => {
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status: 429, headers })));
      return describeError(await api.auth.session.$get().catch((error: unknown) => error), french);
    };
    expect(await messageOf({ 'Retry-After': '61' })).toBe('Dans 2 min.');
    expect(await messageOf({})).toBe('Trop de tentatives.');
  });
});

// Checked by `tsc`, which reports a directive below that suppresses no error. The server's half is in api/routes/router.test.ts.
test('a path, input or output that no route declares is a type error', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ name: 'Cabinet' })));
  const customer = await api.portal.customers.current.$get();
  expect(customer.name).toBe('Cabinet');
  // @ts-expect-error: no such output
  expect(customer.title).toBeUndefined();
  // @ts-expect-error: no such path
  await api.portal.customers.$get();
  // @ts-expect-error: no such method
  await api.portal.customers.current.$post();
  // @ts-expect-error: no such field in the body
  await api.auth.email.change.$post({ json: { email: 'ada@example.com' } });
  // @ts-expect-error: the body is missing
  await api.auth.email.change.$post();
  // @ts-expect-error: no such query parameter
  await api.portal.invoices.$get({ query: { search: 'x' } });
  // @ts-expect-error: not a column that invoices can be sorted by
  await api.portal.invoices.$get({ query: { sort: 'ticketNumber' } });
});
