import { beforeAll, expect, test } from 'vitest';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { call, writeCsv } from '#tests/support/cli.ts';
import { describeOperator } from '#tests/support/operator.ts';

describeOperator(({ engine, operator }) => {
  beforeAll(async () => {
    await operator.makeCustomer('Atlas');
    await operator.makeCustomer('Cabinet Masséna');
    for (const [kind, content] of Object.entries({
      invoices: 'customer,id,amount\nAtlas,F-1,5\nCabinet Masséna,F-1,6\nAtlas,F-2,7\n',
      contracts: 'customer,contract_number,title\nAtlas,C-1,Audit\n',
      payments: 'customer,payment_reference,amount,payment_date,payment_method\nAtlas,P-1,5,2026-01-01,check\n',
      licenses: 'customer,product_name,license_key,license_type\nAtlas,Suite,K-1,trial\n',
    }))
      await call(operator, 'import', kind, writeCsv(`${engine}-${kind}.csv`, content));
  });

  const remove = (...words: string[]) => call(operator, 'records', 'delete', ...words, '--reason', 'imported twice');
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
  ])('%s: %s is shown, then deleted with --yes, and the audit log keeps why', async (kind, number, left) => {
    const asked = await remove(kind, number);
    expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('say --yes') });
    expect(asked.out).toMatch(/^customer +Atlas$/m);
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

  test('a number that two customers have is deleted for the one that is named, and the id says it all', async () => {
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

  test('hostile words delete nothing', async () => {
    for (const word of ["' OR ''='", '%', 'F-1; DROP TABLE invoices', 'é'.repeat(5000), '\u001b[2J']) {
      const { code, err } = await remove('invoices', word, '--yes');
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
