import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockClasses } from '#api/db/lock-classes.ts';
import { type OperatorDatabase, openForOperator } from '#api/db/operator-database.ts';
import type { Settings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { quoteNames } from './backup-format.ts';

export type ScratchSettings = Pick<Settings, 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Settings, 'migrationDatabaseUrl' | 'backupScratchUrl'>>;

export interface Scratch {
  database: OperatorDatabase;
  /** For files. */
  folder: string;
}

/**
 * Lends an empty database of the same engine and a folder, and removes both afterwards, also those that a killed process left.
 * The caller holds the lock `proof`, so nobody else uses them.
 */
export async function withScratch<Result>(
  engine: OperatorDatabase['engine'],
  settings: ScratchSettings,
  work: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  const folder = join(settings.dataDir, 'backup-proof');
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  await removeFolder();
  try {
    if (engine === 'embedded')
      return await lend(() => openForOperator({ databaseUrl: undefined, dataDir: folder }, 'none'), folder, work);
    const { backupScratchUrl: url } = settings;
    return url === undefined
      ? await withNewDatabase(settings, folder, work)
      : await withGivenDatabase(url, folder, work);
  } finally {
    await removeFolder();
  }
}

async function lend<Result>(
  open: () => Promise<OperatorDatabase>,
  folder: string,
  work: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await work({ database, folder });
  } finally {
    await database.close();
  }
}

// One connection, the one that restores. It also marks the database as ours from the moment it exists.
const connectionLimit = 1;

/** With a connection of its own: databases cannot be created within a transaction, such as that of a backup. */
async function withNewDatabase<Result>(
  settings: ScratchSettings,
  folder: string,
  work: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  return lend(
    () => openForOperator(settings, 'none'),
    folder,
    ({ database }) => createAndLend(database, settings, folder, work),
  );
}

async function createAndLend<Result>(
  { client }: OperatorDatabase,
  { databaseUrl = '', migrationDatabaseUrl = databaseUrl }: ScratchSettings,
  folder: string,
  work: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  const { rows } = await client.query<{ name: string; role: string }>(
    `SELECT current_database() || '-proof' AS name, current_user AS role`,
  );
  const { name = '', role = '' } = rows[0] ?? {};
  const drop = async () => {
    const found = await client.query<{ is_ours: boolean }>(
      `SELECT datconnlimit = $2 AND pg_get_userbyid(datdba) = current_user AS is_ours FROM pg_database WHERE datname = $1`,
      [name, connectionLimit],
    );
    if (found.rows[0]?.is_ours === false)
      throw new OperatorError(`The database ${name} was not created by this command: rename it, or drop it yourself.`);
    if (found.rows.length > 0) await client.query(`DROP DATABASE ${quoteNames([name])} WITH (FORCE)`);
  };
  await drop();
  try {
    await client.query(
      `CREATE DATABASE ${quoteNames([name])} TEMPLATE template0 ENCODING 'UTF8' CONNECTION LIMIT ${connectionLimit}`,
    );
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new OperatorError(
      `The login ${role} may not create the database ${name}: run ALTER ROLE ${quoteNames([role])} CREATEDB, or name an empty database in BACKUP_SCRATCH_URL.`,
    );
  }
  try {
    const url = withDatabase(migrationDatabaseUrl, name);
    return await lend(() => openForOperator({ databaseUrl: url, dataDir: folder }, 'none'), folder, work);
  } finally {
    await drop();
  }
}

/** The same server and login, with another database. Not with URL, which knows no host names that are missing, as for a socket. */
export function withDatabase(url: string, name: string): string {
  const [, server = '', query = ''] = /^([a-z]+:\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/i.exec(url) ?? [];
  return `${server}/${encodeURIComponent(name)}${query}`;
}

const marker = 'Emptied by rempart-azur backup prove';

/** The operator's own: emptied before and after. A database that has tables and is not marked is refused. */
async function withGivenDatabase<Result>(
  url: string,
  folder: string,
  work: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  return lend(
    () => openForOperator({ databaseUrl: url, dataDir: folder }, 'none'),
    folder,
    async (scratch) => {
      const { client } = scratch.database;
      const { rows } = await client.query<{ is_free: boolean; is_usable: boolean }>(
        `SELECT pg_try_advisory_lock($2) AS is_free, coalesce(obj_description('public'::regnamespace, 'pg_namespace') = $1, false)
          OR NOT EXISTS (SELECT FROM pg_class WHERE relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_|^information_schema$')) AS is_usable`,
        [marker, lockClasses.proof],
      );
      // The caller holds the lock in the database that is backed up.
      if (rows[0]?.is_free !== true)
        throw new OperatorError('BACKUP_SCRATCH_URL is the database of the portal, or in use by another proof.');
      if (!rows[0].is_usable)
        throw new OperatorError(
          'The database of BACKUP_SCRATCH_URL is not empty: it must be one for this purpose alone.',
        );
      const empty = () =>
        client.query(
          `DROP SCHEMA IF EXISTS private, public CASCADE; CREATE SCHEMA public; COMMENT ON SCHEMA public IS '${marker}'`,
        );
      await empty();
      try {
        return await work(scratch);
      } finally {
        await empty();
      }
    },
  );
}
