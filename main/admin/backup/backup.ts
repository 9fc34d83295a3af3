import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { type OperatorDatabase, inOperatorTransaction, readMigrationStatus } from '#api/db/operator-database.ts';
import type { Files } from '#api/files/files.ts';
import { version } from '#api/lib/version.ts';
import {
  type BackedUpFiles,
  type BackupHeader,
  type Bytes,
  backedUpTables,
  filesLine,
  quoteNames,
  sumRows,
} from './backup-format.ts';
import { writeFiles } from './backup-files.ts';
import type { BackupStore } from './backup-store.ts';
import { encrypt } from './encryption.ts';
import { signEnd } from './signature.ts';
import type { OnRows } from './verify-backup.ts';

const batchSize = 1000;

interface BackupRequest {
  database: OperatorDatabase;
  files: Files;
  onRows: OnRows;
  /** Signs the backup. */
  key: string;
  /** Public keys of age, for which the backup is encrypted before it reaches the disk. */
  recipients?: readonly string[];
  /** Sees the backup on its way to the store, before it is encrypted. */
  tee?: (content: Bytes) => Bytes;
  /** Ends the backup, and nothing is left of it. */
  signal?: AbortSignal;
}

/** What was written. */
export interface MadeBackup extends BackupHeader, BackedUpFiles {
  size: number;
  sha256: string;
}

/** Writes all rows of one snapshot, while the database may be in use, and the files that they name. */
export async function createBackup(
  { store, name }: { store: BackupStore; name: string },
  { database, files, onRows, key, recipients = [], tee = (content) => content, signal }: BackupRequest,
): Promise<MadeBackup> {
  const { applied: migrations } = await readMigrationStatus(database.client);
  return inOperatorTransaction(
    database,
    async (client) => {
      const header: BackupHeader = {
        format: 'rempart-azur backup',
        version: 2,
        createdAt: new Date().toISOString(),
        product: version,
        engine: database.engine,
        migrations,
        tables: await countRows(client),
      };
      const backedUp: BackedUpFiles = { files: 0, missing: 0 };
      async function* content(): AsyncGenerator<Buffer | string> {
        yield* writeLines(client, header, onRows);
        yield `${filesLine}\n`;
        // An older schema has no files.
        if (header.tables.some((table) => table.name === 'attachments')) yield* writeFiles(client, files, backedUp);
      }
      const packed = tee(compress(withEnd(content(), backedUp, key)));
      const measured = new Measure();
      const sealed = recipients.length === 0 ? packed : encrypt(packed, recipients, signal);
      await store.write(name, measured.read(sealed), signal);
      return { ...header, ...backedUp, ...measured.result() };
    },
    'ISOLATION LEVEL REPEATABLE READ READ ONLY',
  );
}

/** The content and the line at its end, which signs all of it. */
async function* withEnd(content: AsyncIterable<Buffer | string>, backedUp: BackedUpFiles, key: string) {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  yield `${signEnd({ ...backedUp, sha256: hash.digest('hex') }, key)}\n`;
}

async function* compress(content: AsyncIterable<Buffer | string>): Bytes {
  const gzip = createGzip({ level: 6 });
  const fed = pipeline(content, gzip).then(
    () => undefined,
    (error: Error) => error,
  );
  try {
    for await (const chunk of gzip) yield chunk as Buffer;
    const failure = await fed;
    if (failure !== undefined) throw failure;
  } finally {
    gzip.destroy();
    // The content reads from the transaction, which must not end before it.
    await fed;
  }
}

class Measure {
  readonly #hash = createHash('sha256');
  #size = 0;

  async *read(content: Bytes): Bytes {
    for await (const chunk of content) {
      this.#hash.update(chunk);
      this.#size += chunk.length;
      yield chunk;
    }
  }

  result() {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
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
  const all = sumRows(header);
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
