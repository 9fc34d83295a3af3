import type { Demo } from '#api/admin/demo/create-demo.ts';
import type { OpenDatabase } from '#api/db/database-handle.ts';
import type { Settings } from '#api/lib/env.ts';

export function siteLines(
  origin: string,
  { siteUrl, isSiteUrlGiven }: Pick<Settings, 'siteUrl' | 'isSiteUrlGiven'>,
): string {
  const publicUrl = isSiteUrlGiven ? ` (public URL: ${siteUrl}/)` : '';
  return `Site: ${origin}/${publicUrl}\nPortail client: ${origin}/customer-portal`;
}

export function databaseLine(engine: OpenDatabase['engine'], { dataDir }: Pick<Settings, 'dataDir'>): string {
  if (engine === 'postgresql') return 'Database: PostgreSQL.';
  return (
    `Database: embedded, in ${dataDir}.\n` +
    'The embedded database is for trials: a power cut may lose data. In production, set DATABASE_URL to a PostgreSQL.'
  );
}

/** Printed to the terminal by the start that created it, never logged. */
export function demoLines({ emails, password }: Demo): string {
  return [
    'Demo: the database was empty and now contains two fictitious customers. Sign in as',
    ...emails.map((email) => `  ${email}`),
    `with the password ${password} (shown this once; DEMO_PASSWORD sets it before the first start).`,
  ].join('\n');
}
