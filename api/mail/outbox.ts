import type { Database } from '#api/db/connect.ts';
import type { StoredMail } from './render-mail.ts';

export interface DueMail extends StoredMail {
  id: string;
  recipient: string;
  attempts: number;
  createdAt: Date;
}

type Pool = Pick<Database['pool'], 'query'>;

/**
 * Takes due mails for this copy of the server alone. They come due again only after a time in which any attempt has
 * ended: a copy that dies while it sends loses nothing, and no two send the same mail.
 */
export async function claimDue(pool: Pool, most: number, leaseSeconds: number): Promise<DueMail[]> {
  const { rows } = await pool.query<DueMail>(
    `WITH due AS MATERIALIZED (
      SELECT id FROM mail_outbox WHERE sent_at IS NULL AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
    UPDATE mail_outbox SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
    FROM due WHERE mail_outbox.id = due.id
    RETURNING mail_outbox.id, template, recipient, locale, data, attempts, created_at AS "createdAt"`,
    [most, leaseSeconds],
  );
  return rows;
}

/** What the mail carried is forgotten: its link is a secret, and has left. */
export async function recordSent(pool: Pool, { id }: DueMail): Promise<void> {
  await pool.query(
    `UPDATE mail_outbox SET sent_at = now(), failed_at = NULL, last_error = NULL, data = '{}' WHERE id = $1`,
    [id],
  );
}

/** `delaySeconds` undefined: no further attempt. An instance that took the mail over since then is not disturbed. */
export async function recordFailure(
  pool: Pool,
  { id, attempts }: DueMail,
  { reason, delaySeconds }: { reason: string; delaySeconds: number | undefined },
): Promise<void> {
  await pool.query(
    `UPDATE mail_outbox SET last_error = $3, next_attempt_at = coalesce(now() + make_interval(secs => $4), 'infinity'),
      failed_at = CASE WHEN $4::double precision IS NULL THEN now() END,
      data = CASE WHEN $4::double precision IS NULL THEN '{}' ELSE data END
    WHERE id = $1 AND attempts = $2 AND sent_at IS NULL`,
    [id, attempts, reason, delaySeconds ?? null],
  );
}
