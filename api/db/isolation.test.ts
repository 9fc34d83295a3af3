import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { records, rowOf, type Table } from '#tests/support/isolated-rows.ts';

// Not the customer's at all.
const accountTables = [
  'ticket_notes',
  'ticket_internal_events',
  'tags',
  'canned_replies',
  'pending_replies',
  'saved_views',
  'bank_accounts',
  'bank_notices',
  'invoice_iban_requests',
  'reminder_settings',
  'leads',
  'lead_messages',
  'lead_proofs',
  'subscribers',
  'suppressed',
  'consent_texts',
  'hosts',
  'host_exceptions',
  'appointments',
  'upload_reservations',
  'users',
  'sessions',
  'accounts',
  'verifications',
  'rate_limits',
  'invoice_counters',
  'jobs',
  'migrations',
  'later_migrations',
];

const ownerColumn = (table: Table) => (table === 'customers' ? 'id' : 'customer_id');

/** What the tenant may do; SELECT where nothing else is said. */
const tenantGrants: Partial<Record<Table, string[]>> = {
  customers: ['SELECT (id, name, contact, email, phone, created_at)'],
  tickets: [
    // Without those that only staff see.
    'SELECT (id, customer_id, author_id, created_at)',
    'INSERT (customer_id, ticket_number, subject, description, priority, topic, author_id, idempotency_key, requester_id, first_response_due_at, sla_state, sla_calendar, response_minutes, resolution_minutes, resolution_due_at, resolution_state, follows_ticket_id, unread_since, origin, unverified_sender)',
  ],
  invitations: ['SELECT (id, customer_id, email, roles, locale, invited_by, created_at, expires_at)'],
};

