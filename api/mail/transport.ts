import type { Settings } from '#api/env.ts';
import type { Log } from '#api/log.ts';
import { folderTransport } from './folder-transport.ts';
import { smtpTransport } from './smtp-transport.ts';

export interface OutgoingMail {
  id: string;
  template: string;
  recipient: string;
  createdAt: Date;
  subject: string;
  text: string;
  html: string;
  link: string;
}

/** Takes a mail for good, or throws. Taking the same mail twice leaves its reader with one that they know for the same. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'siteUrl' | 'dataDir'>;

export function createTransport(settings: MailSettings, log: Log): MailTransport {
  return settings.smtpUrl === undefined ? folderTransport(settings, log) : smtpTransport(settings.smtpUrl, settings);
}
