import { randomUUID } from 'node:crypto';
import type { Settings } from '#api/lib/env.ts';
import type { Log } from '#api/lib/log.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { type Finding, codeOf, failing, isUntrusted, ok, reasonOf, trustRemedy, unknown } from './finding.ts';

const remedies: Record<string, string> = {
  EAUTH: 'Correct user and password in SMTP_URL',
  ECONNECTION: 'Correct host and port in SMTP_URL, and let the firewall pass it',
  ECONNREFUSED: 'Correct host and port in SMTP_URL, or start the mail server',
  ESOCKET: 'Correct host and port in SMTP_URL (smtps:// for TLS from the start), or start the mail server',
  ETIMEDOUT: 'Correct host and port in SMTP_URL, and let the firewall pass it',
  EDNS: 'Correct the host in SMTP_URL',
  ETLS: 'The mail server must offer TLS with a valid certificate, or be on this machine',
  EENVELOPE: 'MAIL_FROM must be a sender that the mail server accepts, and the recipient must exist',
};

/** Connects and signs in; with a recipient, sends them a mail. */
export async function checkMailServer(settings: Settings, recipient: string | undefined, log: Log): Promise<Finding> {
  if (settings.smtpUrl === undefined) return unknown('mail-server', 'SMTP_URL is not set');
  const transport = createMailTransport(settings, log);
  const { host } = new URL(settings.smtpUrl);
  try {
    await transport.verify();
    if (recipient === undefined) return ok('mail-server', `${host} lets us in; to send a mail: doctor --mail <email>`);
    await transport.send(testMail(recipient, settings.siteUrl));
    return ok('mail-server', `${host} accepted a mail to ${recipient}: look into that mailbox, also under spam`);
  } catch (error) {
    if (isUntrusted(error)) return failing('mail-server', `${host}: ${reasonOf(error)}`, trustRemedy);
    const fallback = 'Correct SMTP_URL and MAIL_FROM';
    return failing('mail-server', `${host}: ${reasonOf(error)}`, remedies[codeOf(error)] ?? fallback);
  } finally {
    transport.close();
  }
}

function testMail(recipient: string, siteUrl: string) {
  const sentence = `This mail shows that ${siteUrl} can send mails. There is nothing to do.`;
  const subject = 'Test mail';
  return {
    id: randomUUID(),
    template: 'test',
    recipient,
    createdAt: new Date(),
    subject,
    text: `${sentence}\n`,
    html: `<!doctype html><html lang="en"><title>${subject}</title><p>${sentence}</p></html>`,
    link: siteUrl,
  };
}
