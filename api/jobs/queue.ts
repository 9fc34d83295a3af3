import type { Database } from '#api/db/connect.ts';
import { type JobData, type JobKind, jobSchemas, outboundKinds } from './job-data.ts';

/** Either a pool or the connection of a transaction. */
export type Connection = Pick<Database['pool'], 'query'>;

/** A job that this instance has claimed. */
export interface DueJob<Kind extends JobKind = JobKind> {
  id: string;
  kind: Kind;
  data: JobData<Kind>;
  ticketId: string | null;
  userId: string | null;
  attempts: number;
  createdAt: Date;
}

/** As it is stored: another version of the server may have written its data. */
export type StoredJob = Omit<DueJob, 'data'> & { data: Record<string, unknown> };

export const parseJob = (job: StoredJob): DueJob => ({ ...job, data: jobSchemas[job.kind].parse(job.data) });

const columns =
  'jobs.id, kind, data, ticket_id AS "ticketId", user_id AS "userId", attempts, created_at AS "createdAt"';

interface Claim {
  kinds: readonly string[];
  limit: number;
  leaseSeconds: number;
  /** The time of the database unless given. */
  now?: Date | undefined;
}

/**
 * Claims due jobs for this instance until the lease ends: if it dies while it works on them, another one claims them. What leaves
 * the installation is not claimed while that is on hold.
 */
export async function claimDue(connection: Connection, { kinds, limit, leaseSeconds, now }: Claim) {
  const { rows } = await connection.query<StoredJob>(
    `WITH due AS MATERIALIZED (
      SELECT id FROM jobs
      WHERE kind = ANY($1) AND done_at IS NULL AND failed_at IS NULL AND next_attempt_at <= coalesce($4, now())
        AND (kind <> ALL($5) OR NOT EXISTS (SELECT FROM outbound_holds))
      ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    UPDATE jobs SET attempts = attempts + 1, next_attempt_at = coalesce($4, now()) + make_interval(secs => $3)
    FROM due WHERE jobs.id = due.id RETURNING ${columns}`,
    [kinds, limit, leaseSeconds, now ?? null, outboundKinds],
  );
  return rows;
}

/** In a transaction: the job as it is now, unless another instance has claimed it since or it has ended. */
export async function lockClaimed(connection: Connection, { id, attempts }: StoredJob): Promise<StoredJob | undefined> {
  const { rows } = await connection.query<StoredJob>(
    `SELECT ${columns} FROM jobs WHERE id = $1 AND attempts = $2 AND done_at IS NULL AND failed_at IS NULL FOR UPDATE`,
    [id, attempts],
  );
  return rows[0];
}

// The link of a mail contains a secret. Its template and recipient are needed for 30 days.
const withoutSecrets = `CASE kind WHEN 'mail' THEN data - '{values,isRejected}'::text[] ELSE '{}' END`;

export async function recordDone(connection: Connection, { id }: StoredJob): Promise<void> {
  await connection.query(
    `UPDATE jobs SET done_at = now(), failed_at = NULL, last_error = NULL, data = ${withoutSecrets} WHERE id = $1`,
    [id],
  );
}

/** For an obsolete job, such as a mail whose recipient lost the right to read it. */
export async function discardJob(connection: Connection, { id }: StoredJob): Promise<void> {
  await connection.query('DELETE FROM jobs WHERE id = $1', [id]);
}

/** As if it were enqueued now for a later time. */
export async function postpone(connection: Connection, { id }: StoredJob, until: Date): Promise<void> {
  await connection.query(
    'UPDATE jobs SET next_attempt_at = $2, attempts = 0, last_error = NULL, created_at = now() WHERE id = $1',
    [id, until],
  );
}

/** `delaySeconds` undefined: no further attempt; `isRejected`: because the mail server rejected it. Does nothing if another instance has claimed the job since. */
export async function recordFailure(
  connection: Connection,
  { id, attempts }: StoredJob,
  {
    reason,
    delaySeconds,
    isRejected = false,
    now,
  }: { reason: string; delaySeconds: number | undefined; isRejected?: boolean; now?: Date | undefined },
): Promise<void> {
  await connection.query(
    `UPDATE jobs SET last_error = $3, next_attempt_at = coalesce(coalesce($6, now()) + make_interval(secs => $4), 'infinity'),
      failed_at = CASE WHEN $4::double precision IS NULL THEN now() END,
      data = CASE WHEN $4::double precision IS NULL THEN ${withoutSecrets} || $5::jsonb ELSE data END
    WHERE id = $1 AND attempts = $2 AND done_at IS NULL`,
    [id, attempts, reason, delaySeconds ?? null, isRejected ? '{"isRejected": true}' : '{}', now ?? null],
  );
}

const firstDelaySeconds = 30;
const maxDelaySeconds = 6 * 60 * 60;
const giveUpAfterSeconds = 7 * 24 * 60 * 60;

/** Seconds until the next attempt: exponential backoff with ±25 % jitter. Undefined once a week has passed. */
export function retryDelay(attempts: number, ageSeconds: number, random: number = Math.random()): number | undefined {
  if (ageSeconds >= giveUpAfterSeconds) return undefined;
  return Math.min(firstDelaySeconds * 2 ** (attempts - 1), maxDelaySeconds) * (0.75 + random / 2);
}
