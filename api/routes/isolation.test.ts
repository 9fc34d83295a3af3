import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { hashToken } from '#api/lib/hash-token.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { canDo, capableRoles, type CustomerRole, customerRoles } from '#contract/roles.ts';
import {
  type Browser,
  cookieFor,
  declaredRoutes,
  makeCustomer,
  makeStaff,
  makeUser,
  openApi,
} from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { type Access, access, type Ids } from '#tests/support/route-access.ts';

/** In every text of the other customer. Lower case, as email addresses are. */
const mark = 'zqxmarked';

const routes = declaredRoutes().map(({ method, path, request, isPrivate }) => ({
  name: `${method.toUpperCase()} ${path}`,
  method,
  path,
  isList: 'q' in ((request?.query as z.ZodObject | undefined)?.shape ?? {}),
  isPrivate,
}));
for (const { name, path } of routes)
  if (path.startsWith('/api/desk/')) access[name] = { needs: 'staff', unlinked: 404 };

/** Staff to whom the desk is closed; in the portal they are users without a customer. */
const staff = { weak: { hasSecondFactor: false }, late: { hoursAgo: 12 }, suspended: { isActive: false } };
const isStaff = (caller: string): caller is keyof typeof staff => caller in staff;
const callers = ['anonymous', 'unlinked', ...customerRoles, ...Object.keys(staff).filter(isStaff)] as const;
type CallerName = (typeof callers)[number];

function expectedStatus(isPrivate: boolean, rule: Access, caller: CallerName): number {
  const { needs, allowed = 200, unlinked, closedStaff = unlinked } = rule;
  if (caller === 'anonymous') return isPrivate ? 401 : allowed;
  if (caller === 'unlinked') return unlinked;
  if (isStaff(caller)) return needs === 'staff' && caller !== 'suspended' ? 403 : closedStaff;
  if (needs === 'staff') return 404;
  const isAllowed = needs === 'member' || needs === 'user' || needs === 'public' || canDo([caller], needs);
  return isAllowed ? allowed : 403;
}

const ruleOf = (name: string): Access => {
  const rule = access[name];
  if (rule === undefined) throw new Error(`${name} is not classified.`);
  return rule;
};

// They see most: of all, and of what every role may see.
const widest: readonly CallerName[] = ['owner', 'requester'];

/**
 * The routes that are called by a caller. Every route is called by an owner and, if it needs a capability, by the first
 * role without it; what all roles may see, also by a requester. Kinds of sessions are told apart before a route's own code,
 * so all other callers call one route of each class: of each resource and method, those that the table describes alike.
 */
function routesFor(caller: CallerName) {
  const classes = new Set<string>();
  return routes.filter(({ name, method, path, isPrivate }) => {
    const { needs, allowed, unlinked, closedStaff } = ruleOf(name);
    const roles: readonly CustomerRole[] | undefined = (
      capableRoles as Partial<Record<string, readonly CustomerRole[]>>
    )[needs];
    const withoutRight = customerRoles.find((role) => roles?.includes(role) === false);
    const isForAll = needs === 'member' || (roles !== undefined && withoutRight === undefined);
    const isChosen = caller === 'owner' || caller === withoutRight || (caller === 'requester' && isForAll);
    const resource = path.split('/').slice(0, 4).join('/');
    const kind = JSON.stringify([needs, allowed, unlinked, closedStaff, method, isPrivate, resource]);
    const isFirst = !classes.has(kind);
    classes.add(kind);
    return isChosen || isFirst;
  });
}

const ticketTables = ['tickets', 'ticket_messages', 'ticket_notes', 'ticket_events', 'ticket_watchers'];

// Also searches, counts and sorts: each builds another statement.
const queries = [
  '',
  `?q=${mark}`,
  // From here on for the widest callers only.
  '?count=true&limit=500',
  `?q=${mark}&count=true`,
  '?direction=asc',
  '?status=open,paid',
];

test('every route is classified', () => {
  expect(routes.map(({ name }) => name).toSorted()).toEqual(Object.keys(access).toSorted());
});

