import type { Settings } from '#api/lib/env.ts';
import type { Log } from '#api/lib/log.ts';
import { folderTransport } from './folder-transport.ts';
import type { MailTransport } from './mail-transport.ts';
import { smtpTransport } from './smtp-transport.ts';

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'siteUrl' | 'dataDir' | 'databaseUrl'>;

export function createTransport(settings: MailSettings, log: Log): MailTransport {
  return settings.smtpUrl === undefined ? folderTransport(settings, log) : smtpTransport(settings.smtpUrl, settings);
}
