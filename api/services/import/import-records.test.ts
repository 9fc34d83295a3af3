import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { importRecords } from './import-records.ts';
import type { PlannedRow } from './plan-rows.ts';
import { recordKinds } from './fields.ts';
import { type InvalidRow, isInvalid } from './read-rows.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'import-'));
let files = 0;
describeOperator({ both: true }, ({ operator }) => {
  let massena: string;
  let atlas: string;
  beforeEach(async () => {
    await inOperatorTransaction(operator, (client) => client.query('DELETE FROM customers'));
    massena = await operator.makeCustomer('Cabinet Masséna');
    atlas = await operator.makeCustomer('Atlas');
  });

  async function load(
    table: string,
    content: string | Buffer,
    { customer, isDryRun = false }: { customer?: string; isDryRun?: boolean } = {},
  ) {
    const file = join(folder, `${(files += 1)}.csv`);
    writeFileSync(file, content);
    const rows: (PlannedRow | InvalidRow)[] = [];
    const kind = recordKinds.get(table);
    if (kind === undefined) throw new Error(table);
    const summary = await inOperatorTransaction(operator, (client) =>
      importRecords(client, { kind, file, customer, isDryRun, onRow: (row) => rows.push(row), onBytes: () => {} }),
    );
    return { summary, rows };
  }
  const problemsOf = (rows: (PlannedRow | InvalidRow)[]) =>
    rows
      .filter(isInvalid)
      .flatMap(({ line, problems }) => problems.map((problem) => ({ line, ...problem })))
      .toSorted((one, other) => one.line - other.line);
  const all = (table: string, columns: string) =>
    inOperatorTransaction(
      operator,
      async (client) => (await client.query(`SELECT ${columns} FROM ${table} ORDER BY 1`)).rows,
    );

  const samples: [string, string][] = [
    [
      'invoices',
      'id,amount,due_date,status,risk_score,created_at\nF-1,1250.50,2025-01-05,paid,40,2024-12-01\nF-2,80,,,,\n',
    ],
    [
      'contracts',
      'contract_number;title;start_date;end_date;contract_value;status\nC-1;Infogérance;2025-01-01;;12000;active\nC-2;Audit;;;;\n',
    ],
    [
      'payments',
      'payment_reference,amount,payment_date,payment_method,status,notes\nP-1,10.10,2025-02-01,check,completed,"two\nlines, and a ""quote"""\n',
    ],
    [
      'licenses',
      'product_name\tlicense_key\tlicense_type\tseats\texpiry_date\tmonthly_cost\tstatus\nSuite\tK-1\tsubscription\t5\t\t9.90\tactive\n',
    ],
  ];

  test.each(samples)('%s: new rows are added, and a second import changes nothing', async (table, content) => {
    const first = await load(table, content, { customer: 'cabinet massena' });
    expect(first.summary).toMatchObject({ change: 0, same: 0, bad: 0 });
    const before = await all(table, '*');
    expect(before.length).toBe(first.summary.add);
    expect(before.every((row) => row.customer_id === massena)).toBe(true);
    const second = await load(table, content, { customer: massena });
    expect(second.summary).toEqual({ add: 0, change: 0, same: first.summary.add, bad: 0 });
    expect(await all(table, '*')).toEqual(before);
  });

  test('a change is reported by column, and only that column is written', async () => {
    await load('invoices', 'id,amount,status,risk_score\nF-1,1250.50,pending,12\n', { customer: massena });
    const { rows, summary } = await load('invoices', 'id,amount,status,risk_score\nF-1,1250.50,paid,\n', {
      customer: massena,
    });
    expect(summary).toEqual({ add: 0, change: 1, same: 0, bad: 0 });
    expect(rows).toMatchObject([
      { line: 2, name: 'F-1', changes: [{ column: 'status', from: 'pending', to: 'paid' }] },
    ]);
    expect(await all('invoices', 'amount, status, risk_score')).toEqual([
      { amount: '1250.50', status: 'paid', risk_score: 12 },
    ]);
  });

  test('an empty cell clears a nullable column', async () => {
    await load('invoices', 'id,amount,due_date\nF-1,5,2025-01-05\n', { customer: massena });
    await load('invoices', 'id,amount,due_date\nF-1,5,\n', { customer: massena });
    expect(await all('invoices', 'due_date')).toEqual([{ due_date: null }]);
  });

  test('a dry run reports the same and writes nothing', async () => {
    const { summary, rows } = await load('invoices', 'id,amount\nF-1,5\nF-2,6\n', {
      customer: massena,
      isDryRun: true,
    });
    expect(summary.add).toBe(2);
    expect(rows.map((row) => row.line)).toEqual([2, 3]);
    expect(await all('invoices', 'id')).toEqual([]);
  });

  test('an invalid row is reported by line, column and reason, and nothing is imported', async () => {
    const lines = [
      'id,amount,due_date,risk_score',
      'F-1,5,,',
      'F-2,"1,250.50",,',
      'F-3,5,31/12/2025,',
      'F-4,5,,101',
      'F-1,5,,',
      'F-5,5',
    ];
    const { summary, rows } = await load('invoices', lines.join('\n'), { customer: massena });
    expect(summary.bad).toBe(5);
    expect(problemsOf(rows)).toEqual([
      { line: 3, column: 'amount', reason: expect.stringContaining('write it like 1250.50') },
      { line: 4, column: 'due_date', reason: expect.stringContaining('like 2025-01-31') },
      { line: 5, column: 'risk_score', reason: expect.stringContaining('from 0 to 100') },
      { line: 6, column: 'id', reason: 'is the same as on line 2' },
      { line: 7, column: '', reason: 'has 2 cells where the header has 4' },
    ]);
    expect(await all('invoices', 'id')).toEqual([]);
  });

  test('the reported line is the first of the row, even with line breaks in cells', async () => {
    const content =
      'payment_reference,amount,payment_date,payment_method,notes\r\nP-1,5,2025-01-01,cash,"a\nb\nc"\r\n\r\nP-2,x,2025-01-01,cash,\r\n';
    const { rows } = await load('payments', content, { customer: massena });
    expect(rows.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual([2, 6]);
  });

  test('each row may name its own customer', async () => {
    const content = `customer_id,id,amount\n${massena},F-1,5\nAtlas,F-2,6\n`;
    expect((await load('invoices', content)).summary.add).toBe(2);
    expect(await all('invoices', 'amount, customer_id')).toEqual([
      { amount: '5.00', customer_id: massena },
      { amount: '6.00', customer_id: atlas },
    ]);
    const unknown = await load('invoices', 'customer,id,amount\nNobody,F-1,5\n');
    expect(problemsOf(unknown.rows)).toMatchObject([
      { line: 2, column: 'customer', reason: expect.stringContaining('Nobody') },
    ]);
  });

  const numbers = () => all('invoices', 'number, amount, customer_id');

  test('a number in another case is the same invoice, with the new spelling', async () => {
    await load('invoices', 'id,amount\nFA-É-1,5\n', { customer: massena });
    const { rows, summary } = await load('invoices', 'id,amount\nfa-É-1,5\n', { customer: massena });
    expect(summary).toEqual({ add: 0, change: 1, same: 0, bad: 0 });
    expect(rows).toMatchObject([{ changes: [{ column: 'number', from: 'FA-É-1', to: 'fa-É-1' }] }]);
    const decomposed = await load('invoices', 'id,amount\nfa-E\u0301-1,5\n', { customer: massena });
    expect(decomposed.summary).toEqual({ add: 0, change: 0, same: 1, bad: 0 });
    // An accent is not a difference of case.
    expect((await load('invoices', 'id,amount\nFA-E-1,5\n', { customer: massena })).summary.add).toBe(1);
  });

  test.each([
    ['200 characters', 'F'.repeat(200)],
    ['200 characters of four bytes', '𝅘𝅥𝅲'.normalize('NFC').repeat(66)],
    ['another script and an emoji', 'ФА-٤٢ 🙂'],
    ['SQL and HTML', `'; DROP TABLE invoices; -- <b>%_\\`],
    ['a formula', '=1+1'],
  ])('a number may be %s', async (_what, number) => {
    const content = `number,amount\n"${number}",5\n`;
    expect((await load('invoices', content, { customer: massena })).summary).toMatchObject({ add: 1, bad: 0 });
    expect((await load('invoices', content, { customer: massena })).summary).toMatchObject({ same: 1, bad: 0 });
    expect(await numbers()).toEqual([{ number, amount: '5.00', customer_id: massena }]);
  });

  test('a duplicate, oversized, empty or contradictory number is reported by line and column', async () => {
    const uuid = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    const lines = [
      'id,number,amount',
      ',F-1,5',
      ',f-1,6',
      'F-1,,7',
      `,${'F'.repeat(201)},5`,
      ',,5',
      'F-2,F-3,5',
      `${uuid},F-4,5`,
      `${uuid.toUpperCase()},F-5,5`,
    ];
    const { rows } = await load('invoices', lines.join('\n'), { customer: massena });
    expect(problemsOf(rows)).toEqual([
      { line: 3, column: 'number', reason: 'is the same as on line 2' },
      { line: 4, column: 'id', reason: 'is the same as on line 2' },
      { line: 5, column: 'number', reason: 'is longer than 200 characters' },
      { line: 6, column: 'number', reason: 'is empty' },
      { line: 7, column: 'number', reason: expect.stringContaining('an id that is not a UUID is used as the number') },
      { line: 9, column: 'id', reason: 'is the same as on line 8' },
    ]);
    expect(await numbers()).toEqual([]);
  });

  test('the number of another invoice is rejected', async () => {
    const [one, other] = ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', '7ba7b810-9dad-11d1-80b4-00c04fd430c8'];
    await load('invoices', `id,number,amount\n${one},F-1,5\n`, { customer: massena });
    const { rows } = await load('invoices', `id,number,amount\n${other},f-1,5\n`, { customer: massena });
    expect(problemsOf(rows)).toEqual([
      { line: 2, column: 'number', reason: expect.stringContaining('the number of another invoice of this customer') },
    ]);
    const moved = await load('invoices', `id,number,amount\n${one},F-9,5\n`, { customer: atlas });
    expect(problemsOf(moved.rows)).toMatchObject([{ line: 2, column: 'id', reason: 'belongs to another customer' }]);
  });

  test('a former number of another invoice can be reused', async () => {
    await load('invoices', 'id,amount\nF-1,5\n', { customer: massena });
    const [{ id }] = (await all('invoices', 'id')) as [{ id: string }];
    await load('invoices', `id,number,amount\n${id},F-2,5\n`, { customer: massena });
    expect((await load('invoices', 'id,amount\nF-1,6\n', { customer: massena })).summary.add).toBe(1);
    expect(await numbers()).toMatchObject([
      { number: 'F-1', amount: '6.00' },
      { number: 'F-2', amount: '5.00' },
    ]);
  });

  test('new invoices without a date of issue are counted', async () => {
    const content = 'id,amount,created_at\nF-1,5,2025-01-05\nF-2,5,\nF-3,5,\n';
    expect((await load('invoices', content, { customer: massena })).summary.undated).toBe(2);
    expect((await load('invoices', content, { customer: massena })).summary.undated).toBeUndefined();
    const license = 'product_name,license_key,license_type\nSuite,K-1,trial\n';
    expect((await load('licenses', license, { customer: massena })).summary.undated).toBeUndefined();
  });

  test('a record of another customer is not reassigned', async () => {
    await load('contracts', 'contract_number,title\nC-1,Audit\n', { customer: massena });
    const { rows } = await load('contracts', 'contract_number,title\nC-1,Audit\n', { customer: atlas });
    expect(problemsOf(rows)).toMatchObject([
      { line: 2, column: 'contract_number', reason: 'belongs to another customer' },
    ]);
  });

  test('an end before the start is rejected, also against stored values', async () => {
    await load('contracts', 'contract_number,title,start_date\nC-1,Audit,2025-06-01\n', { customer: massena });
    const { rows } = await load('contracts', 'contract_number,title,end_date\nC-1,Audit,2025-05-31\n', {
      customer: massena,
    });
    expect(problemsOf(rows)).toMatchObject([
      { column: 'end_date', reason: expect.stringContaining('before start_date') },
    ]);
  });

  test('a row that only the database rejects is reported by line', async () => {
    await operator.client.query(`ALTER TABLE invoices ADD CONSTRAINT test_only CHECK (amount <> 13)`);
    const { rows, summary } = await load('invoices', 'id,amount\nF-1,12\nF-2,13\nF-3,14\n', { customer: massena });
    await operator.client.query(`ALTER TABLE invoices DROP CONSTRAINT test_only`);
    expect(summary.bad).toBe(1);
    expect(problemsOf(rows)).toEqual([{ line: 3, column: '', reason: 'is rejected by the database (test_only)' }]);
  });

  test.each([
    ['an unknown column', 'id,amount,colour\n', 'unknown column "colour"'],
    ['a missing column', 'id,status\n', 'the column "amount" is missing'],
    ['neither id nor number', 'amount,status\n', 'one of the columns id, number is missing'],
    ['a column twice', 'id,amount,amount\n', '"amount" occurs twice'],
    ['no customer', 'id,amount\n', 'the customer is missing'],
    ['an empty file', '', 'is empty'],
    ['a quote that stays open', 'customer,id,amount\nAtlas,"F-1,5\n', 'never closed'],
    [
      'a row of empty cells',
      `customer,id,amount\n${','.repeat(1_000_000)}`,
      'line 2: the row has more than 5000 cells',
    ],
    ['a row of too many cells', `customer,id,amount\n${','.repeat(1000)}`, 'line 2: the row has more than 103 cells'],
    ['another encoding', Buffer.from('customer,id,amount\nMass\xc3\xa9na,F-\xe9,5\n', 'latin1'), 'is not UTF-8'],
  ])('%s is an error', async (_case, content, message) => {
    await expect(load('invoices', content)).rejects.toThrow(message);
  });

  test('BOM, semicolons and CRLF are accepted', async () => {
    const { summary } = await load('invoices', '\ufeffid;amount\r\nF-1;5\r\n', { customer: massena });
    expect(summary.add).toBe(1);
  });

  test('a file of many batches is one import', async () => {
    const lines = Array.from({ length: 5201 }, (_, at) => `F-${at},${at}.25`);
    expect((await load('invoices', `id,amount\n${lines.join('\n')}\n`, { customer: massena })).summary.add).toBe(5201);
    const spoilt = `id,amount\n${lines.map((line) => `G${line}`).join('\n')}\nG,bad\n`;
    expect((await load('invoices', spoilt, { customer: massena })).summary).toMatchObject({ add: 5201, bad: 1 });
    expect(await all('invoices', 'count(*)::integer')).toEqual([{ count: 5201 }]);
  });
});
