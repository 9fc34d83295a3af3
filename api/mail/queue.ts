import type { Database } from '#api/db/connect.ts';
import type { RateLimiter } from '#api/db/rate-limit.ts';
import { mailOutbox } from '#api/db/schema.ts';
import type { Orm } from '#api/db/transaction-context.ts';
import type { Log } from '#api/lib/log.ts';
import type { Mail } from './mail.ts';
import type { StoredMail } from './render-mail.ts';

/** Call it in the transaction that the mail is about: both are committed, or neither. A worker delivers it. */
export async function enqueueMail(
  orm: Pick<Orm, 'insert'>,
  { template, recipient, locale = 'en', data }: Mail,
): Promise<void> {
  await orm.insert(mailOutbox).values({ template, recipient, locale, data: { ...data } });
}

const hourSeconds = 60 * 60;
/** Per mailbox and hour. Password resets are counted separately, so that sign-ups by strangers cannot use them up. */
export const maxMailsPerHour = 5;

export type SendMail = (mail: Mail) => Promise<void>;

/** One mailbox has many spellings: upper case, and `name+anything@`. */
export function mailboxOf(recipient: string): string {
  const email = recipient.toLowerCase();
  const at = email.lastIndexOf('@');
  const [name] = email.slice(0, at).split('+');
  return name ? `${name}${email.slice(at)}` : email;
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

export interface DueMail extends StoredMail {
  id: string;
  recipient: string;
  attempts: number;
  createdAt: Date;
}

type Pool = Pick<Database['pool'], 'query'>;

/** Claims due mails for this instance until the lease ends: if it dies while sending, another one sends them again. */
export async function claimDue(pool: Pool, limit: number, leaseSeconds: number): Promise<DueMail[]> {
  const { rows } = await pool.query<DueMail>(
    `WITH due AS MATERIALIZED (
      SELECT id FROM mail_outbox WHERE sent_at IS NULL AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
    UPDATE mail_outbox SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
    FROM due WHERE mail_outbox.id = due.id
    RETURNING mail_outbox.id, template, recipient, locale, data, attempts, created_at AS "createdAt"`,
    [limit, leaseSeconds],
  );
  return rows;
}

/** Deletes the mail's data too: its link contains a secret. */
export async function recordSent(pool: Pool, { id }: DueMail): Promise<void> {
  await pool.query(
    `UPDATE mail_outbox SET sent_at = now(), failed_at = NULL, is_rejected = false, last_error = NULL, data = '{}' WHERE id = $1`,
    [id],
  );
}

/** `delaySeconds` undefined: no further attempt; `isRejected`: because the mail server rejected it. Does nothing if another instance has claimed the mail since. */
export async function recordFailure(
  pool: Pool,
  { id, attempts }: DueMail,
  {
    reason,
    delaySeconds,
    isRejected = false,
  }: { reason: string; delaySeconds: number | undefined; isRejected?: boolean },
): Promise<void> {
  await pool.query(
    `UPDATE mail_outbox SET last_error = $3, next_attempt_at = coalesce(now() + make_interval(secs => $4), 'infinity'),
      failed_at = CASE WHEN $4::double precision IS NULL THEN now() END, is_rejected = $5,
      data = CASE WHEN $4::double precision IS NULL THEN '{}' ELSE data END
    WHERE id = $1 AND attempts = $2 AND sent_at IS NULL`,
    [id, attempts, reason, delaySeconds ?? null, isRejected],
  );
}
