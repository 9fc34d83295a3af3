import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { migrate, readMigrations } from '#api/db/migrate.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { migrationLevel } from '#api/admin/migration-status.ts';
import type { OperatorDatabase } from '#api/admin/operator-database.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import type { OnRows } from './back-up.ts';
import { type BackupHeader, readHeader } from './header.ts';
import { backedUpTables, quoted } from './tables.ts';

const batch = 500;

/** Fills an empty database, of either engine, from a backup of either; all of it, counted, or nothing. */
export async function restore(database: OperatorDatabase, file: string, onRows: OnRows): Promise<BackupHeader> {
  const lines = linesOf(file);
  const header = readHeader((await lines.next()).value as string | undefined, file);
  await prepareSchema(database.client, header);
  await inOperatorTransaction(database, async (client) => {
    await refuseUnlessEmpty(client);
    await load(client, header, lines, onRows).catch((error: unknown) => {
      // Bent bytes may be met as rows before the checksum at the end of the file tells.
      const isUnreadable = error instanceof SyntaxError || /^2[23]/.test((error as { code?: string }).code ?? '');
      throw isUnreadable ? damaged(file) : error;
    });
    await verify(client, header);
  });
  // What has come since the backup was made; then the planner's figures, which the embedded engine does not keep by itself.
  await migrate(database.client, readMigrations());
  await database.client.query('ANALYZE');
  return header;
}

/** The schema as it was when the backup was made: later migrations may change what was in it. */
async function prepareSchema(client: ClientBase, { migrations }: BackupHeader): Promise<void> {
  const known = readMigrations().slice(0, migrations.length);
  const isOurs = migrations.every(
    ({ name, checksum }, at) => known[at]?.name === name && known[at]?.checksum === checksum,
  );
  if (!isOurs)
    throw new OperatorError('The backup was made by another version of this server: restore it with that version.');
  const { applied } = await migrationLevel(client);
  if (applied.length > migrations.length) {
    throw new OperatorError(
      'The backup is older than the schema of this database: restore it into one that no server has opened yet, which is then brought up to date.',
    );
  }
  await migrate(client, known);
}

async function refuseUnlessEmpty(client: ClientBase): Promise<void> {
  for (const { name } of await backedUpTables(client)) {
    const { rows } = await client.query(`SELECT 1 FROM ${quoted([name])} LIMIT 1`);
    if (rows.length > 0) {
      throw new OperatorError(
        `The database is not empty (${name} has rows): a backup is restored into an empty one only.`,
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
    const [name, columns] = [quoted([table.name]), quoted(table.columns)];
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
    if (rows.length === batch) await flush();
  }
  await flush();
}

async function verify(client: ClientBase, { tables }: BackupHeader): Promise<void> {
  for (const { name, rows: expected } of tables) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::integer FROM ${quoted([name])}`);
    if (rows[0]?.count !== expected) {
      throw new OperatorError(
        `The backup promises ${expected} rows of ${name} and holds ${rows[0]?.count}: nothing was restored.`,
      );
    }
  }
}

const damaged = (file: string) => new OperatorError(`The file ${file} is damaged or not whole: nothing was restored.`);

async function* linesOf(file: string): AsyncGenerator<string> {
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
      throw damaged(file);
    }
    throw error;
  }
  if (rest !== '') yield rest;
}