describeDatabase({ both: true }, ({ database }) => {
  let ours: Awaited<ReturnType<typeof makeCustomer>>;
  let theirs: Awaited<ReturnType<typeof makeCustomer>>;
  let unlinked: Awaited<ReturnType<typeof makeUser>>;
  let serial = 1000;

  beforeAll(async () => {
    ours = await makeCustomer(database, 'Ours');
    theirs = await makeCustomer(database, 'Theirs');
    unlinked = await makeUser(database);
    for (const { id, userId } of [ours, theirs]) {
      for (const table of records.slice(2)) {
        await transact(
          `SELECT set_config('role', 'portal_operator', true)`,
          async (run) => {
            await insert(run, table, id, userId);
            if (['tickets', 'invoices', 'payments'].includes(table))
              await run(`UPDATE ${table} SET id = md5(customer_id::text)::uuid`);
          },
          'COMMIT',
        );
      }
    }
  });

  type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

  async function transact<T>(begin: string, work: (run: Run) => Promise<T>, end = 'ROLLBACK'): Promise<T> {
    const client = await database.pool.connect();
    const run: Run = (text, values = []) => client.query(text, values);
    try {
      await run('BEGIN');
      await run(begin);
      return await work(run);
    } finally {
      await run(end);
      client.release();
    }
  }

  const nobody = { token: '' };

  const asTenant = <T>({ token }: { token: string }, work: (run: Run) => Promise<T>) =>
    transact(`SELECT set_tenant_context('${token}')`, work);

  // Outside of any request's role.
  async function asOwner(...statements: string[]): Promise<void> {
    const client = await database.pool.connect();
    for (const statement of ['RESET ROLE', ...statements, 'SET ROLE portal_app']) await client.query(statement);
    client.release();
  }

  const insert = (run: Run, table: Table, customerId: string, userId: string) =>
    run(`INSERT INTO ${table} ${rowOf[table]}`, [customerId, userId, String((serial += 1))]);

  /** All of our rows are visible, and none of anybody else's. */
  async function expectIsolated(table: Table): Promise<void> {
    const owner = ownerColumn(table);
    const seen = await asTenant(ours, (run) => run(`SELECT ${owner} AS owner FROM ${table}`));
    expect(seen.rows.map((row: { owner: string }) => row.owner)).toEqual([ours.id]);

    const result = await asTenant(ours, (run) => run(`SELECT 1 FROM ${table} WHERE ${owner} = $1`, [theirs.id]));
    expect(result.rowCount).toBe(0);

    for (const caller of [nobody, unlinked]) {
      const none = await asTenant(caller, (run) => run(`SELECT 1 FROM ${table}`));
      expect(none.rowCount).toBe(0);
    }
  }

  test.each(records)('%s: a query without a filter returns the caller’s rows only', expectIsolated);

  test.each(records)('%s: an insert for another customer is rejected', async (table) => {
    await expect(asTenant(ours, (run) => insert(run, table, theirs.id, ours.userId))).rejects.toMatchObject({
      code: '42501',
    });
    await expect(asTenant(nobody, (run) => insert(run, table, theirs.id, theirs.userId))).rejects.toMatchObject({
      code: '42501',
    });
    await expect(asTenant(unlinked, (run) => insert(run, table, theirs.id, unlinked.userId))).rejects.toMatchObject({
      code: '42501',
    });
  });

  test.each(records)('%s: a tenant can update or delete nothing, not even its own rows', async (table) => {
    const change = `UPDATE ${table} SET created_at = now()`;
    await expect(asTenant(ours, (run) => run(change))).rejects.toMatchObject({ code: '42501' });
    await expect(asTenant(ours, (run) => run(`DELETE FROM ${table}`))).rejects.toMatchObject({ code: '42501' });
  });

  test('a tenant can insert tickets of its own customer, only with itself as author and the status open', async () => {
    const made = await asTenant(ours, (run) => insert(run, 'tickets', ours.id, ours.userId));
    expect(made.rowCount).toBe(1);
    await expect(asTenant(ours, (run) => insert(run, 'tickets', ours.id, theirs.userId))).rejects.toMatchObject({
      code: '42501',
    });
    const closed = `INSERT INTO tickets (customer_id, author_id, ticket_number, subject, description, status) VALUES ($1, $2, 'TKT-1', 'S', 'D', 'closed')`;
    await expect(asTenant(ours, (run) => run(closed, [ours.id, ours.userId]))).rejects.toMatchObject({
      code: '42501',
    });
  });

  test.each(records)('%s: even with every right granted, the policies protect the rows of others', async (table) => {
    const owner = ownerColumn(table);
    await asOwner(`GRANT ALL ON ${table} TO portal_tenant`);
    try {
      await expectIsolated(table);
      const updated = await asTenant(ours, (run) =>
        run(`UPDATE ${table} SET created_at = now() WHERE ${owner} = $1`, [theirs.id]),
      );
      expect(updated.rowCount).toBe(0);
      const deleted = await asTenant(ours, (run) => run(`DELETE FROM ${table} WHERE ${owner} = $1`, [theirs.id]));
      expect(deleted.rowCount).toBe(0);
      await expect(asTenant(ours, (run) => insert(run, table, theirs.id, unlinked.userId))).rejects.toMatchObject({
        code: '42501',
      });
      const givenAway = await asTenant(ours, (run) => run(`UPDATE ${table} SET ${owner} = $1`, [theirs.id]));
      expect(givenAway.rowCount).toBe(0);
    } finally {
      await asOwner(
        `REVOKE ALL ON ${table} FROM portal_tenant`,
        ...(tenantGrants[table] ?? ['SELECT']).map((grant) => `GRANT ${grant} ON ${table} TO portal_tenant`),
      );
    }
  });

  test.each(records)(
    '%s: the isolation test fails when row-level security is off or a policy is dropped or loosened',
    async (table) => {
      const { rows } = await database.pool.query<{ qual: string }>(
        `SELECT qual FROM pg_policies WHERE tablename = $1 AND policyname = 'tenant_select'`,
        [table],
      );
      await asOwner(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
      await expect(expectIsolated(table)).rejects.toThrow('expected');
      await asOwner(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await expectIsolated(table);

      await asOwner(`ALTER POLICY tenant_select ON ${table} USING (true)`);
      await expect(expectIsolated(table)).rejects.toThrow('expected');

      await asOwner(`DROP POLICY tenant_select ON ${table}`);
      await expect(expectIsolated(table)).rejects.toThrow('expected');
      await asOwner(`CREATE POLICY tenant_select ON ${table} FOR SELECT TO portal_tenant USING (${rows[0]?.qual})`);
      await expectIsolated(table);
    },
  );

  test('row-level security is forced on every table of records, also for its owner', async () => {
    const { rows } = await database.pool.query(
      'SELECT relname FROM pg_class WHERE relname = ANY($1) AND relrowsecurity AND relforcerowsecurity',
      [records],
    );
    expect(rows).toHaveLength(records.length);
  });

  test.each(records)('%s: a statement without the tenant role is rejected', async (table) => {
    await expect(database.pool.query(`SELECT 1 FROM ${table}`)).rejects.toMatchObject({ code: '42501' });
  });

  test.each(accountTables)('a tenant cannot read %s', async (table) => {
    await expect(asTenant(ours, (run) => run(`SELECT 1 FROM ${table}`))).rejects.toMatchObject({
      code: '42501',
    });
  });

  test.each(['invoices', 'contracts', 'payments', 'licenses', 'tickets'])(
    'search_%s finds the caller’s rows only',
    async (table) => {
      const found = await asTenant(ours, (run) => run(`SELECT search_${table}(ARRAY['%'], 100)`));
      expect(found.rowCount).toBe(1);
      const none = await asTenant(unlinked, (run) => run(`SELECT search_${table}(ARRAY['%'], 100)`));
      expect(none.rowCount).toBe(0);
      await expect(database.pool.query(`SELECT search_${table}(ARRAY['%'], 100)`)).rejects.toMatchObject({
        code: '42501',
      });
    },
  );

  test('two customers with the same invoice number each find their own', async () => {
    for (const { token, id } of [ours, theirs]) {
      const { rows } = await asTenant({ token }, (run) =>
        run(`SELECT customer_id, number FROM invoices WHERE id IN (SELECT search_invoices(ARRAY['%FA-1%'], 100))`),
      );
      expect(rows).toEqual([{ customer_id: id, number: 'FA-1' }]);
    }
  });

  test('own_balance() shows the caller’s balance only, and nothing else does', async () => {
    const balances = (caller: { token: string }) =>
      asTenant(caller, async (run) => (await run('SELECT * FROM own_balance()')).rows);
    expect(await balances(ours)).toEqual([{ risk: 'low', outstanding: '0.99' }]);
    for (const caller of [nobody, unlinked]) expect(await balances(caller)).toEqual([]);
    await expect(database.pool.query('SELECT own_balance()')).rejects.toMatchObject({ code: '42501' });
    for (const hidden of [
      'SELECT FROM customer_balances',
      'SELECT risk FROM customers',
      'SELECT total_outstanding FROM customers',
      'SELECT tags FROM tickets',
      'SELECT snoozed_until FROM tickets',
    ])
      await expect(asTenant(ours, (run) => run(hidden))).rejects.toMatchObject({ code: '42501' });
  });

  test('role, user and customer are reset after the transaction', async () => {
    await asTenant(ours, (run) => run('SELECT 1'));
    const { rows } = await database.pool.query(
      `SELECT current_user AS role, app_user_id() AS user_id, app_customer_id() AS customer_id, app_can('people') AS can`,
    );
    expect(rows).toEqual([{ role: 'portal_app', user_id: null, customer_id: null, can: false }]);
  });

  test('an expired or unknown session sets no user and no customer', async () => {
    const { token } = await makeUser(database, { customerId: ours.id });
    await database.pool.query(
      `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE token = hash_token($1)`,
      [token],
    );
    for (const caller of [{ token }, nobody]) {
      const { rows } = await asTenant(caller, (run) =>
        run('SELECT current_user AS role, app_user_id(), app_customer_id()'),
      );
      expect(rows).toEqual([{ role: 'portal_tenant', app_user_id: null, app_customer_id: null }]);
    }
  });

  test('a tenant cannot switch to another session', async () => {
    const again = asTenant(ours, (run) => run('SELECT set_tenant_context($1)', [theirs.token]));
    await expect(again).rejects.toMatchObject({ code: '42501' });
  });
});
