import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { type OperatorDatabase, inOperatorTransaction } from '#api/db/operator-database.ts';
import { OperatorError } from '#api/lib/errors.ts';
import type { MadeBackup } from './backup.ts';
import { type BackupHeader, sumRows } from './backup-format.ts';
import type { ReadToEnd } from './verify-backup.ts';

/**
 * What happened to backups is in the audit log, from which the desk, checks, metrics and alerts read it. There is none in an
 * older schema, in a database that is empty and on a read-only replica.
 */
async function canRecord({ client }: OperatorDatabase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `SELECT to_regclass('audit_events') IS NOT NULL AND NOT pg_is_in_recovery() AS is`,
  );
  return rows[0]?.is === true;
}

async function record(database: OperatorDatabase, event: Parameters<typeof recordOperatorEvent>[1]): Promise<void> {
  if (await canRecord(database)) await inOperatorTransaction(database, (client) => recordOperatorEvent(client, event));
}

export const recordBackup = (database: OperatorDatabase, name: string, made: MadeBackup) =>
  record(database, {
    event: 'backup.made',
    details: {
      rows: sumRows(made),
      files: made.files,
      asOf: made.createdAt,
      name,
      bytes: made.size,
      sha256: made.sha256,
    },
  });

export const recordRestore = (database: OperatorDatabase, restored: BackupHeader & ReadToEnd) =>
  record(database, {
    event: 'backup.restored',
    details: { rows: sumRows(restored), asOf: restored.createdAt, signed: restored.doubt === undefined ? 'yes' : 'no' },
  });

/** `name` is undefined for standard input. */
export const recordProof = (database: OperatorDatabase, name: string | undefined, proven: BackupHeader & ReadToEnd) =>
  record(database, {
    event: 'backup.proven',
    details: {
      rows: sumRows(proven),
      files: proven.files,
      asOf: proven.createdAt,
      ...(name !== undefined && { name }),
      ...(proven.doubt !== undefined && { signed: 'no' }),
    },
  });

/** Operators are alerted until the same succeeds. Never fails itself: the reason of the failure is what must be seen. */
export async function recordFailure(
  database: OperatorDatabase,
  event: 'backup.failed' | 'backup.proof_failed',
  error?: unknown,
): Promise<void> {
  // Other messages may quote a row.
  const details = error instanceof OperatorError ? { reason: error.message.slice(0, 500) } : {};
  await record(database, { event, details }).catch(() => undefined);
}

/** Names of backups that were restored and checked. */
export async function readProvenNames(database: OperatorDatabase): Promise<Set<string>> {
  if (!(await canRecord(database))) return new Set();
  const { rows } = await inOperatorTransaction(database, (client) =>
    client.query<{ name: string }>(
      `SELECT DISTINCT details->>'name' AS name FROM audit_events WHERE event = 'backup.proven' AND details ? 'name'`,
    ),
  );
  return new Set(rows.map(({ name }) => name));
}
