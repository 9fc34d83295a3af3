import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import type { Capability, CustomerRole } from '#contract/roles.ts';
import { assertDefined, makeCustomer, makeUser } from '#tests/support/api.ts';
import { contractList, invoiceList, licenseList, paymentList, ticketList } from './record-lists.ts';
import { type Direction, type Order, writeCursor } from './cursor.ts';
import { buildListQuery, listPage, type ListRequest, pageStatement, type RecordListDefinition } from './query.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';

type AnyList = RecordListDefinition<{ id: string }, string>;
const lists = [invoiceList, contractList, paymentList, licenseList, ticketList] as unknown as AnyList[];
const orders = lists.flatMap((list) =>
  Object.keys(list.sorts).flatMap((sort) =>
    (['asc', 'desc'] as const).map((direction) => ({ list, name: list.table, sort, direction })),
  ),
);

const rowsEach = 230;
// Few distinct values, nulls and equal timestamps: the order must still be total.
const seeds = (customerId: string) => [
  sql`INSERT INTO invoices (customer_id, number, shares_number, amount, due_date, status, risk_score, created_at)
    SELECT ${customerId}, CASE WHEN i % 4 > 0 THEN (ARRAY['Fact-', 'fact/É ', 'ФА-'])[i % 4] || lpad(i::text, 4, '0') END, true, (i % 7) + 0.25, CASE WHEN i % 3 = 0 THEN NULL ELSE date '2025-01-01' + i % 5 END,
      (ARRAY['paid', 'overdue', 'pending'])[1 + i % 3], i % 4 * 25, timestamptz '2025-03-01 10:00:00.000001+00' + (i / 50) * interval '1 microsecond'
    FROM generate_series(1, ${rowsEach}) AS i`,
  sql`INSERT INTO contracts (customer_id, contract_number, title, start_date, end_date, contract_value, status, created_at)
    SELECT ${customerId}, 'CT-' || left(${customerId}, 4) || '-' || i, (ARRAY['Été', 'ete', 'Zoo', 'Maintenance', 'a'])[1 + i % 5],
      CASE WHEN i % 4 = 0 THEN NULL ELSE date '2024-01-01' + i % 3 END, CASE WHEN i % 2 = 0 THEN NULL ELSE date '2025-01-01' + i % 3 END,
      CASE WHEN i % 3 = 0 THEN NULL ELSE i % 6 END, (ARRAY['active', 'draft'])[1 + i % 2], timestamptz '2025-03-01' + (i / 50) * interval '1 microsecond'
    FROM generate_series(1, ${rowsEach}) AS i`,
  sql`INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, status, notes)
    SELECT ${customerId}, 'PAY-' || i, i % 5, date '2025-01-01' + i % 6, (ARRAY['cash', 'check'])[1 + i % 2], (ARRAY['completed', 'failed'])[1 + i % 2],
      CASE WHEN i % 2 = 0 THEN 'Réglé en retard' END
    FROM generate_series(1, ${rowsEach}) AS i`,
  sql`INSERT INTO licenses (customer_id, product_name, license_key, license_type, seats, expiry_date, monthly_cost, status, created_at)
    SELECT ${customerId}, (ARRAY['Bureau', 'bureau', 'Éditeur'])[1 + i % 3], 'KEY-' || i, (ARRAY['trial', 'perpetual'])[1 + i % 2], i % 4,
      CASE WHEN i % 2 = 0 THEN NULL ELSE date '2025-01-01' + i % 3 END, CASE WHEN i % 3 = 0 THEN NULL ELSE i % 4 END,
      (ARRAY['active', 'expired'])[1 + i % 2], timestamptz '2025-03-01' + (i / 50) * interval '1 microsecond'
    FROM generate_series(1, ${rowsEach}) AS i`,
  sql`INSERT INTO tickets (customer_id, ticket_number, subject, description, priority, status, created_at)
    SELECT ${customerId}, 'TKT-' || (('x' || left(${customerId}, 6))::bit(24)::integer::bigint * 1000 + i), (ARRAY['Écran noir', 'ecran', 'VPN'])[1 + i % 3], 'Description',
      (ARRAY['low', 'urgent', 'medium', 'strange'])[1 + i % 4], (ARRAY['open', 'closed'])[1 + i % 2], timestamptz '2025-03-01' + (i / 50) * interval '1 microsecond'
    FROM generate_series(1, ${rowsEach}) AS i`,
];

