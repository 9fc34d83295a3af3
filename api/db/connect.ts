import { join } from 'node:path';
import pg from 'pg';
import type { Settings } from '../env.ts';
import type { Log } from '../log.ts';
import { PlainStop } from '../plain-stop.ts';
import { ambientDatabase, type Orm } from './ambient.ts';
import { EmbeddedEngine } from './embedded/engine.ts';
import { lockFolder } from './embedded/folder-lock.ts';
import { GatedPool } from './gated-pool.ts';
import { migrate } from './migrate.ts';
import { isOutage } from './outage.ts';

export interface Database {
  engine: 'embedded' | 'postgres';
  /** Settled once: the schema is in place, or it never will be (a PlainStop says why). Until then work is refused. */
  ready: Promise<void>;
  pool: pg.Pool;
  orm: Orm;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** What opens connections to one of the two engines, and what must be let go of after them. */
export interface Source {
  engine: Database['engine'];
  connection: pg.ClientConfig;
  connections: number;
  open(): Promise<void>;
  close(): Promise<void>;
}

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDir'>;

export function openDatabase(settings: DatabaseSettings, log: Log): Database {
  return openSource(settings.databaseUrl === undefined ? embedded(settings.dataDir) : server(settings.databaseUrl), log);
}

export function embedded(dataDir: string): Source {
  const unlock = lockFolder(dataDir);
  const engine = new EmbeddedEngine({ folder: join(dataDir, 'postgres') });
  return fromEngine(engine, async () => {
    await engine.close();
    unlock();
  });
}

export function fromEngine(engine: EmbeddedEngine, close: () => Promise<void> = () => engine.close()): Source {
  return {
    engine: 'embedded',
    connection: { stream: engine.stream as unknown as NonNullable<pg.ClientConfig['stream']>, user: 'postgres', database: 'postgres' },
    // One session, so one connection: two would be inside each other's transactions.
    connections: 1,
    open: () => engine.open(),
    close,
  };
}

export function server(connectionString: string): Source {
  return {
    engine: 'postgres',
    connection: { connectionString, keepAlive: true, connectionTimeoutMillis: 5_000, query_timeout: 20_000 },
    connections: 10,
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

export function openSource(source: Source, log: Log): Database {
  const pool = new GatedPool({
    ...source.connection,
    max: source.connections,
    idleTimeoutMillis: source.engine === 'embedded' ? 0 : 30_000,
    // A request waits for a free connection, not for ever.
    connectionTimeoutMillis: 10_000,
    pipeline: true,
    onConnect: prepareSession,
  });
  // An idle connection that breaks is replaced by the next request; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));

  let isClosing = false;
  const ready = prepare(source, log, () => isClosing).then(() => pool.openGate());
  ready.catch(() => undefined);

  return {
    engine: source.engine,
    ready,
    pool,
    orm: ambientDatabase(pool),
    ping: async () => {
      await pool.query('SELECT 1');
    },
    close: async () => {
      isClosing = true;
      await ready.catch(() => undefined);
      await pool.end();
      await source.close();
    },
  };
}

// Nothing but what every request needs: a forgotten role then meets « permission denied » instead of a leak.
async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(`SET ROLE portal_app; SET search_path = public; SET TIME ZONE 'UTC'; SET DateStyle = ISO;
    SET statement_timeout = 15000; SET lock_timeout = 10000; SET idle_in_transaction_session_timeout = 30000`);
}

async function prepare(source: Source, log: Log, isClosing: () => boolean): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await source.open();
      await migrateOnce(source, log);
      return;
    } catch (error) {
      if (isClosing() || source.engine === 'embedded' || !isOutage(error)) throw asPlainStop(error);
      if (attempt === 0) log.warn({ err: error }, 'the database does not answer; trying again until it does');
      await new Promise((resolve) => setTimeout(resolve, Math.min(250 * 2 ** attempt, 5_000)));
    }
  }
}

async function migrateOnce(source: Source, log: Log): Promise<void> {
  // Without the time limit of requests: a migration may wait for another copy's.
  const client = new pg.Client({ ...source.connection, query_timeout: 0 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const applied = await migrate(client);
    if (applied.length > 0) log.info({ migrations: applied }, 'the database has the newest schema');
  } finally {
    await client.end().catch(() => undefined);
  }
}

const causes: Record<string, string> = {
  '28P01': 'the password in DATABASE_URL is wrong',
  '28000': 'the user in DATABASE_URL may not connect',
  '3D000': 'the database that DATABASE_URL names does not exist',
  '42501': 'the user in DATABASE_URL needs the right to create roles and to own the database',
};

function asPlainStop(error: unknown): PlainStop {
  if (error instanceof PlainStop) return error;
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  const why = causes[code ?? ''];
  return new PlainStop(`The database cannot be used: ${why ?? (error as Error).message}.`, { cause: error });
}
