import { beforeAll, expect, test } from 'vitest';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { call, writeCsv } from '#tests/support/cli.ts';
import { describeOperator } from '#tests/support/operator.ts';

describeOperator(({ engine, operator }) => {
  beforeAll(async () => {
    await operator.makeCustomer('Atlas');
  });

  let files = 0;
  const load = (kind: string, content: string | Buffer, ...more: string[]) =>
    call(operator, 'import', kind, writeCsv(`import-${engine}-${(files += 1)}.csv`, content), ...more);
  const all = (text: string) =>
    inOperatorTransaction(operator, async (client) => (await client.query(text)).rows as Record<string, unknown>[]);

  test('customers are imported once, and a corrected file changes only what differs', async () => {
    const content =
      'name;contact;email;phone;risk\nCabinet Masséna;Claire;claire@cabinet.example;+33 4;medium\n=cmd|calc;;;;\n';
    const dry = await load('customers', content, '--dry-run');
    expect(dry.out).toContain('line 2: add    Cabinet Masséna  name Cabinet Masséna, contact Claire');
    expect(dry.out).toContain('2 to add, 0 to change, 0 the same, 0 bad. This was a dry run');
    expect(await all('SELECT name FROM customers')).toEqual([{ name: 'Atlas' }]);

    expect((await load('customers', content)).out).toBe('2 added, 0 changed, 0 the same.\n');
    expect((await load('customers', content)).out).toBe('0 added, 0 changed, 2 the same.\n');
    const changed = await load('customers', 'name,contact,risk\nCABINET MASSENA,,\n', '--dry-run');
    expect(changed.out).toContain('line 2: change CABINET MASSENA  contact Claire → (empty)\n');
    expect((await load('customers', 'name,contact,risk\nCABINET MASSENA,,\n')).out).toContain('0 added, 1 changed');
    expect(await all('SELECT name, contact, email, phone, risk FROM customers ORDER BY name')).toEqual([
      { name: '=cmd|calc', contact: null, email: null, phone: null, risk: 'low' },
      { name: 'Atlas', contact: null, email: null, phone: null, risk: 'low' },
      { name: 'Cabinet Masséna', contact: null, email: 'claire@cabinet.example', phone: '+33 4', risk: 'medium' },
    ]);
    const events = await all(
      `SELECT event, count(*)::integer FROM audit_events WHERE actor = 'operator' GROUP BY event ORDER BY event`,
    );
    expect(events).toEqual([
      { event: 'customer.changed', count: 1 },
      { event: 'customer.created', count: 3 },
      { event: 'records.imported', count: 3 },
    ]);
  });

  test('a bad customer is named by line and column, and none is imported', async () => {
    const bad = await load(
      'customers',
      'name,email\nNew & Sons,a@b.example\n,\nOther,nowhere\nNEW & SONS,\n6ba7b810-9dad-11d1-80b4-00c04fd430c8,\n',
    );
    expect(bad.code).toBe(1);
    expect(bad.err).toBe(
      'line 4: email is "nowhere", which is no e-mail address\n' +
        'line 5: name is the same as on line 2\n' +
        'line 6: name is an id, not a name\n',
    );
    expect(bad.out).toContain('Nothing was imported.');
    expect(await all(`SELECT FROM customers WHERE name LIKE 'New%'`)).toEqual([]);
  });

  test.each([
    ['a column of records', 'name,amount\nX,5\n', 'there is no column "amount"'],
    ['a column for the customer', 'name,customer\nX,Atlas\n', 'there is no column "customer"'],
    ['no name', 'contact\nX\n', 'the column "name" is missing'],
    ['an empty file', '', 'is empty'],
    ['an open quote', 'name,contact\n"X,5\n', 'never closed'],
    ['another encoding', Buffer.from('name\nMass\xe9na\n', 'latin1'), 'not written in UTF-8'],
    ['UTF-16', Buffer.from('\ufeffname\nX\n', 'utf16le'), 'not written in UTF-8'],
    ['a NUL in a cell', 'name\nX\0Y\n', 'name holds a character that cannot be kept'],
    ['an escape sequence in the header', 'na\u001b[31mme\nX\n', 'there is no column "na [31mme"'],
    ['a row of megabytes', `name\n${'x'.repeat(3_000_000)}\n`, 'the row is longer than 256 KB'],
  ])('%s is refused with a sentence', async (_case, content, sentence) => {
    const { code, err } = await load('customers', content);
    expect(code).toBe(1);
    expect(err).toContain(sentence);
    expect(err).not.toContain('\u001b');
  });

  test('a file of a French spreadsheet is read with --locale fr, and only then', async () => {
    const content =
      '\ufeffid;amount;due_date;created_at\r\nF-1;1 200,50 €;31/12/2026;01/11/2026\r\nF-2;80,5;2026-12-31;\r\n';
    const refused = await load('invoices', content, '--customer', 'Atlas');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('write it like 1250.50') });
    const read = await load('invoices', content, '--customer', 'Atlas', '--locale', 'fr');
    expect(read).toMatchObject({ code: 0, out: '2 added, 0 changed, 0 the same.\n' });
    expect(
      await all(`SELECT amount, due_date::text, created_at < '2026-11-02' AS old FROM invoices ORDER BY amount DESC`),
    ).toMatchObject([
      { amount: '1200.50', due_date: '2026-12-31', old: true },
      { amount: '80.50', due_date: '2026-12-31' },
    ]);
    const ambiguous = await load(
      'invoices',
      'id;amount;due_date\nF-3;1.250;\nF-4;5;12/31/2026\nF-5;5;1/2/26\n',
      '--customer',
      'Atlas',
      '--locale',
      'fr',
    );
    expect(ambiguous.err.split('\n')).toHaveLength(4);
    expect(ambiguous.code).toBe(1);
  });

  test('what the command does not know is a wrong call', async () => {
    expect(await load('customers', 'name\nX\n', '--customer', 'Atlas')).toMatchObject({ code: 2 });
    expect(await load('invoices', 'id,amount\n', '--customer', 'Atlas', '--locale', 'de')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--locale is "de", and must be fr'),
    });
    expect(await load('people', 'name\n')).toMatchObject({
      code: 2,
      err: expect.stringContaining('only customers, invoices'),
    });
  });
});
