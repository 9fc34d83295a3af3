import { recordOperatorEvent } from '#api/db/audit-log.ts';
import type { OperatorDatabase } from '#api/admin/operator-database.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import type { BackupHeader } from './header.ts';

/** Where it can be told: a backup may come from an older schema, or from a copy of the database that is only read. */
export async function recordBackup(
  database: OperatorDatabase,
  event: 'backup.made' | 'backup.restored',
  { tables, createdAt }: BackupHeader,
): Promise<void> {
  const { rows } = await database.client.query<{ is: boolean }>(
    `SELECT to_regclass('audit_events') IS NOT NULL AND NOT pg_is_in_recovery() AS is`,
  );
  if (rows[0]?.is !== true) return;
  const details = { rows: tables.reduce((sum, table) => sum + table.rows, 0), asOf: createdAt };
  await inOperatorTransaction(database, (client) => recordOperatorEvent(client, { event, details }));
}
