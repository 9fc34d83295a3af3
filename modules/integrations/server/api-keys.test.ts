import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { withTransaction } from '#api/db/transaction.ts';
import { maxApiKeys } from '#contract/key-scopes.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { setUpKeys } from '#tests/support/keys.ts';

const wanted = { name: 'Books', scopes: ['changes:read', 'invoices:write'], days: 90 };

describeApi({ settings: { readLimit: 0 } }, ({ database, api }) => {
  const { desk, eventsOf } = setUpDesk(database, api);
  const { makeKey, send } = setUpKeys(database, api);
  const admin = () => desk({ permissions: ['admin'] });
  const rowsOf = async (statement: ReturnType<typeof sql>) =>
    (await asOperator(database, (tx) => tx.execute(statement))).rows;

  test('an admin creates a key, which is shown once, works at once and ends when it is revoked', async () => {
    const staff = await admin();
    const { status, body } = await staff.post('/api/desk/api-keys', wanted);
    expect([status, body.items[0]]).toMatchObject([
      201,
      { name: 'Books', scopes: wanted.scopes.toReversed(), lastUsedOn: null, isExpired: false },
    ]);
    expect(body.key).toMatch(/^rak_[\w-]{43}$/);
    expect(body.key.startsWith(body.items[0].prefix)).toBe(true);
    expect(JSON.stringify(await rowsOf(sql`SELECT * FROM api_keys`))).not.toContain(body.key);

    expect((await send(body.key)('GET', '/changes')).status).toBe(200);
    const [used] = (await staff.get('/api/desk/api-keys')).body.items;
    expect(used.lastUsedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(JSON.stringify(used)).not.toContain(body.key);

    const { id } = used;
    expect((await staff.post('/api/desk/api-keys/revoke', { id })).body.items[0].revokedAt).not.toBeNull();
    expect((await staff.post('/api/desk/api-keys/revoke', { id })).status).toBe(200);
    expect((await send(body.key)('GET', '/changes')).status).toBe(401);
    const entity = `api_key:${id}`;
    expect(await eventsOf('api_key.created', entity)).toMatchObject([
      { actor: 'staff', userId: staff.userId, details: { key: used.prefix } },
    ]);
    expect(await eventsOf('api_key.revoked', entity)).toHaveLength(1);
  });

  test('other staff, a session without a recent confirmation, and invalid input create nothing', async () => {
    const before = await rowsOf(sql`SELECT count(*)::integer AS count FROM api_keys`);
    const others = await desk({ permissions: ['support', 'accounts', 'sales', 'records'] });
    expect((await others.get('/api/desk/api-keys')).status).toBe(403);
    expect((await others.post('/api/desk/api-keys', wanted)).status).toBe(403);
    const late = await admin();
    await rowsOf(sql`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = ${late.userId}`);
    expect((await late.post('/api/desk/api-keys', wanted)).body.error.code).toBe('confirmation_required');
    const staff = await admin();
    for (const wrong of [
      { ...wanted, scopes: [] },
      { ...wanted, scopes: ['admin'] },
      { ...wanted, days: 9999 },
      { ...wanted, name: ' ' },
      { ...wanted, name: 'x'.repeat(81) },
    ])
      expect((await staff.post('/api/desk/api-keys', wrong)).status).toBe(400);
    expect(await rowsOf(sql`SELECT count(*)::integer AS count FROM api_keys`)).toEqual(before);
  });

  test('there is a limit to the number of valid keys, also for requests at once', async () => {
    await rowsOf(sql`DELETE FROM api_keys`);
    const staff = await admin();
    for (let made = 0; made < maxApiKeys - 1; made += 1) await makeKey();
    const both = await Promise.all([1, 2].map(() => staff.post('/api/desk/api-keys', wanted)));
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409']);
    expect(both.find(({ status }) => status === 409)?.body.error.code).toBe('too_many_keys');
    await rowsOf(sql`DELETE FROM api_keys`);
  });

  test('a key that is revoked while a request runs: revoking waits, and the next statement sees nothing', async () => {
    const { id, key } = await makeKey();
    await makeCustomer(database, 'Seen by a key');
    const count = 'SELECT count(*)::integer AS count FROM customers';
    await withTransaction(database.pool, async (client) => {
      await client.query('SELECT set_key_context($1)', [key]);
      expect((await client.query<{ count: number }>(count)).rows[0]?.count).toBeGreaterThan(0);
      const { rows } = await client.query<{ held: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = lock_class('api_keys') AND mode = 'ShareLock') AS held`,
      );
      expect(rows).toEqual([{ held: true }]);
    });
    await rowsOf(sql`UPDATE api_keys SET revoked_at = now(), revoked_by = gen_random_uuid() WHERE id = ${id}`);
    await withTransaction(database.pool, async (client) => {
      await client.query('SELECT set_key_context($1)', [key]);
      expect((await client.query<{ count: number }>(count)).rows).toEqual([{ count: 0 }]);
    });
  });

  test('the role of keys reads no other table, deletes nothing and cannot become another caller', async () => {
    const { key } = await makeKey();
    const refused = async (statement: string, code = '42501') =>
      expect(
        withTransaction(database.pool, async (client) => {
          await client.query('SELECT set_key_context($1)', [key]);
          await client.query(statement);
        }),
      ).rejects.toMatchObject({ code });
    for (const table of [
      'users',
      'sessions',
      'tickets',
      'licenses',
      'staff_members',
      'bank_accounts',
      'api_keys',
      'audit_events',
      'jobs',
      'leads',
    ])
      await refused(`SELECT * FROM ${table}`);
    for (const table of ['customers', 'invoices', 'contracts', 'payments']) await refused(`DELETE FROM ${table}`);
    await refused(`UPDATE customers SET total_outstanding = 0`);
    await refused(`UPDATE invoices SET settled = amount`);
    await refused(`SELECT * FROM private.record_changes`);
    await refused(`INSERT INTO audit_events (actor, event) VALUES ('staff', 'a.b')`);
  });
});
