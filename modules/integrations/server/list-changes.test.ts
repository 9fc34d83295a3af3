import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { withTransaction } from '#api/db/transaction.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { setUpKeys } from '#tests/support/keys.ts';
import { listChanges } from './list-changes.ts';
import { eventually } from '#tests/support/eventually.ts';

// The embedded engine has one connection: no two transactions run there at once.
describeApi({ only: 'postgresql' }, ({ database, api }) => {
  const { makeKey } = setUpKeys(database, api);

  test('a transaction that began earlier and commits later is not skipped', async () => {
    const { key } = await makeKey();
    const { id: customer } = await makeCustomer(database, `Slow ${randomUUID()}`);
    const since = await eventually(async () => {
      const { items, cursor } = await listChanges(database, { key }, { limit: 500 });
      expect(items.map(({ id }) => id)).toContain(customer);
      return cursor;
    });
    const [slow, fast] = [randomUUID(), randomUUID()];
    const insert = (client: ClientBase, number: string) =>
      client.query('INSERT INTO invoices (customer_id, number, amount) VALUES ($1, $2, 5)', [customer, number]);
    let between: Awaited<ReturnType<typeof listChanges>> | undefined;
    await withTransaction(
      database.pool,
      async (client) => {
        await insert(client, slow);
        await withTransaction(database.pool, (other) => insert(other, fast), { role: 'portal_operator' });
        between = await listChanges(database, { key }, { since });
      },
      { role: 'portal_operator' },
    );
    // The second one is committed, but a reader that had passed it would never see the first.
    expect(between?.items).toEqual([]);
    // Transactions of other tests, in other databases of the cluster, delay it too.
    await eventually(async () => {
      const { items } = await listChanges(database, { key }, { since: between?.cursor });
      expect(items.map(({ number }) => number)).toEqual([slow, fast]);
    });
  });

  const listAll = async (key: string) => {
    const items: string[] = [];
    for (let since: string | undefined; ;) {
      const page = await listChanges(database, { key }, { since, limit: 500 });
      items.push(...page.items.map(({ id }) => id));
      since = page.cursor;
      if (!page.hasMore) return { items, cursor: page.cursor };
    }
  };

  test('a cursor from the future is rejected: what changes until then would be skipped', async () => {
    const { key } = await makeKey();
    const { cursor } = await listAll(key);
    const at = (id: string) => cursor.replace(/\.\d+\./, `.${id}.`);
    const { rows } = await database.pool.query<{ end: string }>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS end',
    );
    for (const id of [String(BigInt(rows[0]?.end ?? '0') + 1000n), '9'.repeat(19)])
      await expect(listChanges(database, { key }, { since: at(id) })).rejects.toThrow('not a cursor');
    expect((await listChanges(database, { key }, { since: at('0') })).cursor).toMatch(/^[\da-f-]{36}\./);
  });

  test('a copy in a cluster that has not reached its transactions lists every record again once a server starts', async () => {
    const { key } = await makeKey();
    const { id: customer } = await makeCustomer(database, `Moved ${randomUUID()}`);
    await database.withOwner((owner) =>
      owner.query(`UPDATE private.record_changes SET changed_in = '9000000000'::xid8 WHERE record_id = '${customer}'`),
    );
    expect((await listAll(key)).items).not.toContain(customer);
    await database.openInstance();
    await eventually(async () => expect((await listAll(key)).items).toContain(customer));
  });
});
