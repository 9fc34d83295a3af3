import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importRecords } from '#api/admin/import/import-records.ts';
import { recordKinds } from '#api/admin/import/record-kinds.ts';
import { inOperatorTransaction, openForOperator } from '#api/admin/operator-database.ts';
import { type ChaosRun, type Client, pick, repeat } from './client.ts';

const rows = 40;

/** An operator imports invoices; an interrupted import is repeated and must not duplicate rows. PostgreSQL only. */
export const imports: Client = {
  name: 'imports',
  run: async (chaos) => {
    const folder = mkdtempSync(join(tmpdir(), 'chaos-import-'));
    let pending: { file: string; ids: string[]; customer: string } | undefined;
    await repeat(chaos, 1500, async () => {
      pending ??= writeImportFile(chaos, folder);
      const tally = chaos.results.tally('imports');
      tally.sent += 1;
      try {
        await importFile(chaos, pending);
        tally.done += 1;
        pending.ids.forEach((id) => chaos.results.importedInvoices.add(id));
        pending = undefined;
      } catch {
        tally.unanswered += 1;
      }
    });
    rmSync(folder, { recursive: true });
  },
};

function writeImportFile({ target }: ChaosRun, folder: string) {
  const { id: customer, marker } = pick(target.customers);
  const ids = Array.from({ length: rows }, () => randomUUID());
  const file = join(folder, `${ids[0]}.csv`);
  writeFileSync(file, `id,amount,status\n${ids.map((id, at) => `${id},${at + 1}.50,${marker}`).join('\n')}\n`);
  return { file, ids, customer };
}

async function importFile({ target }: ChaosRun, { file, customer }: { file: string; customer: string }): Promise<void> {
  const kind = recordKinds.get('invoices');
  if (kind === undefined) throw new Error('There is no import of invoices.');
  const database = await openForOperator(target.operated);
  try {
    const summary = await inOperatorTransaction(database, (client) =>
      importRecords(client, { kind, file, customer, isDryRun: false, onRow: () => {}, onBytes: () => {} }),
    );
    if (summary.bad > 0) throw new Error('A row was rejected.');
  } finally {
    await database.close();
  }
}
