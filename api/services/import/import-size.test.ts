import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { describeOperator } from '#tests/support/fixtures.ts';
import { recordKinds } from './fields.ts';
import { importRecords } from './import-records.ts';

const folder = mkdtempSync(join(tmpdir(), 'import-'));
let files = 0;

interface Work {
  read: number;
  inserted: number;
}

async function countWork(client: ClientBase, table: string): Promise<Work> {
  const { rows } = await client.query<Work>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read, n_tup_ins::integer AS inserted
    FROM pg_stat_xact_user_tables WHERE relname = $1`,
    [table],
  );
  return rows[0] ?? { read: 0, inserted: 0 };
}

describeOperator(async ({ operator }) => {
  const customer = await operator.makeCustomer('Cabinet Masséna');

  /** The rows of the table that the import itself reads and writes. */
  async function workOf(table: string, content: string): Promise<Work> {
    const file = join(folder, `${(files += 1)}.csv`);
    writeFileSync(file, content);
    const kind = recordKinds.get(table);
    if (kind === undefined) throw new Error(table);
    return inOperatorTransaction(operator, async (client) => {
      const before = await countWork(client, table);
      await importRecords(client, { kind, file, customer, isDryRun: false, onRow: () => {}, onBytes: () => {} });
      const after = await countWork(client, table);
      return { read: after.read - before.read, inserted: after.inserted - before.inserted };
    });
  }

  test.each([
    ['invoices', 'number,amount', (at: number) => `F-${at},5`],
    ['payments', 'payment_reference,amount,payment_date,payment_method', (at: number) => `P-${at},5,2026-01-01,cash`],
  ])('an import of %s reads the table once per batch, also after a small one', async (table, header, line) => {
    // Several batches.
    const count = 12_000;
    await workOf(table, `${header}\n${line(0)}\n`);
    await operator.client.query(`ANALYZE ${table}`);
    const lines = Array.from({ length: count }, (_, at) => line(at + 1));
    const { read, inserted } = await workOf(table, `${header}\n${lines.join('\n')}\n`);
    expect(inserted).toBe(count);
    expect(read).toBeLessThan(10 * count);
  });

  test('nothing is written where a row is invalid by itself', async () => {
    const lines = Array.from({ length: 600 }, (_, at) => `G-${at},5`);
    expect(await workOf('invoices', `number,amount\n${lines.join('\n')}\nG-600,bad\n`)).toMatchObject({ inserted: 0 });
  });
});
