import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { Database } from '#api/db/connect.ts';
import { isConnectionError } from '#api/lib/errors.ts';
import { startPeriodic } from '#api/db/periodic.ts';
import { withTransaction } from '#api/db/transaction.ts';
import { type Log, describeError } from '#api/lib/log.ts';
import type { JobClock } from './job-clock.ts';
import type { JobKind } from './job-data.ts';
import {
  claimDue,
  discardJob,
  type DueJob,
  lockClaimed,
  parseJob,
  postpone,
  recordDone,
  recordFailure,
  retryDelay,
  type StoredJob,
} from './queue.ts';

/** The outcome of a job: done, obsolete, or not before a time. */
export type Outcome = 'done' | 'discard' | { notBefore: Date };

/** Work outside of the database, such as sending. It may be repeated if the instance dies before that is recorded. */
type Run<Kind extends JobKind = JobKind> = (job: DueJob<Kind>) => Promise<Outcome>;
/** Work in the database: committed together with the end of the job, or not at all. */
type Transact<Kind extends JobKind = JobKind> = (client: ClientBase, job: DueJob<Kind>, now: Date) => Promise<Outcome>;

interface JobOptions {
  /** One such job waits always: the worker enqueues it at its start, and each run says when the next one is. */
  recurring?: { firstAfterSeconds: number };
  /** Never given up, and retried at least this often. Without it, a job is given up after a week. */
  maxRetrySeconds?: number;
}

export type JobHandler<Kind extends JobKind = JobKind> = JobOptions &
  ({ run: Run<Kind> } | { transact: Transact<Kind> });

export type JobHandlers = { readonly [Kind in JobKind]?: JobHandler<Kind> };

/** Thrown by a handler: no further attempt. The message is stored and must not contain personal data. */
export class PermanentJobError extends Error {
  override name = 'PermanentJobError';
}

export const batchSize = 5;
/** For one attempt. */
export const jobTimeoutSeconds = 5 * 60;
// Longer than any attempt: no other instance may claim a job that is being worked on.
const defaultLeaseSeconds = 2 * jobTimeoutSeconds;

interface ClaimOptions {
  /** How many jobs are worked on at once. */
  atOnce?: number;
  /** Longer than an attempt takes: a job of an instance that died waits for it. */
  leaseSeconds?: number;
}

export interface JobDeps extends ClaimOptions {
  database: Pick<Database, 'pool'>;
  handlers: JobHandlers;
  log: Log;
  /** For tests; the time of the database unless given. */
  now?: Date | undefined;
  onJob?: OnJob | undefined;
}

/** For the metrics: the kind of a job, and how an attempt ended. */
export type OnJob = (
  kind: string,
  result: 'done' | 'obsolete' | 'postponed' | 'retried' | 'rejected' | 'given_up',
) => void;

const wordsOf = (kind: string) =>
  kind === 'mail'
    ? { done: 'mail sent', waits: 'mail not sent yet', ended: 'mail given up', rejected: 'mail rejected permanently' }
    : { done: 'job done', waits: 'job not done yet', ended: 'job given up', rejected: 'job rejected permanently' };

const fieldsOf = ({ id, kind, data, attempts }: StoredJob) =>
  kind === 'mail' ? { mail: id, template: data['template'], attempts } : { job: id, kind, attempts };

