import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { makeCustomer, makeStaff } from '#tests/support/api.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { asOperator } from './transaction-context.ts';
import { invoices } from './schema.ts';
import { sessions } from './user-schema.ts';

// What a statement that was injected into a request can do: it runs after the context was set, with the same login.

type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

describeDatabase(({ database }) => {
  let ours: Awaited<ReturnType<typeof makeCustomer>>;
  let theirs: Awaited<ReturnType<typeof makeCustomer>>;
  let sales: Awaited<ReturnType<typeof makeStaff>>;
  let admin: Awaited<ReturnType<typeof makeStaff>>;

  beforeAll(async () => {
    ours = await makeCustomer(database, 'Ours');
    theirs = await makeCustomer(database, 'Theirs');
    sales = await makeStaff(database, { permissions: ['sales'] });
    admin = await makeStaff(database);
    await asOperator(database, (tx) =>
      tx.insert(invoices).values([ours, theirs].map(({ id }) => ({ customerId: id, amount: '1' }))),
    );
  });

  async function as<T>(context: string, token: string, work: (run: Run) => Promise<T>): Promise<T> {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT ${context}($1)`, [token]);
      return await work((text, values = []) => client.query(text, values));
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }
  const asTenant = <T>(work: (run: Run) => Promise<T>) => as('set_tenant_context', ours.token, work);
  const asStaff = <T>(work: (run: Run) => Promise<T>) => as('set_staff_context', sales.token, work);
  const customersSeen = async (run: Run) =>
    (await run('SELECT DISTINCT customer_id FROM invoices')).rows.map(({ customer_id: id }) => id);
  const signed = async (run: Run) => (await run(`SELECT current_setting('app.context') AS is`)).rows[0].is as string;
  const set = (run: Run, value: string) => run(`SELECT set_config('app.context', $1, true)`, [value]);

  test('the context that the server set shows the rows of its caller', async () => {
    expect(await asTenant(customersSeen)).toEqual([ours.id]);
    expect(await asStaff((run) => run('SELECT FROM tickets'))).toMatchObject({ rowCount: 0 });
    expect(await asStaff(customersSeen)).toHaveLength(2);
  });

  test('settings that a tenant writes show no row of another customer', async () => {
    for (const change of ['app.customer_id', 'app.user_id', 'app.staff_id', 'app.roles', 'app.viewing'])
      for (const value of [theirs.id, theirs.userId, 'owner', 'on'])
        await asTenant(async (run) => {
          await run(`SET LOCAL ${change} = '${value}'`);
          expect(await customersSeen(run)).toEqual([ours.id]);
        });
    await asTenant(async (run) => {
      await set(run, (await signed(run)).replaceAll(ours.id, theirs.id));
      expect(await customersSeen(run)).toEqual([]);
    });
  });

  test('settings that a staff member writes give no other permissions', async () => {
    const count = async (run: Run) => (await run('SELECT FROM audit_events')).rowCount;
    expect(await as('set_staff_context', admin.token, count)).toBeGreaterThanOrEqual(0);
    await asStaff(async (run) => {
      await run(`SET LOCAL app.staff_id = '${admin.userId}'`);
      expect((await run(`SELECT staff_has('support') AS is`)).rows).toEqual([{ is: false }]);
      await set(run, (await signed(run)).replaceAll(sales.userId, admin.userId));
      expect((await run(`SELECT staff_has('support') AS support, staff_has() AS any`)).rows).toEqual([
        { support: false, any: false },
      ]);
      expect(await customersSeen(run)).toEqual([]);
    });
  });

  test('a staff member may name a customer, and stays the same staff member', async () => {
    await asStaff(async (run) => {
      await run('SELECT set_staff_customer($1)', [ours.id]);
      const { rows } = await run(
        'SELECT app_customer_id() AS customer, app_staff_id() AS staff, app_user_id() AS user',
      );
      expect(rows).toEqual([{ customer: ours.id, staff: sales.userId, user: null }]);
    });
    await expect(asTenant((run) => run('SELECT set_staff_customer($1)', [theirs.id]))).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('the context of another transaction or connection is not valid', async () => {
    const stolen = await as('set_tenant_context', theirs.token, signed);
    // A transaction is known by its backend and its start, which the embedded engine counts in milliseconds.
    await wait(5);
    await asTenant(async (run) => {
      await set(run, stolen);
      expect(await customersSeen(run)).toEqual([]);
    });
  });

  test.each([
    'SELECT key FROM private.context_keys',
    `SELECT sign_context('x')`,
    `SELECT write_context(NULL, NULL, NULL, NULL, false)`,
    'SELECT begin_tenant_context($1)',
    'SELECT set_tenant_context($1)',
    'SELECT begin_staff_context($1, NULL)',
    `SELECT begin_reply_context($1, 'reply')`,
    'SELECT set_operator_customer($1::uuid)',
  ])('neither tenant nor staff may call %s', async (text) => {
    for (const run of [asTenant, asStaff]) {
      const called = run((send) => send(text, text.includes('$1') ? [theirs.id] : []));
      await expect(called).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('with the server’s role, a transaction still gets no second caller', async () => {
    const token = randomBytes(24).toString('hex');
    for (const run of [asTenant, asStaff])
      for (const context of ['set_tenant_context', 'set_staff_context', 'begin_tenant_context'])
        await run(async (send) => {
          await send('SET LOCAL ROLE portal_app');
          // The role may write sessions; without the key of the cookies, no browser can use this one.
          await send(
            `INSERT INTO sessions (user_id, token, expires_at) VALUES ($1, hash_token($2), now() + interval '1 hour')`,
            [theirs.userId, token],
          );
          await set(send, '');
          await expect(send(`SELECT ${context}($1)`, [token])).rejects.toMatchObject({ code: '42P03' });
        });
  });

  test('the server’s role cannot read the key of the contexts or sign one', async () => {
    for (const text of ['SELECT FROM private.context_keys', `SELECT sign_context('x')`, 'SELECT claim_context()'])
      await expect(database.pool.query(text)).rejects.toMatchObject({ code: '42501' });
  });

  test('sessions are stored as hashes, which are not tokens', async () => {
    const { rows } = await database.pool.query<{ token: string }>('SELECT token FROM sessions WHERE user_id = $1', [
      ours.userId,
    ]);
    expect(rows).toEqual([{ token: expect.stringMatching(/^[\w-]{43}$/) }]);
    expect(rows[0]?.token).not.toContain(ours.token);
    const [read] = await database.orm.select().from(sessions).limit(1);
    expect(read?.token).toHaveLength(43);
    expect(await as('set_tenant_context', rows[0]?.token ?? '', customersSeen)).toEqual([]);
  });
});
