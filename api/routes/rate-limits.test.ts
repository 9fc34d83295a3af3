import { expect, test } from 'vitest';
import { type ApiResponse, browser, makeCustomer, makeUser, openApi, password } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const errorOf = ({ status, body, headers }: ApiResponse) => [
  status,
  body.error?.code,
  Number(headers.get('retry-after')),
];
const ticket = { subject: 'Imprimante', description: 'Hors ligne.' };

describeApi(({ database, authFlows }) => {
  /** Sets how often this action was counted, for every user. */
  const setCount = (action: string, count: number) =>
    database.pool.query(`UPDATE rate_limits SET count = $2 WHERE key LIKE $1 || ':account:%'`, [action, count]);

  test('tickets per customer and hour are limited, with a message and a time to retry', async () => {
    const { cookie } = await makeCustomer(database, 'Many tickets');
    const client = browser(await openApi(database, { ticketLimit: 2 }), { cookie });
    const send = (key: string) => client.post('/api/portal/tickets', ticket, { 'Idempotency-Key': key });
    expect([(await send('one')).status, (await send('two')).status]).toEqual([201, 201]);
    const rejected = await send('three');
    expect(errorOf(rejected)).toEqual([429, 'too_many_requests', expect.toSatisfy((s: number) => s > 0 && s <= 3_600)]);
    expect(rejected.body.error.message).toMatch(/^Too many tickets were opened recently\. /);
    expect((await send('two')).status).toBe(201);
    expect((await client.get('/api/portal/tickets')).body.items).toHaveLength(2);
  });

  test('export notes are limited per user, not per session', async () => {
    const { cookie, id } = await makeCustomer(database, 'Exporting');
    const note = { list: 'invoices', rows: 3 };
    const client = authFlows.newBrowser(cookie);
    expect((await client.post('/api/portal/exports', note)).status).toBe(200);
    await setCount('export', 100);
    expect(errorOf(await client.post('/api/portal/exports', note))).toEqual([
      429,
      'too_many_requests',
      expect.any(Number),
    ]);
    const colleague = await makeUser(database, { customerId: id });
    expect((await authFlows.newBrowser(colleague.cookie).post('/api/portal/exports', note)).status).toBe(200);
  });

  test('confirmations and the changes that they allow share one limit', async () => {
    const { cookie } = await makeUser(database, { password });
    const client = authFlows.newBrowser(cookie);
    expect((await client.post('/api/auth/password/confirm', { password })).status).toBe(200);
    expect((await client.post('/api/auth/sessions/revoke-others')).status).toBe(200);
    await setCount('change', 100);
    for (const [path, body] of [
      ['password/confirm', { password }],
      ['sessions/revoke-others', undefined],
      ['totp/start', undefined],
      ['password/change', { currentPassword: password, newPassword: 'another horse' }],
    ] as const)
      expect(errorOf(await client.post(`/api/auth/${path}`, body)), path).toEqual([
        429,
        'too_many_requests',
        expect.any(Number),
      ]);
  });

  test('successful sign-ins are limited too, and leave no session', async () => {
    const { email, userId } = await makeUser(database, { password });
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(200);
    await setCount('signed-in', 200);
    const sessions = () => database.pool.query('SELECT id FROM sessions WHERE user_id = $1', [userId]);
    const before = (await sessions()).rowCount;
    expect(errorOf(await authFlows.signIn(authFlows.newBrowser(), email))).toEqual([
      429,
      'too_many_requests',
      expect.any(Number),
    ]);
    expect((await sessions()).rowCount).toBe(before);
  });

  test('the reads of a user share one limit across sessions and routes; other users are not affected', async () => {
    let now = 0;
    const api = await openApi(database, { readLimit: 1 }, undefined, () => now);
    const [user, other] = [await makeUser(database, { password }), await makeUser(database)];
    const client = browser(api, { cookie: user.cookie });
    // Unknown paths below the guard count as well, and need no query.
    for (let at = 0; at < 1_001; at += 1) await client.get('/api/portal/nothing');
    const limited = [429, 'too_many_requests', 1];
    for (const path of ['portal/records/counts', 'auth/sessions', 'auth/security', 'auth/session'])
      expect(errorOf(await client.get(`/api/${path}`)), path).toEqual(limited);
    expect(errorOf(await client.post('/api/auth/totp/start'))).toEqual(limited);

    const again = browser(api);
    expect((await authFlows.signIn(again, user.email)).status).toBe(200);
    // The first request of a session is counted by its token: its user is not known before.
    expect((await again.get('/api/auth/session')).status).toBe(200);
    expect(errorOf(await again.get('/api/portal/records/counts'))).toEqual(limited);

    expect((await browser(api, { cookie: other.cookie }).get('/api/portal/records/counts')).status).toBe(200);
    expect((await browser(api).get('/api/auth/session')).body).toBeNull();
    now += 1_000;
    expect((await client.get('/api/portal/records/counts')).status).toBe(200);
  });

  test('600 sign-ins from one network are rejected after fifty, and leave few rows', async () => {
    const client = authFlows.newBrowser();
    const rows = async () => (await database.pool.query('SELECT FROM rate_limits')).rowCount ?? 0;
    const before = await rows();
    const statuses = await Promise.all(
      Array.from({ length: 600 }, async (_, at) => (await authFlows.signIn(client, `flood-${at}@example.com`)).status),
    );
    expect(statuses.filter((status) => status === 429).length).toBe(550);
    expect(statuses.filter((status) => status === 401 || status === 503).length).toBe(50);
    // For each of the fifty: its account, and its failures for the audit log.
    expect((await rows()) - before).toBeLessThanOrEqual(2 * 50 + 2);
    const { rows: written } = await database.pool.query<{ count: number }>(
      `SELECT max(count) AS count FROM rate_limits WHERE key LIKE 'sign-in:ip:%'`,
    );
    expect(written[0]?.count).toBe(51);
  });
});
