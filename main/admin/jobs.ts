import type { ClientBase } from 'pg';
import { type AuditEventName, recordOperatorEvent } from '#api/db/audit-log.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { isUuid } from '#api/services/import/fields.ts';

export const jobStates = ['waiting', 'failed', 'done'] as const;
export type JobState = (typeof jobStates)[number];

export interface JobRow {
  id: string;
  kind: string;
  state: JobState;
  /** Only mails have these two. */
  template: string | null;
  recipient: string | null;
  attempts: number;
  created_at: string;
  /** Null when it has ended. */
  next_attempt_at: string | null;
  /** The last attempt ended with it. */
  error: string | null;
}

/** Mails have commands of their own: they have a recipient, and are most of the queue. */
export interface Queue {
  isMail: boolean;
}

// Never the values of a mail: its link opens an account.
const columns = `id, kind, data->>'template' AS template, data->>'recipient' AS recipient, attempts, created_at::text,
  CASE WHEN done_at IS NULL AND failed_at IS NULL THEN next_attempt_at::text END AS next_attempt_at, last_error AS error,
  CASE WHEN done_at IS NOT NULL THEN 'done' WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END AS state`;

const isWaiting = 'done_at IS NULL AND failed_at IS NULL';

export async function listJobs(
  client: ClientBase,
  { isMail, states, limit }: Queue & { states: readonly JobState[]; limit: number },
): Promise<JobRow[]> {
  const { rows } = await client.query<JobRow>(
    `SELECT * FROM (SELECT ${columns} FROM jobs WHERE (kind = 'mail') = $1) AS listed
    WHERE state = ANY($2::text[]) ORDER BY created_at DESC, id LIMIT $3`,
    [isMail, states, limit],
  );
  return rows;
}

async function lockJob(client: ClientBase, wanted: string, { isMail }: Queue): Promise<JobRow> {
  const { rows } = isUuid(wanted)
    ? await client.query<JobRow>(`SELECT ${columns} FROM jobs WHERE id = $1 AND (kind = 'mail') = $2 FOR UPDATE`, [
        wanted,
        isMail,
      ])
    : { rows: [] };
  const [job] = rows;
  if (job === undefined) throw new OperatorError(`There is no ${isMail ? 'mail' : 'job'} ${wanted}.`);
  if (job.state === 'waiting') return job;
  // The data of a job, where a mail has its secret link, is deleted when it ends.
  throw new OperatorError(
    job.state === 'done'
      ? `${isMail ? 'The mail was sent' : 'The job is done'}.`
      : `${isMail ? 'The mail' : 'The job'} was given up, and its content was deleted: repeat what caused it` +
          `${job.template === 'invitation' ? `, with users resend-invitation ${job.recipient}` : ''}.`,
  );
}

const record = (client: ClientBase, event: AuditEventName, { id, kind, template }: JobRow) =>
  recordOperatorEvent(client, {
    event,
    entity: `job:${id}`,
    details: { kind, ...(template !== null && { template }) },
  });

/**
 * The next attempt is now instead of later. An instance that is working on it may do it twice: such mails have the same
 * Message-ID. `all`: those that have failed before.
 */
export async function retryJobs(client: ClientBase, wanted: string, queue: Queue): Promise<number> {
  const event = 'job.retried';
  if (wanted !== 'all') {
    const job = await lockJob(client, wanted, queue);
    await client.query('UPDATE jobs SET next_attempt_at = now() WHERE id = $1', [job.id]);
    await record(client, event, job);
    return 1;
  }
  const { rowCount } = await client.query(
    `UPDATE jobs SET next_attempt_at = now()
    WHERE (kind = 'mail') = $1 AND ${isWaiting} AND last_error IS NOT NULL AND next_attempt_at > now()`,
    [queue.isMail],
  );
  const count = rowCount ?? 0;
  if (count > 0)
    await recordOperatorEvent(client, { event, details: { kind: queue.isMail ? 'mail' : 'other', count } });
  return count;
}

/** A mail that is not sent any longer, such as one to a wrong email address. */
export async function dropMail(client: ClientBase, wanted: string): Promise<JobRow> {
  const mail = await lockJob(client, wanted, { isMail: true });
  await client.query('DELETE FROM jobs WHERE id = $1', [mail.id]);
  await record(client, 'job.dropped', mail);
  return mail;
}
