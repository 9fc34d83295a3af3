import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { OperatorError } from '#api/lib/errors.ts';
import { version } from '#api/lib/version.ts';
import { lockTables, withLockRetry } from './migration-locks.ts';
import { type Applied, canServe, createRecords, isNewer, readApplied, recordMigration } from './migration-records.ts';
import { lockClasses } from './lock-classes.ts';
import { markBroken, withTransaction } from './transaction.ts';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

// Beside this file in the source tree, beside the bundle in a build, which has the modules' functions in the same folder.
const folders = {
  migrations: ['migrations'],
  functions: import.meta.filename.endsWith('.ts') ? ['functions', '../../modules/*/sql'] : ['functions'],
};

function readFolders(names: string[]): Migration[] {
  const files = names.flatMap((name) => globSync(join(name, '*.sql'), { cwd: import.meta.dirname }));
  return files
    .map((file) => {
      const sql = readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll('\r\n', '\n');
      return { name: basename(file), sql, checksum: sha256(sql) };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Tables, columns, constraints and indexes, each applied once. */
export const readMigrations = () => readFolders(folders.migrations);

/** Functions, triggers, rights and policies, applied together after the migrations and whenever one of them changes. */
export const readFunctions = () => readFolders(folders.functions);

export const functionsName = 'functions';
export const functionsChecksum = (files: Migration[]) => sha256(files.map(({ checksum }) => checksum).join());

/** The first line of a migration that removes what versions before this one need (docs/decisions/031). */
export const contractOf = ({ sql }: Pick<Migration, 'sql'>): string | undefined =>
  /^-- contract: (\d+\.\d+\.\d+)(?!\S)/.exec(sql)?.[1];

/** The first line of a migration whose statements cannot run in a transaction, such as CREATE INDEX CONCURRENTLY. */
export const isOutsideTransaction = ({ sql }: Pick<Migration, 'sql'>) => sql.startsWith('-- outside a transaction\n');

/**
 * Applies pending migrations and then the functions, and returns their names. Instances that start together wait for each
 * other. What a newer version applied stays, if this one can serve with it. Functions need the newest tables: pass none with
 * only some of the migrations.
 */
export async function migrate(
  client: ClientBase,
  migrations: Migration[] = readMigrations(),
  functions: Migration[] = readFunctions(),
  own: string = version,
  onWait?: (reason: string) => void,
): Promise<string[]> {
  await takeTurn(client);
  try {
    const pending = pendingAfter((await readApplied(client)).migrations, migrations, own);
    await createRecords(client);
    for (const migration of pending) await applyMigration(client, migration, { own, onWait });
    const names = pending.map(({ name }) => name);
    return (await applyFunctions(client, functions, { own, onWait })) ? [...names, functionsName] : names;
  } finally {
    // The lock ends with the connection at the latest; an error here would hide the one above.
    await client.query('SELECT pg_advisory_unlock($1)', [lockClasses.migrations]).catch(() => markBroken(client));
  }
}

const turnMs = 200;

// Not pg_advisory_lock(), which waits inside a statement: CREATE INDEX CONCURRENTLY waits for all statements to end.
async function takeTurn(client: ClientBase): Promise<void> {
  const tryLock = () =>
    client.query<{ is: boolean }>('SELECT pg_try_advisory_lock($1) AS is', [lockClasses.migrations]);
  while ((await tryLock()).rows[0]?.is !== true) await wait(turnMs);
}

/** Migrations are only added since the first release: a database that begins with another one is older than that. */
export const foreignMigrationError = ({ name, version: by, oldestVersion }: Applied, isFirst: boolean) => {
  if (isFirst)
    return new OperatorError(
      `The database is from before the first release (it has a migration ${name}) and cannot be upgraded: use a new database, and import customers and records into it.`,
    );
  if (oldestVersion !== undefined)
    return new OperatorError(
      `The database was migrated by version ${by}, whose migration ${name} does not work with versions before ${oldestVersion}: ` +
        `start ${oldestVersion} or newer, or restore the backup from before that upgrade into a new database.`,
    );
  return new OperatorError(
    `The database was created by a newer version of this server, which has a migration ${name}: start that version, or use another database.`,
  );
};

function pendingAfter(applied: Applied[], known: Migration[], own: string): Migration[] {
  applied.forEach((one, at) => {
    const { name, checksum } = one;
    const expected = known[at];
    if (expected?.name === name && expected.checksum === checksum) return;
    if (!known.some((migration) => migration.name === name)) {
      // Ours are all applied, and a newer version added one.
      if (expected === undefined && canServe(own, one)) return;
      throw foreignMigrationError(one, at === 0);
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

interface Applying {
  own: string;
  onWait: ((reason: string) => void) | undefined;
}

async function applyMigration(client: ClientBase, migration: Migration, { own, onWait }: Applying): Promise<void> {
  const { name, checksum } = migration;
  if (isOutsideTransaction(migration)) await runOutside(client, migration);
  await withLockRetry(
    name,
    (waitMs) =>
      withTransaction(client, async () => {
        await client.query(`SET LOCAL lock_timeout = ${waitMs}`);
        if (!isOutsideTransaction(migration)) await run(client, migration);
        await recordMigration(client, { name, checksum, version: own, oldestVersion: contractOf(migration) });
        // A table that is created again has lost its triggers, rights and policies. The functions of an older version are not
        // the ones to apply: it finds this version here.
        await client.query(
          `INSERT INTO later_migrations (name, checksum, version) VALUES ($1, '', $2)
          ON CONFLICT (name) DO UPDATE SET checksum = '', version = excluded.version`,
          [functionsName, own],
        );
      }),
    { onWait },
  );
}

/** One statement after the other: several in one message are a transaction. What an interrupted run left behind must not hinder the next. */
async function runOutside(client: ClientBase, { name, sql }: Migration): Promise<void> {
  for (const statement of sql.split(/;\n/).filter((part) => part.replaceAll(/^--.*$/gm, '').trim() !== ''))
    await run(client, { name, sql: statement });
}

async function applyFunctions(client: ClientBase, files: Migration[], { own, onWait }: Applying): Promise<boolean> {
  const checksum = functionsChecksum(files);
  const { functions } = await readApplied(client);
  if (files.length === 0 || functions?.checksum === checksum) return false;
  if (functions !== undefined && isNewer(functions.version, own)) return false;
  await withLockRetry(
    functionsName,
    (waitMs) =>
      withTransaction(client, async () => {
        await lockTables(client, waitMs);
        for (const file of files) await run(client, { ...file, name: `${functionsName}/${file.name}` });
        await client.query(
          `INSERT INTO later_migrations (name, checksum, version) VALUES ($1, $2, $3)
          ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, version = excluded.version, applied_at = now()`,
          [functionsName, checksum, own],
        );
      }),
    { onWait },
  );
  return true;
}

async function run(client: ClientBase, { name, sql }: Pick<Migration, 'name' | 'sql'>): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
