import { beforeAll, expect, test } from 'vitest';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { call, writeCsv } from '#tests/support/cli.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

describeOperator(({ engine, operator }) => {
  beforeAll(async () => {
    await operator.makeCustomer('Atlas');
  });

  let files = 0;
  const load = (kind: string, content: string | Buffer, ...more: string[]) =>
    call(operator, 'import', kind, writeCsv(`import-${engine}-${(files += 1)}.csv`, content), ...more);
  const all = (text: string) =>
    inOperatorTransaction(operator, async (client) => (await client.query(text)).rows as Record<string, unknown>[]);

  test('customers are imported once, and a corrected file changes only differences', async () => {
    const content =
      'name;contact;email;phone;risk\nCabinet Masséna;Claire;claire@cabinet.example;+33 4;medium\n=cmd|calc;;;;\n';
    const dry = await load('customers', content, '--dry-run');
    expect(dry.out).toContain('line 2: add    Cabinet Masséna  name Cabinet Masséna, contact Claire');
    expect(dry.out).toContain('2 to add, 0 to change, 0 unchanged, 0 invalid. Dry run');
    expect(await all('SELECT name FROM customers')).toEqual([{ name: 'Atlas' }]);

    expect((await load('customers', content)).out).toBe('2 added, 0 changed, 0 unchanged.\n');
    expect((await load('customers', content)).out).toBe('0 added, 0 changed, 2 unchanged.\n');
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

  test('an invalid customer is reported by line and column, and none is imported', async () => {
    const bad = await load(
      'customers',
      'name,email\nNew & Sons,a@b.example\n,\nOther,nowhere\nNEW & SONS,\n6ba7b810-9dad-11d1-80b4-00c04fd430c8,\n',
    );
    expect(bad.code).toBe(1);
    expect(bad.err).toBe(
      'line 4: email is "nowhere", which is not an email address\n' +
        'line 5: name is the same as on line 2\n' +
        'line 6: name is an id, not a name\n',
    );
    expect(bad.out).toContain('Nothing was imported.');
    expect(await all(`SELECT FROM customers WHERE name LIKE 'New%'`)).toEqual([]);
  });

  test.each([
    ['a column of records', 'name,amount\nX,5\n', 'unknown column "amount"'],
    ['a column for the customer', 'name,customer\nX,Atlas\n', 'unknown column "customer"'],
    ['no name', 'contact\nX\n', 'the column "name" is missing'],
    ['an empty file', '', 'is empty'],
    ['an open quote', 'name,contact\n"X,5\n', 'never closed'],
    ['a NUL in a cell', 'name\nX\0Y\n', 'name contains a character that cannot be stored'],
    ['an escape sequence in the header', 'na\u001b[31mme\nX\n', 'unknown column "na [31mme"'],
    ['a row of megabytes', `name\n${'x'.repeat(3_000_000)}\n`, 'the row is longer than 256 KB'],
  ])('%s is rejected with a message', async (_case, content, message) => {
    const { code, err } = await load('customers', content);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err).not.toContain('\u001b');
  });

  test('a dry run shows the first rows, and with --verbose all of them', async () => {
    const content = `id,amount,status\n${Array.from({ length: 30 }, (_, at) => `D-${at},5,typo`).join('\n')}\n`;
    const short = await load('invoices', content, '--customer', 'Atlas', '--dry-run');
    expect(short.out.split('\n').filter((line) => line.startsWith('line '))).toHaveLength(20);
    expect(short.out).toContain('30 to add, 0 to change, 0 unchanged, 0 invalid. Dry run');
    expect(short.err).toContain('30 × status "typo": the portal does not know this value');
    const long = await load('invoices', content, '--customer', 'Atlas', '--dry-run', '--verbose');
    expect(long.out.split('\n').filter((line) => line.startsWith('line '))).toHaveLength(30);
  });

  test('a file of a French spreadsheet needs --locale fr', async () => {
    const content =
      '\ufeffid;amount;due_date;created_at\r\nF-1;1 200,50 €;31/12/2026;01/11/2026\r\nF-2;80,5;2026-12-31;\r\n';
    const rejected = await load('invoices', content, '--customer', 'Atlas');
    expect(rejected).toMatchObject({ code: 1, err: expect.stringContaining('write it like 1250.50') });
    const read = await load('invoices', content, '--customer', 'Atlas', '--locale', 'fr');
    expect(read).toMatchObject({ code: 0, out: '2 added, 0 changed, 0 unchanged.\n' });
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

  test('unknown arguments are usage errors', async () => {
    expect(await load('customers', 'name\nX\n', '--customer', 'Atlas')).toMatchObject({ code: 2 });
    expect(await load('invoices', 'id,amount\n', '--customer', 'Atlas', '--locale', 'de')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--locale is "de", but must be fr'),
    });
    expect(await load('people', 'name\n')).toMatchObject({
      code: 2,
      err: expect.stringContaining('use one of customers, invoices'),
    });
  });
});

describeOperator(({ engine, operator }) => {
  beforeAll(async () => {
    await operator.makeCustomer('Atlas');
    await operator.makeCustomer('Cabinet Masséna');
    for (const [kind, content] of Object.entries({
      invoices: 'customer,id,amount\nAtlas,F-1,5\nAtlas,F-2,7\n',
      contracts: 'customer,contract_number,title\nAtlas,C-1,Audit\n',
      payments: 'customer,payment_reference,amount,payment_date,payment_method\nAtlas,P-1,5,2026-01-01,check\n',
      licenses: 'customer,product_name,license_key,license_type\nAtlas,Suite,K-1,trial\n',
    }))
      await call(operator, 'import', kind, writeCsv(`${engine}-${kind}.csv`, content));
    // As before numbers were the seller's.
    await inOperatorTransaction(operator, (client) =>
      client.query(`INSERT INTO invoices (customer_id, number, amount, shares_number)
        SELECT id, 'F-1', 6, true FROM customers WHERE name = 'Cabinet Masséna'`),
    );
  });

  const remove = (...argv: string[]) => call(operator, 'records', 'delete', ...argv, '--reason', 'imported twice');
  const count = async (table: string) =>
    inOperatorTransaction(operator, async (client) => {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*)::integer FROM ${table}`);
      return rows[0]?.count;
    });

  test.each([
    ['invoices', 'F-2', 2],
    ['contracts', 'C-1', 0],
    ['payments', 'P-1', 0],
    ['licenses', 'K-1', 0],
  ])('%s: %s is shown, then deleted with --yes, with its reason in the audit log', async (kind, number, left) => {
    const shown = await remove(kind, number);
    expect(shown).toMatchObject({ code: 1, err: expect.stringContaining('add --yes') });
    expect(shown.out).toMatch(/^customer +Atlas$/m);
    expect(await count(kind)).toBe(left + 1);

    expect(await remove(kind, number, '--yes')).toMatchObject({ code: 0, err: '' });
    expect(await count(kind)).toBe(left);
    const [event] = (await call(operator, 'audit', '--event', 'records.deleted', '--limit', '1', '--json')).out.split(
      '\n',
    );
    expect(JSON.parse(event ?? '')).toMatchObject({
      actor: 'operator',
      customer: 'Atlas',
      entity: expect.stringMatching(new RegExp(`^${kind}:[\\da-f-]{36}$`)),
      details: { list: kind, named: number, reason: 'imported twice', by: expect.stringMatching(/./) },
    });
    expect(await remove(kind, number, '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`There is no record ${number}`),
    });
  });

  test('a number of two customers needs --customer or the id', async () => {
    expect(await remove('invoices', 'F-1', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('2 customers have a record F-1'),
    });
    const shown = await remove('invoices', 'F-1', '--customer', 'Cabinet Masséna', '--json');
    const { record, isDeleted } = JSON.parse(shown.out) as {
      record: { id: string; amount: string };
      isDeleted: boolean;
    };
    expect({ amount: record.amount, isDeleted }).toEqual({ amount: '6.00', isDeleted: false });
    expect((await remove('invoices', record.id, '--customer', 'Atlas', '--yes')).code).toBe(1);
    expect((await remove('invoices', record.id, '--yes')).code).toBe(0);
    expect(await count('invoices')).toBe(1);
  });

  test('hostile arguments delete nothing', async () => {
    for (const argument of ["' OR ''='", '%', 'F-1; DROP TABLE invoices', 'é'.repeat(5000), '\u001b[2J']) {
      const { code, err } = await remove('invoices', argument, '--yes');
      expect(code).toBe(1);
      expect(err).not.toContain('\u001b');
    }
    expect((await remove('tickets', 'TKT-1', '--yes')).code).toBe(2);
    expect((await call(operator, 'records', 'delete', 'invoices', 'F-1', '--yes')).err).toContain(
      '--reason is missing',
    );
    const long = await call(operator, 'records', 'delete', 'invoices', 'F-1', '--yes', '--reason', 'x'.repeat(501));
    expect(long).toMatchObject({ code: 2, err: expect.stringContaining('longer than 500') });
    expect(await count('invoices')).toBe(1);
  });
});
