import { readSettings } from '#api/lib/env.ts';

/** SITE_URL of a build, or nothing if it is not set. The machine that builds needs no other setting of the server. */
export function readSiteUrl(source: NodeJS.ProcessEnv = process.env): string | undefined {
  const { isSiteUrlGiven, siteUrl } = readSettings({ SITE_URL: source['SITE_URL'], DATABASE_URL: 'embedded' });
  return isSiteUrlGiven ? siteUrl : undefined;
}