describeApi({ settings: { readLimit: 0 } }, ({ database, authFlows }) => {
  let ours: Awaited<ReturnType<typeof makeCustomer>>;
  let theirs: Ids;

  beforeAll(async () => {
    ours = await makeCustomer(database, 'Ours');
    const other = await makeCustomer(database, mark);
    const token = `${mark}-token`;
    await asOperator(database, async (tx) => {
      const { id } = other;
      const statements = [
        sql`UPDATE customers SET contact = ${mark}, email = ${mark}, phone = ${mark}, risk = ${mark} WHERE id = ${id}`,
        sql`UPDATE users SET email = ${`${mark}@x.example`}, name = ${mark} WHERE id = ${other.userId}`,
        sql`INSERT INTO invoices (customer_id, number, amount, status, due_date) VALUES (${id}, ${mark}, 5, ${mark}, current_date)`,
        sql`INSERT INTO contracts (customer_id, contract_number, title, end_date) VALUES (${id}, ${mark}, ${mark}, current_date + 5)`,
        sql`INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, notes) VALUES (${id}, ${mark}, 5, current_date, ${mark}, ${mark})`,
        sql`INSERT INTO licenses (customer_id, product_name, license_key, license_type, expiry_date) VALUES (${id}, ${mark}, ${mark}, ${mark}, current_date + 5)`,
        sql`INSERT INTO tickets (customer_id, ticket_number, subject, description, status, author_id) VALUES (${id}, 'TKT-7', ${mark}, ${mark}, 'waiting_customer', ${other.userId})`,
        // In our customer, by somebody else: not for requesters.
        sql`INSERT INTO tickets (customer_id, ticket_number, subject, description, status) VALUES (${ours.id}, 'TKT-8', 'of a colleague', 'D', 'waiting_customer')`,
        sql`INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, author_id, body, source) SELECT id, customer_id, 2, 'customer', author_id, CASE customer_id WHEN ${id} THEN ${mark} ELSE 'of a colleague' END, 'portal' FROM tickets`,
        sql`INSERT INTO ticket_notes (ticket_id, customer_id, position, body) SELECT id, customer_id, 2, ${mark} FROM tickets`,
        sql`INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind, payload) SELECT id, customer_id, 3, 'responded', 'staff', '{"isKept":true,"minutes":5}' FROM tickets`,
        sql`INSERT INTO ticket_watchers (ticket_id, customer_id, user_id) SELECT id, customer_id, ${other.userId} FROM tickets WHERE customer_id = ${id}`,
        sql`INSERT INTO attachments (ticket_id, customer_id, file_name, content_type, size, sha256, state, attached_at) SELECT id, customer_id, CASE customer_id WHEN ${id} THEN ${mark} ELSE 'of a colleague' END, 'text/plain', 5, repeat('a', 64), 'unscanned', now() FROM tickets`,
        sql`INSERT INTO canned_replies (title, body) VALUES (${mark}, ${mark})`,
        sql`UPDATE tickets SET version = 3`,
      ];
      for (const statement of statements) await tx.execute(statement);
      const { rows } = await tx.execute<{ id: string }>(
        sql`INSERT INTO invitations (customer_id, email, roles, token_hash, locale, expires_at) VALUES (${id}, ${`${mark}.invited@x.example`}, '{billing}', ${hashToken(token)}, 'en', 'infinity') RETURNING id`,
      );
      const { rows: found } = await tx.execute<{ id: string }>(sql`SELECT id FROM tickets WHERE customer_id = ${id}`);
      const { rows: files } = await tx.execute<{ id: string }>(
        sql`SELECT id FROM attachments WHERE customer_id = ${id}`,
      );
      const { rows: licenses } = await tx.execute<{ id: string }>(
        sql`SELECT id FROM licenses WHERE customer_id = ${id}`,
      );
      const { rows: recordFiles } = await tx.execute<{ id: string }>(
        sql`INSERT INTO record_files (customer_id, invoice_id, file_name, content_type, size, sha256, state) SELECT customer_id, id, ${mark}, 'application/pdf', 5, repeat('b', 64), 'unscanned' FROM invoices WHERE customer_id = ${id} RETURNING id`,
      );
      const { rows: hosts } = await tx.execute<{ id: string }>(
        sql`INSERT INTO hosts (weekly, kinds) VALUES ('{}', '{}') RETURNING id`,
      );
      const { rows: appointments } = await tx.execute<{ id: string }>(
        sql`INSERT INTO appointments (host_id, kind, starts_at, ends_at, status, booked_at, meeting, user_id, customer_id, name, company, email, token_hashes)
          VALUES (${hosts[0]?.id}, 'general', '2031-01-13 08:00Z', '2031-01-13 08:30Z', 'booked', now(), 'phone', ${other.userId}, ${id}, ${mark}, ${mark}, ${`${mark}@x.example`}, ARRAY[repeat('t', 43)]) RETURNING id`,
      );
      theirs = {
        customer: id,
        user: other.userId,
        invitation: rows[0]?.id ?? '',
        token,
        ticket: found[0]?.id ?? '',
        file: files[0]?.id ?? '',
        number: mark,
        license: licenses[0]?.id ?? '',
        recordFile: recordFiles[0]?.id ?? '',
        appointment: appointments[0]?.id ?? '',
      };
    });
  });

  async function browserOf(caller: CallerName): Promise<Browser> {
    if (caller === 'anonymous') return authFlows.newBrowser();
    if (isStaff(caller)) return authFlows.newBrowser((await makeStaff(database, staff[caller])).cookie);
    if (caller === 'unlinked') return authFlows.newBrowser((await makeUser(database)).cookie);
    const { cookie } = await makeUser(database, { customerId: ours.id, roles: [caller] });
    return authFlows.newBrowser(cookie);
  }

  const theirRows = () =>
    asOperator(database, async (tx) => {
      const found: string[] = [];
      for (const [table, column] of [
        ['customers', 'id'],
        ...[
          'memberships',
          'invitations',
          'invoices',
          'contracts',
          'payments',
          'licenses',
          'appointments',
          ...ticketTables,
        ].map((name) => [name, 'customer_id']),
      ]) {
        const { rows } = await tx.execute<{ row: string }>(
          sql`SELECT row::text FROM ${sql.identifier(table ?? '')} AS row WHERE ${sql.identifier(column ?? '')} = ${theirs.customer}`,
        );
        found.push(...rows.map(({ row }) => row));
      }
      return found;
    });

  async function expectIsolated(caller: CallerName, called = routesFor(caller)): Promise<void> {
    const visitor = await browserOf(caller);
    const statuses: [string, number][] = [];
    const expected: [string, number][] = [];
    const leaks: string[] = [];
    // Only owners and technical users see the tickets of colleagues.
    const hidden = caller === 'owner' || caller === 'technical' ? [mark] : [mark, 'of a colleague'];
    for (const { name, method, path, isList, isPrivate } of called) {
      const rule = ruleOf(name);
      // These end or replace the session.
      const own = /sign-out|revoke|totp|change/.test(path) ? await browserOf(caller) : visitor;
      for (const query of isList
        ? queries.slice(0, widest.includes(caller) ? queries.length : 2)
        : [rule.query?.(theirs) ?? '']) {
        const { status, body } = await (method === 'get'
          ? own.get(path + query)
          : method === 'put'
            ? own.put(path + query, 'of ours')
            : own.post(path + query, rule.body?.(theirs)));
        statuses.push([name + query, status]);
        expected.push([name + query, expectedStatus(isPrivate, rule, caller)]);
        const text = JSON.stringify(body);
        if (hidden.some((secret) => text.includes(secret))) leaks.push(`${name}${query}: ${text}`);
      }
    }
    expect(leaks).toEqual([]);
    expect(statuses).toEqual(expected);
  }

  test.each(callers)('%s: routes respond as classified, and with nothing of another customer', async (caller) => {
    // All callers are in one network, whose limits are not what this is about.
    await database.pool.query('DELETE FROM rate_limits');
    const before = await theirRows();
    expect(before).toHaveLength(13);
    await expectIsolated(caller);
    expect(await theirRows()).toEqual(before);
  });

  test.each([
    ['invoices', 'owner'],
    ['licenses', 'technical'],
    ['tickets', 'requester'],
  ] as [string, CustomerRole][])('the test above notices a policy of %s that is too wide', async (table, caller) => {
    const change = async (condition: string) => {
      const client = await database.pool.connect();
      await client.query('RESET ROLE');
      await client.query(`ALTER POLICY tenant_select ON ${table} USING (${condition})`);
      await client.query('SET ROLE portal_app');
      client.release();
    };
    const { rows } = await database.pool.query<{ qual: string }>(
      `SELECT qual FROM pg_policies WHERE tablename = $1 AND policyname = 'tenant_select'`,
      [table],
    );
    const called = routesFor(caller).filter(({ path }) => path.startsWith(`/api/portal/${table}`));
    await change('true');
    await expect(expectIsolated(caller, called)).rejects.toThrow('expected');
    await change(rows[0]?.qual ?? '');
    await expectIsolated(caller, called);
  });

  test('a forged, foreign or ended session is anonymous', async () => {
    const api = await openApi(database);
    for (const cookie of [cookieFor('unknown'), 'portal.session_token=forged.abc'])
      for (const { name, method, path } of routes.filter(({ isPrivate }) => isPrivate)) {
        const headers = { Cookie: cookie, Origin: 'http://portal.test', Host: 'portal.test' };
        const { status } = await api.request(path, { method: method.toUpperCase(), headers });
        expect([name, status]).toEqual([name, 401]);
      }
  });
});
