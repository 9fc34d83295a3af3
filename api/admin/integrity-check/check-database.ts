import type { ClientBase } from 'pg';
import type { OperatorDatabase } from '#api/admin/operator-database.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { backedUpTables } from '#api/admin/backup/tables.ts';
import { checkConditions, checkReferences, checkReferencesExist, checkSense, count } from './check-rows.ts';
import { checkIsolation, checkMigrations, checkValidity } from './check-schema.ts';
import type { Finding } from './findings.ts';

export interface CheckReport {
  /** What must be mended. */
  problems: Finding[];
  /** What somebody should look at; the data is whole. */
  warnings: Finding[];
  counts: Record<string, number>;
}

/** Everything at one moment, without changing a row. */
export async function checkDatabase(database: OperatorDatabase, onTable: (name: string) => void): Promise<CheckReport> {
  const { client } = database;
  const migrations = await checkMigrations(client);
  const isolated = await inOperatorTransaction(database, checkIsolationAsOwner, 'ISOLATION LEVEL REPEATABLE READ');
  return inOperatorTransaction(
    database,
    async () => ({
      problems: [
        ...migrations,
        ...isolated,
        ...(await checkValidity(client)),
        ...(await checkReferencesExist(client)),
        ...(await checkReferences(client, onTable)),
        ...(await checkConditions(client, onTable)),
      ],
      warnings: await checkSense(client),
      counts: await countRows(client),
    }),
    'ISOLATION LEVEL REPEATABLE READ READ ONLY',
  );
}

// The operator's role may not become the tenant's: only the one who connected may.
async function checkIsolationAsOwner(client: ClientBase): Promise<Finding[]> {
  await client.query('RESET ROLE');
  return checkIsolation(client);
}

async function countRows(client: ClientBase): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await backedUpTables(client))
    counts[name] = await count(client, `SELECT count(*)::integer FROM "${name}"`);
  return counts;
}
