import { sql } from 'drizzle-orm';
import type { RateLimiter } from '#api/db/rate-limit.ts';
import { jobs } from '#api/db/job-schema.ts';
import type { Orm } from '#api/db/transaction-context.ts';
import type { JobData } from '#api/jobs/job-data.ts';
import type { Log } from '#api/lib/log.ts';
import type {
  AppointmentMail,
  LeadMail,
  LeadReplyMail,
  Locale,
  Mail,
  NewsletterMail,
  ReminderMail,
  TicketMail,
} from './mail.ts';

interface MailOf {
  id?: string;
  locale?: Locale | undefined;
  ticketId?: string | null;
  userId?: string | null;
  nextAttemptAt?: Date;
}

/**
 * Call it in the transaction that the mail is about: both are committed, or neither. A worker delivers it. The language is
 * the recipient's own if they have an account: the request may come from somebody else's browser.
 */
export async function enqueueMail(
  orm: Pick<Orm, 'insert'>,
  {
    template,
    recipient,
    data,
    ...rest
  }: Mail | TicketMail | ReminderMail | LeadMail | LeadReplyMail | NewsletterMail | AppointmentMail,
): Promise<void> {
  const { locale = 'en', ...of }: MailOf = rest;
  const job: JobData<'mail'> = { template, recipient, locale, values: { ...data } };
  // Anybody can sign up with this email address: what an unverified account says about its reader is worth nothing.
  const isReader = 'userId' in of ? sql`id = ${of.userId}` : sql`email = ${recipient.toLowerCase()} AND email_verified`;
  await orm.insert(jobs).values({
    kind: 'mail',
    ...of,
    data: sql`${JSON.stringify(job)}::jsonb
      || coalesce((SELECT jsonb_build_object('locale', language) FROM users WHERE ${isReader} AND language IS NOT NULL), '{}')`,
  });
}

const hourSeconds = 60 * 60;
/** Per mailbox and hour. Password resets are counted separately, so that sign-ups by strangers cannot use them up. */
export const maxMailsPerHour = 5;

export type SendMail = (mail: Mail) => Promise<void>;

// Its mailboxes have both domains, and dots in their names do not count.
const dotless = /^@(?:gmail|googlemail)\.com$/;

/** One mailbox has many spellings: upper case, `name+anything@`, and dots at a provider that ignores them. */
export function mailboxOf(recipient: string): string {
  const email = recipient.toLowerCase();
  const at = email.lastIndexOf('@');
  const [name] = email.slice(0, at).split('+');
  if (!name) return email;
  const domain = email.slice(at);
  return dotless.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}${domain}`;
}

/**
 * For mails that anybody can trigger by typing an email address: verification, reset, "you already have an account", a
 * new email address. Over the limit the mail is dropped without an error: another response would reveal that the mailbox
 * has an account.
 */
export function limitMail(orm: Orm, limiter: Pick<RateLimiter, 'tryConsume'>, log: Log): SendMail {
  return async (mail) => {
    const action = mail.template === 'reset-password' ? 'reset-recipient' : 'mail-recipient';
    if (await limiter.tryConsume(action, [mailboxOf(mail.recipient), maxMailsPerHour, hourSeconds]))
      await enqueueMail(orm, mail);
    else log.warn({ template: mail.template }, 'mail not sent: hourly limit of its recipient reached');
  };
}
