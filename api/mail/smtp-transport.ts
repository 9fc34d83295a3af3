import { createTransport } from 'nodemailer';
import type { Settings } from '#api/lib/env.ts';
import { isLoopback } from '#api/lib/unencrypted-connections.ts';
import { toMessage } from './envelope.ts';
import type { MailTransport } from './mail-transport.ts';

/** A connection for each mail: these are few, and a connection that was kept may have died unseen. */
export function smtpTransport(smtpUrl: string, settings: Pick<Settings, 'mailFrom' | 'siteUrl'>): MailTransport {
  const { hostname } = new URL(smtpUrl);
  const mailer = createTransport({
    url: smtpUrl,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    // Mails carry links that open accounts: never in the clear to another machine, even if somebody between hides STARTTLS.
    requireTLS: !isLoopback(hostname),
  });
  return {
    send: async (mail) => {
      await mailer.sendMail(toMessage(mail, settings));
    },
    close: () => mailer.close(),
  };
}
