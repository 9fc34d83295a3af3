import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { addStaff } from '#api/services/people/staff.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { type ApiResponse, assertDefined, type Browser, makeStaff, makeUser, password } from '#tests/support/api.ts';
import { codeOf } from '#tests/support/factors.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { makeFuzzed } from '#tests/support/fuzzed.ts';
import { ends, links } from '#tests/support/tables/links.ts';
import { execute, type World } from '#tests/support/tables/route-case.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api, authFlows }) => {
  const newWorld = async (): Promise<World> => {
    const staff = await makeStaff(database);
    const { cookie, existing } = await makeFuzzed(database, staff.userId);
    const [owner, desk] = [authFlows.newBrowser(cookie), authFlows.newBrowser(staff.cookie)];
    return { database, api, authFlows, e: existing, owner, staff: desk };
  };
  const run = (statement: ReturnType<typeof sql>) => execute(database, statement);
  beforeEach(async () => {
    await database.pool.query('DELETE FROM rate_limits');
    await makeStaff(database, { permissions: ['admin'] });
  });
  const isRefused = ({ status }: Pick<ApiResponse, 'status'>) => status >= 400 && status < 500;
  const stateOf = async () => {
    const tables = [
      'users',
      'memberships',
      'invitations',
      'appointments',
      'subscribers',
      'bank_notices',
      'ticket_events',
    ];
    const rows = await Promise.all(
      tables.map((table) =>
        run(
          sql.raw(`SELECT md5(coalesce(string_agg(one::text, '' ORDER BY one::text), '')) AS sum FROM ${table} AS one`),
        ),
      ),
    );
    return rows.map(({ rows: [row] }) => row?.['sum']);
  };

  test.each(Object.entries(links))('%s works as often as it should', async (_name, { make, use, uses }) => {
    const { token, client = authFlows.newBrowser() } = await make(await newWorld());
    const first = await use(client, token);
    expect([first.status, first.body]).toEqual([200, expect.anything()]);
    const before = await stateOf();
    const second = await use(client.jar.size > 0 && uses === 'once' ? client : authFlows.newBrowser(), token);
    expect(isRefused(second)).toBe(uses === 'once');
    expect(uses !== 'again' || (await stateOf()).join() === before.join()).toBe(true);
  });

  test.each(Object.entries(links).filter(([, { expire }]) => expire !== undefined))(
    '%s does not work after its end',
    async (_name, { make, use, expire }) => {
      const { token, client = authFlows.newBrowser() } = await make(await newWorld());
      await run(assertDefined(expire));
      const before = await stateOf();
      expect(isRefused(await use(client, token))).toBe(true);
      expect(await stateOf()).toEqual(before);
    },
  );

  test.each(Object.entries(links).filter(([name]) => name !== 'newsletter: unsubscribe'))(
    '%s is worth nothing without what it belongs to',
    async (_name, { make, use }) => {
      const { token, gone, client = authFlows.newBrowser() } = await make(await newWorld());
      await run(gone);
      expect(isRefused(await use(client, token))).toBe(true);
    },
  );

  test('no link or code works for another purpose', async () => {
    const world = await newWorld();
    const made: [string, string][] = [];
    for (const [name, { make }] of Object.entries(links)) made.push([name, (await make(world)).token]);
    const before = await stateOf();
    // One token of an appointment is for all that its guest may do.
    const isShared = (one: string, other: string) =>
      one.endsWith('of an appointment') && other.endsWith('of an appointment');
    const accepted: string[] = [];
    for (const [name, token] of made)
      for (const [other, { use }] of Object.entries(links)) {
        if (other === name || isShared(name, other)) continue;
        await database.pool.query('DELETE FROM rate_limits');
        if (!isRefused(await use(authFlows.newBrowser(), token))) accepted.push(`${name} as ${other}`);
      }
    expect(accepted).toEqual([]);
    expect(await stateOf()).toEqual(before);
  });

  test('an enrolment code enrols one factor of its staff member, before its end', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const newStaff = async () => {
      const user = await makeUser(database, { password });
      const client = await database.pool.connect();
      await client.query('RESET ROLE');
      const { enrolmentCode } = await inOperatorTransaction({ client }, () =>
        addStaff(client, { email: user.email, name: 'Léa', permissions: ['support'], isConfirmed: true }),
      );
      await client.query('SET ROLE portal_app');
      client.release();
      const visitor = authFlows.newBrowser();
      await authFlows.signIn(visitor, user.email);
      return { visitor, enrolmentCode: assertDefined(enrolmentCode) };
    };
    try {
      const [first, second, third] = [await newStaff(), await newStaff(), await newStaff()];
      const start = (visitor: Browser, enrolmentCode: string) =>
        visitor.post('/api/auth/totp/start', { enrolmentCode });
      expect((await start(first.visitor, second.enrolmentCode)).status).toBe(403);
      const { secret } = (await start(first.visitor, first.enrolmentCode)).body;
      const { enrolmentCode } = first;
      expect((await first.visitor.post('/api/auth/totp/finish', { code: codeOf(secret), enrolmentCode })).status).toBe(
        200,
      );
      expect((await run(sql`SELECT 1 FROM enrolment_codes`)).rows).toHaveLength(2);
      await run(ends.codes);
      expect((await start(third.visitor, third.enrolmentCode)).status).toBe(403);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a reply address is its user’s, until its end and as long as they belong to the customer', async () => {
    const { e } = await newWorld();
    const hash = hashToken(randomUUID());
    await database.pool.query('SELECT save_reply_token($1, $2, $3, 400)', [hash, e.openTicketId, e.userId]);
    const callerOf = async (purpose = 'reply') => {
      const client = await database.pool.connect();
      try {
        await client.query('BEGIN');
        const { rows } = await client.query('SELECT set_reply_context($1, $2) AS caller', [hash, purpose]);
        const { rows: seen } = await client.query('SELECT count(*)::integer AS count FROM tickets');
        return [rows[0]?.caller, seen[0]?.count > 0];
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    };
    await run(sql`UPDATE tickets SET author_id = ${e.userId} WHERE id = ${e.openTicketId}`);
    expect(await callerOf()).toEqual([e.userId, true]);
    expect(await callerOf()).toEqual([e.userId, true]);
    expect(await callerOf('rating')).toEqual([null, false]);
    await run(sql`DELETE FROM memberships WHERE user_id = ${e.userId}`);
    expect((await callerOf())[1]).toBe(false);
    await run(
      sql`INSERT INTO memberships (user_id, customer_id, roles) VALUES (${e.userId}, ${e.customerId}, '{requester}')`,
    );
    expect((await callerOf())[1]).toBe(true);
    await run(ends.replies);
    expect(await callerOf()).toEqual([null, false]);
  });
});
