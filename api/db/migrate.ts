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
const ownFolder = new URL('./migrations/', import.meta.url);

export function readMigrations(folder: URL = ownFolder): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.toSorted().map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** Applies pending migrations and returns their names. Instances that start together wait for each other. */
export async function migrate(client: ClientBase, migrations: Migration[] = readMigrations()): Promise<string[]> {
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrations]);
  try {
    await client.query(`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const { rows } = await client.query<Migration>('SELECT name, checksum FROM migrations ORDER BY name COLLATE "C"');
    const pending = pendingAfter(rows, migrations);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    // The lock ends with the connection at the latest; an error here would hide the one above.
    await client.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migrations]).catch(() => markBroken(client));
  }
}

function pendingAfter(applied: Pick<Migration, 'name' | 'checksum'>[], known: Migration[]): Migration[] {
  applied.forEach(({ name, checksum }, at) => {
    const expected = known[at];
    if (expected?.name === name && expected.checksum === checksum) return;
    if (!known.some((one) => one.name === name)) {
      throw new OperatorError(
        `The database was created by another version of this server, which has a migration ${name}: start that version, or use another database.`,
      );
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

async function apply(client: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await withTransaction(client, async () => {
      await client.query(sql);
      await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
    });
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
