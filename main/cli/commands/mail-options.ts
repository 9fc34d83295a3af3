import { type Locale, locales } from '#api/mail/mail.ts';
import { startWarnings } from '#api/lib/start-warnings.ts';
import { type CommandContext, type Options, UsageError } from '../command.ts';
import type { Output } from '../output.ts';

/** Options of the commands that send a mail. */

export const language = { value: 'en|fr', about: 'the language of the mail (en)' };

export function readLocale(options: Options): Locale | undefined {
  const value = options.get('language');
  if (value === undefined) return undefined;
  const locale = locales.find((known) => known === value);
  if (locale === undefined) throw new UsageError(`--language is "${value}", but must be one of ${locales.join(', ')}`);
  return locale;
}

/** The base of links in mails. SITE_URL is easily forgotten in another shell than the server's, so a missing one is reported. */
export function linkOrigin(settings: CommandContext['settings'], output: Output): string {
  for (const warning of startWarnings(settings, [])) output.err(warning);
  return settings.siteUrl;
}
