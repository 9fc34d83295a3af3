import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedEngine, lockFolder } from '#api/db/embedded/engine.ts';
import {
  foreignMigrationError,
  functionsChecksum,
  functionsName,
  migrate,
  readFunctions,
  readMigrations,
} from './migrate.ts';
import { type Applied, canServe, isNewer, readApplied } from './migration-records.ts';
import { type Rollback, withTransaction } from './transaction.ts';
import type { DatabaseSettings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { operatorName } from '#api/lib/operator-name.ts';
import { version } from '#api/lib/version.ts';

/** One connection, for one command at a time. */
export interface OperatorDatabase {
  engine: 'embedded' | 'postgresql';
  client: pg.ClientBase;
  close(): Promise<void>;
}

/**
 * - `current`: the newest schema. Created in an empty database; an older one is an error, since migrating is up to the server.
 * - `any`: any schema, e.g. for a backup before an upgrade.
 * - `none`: an empty database, to restore into.
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

export async function prepare(
  { client }: OperatorDatabase,
  needed: NeededSchema,
  operator = operatorName(),
): Promise<void> {
  await client.query(
    `SET search_path = public, pg_temp; SET TIME ZONE 'UTC'; SET DateStyle = ISO; SET jit = off; SET statement_timeout = 0;
    SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 10000`,
  );
  // Every event of this connection names them (audit-log.ts).
  await client.query(`SELECT set_config('app.operator', $1, false)`, [operator]);
  const { applied, pending, foreign } = await readMigrationStatus(client);
  if (needed === 'any' && applied.length === 0) {
    throw new OperatorError('The database is empty: start the server once, or restore a backup into it.');
  }
  if (needed !== 'current') return;
  const [first] = foreign;
  if (first !== undefined) throw foreignMigrationError(first, first === applied[0]);
  if (applied.length === 0) await migrate(client);
  else if (pending.length > 0) {
    throw new OperatorError(
      `The database is older than this version (it lacks ${pending.join(', ')}): start the server once, which migrates it.`,
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
  // A broken connection is reported by its query; without a listener the event would end the process.
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

export interface MigrationStatus {
  applied: Applied[];
  /** Known to this version and not yet applied. */
  pending: string[];
  /** Applied, and changed since, or unknown to this version, which cannot serve with it. */
  foreign: Applied[];
}

export async function readMigrationStatus(client: pg.ClientBase): Promise<MigrationStatus> {
  const { migrations: applied, functions } = await readApplied(client);
  const known = readMigrations();
  const isApplied = ({ name }: { name: string }) => applied.some((one) => one.name === name);
  const isForeign = (one: Applied) => {
    const own = known.find(({ name }) => name === one.name);
    return own === undefined ? !canServe(version, one) : own.checksum !== one.checksum;
  };
  const hasFunctions =
    functions !== undefined &&
    (functions.checksum === functionsChecksum(readFunctions()) || isNewer(functions.version, version));
  return {
    applied,
    pending: [
      ...known.filter((one) => !isApplied(one)).map(({ name }) => name),
      ...(hasFunctions ? [] : [functionsName]),
    ],
    foreign: applied.filter(isForeign),
  };
}

/** One transaction as the operator, who has access to the records of every customer. */
export const inOperatorTransaction = <T>(
  { client }: Pick<OperatorDatabase, 'client'>,
  work: (client: pg.ClientBase) => Promise<T | Rollback<T>>,
  mode = '',
): Promise<T> => withTransaction(client, work, { role: 'portal_operator', mode });
