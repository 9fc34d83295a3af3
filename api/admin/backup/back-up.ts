import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { OperatorError } from '#api/lib/errors.ts';
import { migrationLevel } from '#api/admin/migration-status.ts';
import type { OperatorDatabase } from '#api/admin/operator-database.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import type { BackupHeader } from './header.ts';
import { backedUpTables, quoted } from './tables.ts';

export type OnRows = (done: number, all: number) => void;

const batch = 1000;

/** Everything as it was at one moment, however busy the database: one snapshot for all tables. */
export async function backUp(database: OperatorDatabase, file: string, onRows: OnRows): Promise<BackupHeader> {
  const { applied: migrations } = await migrationLevel(database.client);
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
      await writeWhole(file, lines(client, header, onRows));
      return header;
    },
    'ISOLATION LEVEL REPEATABLE READ READ ONLY',
  );
}

async function countRows(client: ClientBase): Promise<BackupHeader['tables']> {
  const tables: BackupHeader['tables'] = [];
  for (const table of await backedUpTables(client)) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::integer FROM ${quoted([table.name])}`);
    tables.push({ ...table, rows: rows[0]?.count ?? 0 });
  }
  return tables;
}

async function* lines(client: ClientBase, header: BackupHeader, onRows: OnRows): AsyncGenerator<string> {
  const all = header.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  yield `${JSON.stringify(header)}\n`;
  for (const { name, columns } of header.tables) {
    yield `${JSON.stringify(name)}\n`;
    await client.query(
      `DECLARE rows NO SCROLL CURSOR FOR SELECT row_to_json(row)::text AS line FROM (SELECT ${quoted(columns)} FROM ${quoted([name])}) AS row`,
    );
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`FETCH ${batch} FROM rows`);
      if (rows.length === 0) break;
      yield rows.map(({ line }) => `${line}\n`).join('');
      done += rows.length;
      onRows(done, all);
    }
    await client.query('CLOSE rows');
  }
}

// Aside first, and flushed: a file under its own name is a whole backup.
async function writeWhole(file: string, content: AsyncGenerator<string>): Promise<void> {
  const draft = `${file}.part`;
  try {
    await pipeline(content, createGzip({ level: 6 }), createWriteStream(draft, { mode: 0o600, flush: true }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new OperatorError(`The backup could not be written to ${file} (${code}): nothing was kept of it.`);
  }
}
