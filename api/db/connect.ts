import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { OpenDatabase } from './database-handle.ts';
import type { DatabaseSettings } from '#api/lib/env.ts';
import type { Log } from '#api/lib/log.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { createTransactionAwareDb, type Orm } from './transaction-context.ts';
import { EmbeddedEngine } from './embedded/engine.ts';
import { lockFolder } from './embedded/folder-lock.ts';
import { migrate } from './migrate.ts';
import { isConnectionError } from './errors.ts';
import { admitServingLogin } from './serving-login.ts';
import { watchPool } from './watch-pool.ts';

export interface Database extends OpenDatabase {
  readonly pool: pg.Pool;
  readonly orm: Orm;
  /** Work with the rights of the owner of the tables, on a connection of its own; PostgreSQL only. */
  withOwner<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
}

/** How to connect to one of the two engines, and what to let go of at the end. */
export interface Source {
  engine: Database['engine'];
  /** Who serves. */
  connection: pg.ClientConfig;
  /** Who owns the tables and migrates; the same where there is one login only. */
  owner: pg.ClientConfig;
  connections: number;
  close(): Promise<void>;
}

/** In milliseconds. */
export interface Timeouts {
  /** For a connection, new or free. */
  connect: number;
  /** For the response, measured here: the connection is given up. Longer than `statement`, which PostgreSQL measures. */
  query: number;
  statement: number;
  lock: number;
  idleInTransaction: number;
  /** See watchPool. */
  stuckAfter: number;
}

const defaultTimeouts: Timeouts = {
  connect: 10_000,
  query: 20_000,
  statement: 15_000,
  lock: 10_000,
  idleInTransaction: 30_000,
  stuckAfter: 30_000,
};

/** Opens the database and brings its schema up to date. Throws a OperatorError where only the operator can help. */
export async function openDatabase(
  { databaseUrl, migrationDatabaseUrl, dataDir }: DatabaseSettings,
  log: Log,
): Promise<Database> {
  if (databaseUrl === undefined) return openSource(embedded(dataDir), log);
  const database = await openSource(server(databaseUrl, migrationDatabaseUrl), log);
  if (migrationDatabaseUrl === undefined || migrationDatabaseUrl === databaseUrl) {
    log.warn(
      'DATABASE_URL names the login that owns the tables, so a request could be tricked into using its rights: ' +
        'set MIGRATION_DATABASE_URL to it, and DATABASE_URL to a login without any.',
    );
  }
  return database;
}

function embedded(dataDir: string): Source {
  const unlock = lockFolder(dataDir);
  const engine = new EmbeddedEngine({ folder: join(dataDir, 'postgres') });
  return fromEngine(engine, () => engine.close().finally(unlock));
}

export function fromEngine(engine: EmbeddedEngine, close: () => Promise<void> = () => engine.close()): Source {
  const connection = { stream: engine.stream, user: 'postgres', database: 'postgres' };
  // One session, so one connection: two would be inside each other's transactions.
  return { engine: 'embedded', connection, owner: connection, connections: 1, close };
}

export function server(url: string, migrationUrl = url): Source {
  const to = (connectionString: string) => ({
    connectionString,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
  });
  return {
    engine: 'postgresql',
    connection: to(url),
    owner: to(migrationUrl),
    connections: 10,
    close: () => Promise.resolve(),
  };
}

export async function openSource(
  source: Source,
  log: Log,
  { connect, query, stuckAfter, ...ofSession }: Timeouts = defaultTimeouts,
): Promise<Database> {
  try {
    const applied = await connected(source.owner, migrate).catch(explain(source, 'owner'));
    if (applied.length > 0) log.info({ migrations: applied }, 'the database has the newest schema');
    if (hasTwoLogins(source)) {
      await connected(source.connection, (serving) =>
        connected(source.owner, (owner) => admitServingLogin(owner, serving)),
      ).catch(explain(source, 'connection'));
    }
  } catch (error) {
    await source.close();
    throw error;
  }
  const pool = new pg.Pool({
    ...source.connection,
    max: source.connections,
    idleTimeoutMillis: source.engine === 'embedded' ? 0 : 30_000,
    // A request waits for a free connection, and for an answer, but not for ever.
    connectionTimeoutMillis: connect,
    query_timeout: query,
    pipeline: true,
    // The role that may read no customer's record: a request that forgot to put on its own is refused, and leaks nothing.
    // The pool waits for the promise, though its types do not know of one.
    onConnect: (client): unknown => client.query(`SET ROLE portal_app; ${sessionText(ofSession)}`),
  });
  // A connection that breaks, idle or at work, is replaced by the next request, and what it was doing is rejected.
  // Without a listener on both, the event itself would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  // The pool says goodbye and waits for an answer, which a silent database never gives, before it serves who waits.
  pool.on('release', (error: unknown, client) => {
    if (error === true || isConnectionError(error)) destroySocket(client);
  });
  const askDirectly = () =>
    connected({ ...source.connection, query_timeout: connect }, (client) => client.query('SELECT 1'));
  return {
    engine: source.engine,
    pool,
    orm: createTransactionAwareDb(pool),
    ping: async () => {
      await pool.query('SELECT 1');
    },
    ...(source.engine === 'embedded' ? {} : { isStuck: watchPool({ pool, askDirectly, stuckAfter, log }) }),
    withOwner: (work) =>
      connected({ ...source.owner, query_timeout: query }, async (client) => {
        await client.query(sessionText(ofSession));
        return work(client);
      }),
    close: async () => {
      await pool.end();
      await source.close();
    },
  };
}

const hasTwoLogins = ({ connection, owner }: Source) => connection.connectionString !== owner.connectionString;

const sessionText = ({
  statement,
  lock,
  idleInTransaction,
}: Pick<Timeouts, 'statement' | 'lock' | 'idleInTransaction'>) =>
  `SET search_path = public, pg_temp; SET TIME ZONE 'UTC'; SET DateStyle = ISO; SET statement_timeout = ${statement};
    SET lock_timeout = ${lock}; SET idle_in_transaction_session_timeout = ${idleInTransaction}`;

/** Work on a connection of its own, outside of the pool. */
async function connected<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } catch (error) {
    if (isConnectionError(error)) destroySocket(client);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

// The driver's types do not know it; a test in batch.test.ts notices when it goes away.
const destroySocket = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();

const causes = (setting: string): Partial<Record<string, string>> => ({
  '28P01': `the password in ${setting} is wrong`,
  '28000': `the user in ${setting} may not connect`,
  '3D000': `the database that ${setting} names does not exist`,
  '42501': `the user in ${setting} must own the database and be allowed to create roles`,
});

const explain =
  (source: Source, who: 'owner' | 'connection') =>
  (error: unknown): never => {
    const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    const setting = who === 'owner' && hasTwoLogins(source) ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL';
    const why = error instanceof OperatorError ? undefined : causes(setting)[code ?? ''];
    throw why === undefined ? error : new OperatorError(`The database cannot be used: ${why}.`, { cause: error });
  };
