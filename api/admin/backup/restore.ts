import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { migrate, readMigrations } from '#api/db/migrate.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { type OperatorDatabase, inOperatorTransaction, readMigrationStatus } from '#api/admin/operator-database.ts';
import { type BackupHeader, type OnRows, backedUpTables, quoteNames, readHeader } from './backup.ts';

const batchSize = 500;

/** Restores a backup of either engine into an empty database of either engine: all rows, verified by count, or none. */
export async function restore(database: OperatorDatabase, file: string, onRows: OnRows): Promise<BackupHeader> {
  const lines = readLines(file);
  const header = readHeader((await lines.next()).value as string | undefined, file);
  await prepareSchema(database.client, header);
  await inOperatorTransaction(database, async (client) => {
    await requireEmpty(client);
    await load(client, header, lines, onRows).catch((error: unknown) => {
      // Corrupted bytes may arrive as rows before the checksum at the end of the file is checked.
      const isUnreadable = error instanceof SyntaxError || /^2[23]/.test((error as { code?: string }).code ?? '');
      throw isUnreadable ? corruptedError(file) : error;
    });
    await verify(client, header);
  });
  // Migrations since the backup; then statistics, as the embedded engine has no autovacuum.
  await migrate(database.client, readMigrations());
  await database.client.query('ANALYZE');
  return header;
}

/** Creates the schema of the backup: later migrations may transform its rows. */
async function prepareSchema(client: ClientBase, { migrations }: BackupHeader): Promise<void> {
  const known = readMigrations().slice(0, migrations.length);
  const isOurs = migrations.every(
    ({ name, checksum }, at) => known[at]?.name === name && known[at]?.checksum === checksum,
  );
  if (!isOurs)
    throw new OperatorError('The backup was made by another version of this server: restore it with that version.');
  const { applied } = await readMigrationStatus(client);
  if (applied.length > migrations.length) {
    throw new OperatorError(
      'The backup is older than the schema of this database: restore it into a new database, which is then migrated.',
    );
  }
  await migrate(client, known);
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

async function load(
  client: ClientBase,
  header: BackupHeader,
  lines: AsyncGenerator<string>,
  onRows: OnRows,
): Promise<void> {
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
  for await (const line of lines) {
    if (line.startsWith('"')) {
      await flush();
      const name: unknown = JSON.parse(line);
      table = header.tables.find((one) => one.name === name);
    } else rows.push(line);
    if (rows.length === batchSize) await flush();
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

const corruptedError = (file: string) =>
  new OperatorError(`The file ${file} is corrupted or incomplete: nothing was restored.`);

async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    const unzipped = createReadStream(file).on('error', (error) => unzip.destroy(error));
    const unzip = createGunzip();
    for await (const chunk of unzipped.pipe(unzip).setEncoding('utf8')) {
      const parts = (rest + String(chunk)).split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === 'open' || syscall === 'read') throw new OperatorError(`The file ${file} cannot be read (${code}).`);
    if (code?.startsWith('Z_') === true || (error as Error).message === 'unexpected end of file') {
      throw corruptedError(file);
    }
    throw error;
  }
  if (rest !== '') yield rest;
}
