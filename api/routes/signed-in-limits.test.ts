import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from '#api/db/testing.ts';
import {
  type Answer,
  browser,
  type Entrance,
  entranceTo,
  makeCustomer,
  makeLogin,
  openApi,
  password,
} from './testing.ts';

const refusal = (answer: Answer) => [answer.status, answer.body.error?.code, Number(answer.headers.get('retry-after'))];
const ticket = { subject: 'Imprimante', description: 'Hors ligne.' };

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  let entrance: Entrance;
  beforeAll(async () => {
    database = await freshDatabase(engine);
    entrance = entranceTo(await openApi(database), database);
  });
  afterAll(() => database.close());

  /** As if so many had been counted at this door, of whoever came. */
  const counted = (door: string, count: number) =>
    database.pool.query(`UPDATE rate_limits SET count = $2 WHERE key LIKE $1 || ':account:%'`, [door, count]);

  test('a customer’s tickets of an hour are limited, in words and with a time', async () => {
    const { cookie } = await makeCustomer(database, 'Flooding');
    const visitor = browser(await openApi(database, { ticketLimit: 2 }), { cookie });
    const send = (key: string) => visitor.post('/api/portal/tickets', ticket, { 'Idempotency-Key': key });
    expect([(await send('one')).status, (await send('two')).status]).toEqual([201, 201]);
    const refused = await send('three');
    expect(refusal(refused)).toEqual([
      429,
      'too_many_requests',
      expect.toSatisfy((s: number) => s > 3_500 && s <= 3_600),
    ]);
    expect(refused.body.error.message).toMatch(/a great many tickets/);
    expect((await send('two')).status).toBe(201);
    expect((await visitor.get('/api/portal/tickets')).body.items).toHaveLength(2);
  });

  test('notes of exports are limited, by login and not by session', async () => {
    const { cookie, id } = await makeCustomer(database, 'Exporting');
    const note = { list: 'invoices', rows: 3 };
    const visitor = entrance.newBrowser(cookie);
    expect((await visitor.post('/api/portal/exports', note)).status).toBe(200);
    await counted('export', 100);
    expect(refusal(await visitor.post('/api/portal/exports', note))).toEqual([
      429,
      'too_many_requests',
      expect.any(Number),
    ]);
    const colleague = await makeLogin(database, { customerId: id });
    expect((await entrance.newBrowser(colleague.cookie).post('/api/portal/exports', note)).status).toBe(200);
  });

  test('confirmations and what they open are limited together', async () => {
    const { cookie } = await makeLogin(database, { password });
    const visitor = entrance.newBrowser(cookie);
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
    const { email, userId } = await makeLogin(database, { password });
    expect((await entrance.signIn(entrance.newBrowser(), email)).status).toBe(200);
    await counted('signed-in', 200);
    const sessions = () => database.pool.query('SELECT id FROM sessions WHERE user_id = $1', [userId]);
    const before = (await sessions()).rowCount;
    expect(refusal(await entrance.signIn(entrance.newBrowser(), email))).toEqual([
      429,
      'too_many_requests',
      expect.any(Number),
    ]);
    expect((await sessions()).rowCount).toBe(before);
  });

  test('reads of one session are limited, and those of another go on', async () => {
    const api = await openApi(database, { readLimit: 1 });
    const [{ cookie }, other] = [await makeLogin(database), await makeLogin(database)];
    const visitor = browser(api, { cookie });
    // An unknown address under the guard is counted as well, and asks the database nothing.
    for (let at = 0; at < 1_000; at += 1) await visitor.get('/api/portal/nothing');
    expect(refusal(await visitor.get('/api/portal/counts'))).toEqual([429, 'too_many_requests', expect.any(Number)]);
    expect((await browser(api, { cookie: other.cookie }).get('/api/portal/counts')).status).toBe(200);
  });
});
