import type { ClientBase } from 'pg';
import { version as ownVersion } from '#api/lib/version.ts';

/** A migration that the database has. */
export interface Applied {
  name: string;
  checksum: string;
  /** The version that applied it; undefined for those of 1.0.0. */
  version?: string | undefined;
  /** Versions before this one cannot serve with it. */
  oldestVersion?: string | undefined;
}

/** The functions of version 1.0.0. */
const firstFunctions = '117222091d2f6dd552c9dc32ee026c3d82d1ad6d6775a383b4cd174027b05518';

/**
 * Two tables. Version 1.0.0 reads `migrations`, refuses to start on a name there that it does not know, and applies its own
 * functions where their checksum differs. What it can serve with is in `later_migrations` only, so that it starts.
 */
export async function createRecords(client: ClientBase): Promise<void> {
  const { hasBoth } = await findTables(client);
  if (hasBoth) return;
  await client.query(`CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS later_migrations (
    name text PRIMARY KEY, checksum text NOT NULL, version text NOT NULL, oldest_version text,
    applied_at timestamptz NOT NULL DEFAULT now());
  INSERT INTO migrations (name, checksum) VALUES ('functions', '${firstFunctions}')
    ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum`);
}

/** The newest migration of version 1.0.0. */
const firstRelease = '0034_lead_invitations.sql';

export async function recordMigration(
  client: ClientBase,
  { name, checksum, version, oldestVersion }: Applied,
): Promise<void> {
  if (name <= firstRelease || oldestVersion !== undefined)
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
  if (name > firstRelease)
    await client.query(
      'INSERT INTO later_migrations (name, checksum, version, oldest_version) VALUES ($1, $2, $3, $4)',
      [name, checksum, version, oldestVersion],
    );
}

async function findTables(client: ClientBase): Promise<{ hasFirst: boolean; hasBoth: boolean }> {
  const { rows } = await client.query<{ hasFirst: boolean; hasLater: boolean }>(
    `SELECT to_regclass('public.migrations') IS NOT NULL AS "hasFirst",
      to_regclass('public.later_migrations') IS NOT NULL AS "hasLater"`,
  );
  const hasFirst = rows[0]?.hasFirst === true;
  return { hasFirst, hasBoth: hasFirst && rows[0]?.hasLater === true };
}

interface Row {
  name: string;
  checksum: string;
  version: string | null;
  oldest_version: string | null;
}

/** What the database has, in order. An older schema, or none, has fewer tables. */
export async function readApplied(
  client: ClientBase,
): Promise<{ migrations: Applied[]; functions: { checksum: string; version: string } | undefined }> {
  const { hasFirst, hasBoth } = await findTables(client);
  if (!hasFirst) return { migrations: [], functions: undefined };
  const first = `SELECT name, checksum, NULL AS version, NULL AS oldest_version FROM migrations WHERE name <> 'functions'`;
  const { rows } = await client.query<Row>(
    hasBoth
      ? `SELECT * FROM (${first} AND name NOT IN (SELECT name FROM later_migrations)
          UNION ALL SELECT name, checksum, version, oldest_version FROM later_migrations) AS both_tables ORDER BY name COLLATE "C"`
      : `${first} ORDER BY name COLLATE "C"`,
  );
  const all = rows.map(({ name, checksum, version, oldest_version }) => ({
    name,
    checksum,
    ...(version === null ? {} : { version }),
    ...(oldest_version === null ? {} : { oldestVersion: oldest_version }),
  }));
  const functions = all.find(({ name }) => name === 'functions');
  return {
    migrations: all.filter(({ name }) => name !== 'functions'),
    functions: functions && { checksum: functions.checksum, version: functions.version ?? '' },
  };
}

const numbersOf = (version: string) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);

/** False where one of them is not a release: a development version applies what it has. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  if (one === undefined || other === undefined) return false;
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}

/** Whether a version that does not have this migration can serve with it. */
export function canServe(own: string, { version, oldestVersion }: Applied): boolean {
  if (version === undefined) return false;
  return oldestVersion === undefined || own === oldestVersion || isNewer(own, oldestVersion);
}

/** The newest version that changed the schema, if it is newer than this one. */
export async function readNewerVersion(client: ClientBase, own = ownVersion): Promise<string | undefined> {
  const { migrations, functions } = await readApplied(client);
  let newest = own;
  for (const { version = '' } of [...migrations, ...(functions === undefined ? [] : [functions])])
    if (isNewer(version, newest)) newest = version;
  return newest === own ? undefined : newest;
}
