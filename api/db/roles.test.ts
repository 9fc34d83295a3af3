import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Capability, type CustomerRole, canDo, customerRoles } from '#contract/roles.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';

type Made = Awaited<ReturnType<typeof makeUser>>;
type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

const capabilities: Capability[] = ['billing', 'technical', 'tickets', 'people', 'licenses'];
const neededFor: Record<string, Capability> = {
  invoices: 'billing',
  contracts: 'billing',
  payments: 'billing',
  licenses: 'licenses',
  invitations: 'people',
};
const combinations: CustomerRole[][] = [...customerRoles.map((role) => [role]), ['billing', 'requester']];

describeDatabase({ both: true }, ({ engine, database }) => {
  let ours: Awaited<ReturnType<typeof makeCustomer>>;
  let theirs: Awaited<ReturnType<typeof makeCustomer>>;
  const people = new Map<string, Made>();
  const withRoles = (roles: CustomerRole[]) => people.get(roles.join()) as Made;

  beforeAll(async () => {
    ours = await makeCustomer(database, 'Ours');
    theirs = await makeCustomer(database, 'Theirs');
    for (const roles of combinations)
      people.set(roles.join(), await makeUser(database, { customerId: ours.id, roles }));
    await transact(async (run) => {
      await run('SET LOCAL ROLE portal_operator');
      await run(`UPDATE customers SET risk = 'high'`);
      for (const { id } of [ours, theirs]) {
        const of = `SELECT '${id}'::uuid,`;
        await run(`INSERT INTO invoices (customer_id, amount) ${of} 7`);
        await run(`INSERT INTO contracts (customer_id, contract_number, title) ${of} '${id.slice(0, 8)}', 'T'`);
        await run(
          `INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method) ${of} 'P', 1, '2025-01-01', 'cash'`,
        );
        await run(
          `INSERT INTO licenses (customer_id, product_name, license_key, license_type) ${of} 'P', 'K', 'trial'`,
        );
        await run(
          `INSERT INTO invitations (customer_id, email, roles, token_hash, locale, expires_at) ${of} 'i@x.example', '{billing}', rpad('${id}', 43, 'x'), 'en', 'infinity'`,
        );
      }
      // One ticket of each person, and one without an author.
      const authors = [ours, ...people.values()].map(({ userId }) => userId);
      for (const [at, author] of [...authors, null].entries())
        await run(
          `INSERT INTO tickets (customer_id, ticket_number, subject, description, author_id) VALUES ($1, $2, 'needle', 'D', $3)`,
          [ours.id, `TKT-${at}`, author],
        );
    }, 'COMMIT');
  });

  async function transact<T>(work: (run: Run) => Promise<T>, end = 'ROLLBACK'): Promise<T> {
    const client = await database.pool.connect();
    const run: Run = (text, values = []) => client.query(text, values);
    try {
      await run('BEGIN');
      return await work(run);
    } finally {
      await run(end);
      client.release();
    }
  }
  const asTenant = <T>({ token }: { token: string }, work: (run: Run) => Promise<T>) =>
    transact(async (run) => {
      await run(`SELECT set_tenant_context('${token}')`);
      return work(run);
    });
  const count = async (caller: { token: string }, text: string) =>
    (await asTenant(caller, (run) => run(text))).rowCount;

  /** `done`, or the code of the error. */
  const outcome = async (caller: { token: string }, text: string) =>
    asTenant(caller, (run) => run(text)).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );

  describe.each(combinations)('%s', (...roles) => {
    test('may do what the browser is told', async () => {
      for (const capability of capabilities) {
        const { rows } = await asTenant(withRoles(roles), (run) => run('SELECT app_can($1) AS can', [capability]));
        expect([capability, rows[0].can]).toEqual([capability, canDo(roles, capability)]);
      }
      const unknown = await asTenant(withRoles(roles), (run) => run(`SELECT app_can('anything') AS can`));
      expect(unknown.rows).toEqual([{ can: false }]);
    });

    test.each(Object.entries(neededFor))('sees %s only with the capability %s', async (table, needed) => {
      const seen = canDo(roles, needed) ? 1 : 0;
      expect(await count(withRoles(roles), `SELECT id FROM ${table}`)).toBe(seen);
    });

    test.each(Object.entries(neededFor).filter(([table]) => table !== 'invitations'))(
      'finds %s only with the capability %s',
      async (table, needed) => {
        const found = await count(withRoles(roles), `SELECT search_${table}(ARRAY['%'], 100)`);
        expect(found).toBe(canDo(roles, needed) ? 1 : 0);
      },
    );

    test('sees every ticket, their own, or none', async () => {
      const all = people.size + 2;
      const own = canDo(roles, 'tickets') ? 1 : 0;
      const expected = canDo(roles, 'technical') ? all : own;
      expect(await count(withRoles(roles), 'SELECT id FROM tickets')).toBe(expected);
      expect(await count(withRoles(roles), `SELECT search_tickets(ARRAY['%needle%'], 100)`)).toBe(expected);
      // A limit that the tickets of others alone would fill.
      expect(await count(withRoles(roles), `SELECT search_tickets(ARRAY['%needle%'], 1)`)).toBe(Math.min(expected, 1));
    });

    test('opens tickets only with the capability tickets', async () => {
      const opened = await outcome(
        withRoles(roles),
        `SELECT (ticket).subject FROM create_ticket('S', 'D', 'low', NULL)`,
      );
      expect(opened).toBe(canDo(roles, 'tickets') ? 'done' : '42501');
    });

    test('sees the name of the customer, and risk and balance only with the capability billing', async () => {
      expect(await count(withRoles(roles), 'SELECT name FROM customers')).toBe(1);
      const { rows } = await asTenant(withRoles(roles), (run) => run('SELECT * FROM own_balance()'));
      expect(rows).toEqual(canDo(roles, 'billing') ? [{ risk: 'high', outstanding: '7.00' }] : []);
    });

    test('lists and changes people only as owner', async () => {
      const caller = withRoles(roles);
      const isOwner = canDo(roles, 'people');
      expect(await count(caller, 'SELECT FROM list_members()')).toBe(isOwner ? people.size + 1 : 0);
      expect(await count(caller, 'SELECT FROM own_customers()')).toBe(1);
      for (const change of [
        `change_roles('${ours.userId}', '{requester}')`,
        `remove_member('${ours.userId}')`,
        `save_invitation('new@x.example', '{owner}', repeat('y', 43), 'en', 'infinity')`,
        `withdraw_invitation(gen_random_uuid())`,
      ]) {
        expect([change, await outcome(caller, `SELECT ${change}`)]).toEqual([change, isOwner ? 'done' : '42501']);
      }
    });

    test('changes no membership and no invitation without those functions', async () => {
      for (const statement of [
        `UPDATE memberships SET roles = '{owner}'`,
        'DELETE FROM memberships',
        `INSERT INTO memberships (user_id, customer_id, roles) VALUES ('${ours.userId}', '${theirs.id}', '{owner}')`,
        'DELETE FROM invitations',
        'SELECT token_hash FROM invitations',
        `SELECT find_invitation('x')`,
        `SELECT accept_invitation('x', '${ours.userId}')`,
        'SELECT lock_people()',
        'SELECT FROM users',
      ])
        await expect(asTenant(withRoles(roles), (run) => run(statement))).rejects.toMatchObject({ code: '42501' });
    });
  });

  test('an owner changes nothing of another customer', async () => {
    const other = theirs.userId;
    const { rows } = await asTenant(ours, (run) =>
      run(
        `SELECT change_roles($1, '{requester}') AS changed, remove_member($1) AS removed,
          withdraw_invitation((SELECT id FROM invitations WHERE customer_id = $2)) AS withdrawn`,
        [other, theirs.id],
      ),
    );
    expect(rows).toEqual([{ changed: false, removed: false, withdrawn: false }]);
  });

  test('invalid roles are rejected', async () => {
    for (const roles of ['{}', '{boss}', '{owner,NULL}', '{owner,owner,owner,owner,owner}'])
      await expect(
        asTenant(ours, (run) => run('SELECT change_roles($1, $2)', [ours.userId, roles])),
      ).rejects.toMatchObject({ code: '23514' });
  });

  test('the session’s customer is active while the user belongs to it, else the oldest one', async () => {
    const caller = await makeUser(database, { customerId: theirs.id });
    const active = async (session: string | null) => {
      await database.pool.query('UPDATE sessions SET active_customer_id = $1 WHERE token = hash_token($2)', [
        session,
        caller.token,
      ]);
      const { rows } = await asTenant(caller, (run) =>
        run(`SELECT app_customer_id() AS id, app_can('billing') AS can`),
      );
      return rows[0];
    };
    expect(await active(ours.id)).toEqual({ id: theirs.id, can: true });
    await transact(async (run) => {
      await run('SET LOCAL ROLE portal_operator');
      await run(`INSERT INTO memberships (user_id, customer_id, roles) VALUES ($1, $2, '{requester}')`, [
        caller.userId,
        ours.id,
      ]);
    }, 'COMMIT');
    expect(await active(ours.id)).toEqual({ id: ours.id, can: false });
    expect(await active(null)).toEqual({ id: theirs.id, can: true });
    const nowhere = await makeCustomer(database, 'Nowhere');
    expect(await active(nowhere.id)).toEqual({ id: theirs.id, can: true });
  });

  test('an owner who was demoted while the request ran changes nothing more', async () => {
    const demoted = await makeUser(database, { customerId: ours.id });
    const changed = asTenant(demoted, async (run) => {
      await run('SET LOCAL ROLE NONE');
      await run('SET LOCAL ROLE portal_operator');
      await run(`UPDATE memberships SET roles = '{billing}' WHERE user_id = $1`, [demoted.userId]);
      await run('SET LOCAL ROLE NONE');
      await run('SET LOCAL ROLE portal_tenant');
      // The context of the transaction still says owner.
      expect((await run(`SELECT app_can('people') AS can`)).rows).toEqual([{ can: true }]);
      return run('SELECT remove_member($1)', [ours.userId]);
    });
    await expect(changed).rejects.toMatchObject({ code: '42501', message: 'not an owner' });
  });

  describe('the last owner', () => {
    const asOperator = <T>(work: (run: Run) => Promise<T>, end = 'ROLLBACK') =>
      transact(async (run) => {
        await run('SET LOCAL ROLE portal_operator');
        return work(run);
      }, end);
    const lastOwner = { code: 'PT409', message: 'last_owner' };

    test('is neither removed nor demoted, by themselves or by the operator', async () => {
      const only = await makeCustomer(database, 'Only');
      await makeUser(database, { customerId: only.id, roles: ['billing'] });
      const [remove, demote] = [
        `DELETE FROM memberships WHERE user_id = '${only.userId}'`,
        `UPDATE memberships SET roles = '{billing}' WHERE user_id = '${only.userId}'`,
      ];
      for (const statement of [remove, demote])
        await expect(asOperator((run) => run(statement))).rejects.toMatchObject(lastOwner);
      for (const change of [`remove_member('${only.userId}')`, `change_roles('${only.userId}', '{billing}')`])
        await expect(asTenant(only, (run) => run(`SELECT ${change}`))).rejects.toMatchObject(lastOwner);
    });

    test('leaves with the customer, when they are erased, or as the last user by the operator', async () => {
      const only = await makeCustomer(database, 'Only');
      await expect(asTenant(only, (run) => run('SELECT remove_member($1)', [only.userId]))).rejects.toMatchObject(
        lastOwner,
      );
      for (const [table, column, id] of [
        ['memberships', 'user_id', only.userId],
        ['users', 'id', only.userId],
        ['customers', 'id', only.id],
      ])
        expect((await asOperator((run) => run(`DELETE FROM ${table} WHERE ${column} = '${id}'`))).rowCount).toBe(1);
    });

    // The embedded engine has one connection: there the requests of the API follow each other (people.test.ts).
    test.runIf(engine === 'postgresql')('of two who leave at once, the second waits and stays', async () => {
      const first = await makeCustomer(database, 'Two');
      const second = await makeUser(database, { customerId: first.id });
      const begin = async ({ token }: { token: string }) => {
        const client = await database.pool.connect();
        await client.query('BEGIN');
        await client.query('SELECT set_tenant_context($1)', [token]);
        return client;
      };
      const [one, other] = [await begin(first), await begin(second)];
      await one.query('SELECT remove_member($1)', [first.userId]);
      const waiting = other.query('SELECT remove_member($1)', [second.userId]).catch((error: unknown) => error);
      await one.query('COMMIT');
      expect(await waiting).toMatchObject(lastOwner);
      await other.query('ROLLBACK');
      one.release();
      other.release();
    });
  });
});
