import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '#api/lib/log.ts';
import { type Database, fromEngine, openSource, server } from '#api/db/connect.ts';
import { EmbeddedEngine } from '#api/db/embedded/engine.ts';
import { readFunctions, readMigrations } from '#api/db/migrate.ts';
import { createTransactionAwareDb } from '#api/db/transaction-context.ts';
import { findShared, makeDraft, share, sharedPath } from './shared-files.ts';

export type EngineName = Database['engine'];

const serverUrl = process.env.TEST_DATABASE_URL || undefined;
const silent = createLog('silent');

/** The engines that tests run on: PostgreSQL too when TEST_DATABASE_URL is set. */
export const engines: EngineName[] = serverUrl === undefined ? ['embedded'] : ['embedded', 'postgresql'];
export const hasPostgres = serverUrl !== undefined;
/** Where one engine is enough: PostgreSQL, if there is one. `ENGINES=both` makes it all. */
export const usualEngines = process.env.ENGINES === 'both' ? engines : engines.slice(-1);

export interface TestDatabase extends Database {
  /** The connections of another server instance to the same database; PostgreSQL only. */
  openInstance(): Promise<Database>;
  /** PostgreSQL only. */
  url: string | undefined;
}

/** An empty database with the newest schema; close() deletes it. */
export async function freshDatabase(engine: EngineName): Promise<TestDatabase> {
  return engine === 'embedded' ? freshEmbedded() : freshServer();
}

async function freshEmbedded(): Promise<TestDatabase> {
  const engine = new EmbeddedEngine({ image: await migratedImage() });
  const database = await openSource(fromEngine(engine), silent);
  return {
    ...database,
    url: undefined,
    openInstance: () => Promise.reject(new Error('The embedded database has one instance.')),
  };
}

function schemaVersion(): string {
  const checksums = [...readMigrations(), ...readFunctions()].map(({ name, checksum }) => name + checksum);
  return createHash('sha256').update(checksums.join()).digest('hex').slice(0, 16);
}

type Image = Uint8Array<ArrayBuffer>;

/** An empty cluster without a schema. Initialising one takes seven seconds of CPU time, loading one takes one. */
export const emptyEngine = async () => new EmbeddedEngine({ image: await emptyImage() });

const emptyImage = () =>
  cachedImage('empty', async () => {
    const engine = new EmbeddedEngine({});
    await withClient(fromEngine(engine).connection, async (client) => {
      // Two thirds of the files are templates of other databases, and there is one: without them it loads twice as fast.
      for (const name of ['template0', 'template1']) {
        await client.query(`ALTER DATABASE ${name} IS_TEMPLATE false`);
        await client.query(`DROP DATABASE ${name}`);
      }
    });
    return dumpAndClose(engine);
  });

const migratedImage = () =>
  cachedImage(schemaVersion(), async () => {
    const engine = await emptyEngine();
    const source = fromEngine(engine, () => Promise.resolve());
    await (await openSource(source, silent)).close();
    return dumpAndClose(engine);
  });

async function dumpAndClose(engine: EmbeddedEngine): Promise<Image> {
  const image = await engine.dump();
  await engine.close();
  return image;
}

/** The first test file that needs the image makes it. */
async function cachedImage(name: string, make: () => Promise<Image>): Promise<Image> {
  await keepEngineCompiled();
  if (findShared(imageName(name)) === undefined) {
    const image = await make();
    const draft = makeDraft();
    writeFileSync(join(draft, imageFile), image);
    share(draft, imageName(name));
  }
  return new Uint8Array(readFileSync(join(sharedPath(imageName(name)), imageFile)));
}

const engineFolder = new URL('../', import.meta.resolve('@electric-sql/pglite'));
const engineVersion = (JSON.parse(readFileSync(new URL('package.json', engineFolder), 'utf8')) as { version: string })
  .version;
/** Another version of the engine might not open it. */
const imageName = (name: string) => `database-${engineVersion}-${name}`;
const imageFile = 'image.tar';

// Threads share the compiled engine for as long as one of them has it. Without this reference each database compiles it again.
let compiledEngine: Promise<WebAssembly.Module> | undefined;
function keepEngineCompiled(): Promise<unknown> {
  compiledEngine ??= WebAssembly.compile(readFileSync(new URL('dist/pglite.wasm', engineFolder)));
  return compiledEngine;
}

