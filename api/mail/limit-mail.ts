import type { Orm } from '#api/db/transaction-context.ts';
import type { Log } from '#api/lib/log.ts';
import { enqueueMail } from './enqueue-mail.ts';
import type { Mail } from './mail.ts';

const hour = 60 * 60;
/** In an hour, for one mailbox. A link to a new password has a count of its own: strangers who sign up do not use it up. */
export const mostMails = 5;

interface Limiter {
  allows(what: string, allowance: readonly [who: string, most: number, seconds: number]): Promise<boolean>;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** One mailbox has many spellings: capitals, and `name+anything@`. */
export function mailboxOf(recipient: string): string {
  const address = recipient.toLowerCase();
  const at = address.lastIndexOf('@');
  const [name] = address.slice(0, at).split('+');
  return name ? `${name}${address.slice(at)}` : address;
}

/**
 * For mails that anybody can cause by typing an email address: verification, reset, "you already have an account", a new
 * address. One that is over the limit is not sent, and whoever asked is told the same as ever: another response would
 * say that the mailbox has an account.
 */
export function limitMail(orm: Orm, limiter: Limiter, log: Log): SendMail {
  return async (mail) => {
    const action = mail.template === 'reset-password' ? 'reset-recipient' : 'mail-recipient';
    if (await limiter.allows(action, [mailboxOf(mail.recipient), mostMails, hour])) await enqueueMail(orm, mail);
    else log.warn({ template: mail.template }, 'a mail was not sent: its recipient has had too many in the last hour');
  };
}
