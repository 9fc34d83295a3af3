import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { type OperatorDatabase, inOperatorTransaction, readMigrationStatus } from '#api/admin/operator-database.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { migrate, readMigrations } from '#api/db/migrate.ts';
import type { Files } from '#api/files/files.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { type BackedUpFiles, backUpFiles } from './backup-files.ts';

export type OnRows = (done: number, all: number) => void;

const batchSize = 1000;

/** Backs up all tables in one snapshot, while the database may be in use, and the files that its rows name. */
export async function createBackup(
  database: OperatorDatabase,
  file: string,
  onRows: OnRows,
  files?: Files,
): Promise<BackupHeader & { backedUpFiles?: BackedUpFiles }> {
  const { applied: migrations } = await readMigrationStatus(database.client);
  return inOperatorTransaction(
    database,
    async (client) => {
      const tables = await countRows(client);
      const createdAt = new Date().toISOString();
      const header: BackupHeader = {
        format: 'rempart-azur backup',
        version: 1,
        createdAt,
        engine: database.engine,
        migrations,
        tables,
      };
      // The files first: a backup with its final name has all of them. An older schema has none.
      const hasFiles = files !== undefined && tables.some(({ name }) => name === 'attachments');
      const backedUpFiles = hasFiles ? await backUpFiles(client, files, file) : undefined;
      await writeAtomically(file, writeLines(client, header, onRows));
      return { ...header, ...(backedUpFiles && { backedUpFiles }) };
    },
    'ISOLATION LEVEL REPEATABLE READ READ ONLY',
  );
}

async function countRows(client: ClientBase): Promise<BackupHeader['tables']> {
  const tables: BackupHeader['tables'] = [];
  for (const table of await backedUpTables(client)) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::integer FROM ${quoteNames([table.name])}`);
    tables.push({ ...table, rows: rows[0]?.count ?? 0 });
  }
  return tables;
}

async function* writeLines(client: ClientBase, header: BackupHeader, onRows: OnRows): AsyncGenerator<string> {
  const all = header.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  yield `${JSON.stringify(header)}\n`;
  for (const { name, columns } of header.tables) {
    yield `${JSON.stringify(name)}\n`;
    await client.query(
      `DECLARE rows NO SCROLL CURSOR FOR SELECT row_to_json(row)::text AS line FROM (SELECT ${quoteNames(columns)} FROM ${quoteNames([name])}) AS row`,
    );
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`FETCH ${batchSize} FROM rows`);
      if (rows.length === 0) break;
      yield rows.map(({ line }) => `${line}\n`).join('');
      done += rows.length;
      onRows(done, all);
    }
    await client.query('CLOSE rows');
  }
}

// Written under another name and flushed first: a file with the final name is complete.
async function writeAtomically(file: string, content: AsyncGenerator<string>): Promise<void> {
  const draft = `${file}.part`;
  try {
    await pipeline(content, createGzip({ level: 6 }), createWriteStream(draft, { mode: 0o600, flush: true }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new OperatorError(`The backup could not be written to ${file} (${code}): the partial file was deleted.`);
  }
}

/** The first line of a backup. Each table follows: a line with its name in quotes, then one JSON line per row. All of it is gzipped. */
const headerSchema = z.object({
  format: z.literal('rempart-azur backup'),
  version: z.literal(1),
  createdAt: z.string(),
  engine: z.enum(['embedded', 'postgresql']),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
});

export type BackupHeader = z.infer<typeof headerSchema>;

export function readHeader(line: string | undefined, file: string): BackupHeader {
  try {
    return headerSchema.parse(JSON.parse(line ?? ''));
  } catch {
    throw new OperatorError(`The file ${file} is not a backup that this version can read.`);
  }
}

interface TableShape {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

// `migrations` is in the header. Sessions, rate limits and job runs are useless elsewhere, and a stolen backup must not
// contain valid sessions.
const excluded = ['migrations', 'sessions', 'rate_limits', 'retention_runs'];

/** The tables of a backup, each after the ones it references. */
export async function backedUpTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { refers_to: string[] }>(
    `SELECT relname AS name,
      (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
      (SELECT coalesce(array_agg(DISTINCT confrelid::regclass::text), '{}') FROM pg_constraint
        WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid) AS refers_to
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL($1) ORDER BY relname`,
    [excluded],
  );
  const ordered: TableShape[] = [];
  const names = new Set(rows.map(({ name }) => name));
  while (ordered.length < rows.length) {
    const done = new Set(ordered.map(({ name }) => name));
    const ready = rows.filter(
      ({ name, refers_to: needed }) => !done.has(name) && needed.every((one) => done.has(one) || !names.has(one)),
    );
    if (ready.length === 0) throw new Error('The tables reference each other in a cycle.');
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
  }
  return ordered;
}

export const quoteNames = (names: string[]) => names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');

/** Skipped for an older schema without an audit log, and on a read-only replica. */
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

const restoredAtOnce = 500;

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
