import type { OpenDatabase } from '#api/db/database-handle.ts';
import type { Settings } from '#api/lib/env.ts';

/** Where the operator finds what was started. */
export function siteLines(
  address: string,
  { siteUrl, isSiteUrlGiven }: Pick<Settings, 'siteUrl' | 'isSiteUrlGiven'>,
): string {
  const publicAddress = isSiteUrlGiven ? ` (public address: ${siteUrl}/)` : '';
  return `Site: ${address}/${publicAddress}\nPortail client: ${address}/customer-portal`;
}

export function databaseLine(engine: OpenDatabase['engine'], { dataDir }: Pick<Settings, 'dataDir'>): string {
  if (engine === 'postgresql') return 'Database: PostgreSQL.';
  return (
    `Database: embedded, in ${dataDir}.\n` +
    'The embedded database is for trying out: a power cut may cost data. In production, set DATABASE_URL to a PostgreSQL.'
  );
}
