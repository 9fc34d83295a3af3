import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isFolderName, isHashName } from '#api/files/file-storage.ts';
import {
  type BackedUpFiles,
  type BackupHeader,
  BackupError,
  alteredError,
  cutOffError,
  filesLine,
  parseOr,
  readEnd,
  readHeader,
  sumRows,
} from './backup-format.ts';
import type { BackupReader } from './read-backup.ts';
import { type Trust, judgeSignature } from './signature.ts';

const entrySchema = z.object({
  folder: z.string().refine(isFolderName),
  sha256: z.string().refine(isHashName),
  size: z.number().int().nonnegative(),
});
export type FileEntry = z.infer<typeof entrySchema>;

export type OnRows = (done: number, all: number) => void;

/** What is done with the content of a backup while it is read. */
export interface BackupVisitor {
  /** Rows of one table, as JSON. */
  onRows(table: BackupHeader['tables'][number], rows: string[]): Promise<void> | void;
  /** After the last row. */
  onAllRows?(): Promise<void>;
  /** Must read all its bytes. Returns what they were. */
  onFile(entry: FileEntry, content: AsyncGenerator<Uint8Array>): Promise<{ size: number; sha256: string }>;
}

const rowsAtOnce = 500;
// Rows can be long: together they must not fill the memory.
const charactersAtOnce = 4 * 1024 * 1024;

/** What is known of a backup once it was read to its end. */
export interface ReadToEnd extends BackedUpFiles {
  /** Why nobody can know who wrote it; undefined if its signature is right. */
  doubt: string | undefined;
}

/** Reads a backup after its header to the end, and verifies the rows of each table, the hash of every file and of the whole, and who wrote it. */
export async function visitBackup(
  reader: BackupReader,
  { header, trust }: { header: BackupHeader; trust: Trust },
  visitor: BackupVisitor,
  onProgress: OnRows,
): Promise<ReadToEnd> {
  await visitRows(reader, header, visitor, onProgress);
  await visitor.onAllRows?.();
  return visitFiles(reader, { header, trust }, visitor);
}

async function visitRows(reader: BackupReader, header: BackupHeader, visitor: BackupVisitor, onProgress: OnRows) {
  const { name } = reader;
  const all = sumRows(header);
  const left = new Map(header.tables.map((table) => [table.name, table.rows]));
  let done = 0;
  let table: BackupHeader['tables'][number] | undefined;
  let rows: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (rows.length === 0) return;
    if (table === undefined) throw alteredError(name);
    await visitor.onRows(table, rows);
    left.set(table.name, (left.get(table.name) ?? 0) - rows.length);
    done += rows.length;
    rows = [];
    characters = 0;
    onProgress(done, all);
  };
  for (let line = await reader.line(); line !== filesLine; line = await reader.line()) {
    if (line === undefined) throw cutOffError(name);
    if (line.startsWith('"')) {
      await flush();
      const found = parseOr<unknown>(name, () => JSON.parse(line));
      table = header.tables.find((one) => one.name === found);
    } else {
      rows.push(line);
      characters += line.length;
    }
    if (rows.length === rowsAtOnce || characters >= charactersAtOnce) await flush();
  }
  await flush();
  for (const { name: of, rows: expected } of header.tables) {
    const found = expected - (left.get(of) ?? 0);
    if (found !== expected)
      throw new BackupError(`${name} should contain ${expected} rows of ${of} but contains ${found}`);
  }
}

async function visitFiles(
  reader: BackupReader,
  { header, trust }: { header: BackupHeader; trust: Trust },
  visitor: BackupVisitor,
): Promise<ReadToEnd> {
  const { name } = reader;
  let count = 0;
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    if (line.startsWith('[')) {
      const end = parseOr(name, () => readEnd(line));
      const { files, missing, sha256 } = end;
      // 1.0.0 wrote neither its version nor a hash.
      const isWhole = sha256 === undefined ? header.product === undefined : sha256 === reader.hashBefore();
      if (files !== count || !isWhole || (await reader.line()) !== undefined) throw alteredError(name);
      return { files, missing, doubt: judgeSignature(name, { header, line, end }, trust) };
    }
    const entry = parseOr(name, () => entrySchema.parse(JSON.parse(line)));
    const found = await visitor.onFile(entry, reader.bytes(entry.size));
    if (found.size !== entry.size) throw cutOffError(name);
    if (found.sha256 !== entry.sha256) throw alteredError(name);
    count += 1;
  }
  throw cutOffError(name);
}

/** The tables whose rows name files, and the folder of each. */
const naming: Record<string, (row: Record<string, unknown>) => string> = {
  attachments: (row) => String(row['customer_id']),
  record_files: (row) => String(row['customer_id']),
  inbound_mails: () => 'mail',
};

function readRow(line: string): Record<string, unknown> {
  const row: unknown = JSON.parse(line);
  if (typeof row !== 'object' || row === null) throw new TypeError('Not a row.');
  return { ...row };
}

/** Reads the whole backup without a database. */
export async function verifyBackup(
  reader: BackupReader,
  trust: Trust,
  onProgress: OnRows,
): Promise<BackupHeader & ReadToEnd & { bytes: number }> {
  const header = readHeader(await reader.line(), reader.name);
  const named = new Set<string>();
  let bytes = 0;
  const visitor: BackupVisitor = {
    onRows: ({ name }, rows) => {
      for (const line of rows) {
        const row = parseOr(reader.name, () => readRow(line));
        const folder = naming[name]?.(row);
        if (folder !== undefined && typeof row['sha256'] === 'string') named.add(`${folder}/${row['sha256']}`);
      }
    },
    onFile: async (entry, content) => {
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of content) {
        hash.update(chunk);
        size += chunk.length;
      }
      bytes += size;
      if (!named.delete(`${entry.folder}/${entry.sha256}`)) throw alteredError(reader.name);
      return { size, sha256: hash.digest('hex') };
    },
  };
  const end = await visitBackup(reader, { header, trust }, visitor, onProgress);
  if (named.size !== end.missing) throw new BackupError(`${reader.name} lacks ${named.size} files that its rows name`);
  return { ...header, ...end, bytes };
}
