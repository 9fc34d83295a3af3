import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importRecords } from '#api/admin/import/import-records.ts';
import { recordKinds } from '#api/admin/import/record-kinds.ts';
import { openForOperator } from '#api/admin/operator-database.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { type Actor, oneOf, repeatedly, type ChaosRun } from '#tests/resilience/chaos/chaos-test.ts';

const rows = 40;

/** The operator imports invoices; a file that was cut off is imported again, and must be there once. PostgreSQL only. */
export const imports: Actor = {
  name: 'imports',
  act: async (siege) => {
    const folder = mkdtempSync(join(tmpdir(), 'siege-import-'));
    let open: { file: string; ids: string[]; customer: string } | undefined;
    await repeatedly(siege, 1500, async () => {
      open ??= draft(siege, folder);
      const tally = siege.ledger.tally('imports');
      tally.asked += 1;
      try {
        await importFile(siege, open);
        tally.done += 1;
        open.ids.forEach((id) => siege.ledger.imported.add(id));
        open = undefined;
      } catch {
        tally.unanswered += 1;
      }
    });
    rmSync(folder, { recursive: true });
  },
};

function draft({ target }: ChaosRun, folder: string) {
  const { id: customer, mark } = oneOf(target.customers);
  const ids = Array.from({ length: rows }, () => randomUUID());
  const file = join(folder, `${ids[0]}.csv`);
  writeFileSync(file, `id,amount,status\n${ids.map((id, at) => `${id},${at + 1}.50,${mark}`).join('\n')}\n`);
  return { file, ids, customer };
}

async function importFile({ target }: ChaosRun, { file, customer }: { file: string; customer: string }): Promise<void> {
  const kind = recordKinds.get('invoices');
  if (kind === undefined) throw new Error('Invoices cannot be imported.');
  const database = await openForOperator(target.operated);
  try {
    const summary = await inOperatorTransaction(database, (client) =>
      importRecords(client, { kind, file, customer, isDryRun: false, onRow: () => {}, onBytes: () => {} }),
    );
    if (summary.bad > 0) throw new Error('A row was refused.');
  } finally {
    await database.close();
  }
}
