import { join } from 'node:path';
import pg from 'pg';
import type { OpenDatabase } from '../database-gate.ts';
import type { Settings } from '../env.ts';
import type { Log } from '../log.ts';
import { PlainStop } from '../plain-stop.ts';
import { ambientDatabase, type Orm } from './ambient.ts';
import { EmbeddedEngine } from './embedded/engine.ts';
import { lockFolder } from './embedded/folder-lock.ts';
import { migrate } from './migrate.ts';

export interface Database extends OpenDatabase {
  readonly pool: pg.Pool;
  readonly orm: Orm;
}

/** How to connect to one of the two engines, and what to let go of at the end. */
export interface Source {
  engine: Database['engine'];
  connection: pg.ClientConfig;
  connections: number;
  close(): Promise<void>;
}

/** Opens the database and brings its schema up to date. Throws a PlainStop where only the operator can help. */
export async function openDatabase(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>, log: Log): Promise<Database> {
  const source = settings.databaseUrl === undefined ? embedded(settings.dataDir) : server(settings.databaseUrl);
  return openSource(source, log);
}

function embedded(dataDir: string): Source {
  const unlock = lockFolder(dataDir);
  const engine = new EmbeddedEngine({ folder: join(dataDir, 'postgres') });
  return fromEngine(engine, () => engine.close().finally(unlock));
}

export function fromEngine(engine: EmbeddedEngine, close: () => Promise<void> = () => engine.close()): Source {
  return {
    engine: 'embedded',
    connection: { stream: engine.stream, user: 'postgres', database: 'postgres' },
    // One session, so one connection: two would be inside each other's transactions.
    connections: 1,
    close,
  };
}

export function server(connectionString: string): Source {
  return {
    engine: 'postgresql',
    connection: { connectionString, keepAlive: true, connectionTimeoutMillis: 5_000 },
    connections: 10,
    close: () => Promise.resolve(),
  };
}

export async function openSource(source: Source, log: Log): Promise<Database> {
  try {
    const applied = await migrateOnce(source);
    if (applied.length > 0) log.info({ migrations: applied }, 'the database has the newest schema');
  } catch (error) {
    await source.close();
    throw asPlainStop(error) ?? error;
  }
  const pool = new pg.Pool({
    ...source.connection,
    max: source.connections,
    idleTimeoutMillis: source.engine === 'embedded' ? 0 : 30_000,
    // A request waits for a free connection, and for an answer, but not for ever.
    connectionTimeoutMillis: 10_000,
    query_timeout: 20_000,
    pipeline: true,
    onConnect: prepareSession,
  });
  // A connection that breaks, idle or at work, is replaced by the next request, and what it was doing is rejected.
  // Without a listener on both, the event itself would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    engine: source.engine,
    pool,
    orm: ambientDatabase(pool),
    ping: async () => {
      await pool.query('SELECT 1');
    },
    close: async () => {
      await pool.end();
      await source.close();
    },
  };
}

async function migrateOnce(source: Source): Promise<string[]> {
  const client = new pg.Client(source.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await migrate(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

// The role that may read no customer's record: a request that forgot to put on its own is refused, and leaks nothing.
// The pool waits for the promise, though its types do not know of one.
function prepareSession(client: pg.ClientBase): unknown {
  return client.query(`SET ROLE portal_app; SET search_path = public; SET TIME ZONE 'UTC'; SET DateStyle = ISO;
    SET statement_timeout = 15000; SET lock_timeout = 10000; SET idle_in_transaction_session_timeout = 30000`);
}

const causes: Partial<Record<string, string>> = {
  '28P01': 'the password in DATABASE_URL is wrong',
  '28000': 'the user in DATABASE_URL may not connect',
  '3D000': 'the database that DATABASE_URL names does not exist',
  '42501': 'the user in DATABASE_URL must own the database and be allowed to create roles',
};

function asPlainStop(error: unknown): PlainStop | undefined {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  const why = causes[code ?? ''];
  return why === undefined ? undefined : new PlainStop(`The database cannot be used: ${why}.`, { cause: error });
}
