import { renderUnicodeCompact } from 'uqr';
import type { Demo } from '../admin/demo/create-demo.ts';
import { demoLinkMinutes, type DemoLinks } from '#api/auth/credentials/demo-links.ts';
import type { OpenDatabase } from '#api/db/database-handle.ts';
import type { Settings } from '#api/lib/env.ts';

// What a start prints: in English, as the command line does, and in lines of 80 columns unless a path or a URL is longer.

export function siteLines(
  origin: string,
  { siteUrl, isSiteUrlGiven }: Pick<Settings, 'siteUrl' | 'isSiteUrlGiven'>,
): string {
  const publicUrl = isSiteUrlGiven ? 'Public URL' : 'In pages and mails, as SITE_URL is not set';
  return [
    `Site: ${origin}/`,
    `Customer portal: ${origin}/customer-portal`,
    `Staff desk: ${origin}/desk`,
    ...(origin === siteUrl ? [] : [`${publicUrl}: ${siteUrl}/`]),
  ].join('\n');
}

export function databaseLines(engine: OpenDatabase['engine'], { dataDir }: Pick<Settings, 'dataDir'>): string {
  if (engine === 'postgresql') return 'Database: PostgreSQL.';
  return [
    `Database: embedded, in ${dataDir}.`,
    'It is for trials: a power cut may lose data. In production, set DATABASE_URL to',
    'a PostgreSQL database.',
  ].join('\n');
}

/** Printed by the start that created the demo, never logged. */
export function demoLines(
  { emails, password, staff }: Demo,
  { origin, hasLinks }: { origin: string; hasLinks: boolean },
) {
  const [first] = staff;
  return [
    '',
    'Demo: the database was empty and now contains two fictitious customers.',
    `The password of all users is ${password} (shown only now;`,
    'DEMO_PASSWORD sets it before the first start). Sign in as',
    ...emails.map((email) => `  ${email}`),
    `or at ${origin}/desk, with a code from an authenticator, as`,
    ...staff.flatMap(({ email, key }) => [`  ${email}, whose key is`, `  ${key}`]),
    ...(hasLinks || first === undefined
      ? []
      : [`The key of ${first.email} as a QR code:`, renderUnicodeCompact(first.uri)]),
  ].join('\n');
}

/** Printed by each start of a trial, never logged. */
export function linkLines(links: ReturnType<DemoLinks['issue']>, siteUrl: string): string {
  return [
    '',
    'Sign in to the demo without a password: each link works once, on this machine,',
    `for ${demoLinkMinutes} minutes. A restart prints new ones.`,
    ...links.map(
      ({ member: { name, role }, token }) => `  ${name.padEnd(8)} ${role.padEnd(11)} ${siteUrl}/api/demo/${token}`,
    ),
  ].join('\n');
}
