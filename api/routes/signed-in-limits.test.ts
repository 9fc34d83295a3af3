import { expect, test } from 'vitest';
import { type ApiResponse, browser, makeCustomer, makeUser, openApi, password } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

const refusal = (answer: ApiResponse) => [
  answer.status,
  answer.body.error?.code,
  Number(answer.headers.get('retry-after')),
];
const ticket = { subject: 'Imprimante', description: 'Hors ligne.' };

describeApi(({ database, authFlows }) => {
  /** As if so many had been counted at this door, of whoever came. */
  const counted = (door: string, count: number) =>
    database.pool.query(`UPDATE rate_limits SET count = $2 WHERE key LIKE $1 || ':account:%'`, [door, count]);

  test('a customer’s tickets of an hour are limited, in words and with a time', async () => {
    const { cookie } = await makeCustomer(database, 'Flooding');
    const visitor = browser(await openApi(database, { ticketLimit: 2 }), { cookie });
    const send = (key: string) => visitor.post('/api/portal/tickets', ticket, { 'Idempotency-Key': key });
    expect([(await send('one')).status, (await send('two')).status]).toEqual([201, 201]);
    const refused = await send('three');
    expect(refusal(refused)).toEqual([429, 'too_many_requests', expect.toSatisfy((s: number) => s > 0 && s <= 3_600)]);
    expect(refused.body.error.message).toMatch(/^Too many tickets were opened recently\. /);
    expect((await send('two')).status).toBe(201);
    expect((await visitor.get('/api/portal/tickets')).body.items).toHaveLength(2);
  });

  test('notes of exports are limited, by login and not by session', async () => {
    const { cookie, id } = await makeCustomer(database, 'Exporting');
    const note = { list: 'invoices', rows: 3 };
    const visitor = authFlows.newBrowser(cookie);
    expect((await visitor.post('/api/portal/exports', note)).status).toBe(200);
    await counted('export', 100);
    expect(refusal(await visitor.post('/api/portal/exports', note))).toEqual([
      429,
      'too_many_requests',
      expect.any(Number),
    ]);
    const colleague = await makeUser(database, { customerId: id });
    expect((await authFlows.newBrowser(colleague.cookie).post('/api/portal/exports', note)).status).toBe(200);
  });

  test('confirmations and what they open are limited together', async () => {
    const { cookie } = await makeUser(database, { password });
    const visitor = authFlows.newBrowser(cookie);
    expect((await visitor.post('/api/auth/confirm/password', { password })).status).toBe(200);
    expect((await visitor.post('/api/auth/revoke-other-sessions')).status).toBe(200);
    await counted('change', 100);
    for (const [path, body] of [
      ['confirm/password', { password }],
      ['revoke-other-sessions', undefined],
      ['totp/start', undefined],
      ['change-password', { currentPassword: password, newPassword: 'another horse' }],
    ] as const)
      expect(refusal(await visitor.post(`/api/auth/${path}`, body)), path).toEqual([
        429,
        'too_many_requests',
        expect.any(Number),
      ]);
  });

  test('sign-ins that succeed are limited too, and leave no session behind', async () => {
    const { email, userId } = await makeUser(database, { password });
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(200);
    await counted('signed-in', 200);
    const sessions = () => database.pool.query('SELECT id FROM sessions WHERE user_id = $1', [userId]);
    const before = (await sessions()).rowCount;
    expect(refusal(await authFlows.signIn(authFlows.newBrowser(), email))).toEqual([
      429,
      'too_many_requests',
      expect.any(Number),
    ]);
    expect((await sessions()).rowCount).toBe(before);
  });

  test('reads of one user are limited together, in every session and on every route, and another’s go on', async () => {
    let now = 0;
    const api = await openApi(database, { readLimit: 1 }, undefined, () => now);
    const [login, other] = [await makeUser(database, { password }), await makeUser(database)];
    const visitor = browser(api, { cookie: login.cookie });
    // What is unknown under the guard is counted as well, and asks the database nothing.
    for (let at = 0; at < 1_001; at += 1) await visitor.get('/api/portal/nothing');
    const refused = [429, 'too_many_requests', 1];
    for (const path of ['portal/counts', 'auth/list-sessions', 'auth/security', 'auth/get-session'])
      expect(refusal(await visitor.get(`/api/${path}`)), path).toEqual(refused);
    expect(refusal(await visitor.post('/api/auth/totp/start'))).toEqual(refused);

    const again = browser(api);
    expect((await authFlows.signIn(again, login.email)).status).toBe(200);
    // A session’s first request is counted by itself: only then is it known whose it is.
    expect((await again.get('/api/auth/get-session')).status).toBe(200);
    expect(refusal(await again.get('/api/portal/counts'))).toEqual(refused);

    expect((await browser(api, { cookie: other.cookie }).get('/api/portal/counts')).status).toBe(200);
    expect((await browser(api).get('/api/auth/get-session')).body).toBeNull();
    now += 1_000;
    expect((await visitor.get('/api/portal/counts')).status).toBe(200);
  });

  test('600 sign-ins from one network are refused after fifty, and leave few rows', async () => {
    const visitor = authFlows.newBrowser();
    const rows = async () => (await database.pool.query('SELECT FROM rate_limits')).rowCount ?? 0;
    const before = await rows();
    const statuses = await Promise.all(
      Array.from({ length: 600 }, async (_, at) => (await authFlows.signIn(visitor, `flood-${at}@example.com`)).status),
    );
    expect(statuses.filter((status) => status === 429).length).toBe(550);
    expect(statuses.filter((status) => status === 401 || status === 503).length).toBe(50);
    // For each of the fifty: its account, and its failures for the audit log.
    expect((await rows()) - before).toBeLessThanOrEqual(2 * 50 + 2);
    const { rows: written } = await database.pool.query<{ count: number }>(
      `SELECT max(count) AS count FROM rate_limits WHERE key LIKE 'sign-in:address:%'`,
    );
    expect(written[0]?.count).toBe(51);
  });
});
