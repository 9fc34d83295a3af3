import { join } from 'node:path';
import pg from 'pg';
import { type OpenDatabase, watchPool } from './database-handle.ts';
import type { DatabaseSettings } from '#api/lib/env.ts';
import type { Log } from '#api/lib/log.ts';
import { destroySocket, withTransaction } from './transaction.ts';
import { createTransactionAwareDb, type Orm } from './transaction-context.ts';
import { EmbeddedEngine, lockFolder } from './embedded/engine.ts';
import { migrate } from './migrate.ts';
import { readNewerVersion } from './migration-records.ts';
import { fromSqlState, isConnectionError, OperatorError } from '#api/lib/errors.ts';
import { createListener, listenStatement, type Notifications, notificationsOfPool } from './notifications.ts';
import { assertDirect, assertOwnSession, assertSameSession, setLoginDefaults, UnnamedClient } from './pooler.ts';
import { prepareServingLogin } from './serving-login.ts';

export interface Database extends OpenDatabase {
  readonly pool: pg.Pool;
  readonly orm: Orm;
  readonly notifications: Notifications;
  /** Runs `work` as the owner of the tables, on a connection outside the pool; PostgreSQL only. */
  withOwner<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
}

/** How to connect to one of the two engines, and how to release it. */
export interface Source {
  engine: Database['engine'];
  /** The login that serves requests. */
  connection: pg.ClientConfig;
  /** The login that owns the tables and migrates; the same where there is only one. */
  owner: pg.ClientConfig;
  /** The serving login past a pooler in transaction mode; undefined where `connection` has sessions of its own. */
  direct?: pg.ClientConfig | undefined;
  /** Whether statements are prepared under their names. */
  hasNames?: boolean;
  connections: number;
  /** Frees the memory that migrations took, where the engine would keep it. */
  shrink?(): Promise<void>;
  close(): Promise<void>;
}

/** In milliseconds. */
export interface Timeouts {
  /** For a connection, new or free. */
  connect: number;
  /** Measured by the driver, which then abandons the connection: longer than `statement`, which PostgreSQL measures. */
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

/** Opens the database and applies migrations. Throws an OperatorError where only the operator can help. */
export async function openDatabase(
  { databaseUrl, migrationDatabaseUrl, listenDatabaseUrl, hasPreparedStatements, dataDir }: DatabaseSettings,
  log: Log,
): Promise<Database> {
  if (databaseUrl === undefined) return openSource(embedded(dataDir), log);
  const source = server(databaseUrl, migrationDatabaseUrl, listenDatabaseUrl);
  const database = await openSource({ ...source, hasNames: hasPreparedStatements ?? source.hasNames ?? true }, log);
  if (migrationDatabaseUrl === undefined || migrationDatabaseUrl === databaseUrl) {
    log.warn(
      'DATABASE_URL is the login that owns the tables, so that an injected statement would have all its rights: ' +
        'set MIGRATION_DATABASE_URL to it, and DATABASE_URL to a login without rights.',
    );
  }
  return database;
}

function embedded(dataDir: string): Source {
  const unlock = lockFolder(dataDir);
  const engine = new EmbeddedEngine({ folder: join(dataDir, 'postgres') });
  return { ...fromEngine(engine, () => engine.close().finally(unlock)), shrink: () => engine.restart() };
}

export function fromEngine(engine: EmbeddedEngine, close: () => Promise<void> = () => engine.close()): Source {
  const connection = { stream: engine.stream, user: 'postgres', database: 'postgres' };
  // One session, so one connection: two would share transactions.
  return { engine: 'embedded', connection, owner: connection, connections: 1, close };
}

export function server(url: string, migrationUrl = url, listenUrl?: string): Source {
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
    direct: listenUrl === undefined ? undefined : to(listenUrl),
    hasNames: listenUrl === undefined,
    connections: 10,
    close: () => Promise.resolve(),
  };
}

