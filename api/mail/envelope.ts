import type { SendMailOptions } from 'nodemailer';
import type { Settings } from '#api/lib/env.ts';
import { company } from './company.ts';
import type { OutgoingMail } from './mail-transport.ts';

/** The whole message. Its id and date belong to the mail, not to the attempt: a mailbox can tell a repetition. */
export function toMessage(
  mail: OutgoingMail,
  { mailFrom, siteUrl }: Pick<Settings, 'mailFrom' | 'siteUrl'>,
): SendMailOptions {
  return {
    from: mailFrom ?? { name: company.name, address: company.email },
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${new URL(siteUrl).hostname}>`,
    date: mail.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // Nothing in a message may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
