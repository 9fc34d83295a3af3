import { expect, test } from 'vitest';
import { maxImportRows } from '#contract/staff.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { previewImport } from './desk-import.ts';

describeApi(({ database, api }) => {
  const { desk } = setUpDesk(database, api);

  test('a file is read before its transaction begins, and one with too many rows needs none', async () => {
    const { id } = await makeCustomer(database, 'Patience');
    const caller = { sessionToken: (await desk({ permissions: ['records'] })).token };
    const query = { list: 'invoices', customerId: id } as const;
    const borrowed = () => database.pool.totalCount - database.pool.idleCount;
    const before = borrowed();
    const bytes = Buffer.from(`number,amount\n${'W-1,10.00\n'.repeat(10_000)}`);
    const whileRead: number[] = [];
    const slice = bytes.subarray.bind(bytes);
    bytes.subarray = (start, end) => {
      whileRead.push(borrowed() - before);
      return slice(start, end);
    };
    const plan = await previewImport(database, caller, { ...query, bytes });
    // Also those of the second batch.
    expect(plan.counts).toMatchObject({ added: 1, rejected: 9_999 });
    expect(whileRead.length).toBeGreaterThan(4);
    expect(new Set(whileRead)).toEqual(new Set([0]));
    // Every connection is busy.
    const busy = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()));
    try {
      const long = Buffer.from(`a,b\n${'a,1\n'.repeat(maxImportRows + 1)}`);
      await expect(previewImport(database, caller, { ...query, bytes: long })).rejects.toThrow(
        `The file has more than ${maxImportRows} rows.`,
      );
    } finally {
      for (const client of busy) client.release();
    }
  });
});