export async function openSource(
  source: Source,
  log: Log,
  { connect, query, stuckAfter, ...sessionTimeouts }: Timeouts = defaultTimeouts,
): Promise<Database> {
  const settings = sessionDefaults(sessionTimeouts);
  try {
    const { applied, newer } = await withConnection(source.owner, async (owner) => {
      await assertSession(source, 'owner', owner);
      const migrated = await migrate(owner, undefined, undefined, undefined, (reason) => log.warn(reason));
      await withTransaction(owner, (client) => client.query('SELECT restart_changes()'), { role: 'portal_operator' });
      return { applied: migrated, newer: await readNewerVersion(owner) };
    }).catch(fromSqlState(connectionErrors(source, 'owner')));
    if (newer !== undefined)
      log.warn({ newer }, 'a newer version migrated the database, and this one serves with its schema');
    if (applied.length > 0) {
      log.info({ migrations: applied }, 'the database has the newest schema');
      await source.shrink?.();
    }
    if (hasTwoLogins(source)) await prepareLogin(source, settings, newer !== undefined);
  } catch (error) {
    await source.close();
    throw error;
  }
  const isEmbedded = source.engine === 'embedded';
  const setSession = setStatements({ role: 'portal_app', ...settings });
  const pool = new pg.Pool({
    ...source.connection,
    max: source.connections,
    // Longer than the minute between two reads of the queue, so that an instance at rest keeps its last connection.
    idleTimeoutMillis: isEmbedded ? 0 : 90_000,
    // Limits how long a request waits for a connection and for a response.
    connectionTimeoutMillis: connect,
    query_timeout: query,
    pipeline: true,
    ...(source.hasNames === false && { Client: UnnamedClient }),
    // The default role has no access to tenant tables, so a missing SET ROLE fails closed.
    // The pool awaits the promise, which its types do not have.
    ...(source.direct === undefined && {
      onConnect: (client): unknown => client.query(isEmbedded ? `${setSession}; ${listenStatement}` : setSession),
    }),
  });
  // A connection that breaks is replaced by the next request; its query is rejected. Without listeners on both, the error
  // event would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Otherwise the pool would wait for a silent database to close the connection before it serves waiting requests.
  pool.on('release', (error: unknown, client) => {
    if (error === true || isConnectionError(error)) destroySocket(client);
  });
  const notifications = isEmbedded
    ? notificationsOfPool(pool)
    : createListener({ connection: source.direct ?? source.connection, log });
  const pingDirectly = () =>
    withConnection({ ...source.connection, query_timeout: connect }, (client) => client.query('SELECT 1'));
  return {
    engine: source.engine,
    pool,
    orm: createTransactionAwareDb(pool),
    notifications,
    ping: async () => {
      await pool.query('SELECT 1');
    },
    ...(isEmbedded ? {} : { isStuck: watchPool({ pool, pingDirectly, stuckAfter, log }) }),
    withOwner: (work) =>
      withConnection({ ...source.owner, query_timeout: query }, async (client) => {
        await client.query(setStatements(settings));
        return work(client);
      }),
    close: async () => {
      await notifications.close();
      await pool.end();
      await source.close();
    },
  };
}

const hasTwoLogins = ({ connection, owner }: Source) => connection.connectionString !== owner.connectionString;

function settingOf(source: Source, login: 'owner' | 'connection'): string {
  if (login === 'owner' && (hasTwoLogins(source) || source.direct !== undefined)) return 'MIGRATION_DATABASE_URL';
  return source.direct === undefined ? 'DATABASE_URL' : 'LISTEN_DATABASE_URL';
}

/** Migrations and session settings need a connection that keeps its session. */
async function assertSession(source: Source, login: 'owner' | 'connection', client: pg.ClientBase): Promise<void> {
  if (source.engine === 'embedded') return;
  const setting = settingOf(source, login);
  if (source.direct !== undefined) return assertDirect(client, setting);
  await assertOwnSession(client, setting, (work) => withConnection(source[login], work));
}

const prepareLogin = (source: Source, settings: Record<string, string>, isNewer: boolean) =>
  withConnection(source.direct ?? source.connection, async (serving) => {
    await assertSession(source, 'connection', serving);
    await withConnection(source.owner, (owner) => prepareServingLogin(owner, serving, { isNewer }));
    if (source.direct === undefined) return;
    await setLoginDefaults(serving, { role: 'portal_app', ...settings });
    await withConnection(source.connection, (pooled) => assertSameSession(serving, pooled));
  }).catch(fromSqlState(connectionErrors(source, 'connection')));

/** What every session has, by the names of PostgreSQL. */
const sessionDefaults = ({
  statement,
  lock,
  idleInTransaction,
}: Pick<Timeouts, 'statement' | 'lock' | 'idleInTransaction'>): Record<string, string> => ({
  search_path: 'public, pg_temp',
  timezone: "'UTC'",
  datestyle: 'ISO',
  // Statements are short. Where the planner overestimates one, compiling it takes a hundred times as long as running it.
  jit: 'off',
  statement_timeout: `${statement}`,
  lock_timeout: `${lock}`,
  idle_in_transaction_session_timeout: `${idleInTransaction}`,
});

const setStatements = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `SET ${name} = ${value}`)
    .join('; ');

/** Runs `work` on a connection outside the pool. */
async function withConnection<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
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

/** What the SQLSTATEs of a failed connection mean to the operator. */
function connectionErrors(source: Source, login: 'owner' | 'connection') {
  const setting = settingOf(source, login);
  const because = (reason: string) => (cause: Error) =>
    new OperatorError(`The database cannot be used: ${reason}.`, { cause });
  return {
    '28P01': because(`the password in ${setting} is wrong`),
    '28000': because(`the user in ${setting} is not allowed to connect`),
    '3D000': because(`the database in ${setting} does not exist`),
    '42501': because(`the user in ${setting} must own the database and be allowed to create roles`),
  };
}
