import type { ClientBase } from 'pg';
import { z } from 'zod';
import { OperatorError } from '#api/lib/errors.ts';

/**
 * A backup is one gzipped file, so that rows and files cannot get separated:
 * - the header, a line of JSON;
 * - each table: a line with its name in quotes, then one JSON line per row;
 * - the line `["files"]`, then for each file a line of JSON followed by its bytes;
 * - the line `["end",{…}]` with the number of files, the hash of everything before it, and an HMAC of both (signature.ts).
 */
const headerSchema = z.object({
  format: z.literal('rempart-azur backup'),
  version: z.literal(2),
  createdAt: z.iso.datetime(),
  /** The version of the product; 1.0.0 did not write it. */
  product: z.string().max(50).optional(),
  engine: z.enum(['embedded', 'postgresql']),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int().nonnegative() })),
});

export type BackupHeader = z.infer<typeof headerSchema>;

export interface BackedUpFiles {
  files: number;
  /** Named by a row, and not in the storage or with other content: `check` reports them. */
  missing: number;
}

const count = z.number().int().nonnegative();
const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`));
const endSchema = z.tuple([
  z.literal('end'),
  z.object({
    files: count,
    missing: count,
    /** 1.0.0 did not write it. */
    sha256: hex(64).optional(),
    /** 1.0.0 and 1.1.0 wrote neither of these: which key the HMAC was made with, and the HMAC. */
    key: hex(16).optional(),
    hmac: hex(64).optional(),
  }),
]);
export type End = z.infer<typeof endSchema>[1];

export const filesLine = '["files"]';
export const endLine = (end: End) => JSON.stringify(['end', end]);
export const readEnd = (line: string): End => endSchema.parse(JSON.parse(line))[1];

export function readHeader(line: string | undefined, name: string): BackupHeader {
  try {
    return headerSchema.parse(JSON.parse(line ?? ''));
  } catch {
    throw new BackupError(`${name} is not a backup that this version can read`);
  }
}

export const sumRows = ({ tables }: Pick<BackupHeader, 'tables'>) => tables.reduce((sum, { rows }) => sum + rows, 0);

/** What is wrong with a backup; `restore` adds that nothing was restored. */
export class BackupError extends OperatorError {
  override name = 'BackupError';
  readonly finding: string;

  constructor(finding: string) {
    super(`${finding}.`);
    this.finding = finding;
  }
}

export type Bytes = AsyncGenerator<Buffer, void, undefined>;

/** Reads JSON that a backup contains. */
export function parseOr<Result>(name: string, parse: () => Result): Result {
  try {
    return parse();
  } catch {
    throw alteredError(name);
  }
}

export const alteredError = (name: string) => new BackupError(`${name} was altered or is damaged`);
export const cutOffError = (name: string) => new BackupError(`${name} was cut off, or is not complete`);

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
  'outbound_holds',
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
