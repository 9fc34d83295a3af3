import type { Settings } from './env.ts';

type Warned = Pick<Settings, 'siteUrl' | 'isSiteUrlGiven' | 'databaseUrl'>;

/** What an operator should know before visitors come, a sentence each. `unfilled` names facts that the build lacks. */
export function startWarnings({ siteUrl, isSiteUrlGiven, databaseUrl }: Warned, unfilled: readonly string[]): string[] {
  const warnings: string[] = [];
  if (!isSiteUrlGiven && databaseUrl !== undefined)
    warnings.push(
      `SITE_URL is not set: pages and mails name ${siteUrl}. Set it to where visitors find the site, for example SITE_URL=https://www.example.com.`,
    );
  if (siteUrl.startsWith('https:') && unfilled.length > 0)
    warnings.push(
      `The site is public and its imprint (/mentions-legales) is not complete: fill in ${unfilled.join(', ')} in content/site.ts and build again.`,
    );
  return warnings;
}
