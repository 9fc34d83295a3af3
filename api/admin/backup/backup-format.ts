import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { OperatorError } from '#api/lib/errors.ts';

/**
 * A backup is one gzipped file, so that rows and files cannot get separated:
 * - the header, a line of JSON;
 * - each table: a line with its name in quotes, then one JSON line per row;
 * - the line `["files"]`, then for each file a line of JSON followed by its bytes;
 * - the line `["end",{…}]` with the number of files.
 */
const headerSchema = z.object({
  format: z.literal('rempart-azur backup'),
  version: z.literal(2),
  createdAt: z.string(),
  engine: z.enum(['embedded', 'postgresql']),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
});

export type BackupHeader = z.infer<typeof headerSchema>;

export interface BackedUpFiles {
  files: number;
  /** Named by a row, and not in the storage or with other content: `check` reports them. */
  missing: number;
}

const endSchema = z.tuple([
  z.literal('end'),
  z.object({ files: z.number().int().nonnegative(), missing: z.number().int().nonnegative() }),
]);

export const filesLine = '["files"]';
export const endLine = (end: BackedUpFiles) => JSON.stringify(['end', end] satisfies z.infer<typeof endSchema>);
export const readEnd = (line: string): BackedUpFiles => endSchema.parse(JSON.parse(line))[1];

export function readHeader(line: string | undefined, name: string): BackupHeader {
  try {
    return headerSchema.parse(JSON.parse(line ?? ''));
  } catch {
    throw new OperatorError(`${name} is not a backup that this version can read.`);
  }
}

export const corruptedError = (name: string) =>
  new OperatorError(`${name} is corrupted or incomplete: nothing was restored.`);

export interface BackupReader {
  /** How messages call it. */
  name: string;
  /** The next line, or undefined at the end. */
  line(): Promise<string | undefined>;
  /** The next bytes, or fewer at the end. */
  bytes(count: number): AsyncGenerator<Uint8Array>;
}

/** `-` is standard input. */
export function openBackup(file: string): BackupReader {
  const name = file === '-' ? 'The standard input' : `The file ${file}`;
  const source = file === '-' ? process.stdin : createReadStream(file);
  const unzip = createGunzip();
  source.on('error', (error: Error) => unzip.destroy(error)).pipe(unzip);
  const chunks = unzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  const read = async (): Promise<boolean> => {
    const next = await chunks.next().catch((error: unknown) => {
      throw describeReadError(error, name);
    });
    if (next.done === true) return false;
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
    return true;
  };
  return {
    name,
    line: async () => {
      for (let searched = 0; ;) {
        const end = rest.indexOf(0x0a, searched);
        if (end !== -1) {
          const line = rest.toString('utf8', 0, end);
          rest = rest.subarray(end + 1);
          return line;
        }
        searched = rest.length;
        if (await read()) continue;
        // Only a file that was cut ends within a line.
        if (rest.length > 0) throw corruptedError(name);
        return undefined;
      }
    },
    bytes: async function* bytes(count) {
      for (let left = count; left > 0;) {
        if (rest.length === 0 && !(await read())) return;
        const chunk = rest.subarray(0, left);
        rest = rest.subarray(chunk.length);
        left -= chunk.length;
        yield chunk;
      }
    },
  };
}

function describeReadError(error: unknown, name: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === 'open' || syscall === 'read') return new OperatorError(`${name} cannot be read (${code}).`);
  return code?.startsWith('Z_') === true || message === 'unexpected end of file' ? corruptedError(name) : error;
}

interface TableShape {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

// Both tables of migrations are in the header. Sessions, rate limits and job runs are useless elsewhere, and a stolen backup must not
// contain valid sessions.
const excluded = [
  'migrations',
  'later_migrations',
  'sessions',
  'ended_sessions',
  'enrolment_codes',
  'upload_reservations',
  'rate_limits',
  'alerts',
  'retention_runs',
];

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