/** Prepares a data folder whose embedded database has the newest schema: a server on it is ready at once. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await migratedImage();
  const folder = join(dataDir, 'postgres');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const image = join(sharedPath(imageName(schemaVersion())), imageFile);
  execFileSync('tar', ['--extract', '--file', image, '--directory', folder], { stdio: 'pipe' });
}

async function freshServer(): Promise<TestDatabase> {
  const { url, drop } = await createServerDatabase(await migratedTemplate());
  const database = await openSource(server(url), silent);
  // A right of the database itself, which a copy does not take over (migration 0001).
  await database.pool.query(`REVOKE TEMPORARY ON DATABASE ${new URL(url).pathname.slice(1)} FROM PUBLIC`);
  const instances: Database[] = [];
  return {
    ...database,
    url,
    openInstance: async () => {
      const instance = await openSource(server(url), silent);
      instances.push(instance);
      return instance;
    },
    close: async () => {
      await Promise.all([database, ...instances].map((one) => one.close()));
      await drop();
    },
  };
}

// Statistics that appear while a test runs would change the plans that it compares.
const withoutAutovacuum = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = false)', name);
  END LOOP;
END $$`;

// Copying a database is faster than running every migration: the first test file creates the one that is copied.
function migratedTemplate(): Promise<string> {
  const name = `portal_template_${schemaVersion()}`;
  return withClient({ connectionString: serverUrl }, async (client) => {
    // Several test files may start at the same time. Released with the connection.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 1) return name;
    const { url } = await emptyServerDatabase();
    const database = await openSource(server(url), silent);
    await database.withOwner((owner) => owner.query(withoutAutovacuum));
    await database.close();
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} RENAME TO ${name}`);
    return name;
  });
}

/** A new database on the server of TEST_DATABASE_URL, without a schema. */
export const emptyServerDatabase = () => createServerDatabase('template0');

async function createServerDatabase(template: string) {
  const name = `portal_test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE ${template}`);
  return { url: urlOf({ database: name }), drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

export interface OwnerDatabase {
  /** For the owner. */
  url: string;
  /** For the role that serves requests, which owns nothing. */
  servingUrl: string;
  /** Ends every connection, as a restart of PostgreSQL does. */
  endConnections: () => Promise<void>;
  drop: () => Promise<void>;
}

/** An empty database whose owner is not a superuser, and a role to serve with, as docs/operations.md sets them up. */
export async function createOwnerDatabase(): Promise<OwnerDatabase> {
  const name = `portal_faults_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const serving = `${name}_server`;
  await onServer(`CREATE ROLE ${name} LOGIN CREATEROLE CREATEDB PASSWORD '${password}';
    CREATE ROLE ${serving} LOGIN NOINHERIT PASSWORD '${password}'`);
  await onServer(`CREATE DATABASE ${name} OWNER ${name} ENCODING 'UTF8' TEMPLATE template0`);
  return {
    url: urlOf({ database: name, user: name, password }),
    servingUrl: urlOf({ database: name, user: serving, password }),
    endConnections: () => onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`),
    drop: async () => {
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
      // The portal's own roles were granted to this one by the first database of the cluster that created them.
      for (const role of [serving, name])
        await onServer(`DROP OWNED BY ${role}; DROP ROLE ${role}`).catch(() => undefined);
    },
  };
}

function urlOf({ database, user, password }: { database: string; user?: string; password?: string }): string {
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL is not set.');
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  if (user !== undefined) url.username = user;
  if (password !== undefined) url.password = password;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  await withClient({ connectionString: serverUrl }, (client) => client.query(statement));
}

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Forces a race: `work` runs after the first matching statement outside a transaction, before its result is returned.
 */
export function interleave(database: Database, statement: RegExp, work: () => Promise<unknown>): Database {
  let isPending = true;
  const query = async (input: string | pg.QueryConfig, values?: unknown[]): Promise<unknown> => {
    const result: unknown = await database.pool.query(input as string, values);
    if (isPending && statement.test(typeof input === 'string' ? input : input.text)) {
      isPending = false;
      await work();
    }
    return result;
  };
  const pool = new Proxy(database.pool, {
    get(target, property) {
      if (property === 'query') return query;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...database, pool, orm: createTransactionAwareDb(pool) };
}
