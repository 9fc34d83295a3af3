import type { ClientBase } from 'pg';

export interface TableShape {
  name: string;
  /** Those that can be written: the database computes the others. */
  columns: string[];
}

// `migrations` is in the header. Sessions, counters and when a job last ran are worth nothing in another place, and a stolen
// backup should open no door by itself.
const leftOut = ['migrations', 'sessions', 'rate_limits', 'retention_runs'];

/** Every table that a backup holds, each after those it refers to. */
export async function backedUpTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { refers_to: string[] }>(
    `SELECT relname AS name,
      (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
      (SELECT coalesce(array_agg(DISTINCT confrelid::regclass::text), '{}') FROM pg_constraint
        WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid) AS refers_to
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL($1) ORDER BY relname`,
    [leftOut],
  );
  const ordered: TableShape[] = [];
  const names = new Set(rows.map(({ name }) => name));
  while (ordered.length < rows.length) {
    const done = new Set(ordered.map(({ name }) => name));
    const ready = rows.filter(
      ({ name, refers_to: needed }) => !done.has(name) && needed.every((one) => done.has(one) || !names.has(one)),
    );
    if (ready.length === 0) throw new Error('The tables refer to each other in a circle.');
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
  }
  return ordered;
}

export const quoted = (names: string[]) => names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
