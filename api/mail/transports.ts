import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Settings } from '#api/lib/env.ts';
import { isLoopback } from '#api/lib/hosts.ts';
import type { Log } from '#api/lib/log.ts';
import { loopHeader } from './inbound/judge-mail.ts';
import { company } from '#api/lib/company.ts';

export interface MailOptions {
  /** Where a reply goes instead of the sender. */
  replyTo?: string | undefined;
  /** What mails about the same thing have in common, as a Message-ID without its host name. */
  thread?: string | undefined;
  /** Message-IDs of the mails that the recipient sent in this thread, oldest first. */
  earlier?: readonly string[] | undefined;
  /** A person wrote it: programs may reply. */
  isPersonal?: boolean | undefined;
  /** Where mail clients unsubscribe the reader with one click (RFC 8058). */
  unsubscribe?: string | undefined;
  /** An event for the reader's calendar: mail clients show it, others offer it as a file. */
  invitation?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string } | undefined;
}

export interface OutgoingMail extends MailOptions {
  id: string;
  template: string;
  recipient: string;
  createdAt: Date;
  subject: string;
  text: string;
  html: string;
  link: string;
}

export interface MailTransport {
  /** Throws if the mail was not accepted. Sending a mail twice is harmless: both have the same Message-ID. */
  send(mail: OutgoingMail): Promise<void>;
  /** Throws if the mail server does not answer, or refuses the login. */
  verify(): Promise<void>;
  close(): void;
}

type MessageSettings = Pick<Settings, 'mailFrom' | 'siteUrl'>;
type FolderSettings = MessageSettings & Pick<Settings, 'dataDir' | 'databaseUrl'>;

export function createMailTransport(settings: FolderSettings & Pick<Settings, 'smtpUrl'>, log: Log): MailTransport {
  return settings.smtpUrl === undefined ? folderTransport(settings, log) : smtpTransport(settings.smtpUrl, settings);
}

/** Opens a connection per mail: there are few mails, and an idle connection may have died unnoticed. */
export function smtpTransport(smtpUrl: string, settings: MessageSettings): MailTransport {
  const { hostname } = new URL(smtpUrl);
  const mailer = createTransport({
    url: smtpUrl,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    // Mails contain links that open accounts: TLS is required except to this machine, also if STARTTLS is stripped.
    requireTLS: !isLoopback(hostname),
  });
  return {
    send: async (mail) => {
      await mailer.sendMail(toMessage(mail, settings));
    },
    verify: async () => {
      await mailer.verify();
    },
    close: () => mailer.close(),
  };
}

/**
 * Without SMTP_URL each mail is written to an .eml file. Only with the embedded database, i.e. in a trial, is its link
 * logged: production logs are read by many, and the links open accounts.
 */
function folderTransport(settings: FolderSettings, log: Log): MailTransport {
  const folder = join(settings.dataDir, 'outbox');
  const isTrial = settings.databaseUrl === undefined;
  if (!isTrial) log.warn({ folder }, 'SMTP_URL is not set: mails are written to files and not sent');
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await writer.sendMail(toMessage(mail, settings));
      // Readable by the server's user only: the links open accounts.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, fileName(mail));
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info(
        { mail: mail.id, template: mail.template, file, ...(isTrial && { link: mail.link }) },
        'mail written to a file, as SMTP_URL is not set',
      );
    },
    verify: async () => undefined,
    close: () => writer.close(),
  };
}

const fileName = ({ id, template, createdAt }: OutgoingMail) =>
  `${createdAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${template}-${id}.eml`;

/** Others wrote it: nothing that could begin another header. */
const messageId = /^<[^\s<>]{1,300}>$/;
const maxReferences = 20;

/** Message-ID and Date are the mail's, not the attempt's, so that mailboxes recognise a repetition. */
function toMessage(mail: OutgoingMail, { mailFrom, siteUrl }: MessageSettings): SendMailOptions {
  const { hostname } = new URL(siteUrl);
  const thread = mail.thread === undefined ? undefined : `<${mail.thread}@${hostname}>`;
  const earlier = (mail.earlier ?? []).filter((id) => messageId.test(id)).slice(-maxReferences);
  return {
    from: mailFrom ?? { name: company.name, address: company.email },
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${hostname}>`,
    ...(thread !== undefined && { references: [thread, ...earlier], inReplyTo: earlier.at(-1) ?? thread }),
    ...(mail.replyTo !== undefined && { replyTo: mail.replyTo }),
    ...(mail.invitation !== undefined && { icalEvent: { ...mail.invitation, filename: 'invitation.ics' } }),
    date: mail.createdAt,
    // RFC 3834, and the same for Exchange. The last is how our own server recognises a mail that comes back.
    headers: {
      ...(mail.isPersonal !== true && { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }),
      [loopHeader]: hostname,
      ...(mail.unsubscribe !== undefined && {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Content must not make the server read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
