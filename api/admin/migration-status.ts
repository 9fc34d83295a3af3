import type { ClientBase } from 'pg';
import { type Migration, readMigrations } from '#api/db/migrate.ts';

export interface MigrationLevel {
  applied: Pick<Migration, 'name' | 'checksum'>[];
  /** Known to this version and not yet applied. */
  pending: string[];
  /** Applied, and unknown to this version or changed since. */
  foreign: string[];
}

export async function migrationLevel(client: ClientBase): Promise<MigrationLevel> {
  const { rows: there } = await client.query<{ is: boolean }>(
    `SELECT to_regclass('public.migrations') IS NOT NULL AS is`,
  );
  const applied = there[0]?.is === true ? await readApplied(client) : [];
  const known = readMigrations();
  const isApplied = ({ name }: { name: string }) => applied.some((one) => one.name === name);
  const isKnown = ({ name, checksum }: Pick<Migration, 'name' | 'checksum'>) =>
    known.some((one) => one.name === name && one.checksum === checksum);
  return {
    applied,
    pending: known.filter((one) => !isApplied(one)).map(({ name }) => name),
    foreign: applied.filter((one) => !isKnown(one)).map(({ name }) => name),
  };
}

async function readApplied(client: ClientBase): Promise<MigrationLevel['applied']> {
  const { rows } = await client.query<Pick<Migration, 'name' | 'checksum'>>(
    'SELECT name, checksum FROM migrations ORDER BY name COLLATE "C"',
  );
  return rows;
}
