import type { ClientBase } from 'pg';
import { holdOutbound } from '../outbound/outbound-hold.ts';
import { type OperatorDatabase, inOperatorTransaction, readMigrationStatus } from '#api/db/operator-database.ts';
import { migrate, readMigrations } from '#api/db/migrate.ts';
import type { Files } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { OperatorError } from '#api/lib/errors.ts';
import {
  type BackedUpFiles,
  type BackupHeader,
  BackupError,
  alteredError,
  backedUpTables,
  quoteNames,
  readHeader,
} from './backup-format.ts';
import type { BackupReader } from './read-backup.ts';
import type { Trust } from './signature.ts';
import { type BackupVisitor, type FileEntry, type OnRows, type ReadToEnd, visitBackup } from './verify-backup.ts';

interface RestoreRequest {
  database: OperatorDatabase;
  files: Files;
  trust: Trust;
  onRows: OnRows;
  /** After all rows and files, before they are committed: throws if they should not be. */
  beforeCommit?: (client: ClientBase) => Promise<void>;
  /** Restores a backup although files that its rows name were missing when it was made. */
  withoutFiles?: boolean;
}

/**
 * Restores a backup of either engine into an empty database of either engine: all rows, verified by count, and all files,
 * verified by hash, or no row. The copy contacts nobody until `resume`.
 */
export async function restore(
  reader: BackupReader,
  { database, files, trust, onRows, beforeCommit, withoutFiles = false }: RestoreRequest,
): Promise<BackupHeader & ReadToEnd> {
  // Bytes that are altered near the beginning are found before the first row.
  const line = await reader.line().catch((error: unknown) => {
    throw describeFailure(error, reader.name);
  });
  const header = readHeader(line, reader.name);
  await prepareSchema(database.client, header);
  const restored = await inOperatorTransaction(database, async (client) => {
    await requireEmpty(client, header);
    // The sums of the rows are right: what sums them up again finds nothing to change at the end.
    await client.query('SET CONSTRAINTS ALL DEFERRED');
    const visitor: BackupVisitor = {
      onRows: (table, rows) => insertRows(client, table, rows),
      onAllRows: () => verifyCounts(client, header),
      // Before the commit: a row never lacks its file.
      onFile: (entry, content) => restoreFile(files, entry, content),
    };
    try {
      const end = await visitBackup(reader, { header, trust }, visitor, onRows);
      if (end.missing > 0 && !withoutFiles) throw missingFilesError(end);
      await beforeCommit?.(client);
      await holdOutbound(client, { asOf: header.createdAt, isSigned: end.doubt === undefined });
      return end;
    } catch (error) {
      throw describeFailure(error, reader.name);
    }
  });
  // Functions, and migrations since the backup; then statistics, as the embedded engine has no autovacuum.
  await migrate(database.client);
  await inOperatorTransaction(database, (client) => client.query(continueNumbers));
  await database.client.query('ANALYZE');
  return { ...header, ...restored };
}

/** Altered bytes may arrive as rows before the end of the file is verified. */
function describeFailure(error: unknown, name: string): unknown {
  const isRejected = /^2[23]/.test((error as { code?: string }).code ?? '');
  const cause = isRejected ? alteredError(name) : error;
  return cause instanceof BackupError ? new OperatorError(`${cause.finding}: nothing was restored.`) : cause;
}

async function insertRows(client: ClientBase, table: BackupHeader['tables'][number], rows: string[]): Promise<void> {
  const [name, columns] = [quoteNames([table.name]), quoteNames(table.columns)];
  await client.query(
    `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
    [`[${rows.join(',')}]`],
  );
}

async function restoreFile(files: Files, { folder, sha256, size }: FileEntry, content: AsyncGenerator<Uint8Array>) {
  const received = await receiveFile({ ...files, diskReserve: 0 }, content, size);
  if (received.size === size && received.sha256 === sha256) await files.storage.store(folder, received);
  await received.discard();
  return received;
}

/** A sequence is not a row: the next ticket gets a number that none has. */
const continueNumbers = `SELECT setval('short_ticket_numbers', max(short_number)) FROM tickets HAVING max(short_number) IS NOT NULL`;

const missingFilesError = ({ files, missing }: BackedUpFiles) =>
  new OperatorError(
    `The backup has ${files} files and lacks ${missing} that its rows name, which were not in the storage: nothing was restored. ` +
      'Use an earlier backup, or restore this one with --without-files.',
  );

/** Creates the tables of the backup: later migrations may transform its rows. */
async function prepareSchema(client: ClientBase, { migrations }: BackupHeader): Promise<void> {
  const known = readMigrations().slice(0, migrations.length);
  const isOurs = migrations.every(
    ({ name, checksum }, at) => known[at]?.name === name && known[at]?.checksum === checksum,
  );
  if (migrations[0]?.name !== known[0]?.name)
    throw new OperatorError('The backup is from before the first release and cannot be restored by this version.');
  if (!isOurs)
    throw new OperatorError('The backup was made by another version of this server: restore it with that version.');
  const { applied } = await readMigrationStatus(client);
  if (applied.length > migrations.length) {
    throw new OperatorError(
      'The backup is older than the schema of this database: restore it into a new database, which is then migrated.',
    );
  }
  await migrate(client, known, []);
}

async function requireEmpty(client: ClientBase, header: BackupHeader): Promise<void> {
  const tables = await backedUpTables(client);
  // Such as sessions, which no backup has.
  const foreign = header.tables.find(({ name }) => !tables.some((table) => table.name === name));
  if (foreign !== undefined)
    throw new OperatorError(
      `The backup has a table ${foreign.name}, which no backup of this product has: nothing was restored.`,
    );
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT 1 FROM ${quoteNames([name])} LIMIT 1`);
    if (rows.length > 0) {
      throw new OperatorError(
        `The database is not empty (${name} has rows): a backup can only be restored into an empty one.`,
      );
    }
  }
}

async function verifyCounts(client: ClientBase, { tables }: BackupHeader): Promise<void> {
  for (const { name, rows: expected } of tables) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::integer FROM ${quoteNames([name])}`);
    if (rows[0]?.count !== expected) {
      throw new OperatorError(
        `The backup should contain ${expected} rows of ${name} but contains ${rows[0]?.count}: nothing was restored.`,
      );
    }
  }
}
