import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CustomerRole, customerRoles } from '#contract/roles.ts';
import { makeCustomer, makeStaff, makeUser } from '#tests/support/api.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';

type Made = Awaited<ReturnType<typeof makeUser>>;
type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
const refused = { code: '42501' };
const parts = ['ticket_messages', 'ticket_events', 'ticket_watchers'] as const;

describeDatabase(({ database }) => {
  let ours: Awaited<ReturnType<typeof makeCustomer>>;
  let theirs: Awaited<ReturnType<typeof makeCustomer>>;
  const people = new Map<CustomerRole, Made>();
  const as = (role: CustomerRole) => people.get(role) as Made;
  const ticket = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`;
  /** One of a colleague; one each written by, requested for, and watched by the requester; one of another customer. */
  const tickets = { colleague: ticket(1), own: ticket(2), requested: ticket(3), watched: ticket(4), theirs: ticket(5) };

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
  const asTenant = <T>({ token }: { token: string }, work: (run: Run) => Promise<T>) =>
    transact(`SELECT set_tenant_context('${token}')`, work);
  const asStaff = <T>({ token }: { token: string }, work: (run: Run) => Promise<T>) =>
    transact(`SELECT set_staff_context('${token}')`, work);

  beforeAll(async () => {
    ours = await makeCustomer(database, 'Ours');
    theirs = await makeCustomer(database, 'Theirs');
    for (const role of customerRoles)
      people.set(role, await makeUser(database, { customerId: ours.id, roles: [role] }));
    const me = as('requester').userId;
    await transact(
      'SET LOCAL ROLE portal_operator',
      async (run) => {
        for (const [nth, [name, id]] of Object.entries(tickets).entries())
          await run(
            `INSERT INTO tickets (id, customer_id, ticket_number, subject, description, author_id, requester_id)
            VALUES ($1, $2, $3, $4, 'D', $5, $6)`,
            [
              id,
              name === 'theirs' ? theirs.id : ours.id,
              `TKT-${nth + 1}`,
              `needle ${name}`,
              name === 'own' ? me : name === 'theirs' ? theirs.userId : ours.userId,
              name === 'requested' ? me : null,
            ],
          );
        await run(
          `INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, body, source)
          SELECT id, customer_id, 2, 'staff', subject, 'desk' FROM tickets`,
        );
        await run(
          `INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind)
          SELECT id, customer_id, 3, 'reopened', 'staff' FROM tickets`,
        );
        await run(
          `INSERT INTO ticket_notes (ticket_id, customer_id, position, body) SELECT id, customer_id, 3, 'N' FROM tickets`,
        );
        await run(
          `INSERT INTO ticket_watchers (ticket_id, customer_id, user_id) SELECT id, customer_id, $1 FROM tickets WHERE customer_id = $2`,
          [ours.userId, ours.id],
        );
        await run(`INSERT INTO ticket_watchers (ticket_id, customer_id, user_id) VALUES ($1, $2, $3)`, [
          tickets.watched,
          ours.id,
          me,
        ]);
        await run('UPDATE tickets SET version = 3');
      },
      'COMMIT',
    );
  });

  const everything = [tickets.colleague, tickets.own, tickets.requested, tickets.watched];
  const visible: Record<CustomerRole, string[]> = {
    owner: everything,
    technical: everything,
    requester: everything.slice(1),
    billing: [],
  };

  describe.each(customerRoles)('%s', (role) => {
    test('sees a ticket and its conversation alike, in lists, in searches and one by one', async () => {
      await asTenant(as(role), async (run) => {
        const ids = async (text: string) => (await run(text)).rows.map((row: { id: string }) => row.id).toSorted();
        expect(await ids('SELECT id FROM tickets')).toEqual(visible[role]);
        expect(await ids(`SELECT search_tickets(ARRAY['%needle%'], 100) AS id`)).toEqual(visible[role]);
        for (const part of parts)
          expect(await ids(`SELECT DISTINCT ticket_id AS id FROM ${part}`)).toEqual(visible[role]);
        for (const id of Object.values(tickets)) {
          const { rows } = await run(
            'SELECT can_see_ticket($1) AS can, (SELECT count(*) FROM lock_ticket($1))::integer AS locked',
            [id],
          );
          expect(rows).toEqual([{ can: visible[role].includes(id), locked: visible[role].includes(id) ? 1 : 0 }]);
        }
      });
    });

    test('writes only to tickets that they see, and only as customers can', async () => {
      const save = (id: string, changed: object) =>
        asTenant(as(role), (run) =>
          run(`SELECT save_ticket($1, 3, $2, '{"body":"B","source":"portal"}', '[]')`, [id, JSON.stringify(changed)]),
        );
      const outcome = (id: string, changed: object) =>
        save(id, changed).then(
          () => 'done',
          ({ code }: { code: string }) => code,
        );
      for (const id of Object.values(tickets)) {
        expect(await outcome(id, {})).toBe(visible[role].includes(id) ? 'done' : refused.code);
        for (const forbidden of [
          { status: 'resolved' },
          { assignee_id: as(role).userId },
          { merged_into_id: tickets.theirs },
          { priority: 'low' },
          { subject: 'Other' },
          { tags: ['a'] },
        ])
          expect(await outcome(id, forbidden)).toBe(refused.code);
      }
    });

    test('has no right to change the tables, nor to internal notes and canned replies', async () => {
      for (const statement of [
        ...parts.flatMap((part) => [`UPDATE ${part} SET created_at = now()`, `DELETE FROM ${part}`]),
        `INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, body, source) VALUES ('${tickets.own}', '${ours.id}', 9, 'staff', 'B', 'desk')`,
        `INSERT INTO ticket_watchers (ticket_id, customer_id, user_id) VALUES ('${tickets.colleague}', '${ours.id}', '${as(role).userId}')`,
        'SELECT FROM ticket_notes',
        'INSERT INTO ticket_notes DEFAULT VALUES',
        'SELECT FROM canned_replies',
        'SELECT tags FROM tickets',
        `SELECT resolve_tags('{a}')`,
        `UPDATE tickets SET status = 'closed'`,
        'SELECT lock_overdue_tickets(now(), 1)',
        'SELECT lock_silent_tickets(now(), 1)',
        ...['system', 'operator'].map(
          (actor) => `SELECT save_ticket_as_${actor}('${tickets.own}', 3, '{}', NULL, '[]')`,
        ),
        `SELECT save_ticket_as_sender('${tickets.own}', 3, '{}', NULL, '[]', NULL)`,
      ])
        await expect(
          asTenant(as(role), (run) => run(statement)),
          statement,
        ).rejects.toMatchObject(refused);
    });

    test('lists colleagues only with the capability technical, and finds them by email address with tickets', async () => {
      const { email, userId } = as('technical');
      await asTenant(as(role), async (run) => {
        const { rowCount } = await run('SELECT FROM list_colleagues()');
        // The customer's first owner, and those with each role but billing, who see their own tickets only.
        expect(rowCount).toBe(role === 'owner' || role === 'technical' ? 4 : 0);
        const find = async (wanted: string) => (await run('SELECT find_colleague($1) AS id', [wanted])).rows[0].id;
        expect(await find(email.toUpperCase())).toBe(userId);
        for (const other of [as('billing').email, theirs.email, 'nobody@x.example'])
          expect(await find(other)).toBeNull();
      });
    });
  });

  test('anyone who can see a ticket can add watchers of the customer who may see tickets', async () => {
    const add = (who: Made, id: string, user: string, watches = true) =>
      asTenant(who, (run) => run('SELECT set_watcher($1, $2, $3) AS done', [id, user, watches]));
    const requester = as('requester');
    expect((await add(requester, tickets.watched, as('technical').userId)).rows).toEqual([{ done: true }]);
    expect((await add(requester, tickets.watched, requester.userId)).rows).toEqual([{ done: false }]);
    for (const [id, user] of [
      [tickets.colleague, requester.userId],
      [tickets.theirs, requester.userId],
      [tickets.own, as('billing').userId],
      [tickets.own, theirs.userId],
    ] as const)
      await expect(add(requester, id, user)).rejects.toMatchObject(refused);
    // A watcher leaves, but does not remove others; whose ticket it is does.
    expect((await add(requester, tickets.watched, requester.userId, false)).rows).toEqual([{ done: true }]);
    await expect(add(requester, tickets.watched, ours.userId, false)).rejects.toMatchObject(refused);
    expect((await add(requester, tickets.own, ours.userId, false)).rows).toEqual([{ done: true }]);
    expect((await add(as('technical'), tickets.colleague, ours.userId, false)).rows).toEqual([{ done: true }]);
  });

  test('a ticket can only be opened for a colleague, and follow one that the author sees', async () => {
    const insert = (requester: string, follows: string | null) =>
      asTenant(as('requester'), (run) =>
        run(
          `INSERT INTO tickets (customer_id, ticket_number, subject, description, author_id, requester_id, follows_ticket_id)
          VALUES ($1, 'TKT-9', 'S', 'D', $2, $3, $4)`,
          [ours.id, as('requester').userId, requester, follows],
        ),
      );
    expect((await insert(as('technical').userId, tickets.own)).rowCount).toBe(1);
    for (const [requester, follows] of [
      [theirs.userId, null],
      [as('requester').userId, tickets.colleague],
      [as('requester').userId, tickets.theirs],
    ] as const)
      await expect(insert(requester, follows)).rejects.toMatchObject(refused);
  });

  test('a message belongs to the customer of its ticket', async () => {
    const insert = transact('SET LOCAL ROLE portal_operator', (run) =>
      run(
        `INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, body, source) VALUES ($1, $2, 9, 'system', 'B', 'desk')`,
        [tickets.theirs, ours.id],
      ),
    );
    await expect(insert).rejects.toMatchObject({ code: '23503' });
  });

  test('only staff with support see conversations, and nobody of them changes what was said', async () => {
    const [support, sales] = [
      await makeStaff(database, { permissions: ['support'] }),
      await makeStaff(database, { permissions: ['accounts', 'sales', 'records', 'admin'] }),
    ];
    for (const table of [...parts, 'ticket_notes']) {
      expect((await asStaff(support, (run) => run(`SELECT FROM ${table}`))).rowCount).toBeGreaterThan(4);
      expect((await asStaff(sales, (run) => run(`SELECT FROM ${table}`))).rowCount).toBe(0);
      for (const change of [`UPDATE ${table} SET created_at = now()`, `DELETE FROM ${table}`])
        await expect(asStaff(support, (run) => run(change))).rejects.toMatchObject(refused);
    }
    const note = `INSERT INTO ticket_notes (ticket_id, customer_id, position, author_id, body) VALUES ('${tickets.own}', '${ours.id}', 3, $1, 'N')`;
    expect((await asStaff(support, (run) => run(note, [support.userId]))).rowCount).toBe(1);
    await expect(asStaff(support, (run) => run(note, [sales.userId]))).rejects.toMatchObject(refused);
    await expect(asStaff(sales, (run) => run(note, [sales.userId]))).rejects.toMatchObject(refused);
    await expect(
      asStaff(sales, (run) => run(`SELECT save_ticket($1, 3, '{}', NULL, '[]')`, [tickets.own])),
    ).rejects.toMatchObject(refused);
    expect((await asStaff(sales, (run) => run('SELECT FROM lock_ticket($1)', [tickets.own]))).rowCount).toBe(0);
  });

  test('without a session there is no conversation', async () => {
    for (const { token } of [{ token: '' }, await makeUser(database)])
      await asTenant({ token }, async (run) => {
        for (const part of parts) expect((await run(`SELECT FROM ${part}`)).rowCount).toBe(0);
        expect((await run('SELECT FROM lock_ticket($1)', [tickets.own])).rowCount).toBe(0);
        expect((await run('SELECT FROM ticket_people($1)', [[ours.userId, theirs.userId]])).rowCount).toBe(0);
      });
  });

  test('names are given of staff and of the own customer’s people only', async () => {
    const staff = await makeStaff(database);
    const wanted = [staff.userId, ours.userId, theirs.userId];
    const { rows } = await asTenant(as('requester'), (run) => run('SELECT * FROM ticket_people($1)', [wanted]));
    expect(new Map(rows.map((row: { user_id: string; name: string }) => [row.user_id, row.name]))).toEqual(
      new Map([
        [staff.userId, `Staff ${staff.email}`],
        [ours.userId, ours.email],
      ]),
    );
  });

  test.each(['technical', 'requester'] as const)('a page of the conversation uses its index as %s', async (role) => {
    for (const [table, index] of [
      ['ticket_messages', 'ticket_messages_ticket_id_position_key'],
      ['ticket_events', 'ticket_events_ticket_id_position_key'],
    ]) {
      const plan = await asTenant(as(role), async (run) => {
        await run('SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off');
        const { rows } = await run(
          `EXPLAIN SELECT id FROM ${table} WHERE ticket_id = '${tickets.own}' AND position <= 9 ORDER BY position DESC LIMIT 51`,
        );
        return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
      });
      expect(plan).toContain(`Index Scan Backward using ${index}`);
      expect(plan).toMatch(/Index Cond: .*ticket_id.*"?position"? <=/);
      expect(plan).not.toContain('Sort');
    }
  });

  test('a user who lost the role sees no ticket that they watch', async () => {
    const former = await makeUser(database, { customerId: ours.id, roles: ['requester'] });
    await transact(
      'SET LOCAL ROLE portal_operator',
      async (run) => {
        await run('INSERT INTO ticket_watchers (ticket_id, customer_id, user_id) VALUES ($1, $2, $3)', [
          tickets.colleague,
          ours.id,
          former.userId,
        ]);
        await run(`UPDATE memberships SET roles = '{billing}' WHERE user_id = $1`, [former.userId]);
      },
      'COMMIT',
    );
    expect((await asTenant(former, (run) => run('SELECT FROM tickets'))).rowCount).toBe(0);
  });
});
