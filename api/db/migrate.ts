import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { ClientBase } from 'pg';
import { OperatorError } from '#api/lib/errors.ts';
import { advisoryLocks, markBroken, withTransaction } from './transaction.ts';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

// Beside this file in the source tree, beside the bundle in a build.
const ownMigrations = new URL('./migrations/', import.meta.url);
const ownFunctions = new URL('./functions/', import.meta.url);

function readFolder(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.toSorted().map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: sha256(sql) };
  });
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Tables, columns, constraints and indexes, each applied once. */
export const readMigrations = () => readFolder(ownMigrations);

/** Functions, triggers, rights and policies, applied together after the migrations and whenever one of them changes. */
export const readFunctions = () => readFolder(ownFunctions);

/** The row of `migrations` that remembers which functions the database has. */
export const functionsName = 'functions';
export const functionsChecksum = (files: Migration[]) => sha256(files.map(({ checksum }) => checksum).join());

/**
 * Applies pending migrations and then the functions, and returns their names. Instances that start together wait for each
 * other. Functions need the newest tables: pass none with only some of the migrations.
 */
export async function migrate(
  client: ClientBase,
  migrations: Migration[] = readMigrations(),
  functions: Migration[] = readFunctions(),
): Promise<string[]> {
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrations]);
  try {
    await client.query(`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const pending = pendingAfter((await readApplied(client)).migrations, migrations);
    for (const migration of pending) await applyMigration(client, migration);
    const names = pending.map(({ name }) => name);
    return (await applyFunctions(client, functions)) ? [...names, functionsName] : names;
  } finally {
    // The lock ends with the connection at the latest; an error here would hide the one above.
    await client.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migrations]).catch(() => markBroken(client));
  }
}

type Applied = Pick<Migration, 'name' | 'checksum'>;

export async function readApplied(
  client: ClientBase,
): Promise<{ migrations: Applied[]; functions: string | undefined }> {
  const { rows } = await client.query<Applied>('SELECT name, checksum FROM migrations ORDER BY name COLLATE "C"');
  return {
    migrations: rows.filter(({ name }) => name !== functionsName),
    functions: rows.find(({ name }) => name === functionsName)?.checksum,
  };
}

/** Migrations are only added since the first release: a database that begins with another one is older than that. */
export const foreignMigrationError = (name: string, isFirst: boolean) =>
  new OperatorError(
    isFirst
      ? `The database is from before the first release (it has a migration ${name}) and cannot be upgraded: use a new database, and import customers and records into it.`
      : `The database was created by a newer version of this server, which has a migration ${name}: start that version, or use another database.`,
  );

function pendingAfter(applied: Applied[], known: Migration[]): Migration[] {
  applied.forEach(({ name, checksum }, at) => {
    const expected = known[at];
    if (expected?.name === name && expected.checksum === checksum) return;
    if (!known.some((one) => one.name === name)) {
      throw foreignMigrationError(name, at === 0);
    }
    if (expected?.name === name) {
      throw new OperatorError(
        `The migration ${name} has changed since it was applied to the database: restore the file and add a new one.`,
      );
    }
    throw new OperatorError(
      `The migration ${expected?.name} comes before ${name}, which was already applied: give it a later number.`,
    );
  });
  return known.slice(applied.length);
}

async function applyMigration(client: ClientBase, migration: Migration): Promise<void> {
  await withTransaction(client, async () => {
    await run(client, migration);
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [migration.name, migration.checksum]);
    // A table that is created again has lost its triggers, rights and policies.
    await client.query('DELETE FROM migrations WHERE name = $1', [functionsName]);
  });
}

async function applyFunctions(client: ClientBase, files: Migration[]): Promise<boolean> {
  const checksum = functionsChecksum(files);
  if (files.length === 0 || (await readApplied(client)).functions === checksum) return false;
  await withTransaction(client, async () => {
    for (const file of files) await run(client, { ...file, name: `${functionsName}/${file.name}` });
    await client.query(
      `INSERT INTO migrations (name, checksum) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
      [functionsName, checksum],
    );
  });
  return true;
}

async function run(client: ClientBase, { name, sql }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
