import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { type OperatorDatabase, inOperatorTransaction, readMigrationStatus } from '#api/db/operator-database.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import type { Files } from '#api/files/files.ts';
import { OperatorError } from '#api/lib/errors.ts';
import {
  type BackedUpFiles,
  type BackupHeader,
  backedUpTables,
  endLine,
  filesLine,
  quoteNames,
} from './backup-format.ts';
import { writeFiles } from './backup-files.ts';
import { encrypt } from './encrypt.ts';

export type OnRows = (done: number, all: number) => void;

const batchSize = 1000;

interface BackupRequest {
  database: OperatorDatabase;
  files: Files;
  onRows: OnRows;
  /** The key of GnuPG for which the backup is encrypted before it reaches the disk. */
  recipient?: string | undefined;
}

/** Writes all rows of one snapshot, while the database may be in use, and the files that they name. */
export async function createBackup(
  file: string,
  { database, files, onRows, recipient }: BackupRequest,
): Promise<BackupHeader & BackedUpFiles> {
  const { applied: migrations } = await readMigrationStatus(database.client);
  return inOperatorTransaction(
    database,
    async (client) => {
      const header: BackupHeader = {
        format: 'rempart-azur backup',
        version: 2,
        createdAt: new Date().toISOString(),
        engine: database.engine,
        migrations,
        tables: await countRows(client),
      };
      const backedUp: BackedUpFiles = { files: 0, missing: 0 };
      async function* content(): AsyncGenerator<Buffer | string> {
        yield* writeLines(client, header, onRows);
        yield `${filesLine}\n`;
        // An older schema has no files.
        if (header.tables.some(({ name }) => name === 'attachments')) yield* writeFiles(client, files, backedUp);
        yield `${endLine(backedUp)}\n`;
      }
      await writeAtomically(file, content(), recipient);
      return { ...header, ...backedUp };
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
async function writeAtomically(file: string, content: AsyncIterable<Buffer | string>, recipient?: string) {
  const draft = `${file}.part`;
  try {
    const target = createWriteStream(draft, { mode: 0o600, flush: true });
    const gzip = createGzip({ level: 6 });
    if (recipient === undefined) await pipeline(content, gzip, target);
    else await encrypt(recipient, content, gzip, target);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new OperatorError(`The backup could not be written to ${file} (${code}): the partial file was deleted.`);
  }
}

export function recordBackup(
  database: OperatorDatabase,
  event: 'backup.made' | 'backup.restored',
  { tables, createdAt }: BackupHeader,
): Promise<void> {
  const details = { rows: tables.reduce((sum, table) => sum + table.rows, 0), asOf: createdAt };
  return recordEventOf(database, { event, details });
}

/** No backup, or one that lacks files: operators are alerted until there is a complete one. */
export const recordBackupFailure = (database: OperatorDatabase): Promise<void> =>
  recordEventOf(database, { event: 'backup.failed' });

/** Skipped for an older schema without an audit log, and on a read-only replica. */
async function recordEventOf(
  database: OperatorDatabase,
  event: Parameters<typeof recordOperatorEvent>[1],
): Promise<void> {
  const { rows } = await database.client.query<{ is: boolean }>(
    `SELECT to_regclass('audit_events') IS NOT NULL AND NOT pg_is_in_recovery() AS is`,
  );
  if (rows[0]?.is !== true) return;
  await inOperatorTransaction(database, (client) => recordOperatorEvent(client, event));
}
