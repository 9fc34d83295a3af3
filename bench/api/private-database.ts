import { findPostgres, installPostgres } from '../../scripts/ci/install-postgres.ts';
import { startPostgres } from '../../scripts/ci/private-postgres.ts';
import { canInstall } from '../../scripts/ci/debian.ts';

/** A PostgreSQL of its own, removed afterwards: the machine's own is never touched. */
export async function emptyDatabaseUrl(): Promise<string> {
  const problem = findPostgres() === undefined && canInstall ? await installPostgres() : undefined;
  const bin = findPostgres();
  if (bin === undefined) throw new Error(problem ?? 'PostgreSQL is missing: on Debian, apt-get install postgresql.');
  return startPostgres(bin);
}