/** Works on one batch of due jobs of the kinds that have a handler, and returns its size. */
export async function runDue({ database: { pool }, handlers, log, now, onJob, ...claim }: JobDeps): Promise<number> {
  const { atOnce = batchSize, leaseSeconds = defaultLeaseSeconds } = claim;
  const due = await claimDue(pool, { kinds: Object.keys(handlers), limit: atOnce, leaseSeconds, now });
  await Promise.all(
    due.map(async (job) => {
      // Its data is parsed by the schema of the same kind.
      const handler = handlers[job.kind] as JobHandler | undefined;
      if (handler === undefined) return;
      try {
        const outcome = 'run' in handler ? await perform(handler.run, job) : await commit(handler.transact, job);
        onJob?.(job.kind, outcome === 'done' ? 'done' : outcome === 'discard' ? 'obsolete' : 'postponed');
        const level = job.kind === 'mail' ? 'info' : 'debug';
        if (outcome === 'discard') log[level](fieldsOf(job), 'obsolete job');
        else log[level](fieldsOf(job), outcome === 'done' ? wordsOf(job.kind).done : 'job postponed');
      } catch (error) {
        if (error instanceof NotRecordedError) throw error.cause;
        await handleFailure(job, handler, error);
      }
    }),
  );
  return due.length;

  async function perform(run: Run, job: StoredJob): Promise<Outcome> {
    const outcome = await run(parseJob(job));
    // It has been done: if that is not recorded, it is done again.
    await retryOnConnectionError(() => record(pool, job, outcome)).catch((error: unknown) => {
      throw new NotRecordedError('The end of a job was not recorded.', { cause: error });
    });
    return outcome;
  }

  async function commit(transact: Transact, claimed: StoredJob): Promise<Outcome> {
    return withTransaction(pool, async (client) => {
      const job = await lockClaimed(client, claimed);
      if (job === undefined) return 'discard';
      const outcome = await transact(client, parseJob(job), now ?? new Date());
      await record(client, job, outcome);
      return outcome;
    });
  }

  async function handleFailure(job: StoredJob, { maxRetrySeconds }: JobOptions, failure: unknown): Promise<void> {
    const words = wordsOf(job.kind);
    const fields = fieldsOf(job);
    if (failure instanceof PermanentJobError) {
      onJob?.(job.kind, 'rejected');
      await recordFailure(pool, job, { reason: failure.message, delaySeconds: undefined, isRejected: true });
      log.warn({ ...fields, reason: failure.message }, `${words.rejected}: no further attempt`);
      return;
    }
    const ageSeconds = maxRetrySeconds === undefined ? (Date.now() - job.createdAt.getTime()) / 1000 : 0;
    const curve = retryDelay(job.attempts, ageSeconds);
    const delaySeconds = curve === undefined ? undefined : Math.min(curve, maxRetrySeconds ?? curve);
    onJob?.(job.kind, delaySeconds === undefined ? 'given_up' : 'retried');
    const { type, code, message } = describeError(failure);
    const reason = `${code ?? type}: ${message}`.replaceAll(/[\s\p{Cc}]+/gu, ' ');
    await recordFailure(pool, job, { reason, delaySeconds, now });
    if (delaySeconds === undefined) log.error({ ...fields, err: failure }, words.ended);
    else log.warn({ ...fields, err: failure, nextTryInMs: Math.round(delaySeconds * 1000) }, words.waits);
  }
}

class NotRecordedError extends Error {
  override name = 'NotRecordedError';
}

async function record(connection: Parameters<typeof recordDone>[0], job: StoredJob, outcome: Outcome): Promise<void> {
  if (outcome === 'done') await recordDone(connection, job);
  else if (outcome === 'discard') await discardJob(connection, job);
  else await postpone(connection, job, outcome.notBefore);
}

async function retryOnConnectionError(work: () => Promise<void>): Promise<void> {
  for (let pause = 500; ; pause *= 2) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionError(error) || pause > 20_000) throw error;
      await wait(pause);
    }
  }
}

/** One job of each recurring kind waits always: it is postponed, and never done. */
export async function ensureRecurring({ pool }: JobDeps['database'], handlers: JobHandlers): Promise<void> {
  for (const [kind, { recurring }] of Object.entries(handlers)) {
    if (recurring === undefined) continue;
    await pool.query(
      `INSERT INTO jobs (kind, key, next_attempt_at) VALUES ($1, 'recurring', now() + make_interval(secs => $2))
      ON CONFLICT (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL DO NOTHING`,
      [kind, recurring.firstAfterSeconds],
    );
  }
}

interface WorkerDeps extends Omit<JobDeps, 'database'> {
  /** Undefined until the database has opened. */
  database: () => JobDeps['database'] | undefined;
  /** For the log, where the queue could not be read. */
  name: string;
  /** Wakes the worker when a job is due. Without it, and while it does not listen, the worker polls. */
  clock?: JobClock | undefined;
  pollIntervalMs?: number;
}

// The clock reads the queue every minute. This is for what neither it nor a notification has told.
const idleIntervalMs = 10 * 60_000;

/** Works on due jobs until stopped. Every instance of the server runs the same workers. `stop` waits for jobs in progress. */
export function startWorker({ database, name, clock, pollIntervalMs = 2_000, ...deps }: WorkerDeps) {
  let isEnsured = false;
  const worker = startPeriodic({
    database,
    run: async (current) => {
      if (!isEnsured) await ensureRecurring(current, deps.handlers);
      isEnsured = true;
      if ((await runDue({ ...deps, database: current })) === (deps.atOnce ?? batchSize)) return 0;
      return clock?.isListening === true ? idleIntervalMs : undefined;
    },
    intervalMs: pollIntervalMs,
    log: deps.log,
    failure: `${name} queue could not be read`,
  });
  clock?.register(Object.keys(deps.handlers), worker.wake);
  return worker;
}
