import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { expect, test, vi } from 'vitest';
import { withTransaction } from '#api/db/transaction.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { setUpKeys } from '#tests/support/keys.ts';
import { listChanges } from './list-changes.ts';

// The embedded engine has one connection: no two transactions run there at once.
describeApi({ only: 'postgresql' }, ({ database, api }) => {
  const { makeKey } = setUpKeys(database, api);

  test('a transaction that began earlier and commits later is not skipped', async () => {
    const { key } = await makeKey();
    const { id: customer } = await makeCustomer(database, `Slow ${randomUUID()}`);
    const since = await vi.waitFor(
      async () => {
        const { items, cursor } = await listChanges(database, { key }, { limit: 500 });
        expect(items.map(({ id }) => id)).toContain(customer);
        return cursor;
      },
      { timeout: 60_000, interval: 100 },
    );
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
    await vi.waitFor(
      async () => {
        const { items } = await listChanges(database, { key }, { since: between?.cursor });
        expect(items.map(({ number }) => number)).toEqual([slow, fast]);
      },
      { timeout: 60_000, interval: 100 },
    );
  });
});
