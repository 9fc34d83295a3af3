import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Settings } from '#api/lib/env.ts';
import type { Log } from '#api/lib/log.ts';
import { toMessage } from './envelope.ts';
import type { MailTransport, OutgoingMail } from './mail-transport.ts';

type FolderSettings = Pick<Settings, 'mailFrom' | 'siteUrl' | 'dataDir' | 'databaseUrl'>;

/**
 * Without a mail server: each mail is a file that mail readers open. Where the embedded database says that somebody is
 * trying the product out, the log shows where it leads; elsewhere logs are kept and read by many, and links open accounts.
 */
export function folderTransport(settings: FolderSettings, log: Log): MailTransport {
  const folder = join(settings.dataDir, 'outbox');
  const isTrial = settings.databaseUrl === undefined;
  if (!isTrial) log.warn({ folder }, 'no mail leaves, as SMTP_URL is not set: each is written to a file');
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await writer.sendMail(toMessage(mail, settings));
      // The link lets whoever reads it in: the folder is the server's own.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, fileName(mail));
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info(
        { mail: mail.id, template: mail.template, file, ...(isTrial && { link: mail.link }) },
        'mail written, as SMTP_URL is not set',
      );
    },
    close: () => writer.close(),
  };
}

const fileName = ({ id, template, createdAt }: OutgoingMail) =>
  `${createdAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${template}-${id}.eml`;
