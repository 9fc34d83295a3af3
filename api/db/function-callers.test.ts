import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, makeCallers } from '#tests/support/database-callers.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { type FunctionCase, functions, ofServer } from '#tests/support/tables/functions.ts';
import { type TableCase, tables } from '#tests/support/tables/policies.ts';

describeDatabase(({ database }) => {
  let client: pg.PoolClient;
  let made: Awaited<ReturnType<typeof makeCallers>>;
  let executable: { name: string; role: string }[];

  const queryAsSuperuser = async (on: pg.PoolClient, text: string) => {
    await on.query('RESET ROLE');
    return (await on.query(text)).rows as Record<string, string>[];
  };
  const asSuperuser = (text: string) => queryAsSuperuser(client, text);

  const findExecutable = async () => {
    const rows = await asSuperuser(`SELECT DISTINCT proname AS name, rolname AS role FROM pg_proc
      CROSS JOIN pg_roles WHERE rolname IN ('portal_app', 'portal_tenant', 'portal_staff', 'portal_key', 'public')
        AND pronamespace = 'public'::regnamespace AND prosecdef AND prorettype <> 'trigger'::regtype
        AND has_function_privilege(pg_roles.oid, pg_proc.oid, 'EXECUTE')`);
    return rows.map(({ name = '', role = '' }) => ({ name, role }));
  };

  beforeAll(async () => {
    // The embedded engine has one connection: it is free until everybody is there.
    made = await makeCallers(database, async (text) => {
      const own = await database.pool.connect();
      const rows = await queryAsSuperuser(own, text);
      await own.query('SET ROLE portal_app');
      own.release();
      return rows;
    });
    client = await database.pool.connect();
    executable = await findExecutable();
  });
  afterAll(async () => {
    await client.query('ROLLBACK');
    await asSuperuser('SELECT 1');
    client.release(true);
  });

  // Refusals. Anything else is a mistake of the table or of the function.
  const refusals = /^(42501|PT40[0-9]|PT410|PT429|P0002|25006)$/;
  const isEmpty = (value: unknown): boolean =>
    value === null ||
    value === false ||
    value === 0 ||
    value === '' ||
    value === '0' ||
    value === '(,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,)' ||
    (typeof value === 'object' && Object.values(value).every(isEmpty));

  /** The rows that the call returned and changed, in a transaction that is rolled back. */
  async function outcomeOf({ role, begin }: Caller, name: string, { args, before }: FunctionCase) {
    await asSuperuser('BEGIN');
    try {
      if (before !== undefined) await asSuperuser(made.fill(before));
      await client.query('SET LOCAL ROLE portal_app');
      if (begin === undefined) await client.query(`SET LOCAL ROLE ${role}`);
      else await client.query(begin);
      const changes = async () =>
        Number(
          (await client.query('SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS rows FROM pg_stat_xact_user_tables'))
            .rows[0]?.rows ?? 0,
        );
      const earlier = await changes();
      const { rows } = await client.query(
        `SELECT to_jsonb(called) AS value FROM ${name}(${made.fill(args)}) AS called`,
      );
      const returned = (rows as { value: unknown }[]).map(({ value }) => value);
      return { returned, changed: (await changes()) - earlier };
    } catch (error) {
      if (!refusals.test((error as { code?: string }).code ?? '')) throw error;
      return { returned: [], changed: 0 };
    } finally {
      await client.query('ROLLBACK');
    }
  }

  test('every function with the rights of its owner that a caller may execute is in the table', async () => {
    const found = executable;
    const ofCallers = [...new Set(found.filter(({ role }) => role !== 'portal_app').map(({ name }) => name))];
    expect(ofCallers.toSorted()).toEqual(Object.keys(functions).toSorted());
    const ofApp = [...new Set(found.map(({ name }) => name))].filter((name) => !ofCallers.includes(name));
    expect(ofApp.toSorted()).toEqual(ofServer.toSorted());
  });

  test('every table that a caller may read is in the table', async () => {
    const rows =
      await asSuperuser(`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')
      AND (has_any_column_privilege('portal_tenant', oid, 'SELECT') OR has_any_column_privilege('portal_staff', oid, 'SELECT')
        OR has_any_column_privilege('portal_key', oid, 'SELECT')) ORDER BY relname`);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(tables).toSorted());
  });

  const mayRead = (row: TableCase, { name, role, kind, right = '' }: Caller) => {
    if (row.isOfUser === true && name.includes('both')) return true;
    if (role === 'portal_tenant')
      return row.isPersonal === true ? kind === 'owner' : row.tenant?.some((one) => one === right) === true;
    const list = role === 'portal_staff' ? row.staff : row.key;
    return right !== '' && (list === 'any' || list?.some((one) => one === right) === true);
  };
  const mayWrite = (row: TableCase, { role, right }: Caller) =>
    role === 'portal_staff'
      ? row.staffWrites?.some((one) => one === right) === true
      : role === 'portal_key' && row.keyWrites?.some((one) => one === right) === true;

  test.each(Object.entries(tables))('%s has rows for nobody else', async (name, row) => {
    const columns = (
      await asSuperuser(`SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${name}'`)
    ).map((one) => one['name']);
    const column = name === 'customers' ? 'id' : columns.includes('customer_id') ? 'customer_id' : undefined;
    const ours = column === undefined || name === 'leads' ? 'true' : `${column} = '${made.customerId}'`;
    const attempt = async ({ role, begin }: Caller, statement: string) => {
      await asSuperuser('BEGIN');
      try {
        await client.query('SET LOCAL ROLE portal_app');
        if (begin === undefined) await client.query(`SET LOCAL ROLE ${role}`);
        else await client.query(begin);
        return (await client.query(statement)).rowCount ?? 0;
      } catch (error) {
        if (!refusals.test((error as { code?: string }).code ?? '')) throw error;
        return 0;
      } finally {
        await client.query('ROLLBACK');
      }
    };
    const [readers, writers] = [[], []] as [string[], string[]];
    for (const caller of made.callers.filter(({ name: one }) => one !== 'the staff member')) {
      if ((await attempt(caller, `SELECT 1 FROM ${name} WHERE ${ours}`)) > 0) readers.push(caller.name);
      if (
        row.column !== undefined &&
        (await attempt(caller, `UPDATE ${name} SET ${row.column} = ${row.column} WHERE ${ours}`)) > 0
      )
        writers.push(caller.name);
    }
    const named = (may: (one: TableCase, caller: Caller) => boolean) =>
      made.callers
        .filter((one) => one.name !== 'the staff member' && may(row, one))
        .map((one) => one.name)
        .join('\n');
    expect(readers.join('\n')).toBe(named(mayRead));
    expect(writers.join('\n')).toBe(named(mayWrite));
  });

  /** Names of this customer's rows in what another customer's people get with their own. */
  const foreign = (name: string, caller: Caller, text: string) => {
    const isBoth = caller.name.includes('both') && (name === 'own_customers' || name === 'own_data');
    return isBoth ? [] : made.marks.filter((mark) => text.includes(mark)).map((mark) => `${caller.name}: ${mark}`);
  };

  test.each(Object.entries(functions))('%s does nothing for the wrong caller', async (name, row) => {
    const roles = executable.filter((one) => one.name === name).map(({ role }) => role);
    const [done, expected, leaks] = [[], [], []] as [string[], string[], string[]];
    for (const caller of made.callers.filter(({ role }) => roles.includes(role))) {
      const { returned, changed } = await outcomeOf(caller, name, row);
      if (row.open !== undefined) continue;
      if (caller.kind === 'other' && row.isOwn === true) {
        leaks.push(...foreign(name, caller, JSON.stringify(returned)));
        continue;
      }
      if (changed > 0 || !returned.every(isEmpty)) done.push(caller.name);
      if (caller.mayCall(row)) expected.push(caller.name);
    }
    expect(leaks).toEqual([]);
    expect(done.join('\n')).toBe(expected.join('\n'));
  });
});
