import type { ClientBase } from 'pg';
import { type OperatorDatabase, inOperatorTransaction, readMigrationStatus } from '#api/db/operator-database.ts';
import { migrate, readMigrations } from '#api/db/migrate.ts';
import type { Files } from '#api/files/files.ts';
import { OperatorError } from '#api/lib/errors.ts';
import type { OnRows } from './backup.ts';
import { restoreFiles } from './backup-files.ts';
import {
  type BackedUpFiles,
  type BackupHeader,
  type BackupReader,
  backedUpTables,
  corruptedError,
  filesLine,
  openBackup,
  quoteNames,
  readHeader,
} from './backup-format.ts';

const restoredAtOnce = 500;

interface RestoreRequest {
  database: OperatorDatabase;
  files: Files;
  onRows: OnRows;
  /** Restores a backup although files that its rows name were missing when it was made. */
  withoutFiles?: boolean;
}

/**
 * Restores a backup of either engine into an empty database of either engine: all rows, verified by count, and all files,
 * verified by hash, or no row. `-` reads standard input.
 */
export async function restore(
  file: string,
  { database, files, onRows, withoutFiles = false }: RestoreRequest,
): Promise<BackupHeader & BackedUpFiles> {
  const reader = openBackup(file);
  const header = readHeader(await reader.line(), reader.name);
  await prepareSchema(database.client, header);
  const restored = await inOperatorTransaction(database, async (client) => {
    await requireEmpty(client);
    // The sums of the rows are right: what sums them up again finds nothing to change at the end.
    await client.query('SET CONSTRAINTS ALL DEFERRED');
    try {
      await loadRows(client, header, reader, onRows);
      await verify(client, header);
      // Before the commit: a row never lacks its file.
      const end = await restoreFiles(reader, files);
      if (end.missing > 0 && !withoutFiles) throw missingFilesError(end);
      return end;
    } catch (error) {
      // Corrupted bytes may arrive as rows before the checksum at the end of the file is checked.
      const isUnreadable = error instanceof SyntaxError || /^2[23]/.test((error as { code?: string }).code ?? '');
      throw isUnreadable ? corruptedError(reader.name) : error;
    }
  });
  // Functions, and migrations since the backup; then statistics, as the embedded engine has no autovacuum.
  await migrate(database.client);
  await inOperatorTransaction(database, (client) => client.query(continueNumbers));
  await database.client.query('ANALYZE');
  return { ...header, ...restored };
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

async function requireEmpty(client: ClientBase): Promise<void> {
  for (const { name } of await backedUpTables(client)) {
    const { rows } = await client.query(`SELECT 1 FROM ${quoteNames([name])} LIMIT 1`);
    if (rows.length > 0) {
      throw new OperatorError(
        `The database is not empty (${name} has rows): a backup can only be restored into an empty one.`,
      );
    }
  }
}

async function loadRows(client: ClientBase, header: BackupHeader, reader: BackupReader, onRows: OnRows): Promise<void> {
  const all = header.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  let table: BackupHeader['tables'][number] | undefined;
  let rows: string[] = [];
  const flush = async () => {
    if (rows.length === 0 || table === undefined) return;
    const [name, columns] = [quoteNames([table.name]), quoteNames(table.columns)];
    await client.query(
      `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
      [`[${rows.join(',')}]`],
    );
    done += rows.length;
    rows = [];
    onRows(done, all);
  };
  for (let line = await reader.line(); line !== filesLine; line = await reader.line()) {
    if (line === undefined) throw corruptedError(reader.name);
    if (line.startsWith('"')) {
      await flush();
      const name: unknown = JSON.parse(line);
      table = header.tables.find((one) => one.name === name);
    } else rows.push(line);
    if (rows.length === restoredAtOnce) await flush();
  }
  await flush();
}

async function verify(client: ClientBase, { tables }: BackupHeader): Promise<void> {
  for (const { name, rows: expected } of tables) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::integer FROM ${quoteNames([name])}`);
    if (rows[0]?.count !== expected) {
      throw new OperatorError(
        `The backup should contain ${expected} rows of ${name} but contains ${rows[0]?.count}: nothing was restored.`,
      );
    }
  }
}
