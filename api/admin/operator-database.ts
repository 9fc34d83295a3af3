import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedEngine } from '#api/db/embedded/engine.ts';
import { lockFolder } from '#api/db/embedded/folder-lock.ts';
import { migrate, readMigrations } from '#api/db/migrate.ts';
import type { DatabaseSettings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { migrationLevel } from './migration-status.ts';

/** One connection, for one command at a time. */
export interface OperatorDatabase {
  engine: 'embedded' | 'postgresql';
  client: pg.ClientBase;
  close(): Promise<void>;
}

/**
 * - `current`: the newest schema. A database that no server has opened yet gets it; an older one is left as it is, since
 *   bringing it up to date is for the server that will use it.
 * - `any`: whatever is there, to look at or to back up before an upgrade.
 * - `none`: nothing yet, to restore into.
 */
export type NeededSchema = 'current' | 'any' | 'none';

export async function openForOperator(
  { databaseUrl, migrationDatabaseUrl, dataDir }: DatabaseSettings,
  needed: NeededSchema = 'current',
): Promise<OperatorDatabase> {
  const database =
    databaseUrl === undefined ? await embedded(dataDir) : await server(migrationDatabaseUrl ?? databaseUrl);
  try {
    await prepare(database, needed);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

export async function prepare({ client }: OperatorDatabase, needed: NeededSchema): Promise<void> {
  await client.query(
    `SET search_path = public, pg_temp; SET TIME ZONE 'UTC'; SET DateStyle = ISO; SET statement_timeout = 0;
    SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 10000`,
  );
  const { applied, pending, foreign } = await migrationLevel(client);
  if (needed === 'any' && applied.length === 0) {
    throw new OperatorError('The database is empty: start the server once, or restore a backup into it.');
  }
  if (needed !== 'current') return;
  if (foreign.length > 0) {
    throw new OperatorError(
      `The database was created by another version of this server, which has a migration ${foreign[0]}: use that version, or another database.`,
    );
  }
  if (applied.length === 0) await migrate(client, readMigrations());
  else if (pending.length > 0) {
    throw new OperatorError(
      `The database is older than this version (it lacks ${pending.join(', ')}): start the server once, which brings it up to date.`,
    );
  }
}

async function embedded(dataDir: string): Promise<OperatorDatabase> {
  const unlock = lockOrExplain(dataDir);
  const engine = new EmbeddedEngine({ folder: join(dataDir, 'postgres') });
  const close = () => engine.close().finally(unlock);
  const client = new pg.Client({
    stream: engine.stream as unknown as () => never,
    user: 'postgres',
    database: 'postgres',
  });
  return connected('embedded', client, close);
}

function lockOrExplain(dataDir: string): () => void {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    if (error instanceof OperatorError && error.message.includes('in use')) {
      throw new OperatorError(
        `The data folder ${dataDir} is in use, and the embedded database serves one process at a time: ` +
          'stop the server, run this command, then start it again.',
      );
    }
    throw error;
  }
}

function server(connectionString: string): Promise<OperatorDatabase> {
  const client = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 10_000 });
  return connected('postgresql', client, () => Promise.resolve());
}

async function connected(
  engine: OperatorDatabase['engine'],
  client: pg.Client,
  release: () => Promise<void>,
): Promise<OperatorDatabase> {
  // A connection that breaks is told by the query that it breaks; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await release();
    throw new OperatorError(
      `The database cannot be opened: ${(error as Error).message || (error as NodeJS.ErrnoException).code}.`,
      {
        cause: error,
      },
    );
  }
  const close = async () => {
    await client.end().catch(() => undefined);
    await release();
  };
  return { engine, client, close };
}