describeDatabase(({ database }) => {
  let ours: Awaited<ReturnType<typeof makeCustomer>>;
  let busy: Awaited<ReturnType<typeof makeCustomer>>;
  /** Users with one role, by what the role allows. */
  const members = new Map<Capability, Awaited<ReturnType<typeof makeUser>>[]>();

  beforeAll(async () => {
    ours = await makeCustomer(database, 'Ours');
    busy = await makeCustomer(database, 'Busy');
    const member = (role: CustomerRole) => makeUser(database, { customerId: ours.id, roles: [role] });
    members.set('billing', [await member('billing')]);
    members.set('technical', [await member('technical')]);
    members.set('tickets', [await member('technical'), await member('requester')]);
    const theirs = await makeCustomer(database, 'Theirs');
    await asOperator(database, async (tx) => {
      for (const seed of [ours, theirs].flatMap(({ id }) => seeds(id))) await tx.execute(seed);
      // 1,100 newer invoices that are overdue, 1,500 older ones that are paid.
      await tx.execute(sql`INSERT INTO invoices (customer_id, number, amount, due_date, status, created_at)
        SELECT ${busy.id}, 'FA-2024-' || lpad(i::text, 4, '0'), CASE WHEN i IN (5, 2000) THEN 4321.99 ELSE 10 END, date '2024-06-15', CASE WHEN i <= 1500 THEN 'paid' ELSE 'overdue' END,
          timestamptz '2025-01-01' + i * interval '1 minute' FROM generate_series(1, 2600) AS i`);
    });
  });

  async function all(list: AnyList, request: ListRequest<string>, whose = ours): Promise<{ id: string }[]> {
    const items: { id: string }[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPage(database, whose.caller, list, { limit: 100, ...request, cursor });
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return items;
  }

  test.each(orders)(
    '$name by $sort $direction: the pages contain every row of the customer once, in order',
    async ({ list, sort, direction }) => {
      const got = (await all(list, { sort, direction, limit: 37 })).map(({ id }) => id);
      const keys = assertDefined(list.sorts[sort])
        .map(({ column }) => `${column} ${direction}`)
        .join(', ');
      const expected = await asOperator(database, (tx) =>
        tx.execute<{ id: string }>(
          sql`SELECT id FROM ${sql.raw(list.table)} WHERE customer_id = ${ours.id} ORDER BY ${sql.raw(keys)}`,
        ),
      );
      expect(got).toHaveLength(rowsEach);
      expect(got).toEqual(expected.rows.map(({ id }) => id));
    },
  );

  // A customer's tickets are sorted: decision 021 has what their indexes cost, and staff.test.ts the plans of the desk.
  test.each(orders.filter(({ list }) => list.table !== 'tickets'))(
    '$name by $sort $direction: an index finds the page, however many rows precede it',
    async ({ list, sort, direction }) => {
      for (const { caller } of [ours, ...(members.get(list.needs.portal) ?? [])]) {
        const plan = await planOf(list, sort, direction, caller);
        expect(plan).toMatch(/Index (Only )?Scan( Backward)? using \w+_by_\w+ on/);
        expect(plan).toMatch(/Index Cond: \(\(customer_id = .*\) AND \((ROW\(|\w+ [<>])/);
        // The role is part of the comparison with the customer.
        expect(plan).not.toMatch(/Filter|Sort/);
      }
    },
  );

  async function planOf(list: AnyList, sort: string, direction: Direction, caller: Caller): Promise<string> {
    const order: Order = { list: list.table, sort, direction, keys: assertDefined(list.sorts[sort]) };
    const [row] = await asOperator(database, async (tx) => {
      const keys = order.keys.map(({ column }, at) => `${column}::text AS key_${at}`).join(', ');
      const { rows } = await tx.execute<Record<string, string>>(
        sql`SELECT ${sql.raw(keys)} FROM ${sql.raw(list.table)} WHERE customer_id = ${ours.id} LIMIT 1`,
      );
      return rows;
    });
    const query = buildListQuery(list, order, { cursor: writeCursor(order, Object.values(assertDefined(row))) }, 50);
    const { text, values } = pageStatement(query, query.afterCursor);
    // The planner would sort so few rows; this only tests that the index can be used.
    const off = (what: string) => `set_config('enable_${what}', 'off', true)`;
    const settings = { text: `SELECT ${['seqscan', 'bitmapscan', 'sort'].map(off).join(', ')}` };
    const explained = { text: `EXPLAIN ${text}`, values: assertDefined(values) };
    const [, plan = []] = await runAsSession(database, caller, 'read', settings, explained);
    return plan.join('\n');
  }

  test.each([invoiceList, contractList, paymentList, licenseList, ticketList])(
    '$table: the role of the search functions uses the trigram index',
    async ({ table }) => {
      const plan = await asOperator(database, async (tx) => {
        await tx.execute(sql`SET LOCAL ROLE portal_search`);
        await tx.execute(sql`SET LOCAL enable_seqscan = off`);
        return tx.execute<{ 'QUERY PLAN': string }>(
          sql`EXPLAIN SELECT id FROM ${sql.raw(table)} WHERE search_text LIKE '%rare%'`,
        );
      });
      const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(lines).toContain(`Bitmap Index Scan on ${table}_search`);
      expect(lines).toMatch(/Index Cond: .*search_text ~~/);
    },
  );

  test('one or several statuses filter the list and the count', async () => {
    const paid = await all(invoiceList, { status: ['paid'] });
    expect(paid).toHaveLength(76);
    expect(new Set(paid.map((item) => (item as unknown as { status: string }).status))).toEqual(new Set(['paid']));
    const page = await listPage(database, ours.caller, invoiceList, {
      status: ['paid', 'overdue'],
      limit: 1,
      count: 'true',
      sort: 'amount',
    });
    expect(page.total).toBe(153);
    const none = await listPage(database, ours.caller, invoiceList, { status: ['no such status'], count: 'true' });
    expect(none).toEqual({ items: [], nextCursor: null, total: 0 });
  });

  test.each([
    ['ignoring accents and case', contractList, 'ETE', 92],
    ['in a note', paymentList, 'regle', 115],
    ['a date as the portal shows it', invoiceList, 'Jan 02, 2025', 31],
    ['an amount as the portal shows it', invoiceList, '$6.25', 33],
    ['a number', invoiceList, 'Fact-0001', 1],
    ['a part of a number, ignoring accents and case', invoiceList, 'ACT/e', 58],
    ['a number in another script', invoiceList, 'фа-0003', 1],
    ['rows that contain every word', licenseList, 'bureau perpetual', 77],
    ['a status', ticketList, 'open', 115],
    ['nothing for a pattern character', paymentList, '%', 0],
  ] as [string, AnyList, string, number][])('a search finds %s', async (_how, list, q, expected) => {
    const found = await all(list, { q, limit: 50 });
    const { total } = await listPage(database, ours.caller, list, { q, count: 'true', limit: 1 });
    expect([found.length, new Set(found.map(({ id }) => id)).size, total]).toEqual([expected, expected, expected]);
  });

  test('a search finds an invoice by the beginning of its id, for its own customer only', async () => {
    const [{ id }] = (await all(invoiceList, {})) as [{ id: string }];
    for (const q of [id, id.toUpperCase(), id.slice(0, 13)]) {
      const { items } = await listPage(database, ours.caller, invoiceList, { q });
      expect(items.map((item) => item.id)).toContain(id);
    }
    const { items } = await listPage(database, busy.caller, invoiceList, { q: id });
    expect(items).toEqual([]);
  });

  test('a number is found however far down the list it is, for its own customer only', async () => {
    const { items, total } = await listPage(database, busy.caller, invoiceList, { q: 'fa-2024-0007', count: 'true' });
    expect([items.map(({ number }) => number), total]).toEqual([['FA-2024-0007'], 1]);
    expect((await listPage(database, ours.caller, invoiceList, { q: 'FA-2024-0007' })).items).toEqual([]);
  });

  test('sorting by number ignores case and puts invoices without a number last, by id', async () => {
    const found = (await all(invoiceList, { sort: 'id' })) as { id: string; number: string | null }[];
    const numbers = found.map(({ number }) => number);
    expect(numbers.slice(0, 2)).toEqual(['Fact-0001', 'Fact-0005']);
    expect(numbers.indexOf(null)).toBe(numbers.length - 57);
    const ids = found.slice(-57).map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
  });

  test('a rare word is found however far down the list it is', async () => {
    const found = await all(invoiceList, { q: '4321.99', limit: 1 }, busy);
    expect(found).toHaveLength(2);
    const { total } = await listPage(database, busy.caller, invoiceList, { q: '4321.99', count: 'true' });
    expect(total).toBe(2);
  });

  test('a common word whose first match is far down the list finds every match, in order', async () => {
    const found = (await all(invoiceList, { q: 'paid', limit: 500 }, busy)) as unknown as {
      id: string;
      createdAt: string;
    }[];
    expect(found).toHaveLength(1500);
    const moments = found.map(({ createdAt }) => createdAt);
    expect(moments).toEqual(moments.toSorted().toReversed());
    const { total } = await listPage(database, busy.caller, invoiceList, { q: 'paid', count: 'true' });
    expect(total).toBe(1500);
  });

  test('a common digit that also begins ids finds each row once', async () => {
    const found = await all(invoiceList, { q: '2', limit: 50 });
    expect(found.length).toBeGreaterThan(50);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    const { total } = await listPage(database, ours.caller, invoiceList, { q: '2', count: 'true', limit: 1 });
    expect(found).toHaveLength(total ?? 0);
  });

  test('a search respects the requested status and order', async () => {
    const found = await all(
      invoiceList,
      { q: '2024-06-15', status: ['overdue'], sort: 'createdAt', direction: 'asc' },
      busy,
    );
    expect(found).toHaveLength(1100);
  });
});
