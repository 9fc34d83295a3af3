import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { staffPermissions, type StaffPermission } from '#contract/staff.ts';
import { makeCustomer, makeStaff } from '#tests/support/api.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';

const records = ['customers', 'invoices', 'contracts', 'payments', 'licenses', 'tickets'] as const;

type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

describeDatabase({ both: true }, ({ engine, database }) => {
  let customer: Awaited<ReturnType<typeof makeCustomer>>;
  const staff = new Map<StaffPermission | 'all', Awaited<ReturnType<typeof makeStaff>>>();

  beforeAll(async () => {
    customer = await makeCustomer(database, 'Cabinet');
    staff.set('all', await makeStaff(database));
    for (const permission of staffPermissions)
      staff.set(permission, await makeStaff(database, { permissions: [permission] }));
    await transact('SET LOCAL ROLE portal_operator', async (run) => {
      await run(`INSERT INTO invoices (customer_id, amount) VALUES ($1, 1)`, [customer.id]);
      await run(`INSERT INTO contracts (customer_id, contract_number, title) VALUES ($1, 'C', 'T')`, [customer.id]);
      await run(
        `INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method) VALUES ($1, 'P', 1, '2025-01-01', 'cash')`,
        [customer.id],
      );
      await run(
        `INSERT INTO licenses (customer_id, license_key, product_name, license_type) VALUES ($1, 'K', 'N', 'trial')`,
        [customer.id],
      );
      await run(
        `INSERT INTO tickets (customer_id, ticket_number, subject, description) VALUES ($1, 'TKT-1', 'S', 'D')`,
        [customer.id],
      );
      // Enough for the planner to prefer the smallest index.
      await run(
        `INSERT INTO tickets (customer_id, ticket_number, subject, description, unread_since, assignee_id)
          SELECT $1, 'TKT-9' || n, 'S', 'D', CASE WHEN n % 9 = 0 THEN now() END, CASE WHEN n % 7 > 0 THEN $2::uuid END
          FROM generate_series(1, 500) AS n`,
        [customer.id, staff.get('all')?.userId],
      );
      await run('COMMIT');
    });
    await transact('SELECT 1', (run) => run('ANALYZE tickets; COMMIT'));
  });

  async function transact<T>(begin: string, work: (run: Run) => Promise<T>): Promise<T> {
    const client = await database.pool.connect();
    const run: Run = (text, values = []) => client.query(text, values);
    try {
      await run('BEGIN');
      await run(begin);
      return await work(run);
    } finally {
      await run('ROLLBACK');
      client.release();
    }
  }

  const as = <T>(who: StaffPermission | 'all', work: (run: Run) => Promise<T>) =>
    transact(`SELECT set_staff_context('${staff.get(who)?.token}', '${customer.id}')`, work);
  const refused = { code: '42501' };

  test.each(staffPermissions)('%s sees the tables of its permission and no other', async (permission) => {
    const seen: string[] = [];
    for (const table of [...records, 'audit_events'])
      if ((await as(permission, (run) => run(`SELECT FROM ${table}`))).rowCount !== 0) seen.push(table);
    const expected = {
      support: [...records],
      accounts: records.slice(0, -1),
      sales: records.slice(0, -1),
      records: records.slice(0, -1),
      admin: ['customers', 'audit_events'],
    }[permission];
    // The audit log is empty here but for what sign-ins wrote.
    expect(seen.filter((table) => table !== 'audit_events')).toEqual(
      expected.filter((table) => table !== 'audit_events'),
    );
  });

  test.each([...records, 'staff_members', 'audit_events'])('%s: staff delete nothing', async (table) => {
    await expect(as('all', (run) => run(`DELETE FROM ${table}`))).rejects.toMatchObject(refused);
  });

  test.each([
    'accounts',
    'two_factors',
    'passkeys',
    'sessions',
    'verifications',
    'users',
    'known_devices',
    'invitations',
    'memberships',
    'jobs',
    'rate_limits',
    'email_undo_links',
  ])('staff cannot read %s', async (table) => {
    await expect(as('all', (run) => run(`SELECT FROM ${table}`))).rejects.toMatchObject(refused);
  });

  test.each([
    ['invoices', 'status', 'records', `'paid'`],
    ['contracts', 'status', 'records', `'draft'`],
    ['payments', 'status', 'records', `'failed'`],
    ['licenses', 'status', 'records', `'expired'`],
    ['customers', 'phone', 'accounts', `'1'`],
  ] as const)('%s.%s is changed by %s alone', async (table, column, owner, value) => {
    for (const permission of staffPermissions) {
      const { rowCount } = await as(permission, (run) => run(`UPDATE ${table} SET ${column} = ${value}`));
      expect([permission, rowCount]).toEqual([permission, permission === owner ? 1 : 0]);
    }
  });

  test.each([
    ['tickets', 'subject'],
    ['tickets', 'customer_id'],
    ['tickets', 'version'],
    ['tickets', 'status'],
    ['tickets', 'assignee_id'],
    ['invoices', 'customer_id'],
    ['licenses', 'license_key'],
    ['customers', 'total_outstanding'],
    ['customers', 'erased_at'],
    ['staff_members', 'permissions'],
    ['audit_events', 'details'],
  ])('%s.%s cannot be changed', async (table, column) => {
    await expect(as('all', (run) => run(`UPDATE ${table} SET ${column} = NULL`))).rejects.toMatchObject(refused);
  });

  test('an event names the staff member who caused it', async () => {
    const insert = (actor: string, user: string) =>
      as('support', (run) =>
        run(`INSERT INTO audit_events (actor, event, user_id) VALUES ($1, 'staff.read', $2)`, [actor, user]),
      );
    await insert('staff', staff.get('support')?.userId ?? '');
    await expect(insert('staff', customer.userId)).rejects.toMatchObject(refused);
    await expect(insert('operator', staff.get('support')?.userId ?? '')).rejects.toMatchObject(refused);
    await expect(
      database.pool.query(`INSERT INTO audit_events (actor, event) VALUES ('staff', 'staff.read')`),
    ).rejects.toMatchObject(refused);
  });

  test('without an open desk nothing is seen', async () => {
    const closed = [
      await makeStaff(database, { hasSecondFactor: false }),
      await makeStaff(database, { hoursAgo: 12.01 }),
      await makeStaff(database, { isActive: false }),
      customer,
    ];
    for (const { token } of closed) {
      await transact(`SELECT set_staff_context('${token}')`, async (run) => {
        for (const table of records) expect((await run(`SELECT FROM ${table}`)).rowCount).toBe(0);
      });
    }
  });

  test('a tenant sees no staff, and a staff member cannot become another or a tenant', async () => {
    const asTenant = transact(`SELECT set_tenant_context('${customer.token}')`, (run) =>
      run('SELECT FROM staff_members'),
    );
    await expect(asTenant).rejects.toMatchObject(refused);
    for (const context of ['set_tenant_context', 'set_staff_context']) {
      const again = as('all', (run) => run(`SELECT ${context}('x')`));
      await expect(again).rejects.toMatchObject(refused);
    }
  });

  const dueFirst = 'due_key, urgency_key, created_at, id';
  test.each([
    // Here every ticket is active, so that both are as good.
    ['tickets', dueFirst, 'needs_staff', '(?:tickets_queue|tickets_due)'],
    ['tickets', dueFirst, 'true', 'tickets_due'],
    ['tickets', 'created_at, id', 'true', 'tickets_created'],
    ['tickets', dueFirst, 'needs_staff AND assignee_id = (SELECT app_staff_id())', 'tickets_assignee_due'],
    ['tickets', dueFirst, 'needs_staff AND assignee_id IS NULL', 'tickets_unassigned'],
    ['tickets', dueFirst, 'needs_staff AND unread_since IS NOT NULL', 'tickets_unread'],
    ['tickets', dueFirst, 'needs_staff AND customer_wrote_last', 'tickets_waiting'],
    ['tickets', 'customer_key, id', 'needs_staff', 'tickets_desk_customer'],
    ['tickets', 'urgency_key, created_at, id', 'needs_staff', 'tickets_desk_priority'],
    ['tickets', 'status_key, created_at, id', 'needs_staff', 'tickets_desk_status'],
    ['tickets', 'assignee_key, created_at, id', 'needs_staff', 'tickets_desk_assignee'],
    ['tickets', 'activity_key, id', 'needs_staff', 'tickets_desk_activity'],
    ['tickets', 'created_at, id', 'needs_staff', 'tickets_queue_created'],
    ['customers', 'name_key, id', 'true', 'customers_by_name'],
    ['customers', 'created_at, id', 'true', 'customers_by_created_at'],
    ['audit_events', 'happened_at, id', 'true', 'audit_events_happened'],
    ['invoices', 'created_at, id', `customer_id = (SELECT app_customer_id())`, 'invoices_by_created_at'],
  ])('the staff’s list of %s by %s where %s uses an index', async (table, order, where, index) => {
    const plan = await as('all', async (run) => {
      await run('SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off');
      const { rows } = await run(`EXPLAIN SELECT id FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT 51`);
      return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${index} on`));
    // Rows with equal keys are sorted by their id.
    expect(plan.replaceAll('Incremental Sort', '')).not.toMatch(/-> +Sort/);
  });

  test('the search for customers uses the trigram index', async () => {
    const plan = await transact('SET LOCAL ROLE portal_search', async (run) => {
      await run('SET LOCAL enable_seqscan = off');
      const { rows } = await run(`EXPLAIN SELECT id FROM customers WHERE search_text LIKE '%rare%'`);
      return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('customers_search');
  });

  test('a suspension takes effect with the next statement', async () => {
    const { userId, token } = await makeStaff(database, { permissions: ['support'] });
    // As one transaction that suspends its own staff member: the next statement of the desk sees nothing.
    await transact(`SELECT set_staff_context('${token}')`, async (run) => {
      expect((await run('SELECT FROM tickets')).rowCount).toBe(501);
      await run('SET LOCAL ROLE portal_operator');
      await run('UPDATE staff_members SET active = false WHERE user_id = $1', [userId]);
      await run('SET LOCAL ROLE portal_staff');
      expect((await run('SELECT FROM tickets')).rowCount).toBe(0);
    });
  });

  const suspend = (userId: string) => `UPDATE staff_members SET active = false WHERE user_id = '${userId}'`;
  const operate = (work: (run: Run) => Promise<unknown>) => transact('SET LOCAL ROLE portal_operator', work);

  test('the last admin can be neither suspended, nor removed, nor lose the permission, nor be deleted', async () => {
    const admins = ['all', 'admin'] as const;
    const [first, last] = admins.map((one) => staff.get(one)?.userId ?? '');
    const others = `UPDATE staff_members SET active = false WHERE user_id NOT IN ('${first}', '${last}')`;
    for (const statement of [
      suspend(last ?? ''),
      `DELETE FROM staff_members WHERE user_id = '${last}'`,
      `UPDATE staff_members SET permissions = '{support}' WHERE user_id = '${last}'`,
      `DELETE FROM users WHERE id = '${last}'`,
    ]) {
      await operate(async (run) => {
        await run(others);
        await run(suspend(first ?? ''));
        await expect(run(statement)).rejects.toMatchObject({ code: 'PT409', message: 'last_admin' });
      });
    }
  });

  test.runIf(engine === 'postgresql')('of the last two admins suspended at once, one stays', async () => {
    const [first, last] = (['all', 'admin'] as const).map((one) => staff.get(one)?.userId ?? '');
    const others = `UPDATE staff_members SET active = false WHERE user_id NOT IN ('${first}', '${last}')`;
    await operate(async (run) => {
      await run(others);
      await run('COMMIT');
    });
    const attempts = await Promise.allSettled(
      [first, last].map((userId) =>
        operate(async (run) => {
          await run(suspend(userId ?? ''));
          await run('SELECT pg_sleep(0.1)');
          await run('COMMIT');
        }),
      ),
    );
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { rowCount } = (await operate((run) =>
      run(`SELECT FROM staff_members WHERE active AND 'admin' = ANY(permissions)`),
    )) as pg.QueryResult;
    expect(rowCount).toBe(1);
  });
});
