import type { Database } from '#api/db/connect.ts';
import type { Channel } from '#api/db/notifications.ts';
import { startPeriodic } from '#api/db/periodic.ts';
import type { Log } from '#api/lib/log.ts';

type ClockDatabase = Pick<Database, 'pool' | 'notifications'>;

export interface JobClock {
  /** False while notifications cannot be received: then workers poll. */
  readonly isListening: boolean;
  /** Calls `wake` whenever a job of one of the kinds is due, or may be. */
  register(kinds: readonly string[], wake: () => void): void;
  /** Calls `wake` after each notification on a channel, and whenever some may have been missed. */
  onChange(channel: Channel, wake: () => void): void;
  stop(): Promise<void>;
}

interface ClockDeps {
  /** Undefined until the database has opened. */
  database: () => ClockDatabase | undefined;
  log: Log;
  /** Recurring jobs that run within a minute after a notification on a channel. */
  hurry?: Partial<Record<Channel, readonly string[]>>;
  pollIntervalMs?: number;
  hurryMs?: number;
}

// A timer may fire a moment early, and the job would then not be due yet.
const marginMs = 10;
// Jobs of a kind that are due within it have one timer.
const stepMs = 100;

/**
 * Knows when the next job of each kind is due, so that no worker has to poll: a trigger announces every job with its time
 * (api/db/functions/22_jobs.sql), and the queue is read once a minute for what that misses, such as the leases of an instance
 * that died. Times are distances that the database computes: its clock and ours may differ.
 */
export function startJobClock({
  database,
  log,
  hurry = {},
  pollIntervalMs = 60_000,
  hurryMs = 60_000,
}: ClockDeps): JobClock {
  const wakeByKind = new Map<string, () => void>();
  const wakeByChannel = new Map<Channel, (() => void)[]>();
  const timers = new Map<string, NodeJS.Timeout>();
  const hurrying = new Map<Channel, NodeJS.Timeout>();
  let subscribed: ClockDatabase | undefined;
  let isListening = false;

  function schedule(kind: string, delayMs: number): void {
    const wake = wakeByKind.get(kind);
    // What is further away is found by a later poll.
    if (wake === undefined || delayMs > 2 * pollIntervalMs) return;
    if (delayMs <= 0) return wake();
    const now = performance.now();
    const at = Math.ceil((now + delayMs + marginMs) / stepMs) * stepMs;
    // One for each time: a worker that is woken for the first job does not look for the next one.
    const key = `${kind} ${at}`;
    if (timers.has(key)) return;
    const fire = () => {
      timers.delete(key);
      wake();
    };
    timers.set(key, setTimeout(fire, at - now).unref());
  }

  function hurryUp(channel: Channel, kinds: readonly string[]): void {
    if (hurrying.has(channel)) return;
    const run = () => {
      hurrying.delete(channel);
      // The trigger announces it; if this fails, the job runs at its time.
      void subscribed?.pool.query(hurryStatement, [kinds]).catch(() => undefined);
    };
    hurrying.set(channel, setTimeout(run, hurryMs).unref());
  }

  function onNotification(channel: Channel, payload: string): void {
    const { kind, delayMs } = /^(?<kind>[a-z-]{1,40}):(?<delayMs>\d{1,15})$/.exec(payload)?.groups ?? {};
    if (channel === 'jobs' && kind !== undefined) schedule(kind, Number(delayMs));
    for (const wake of wakeByChannel.get(channel) ?? []) wake();
    const kinds = hurry[channel];
    if (kinds !== undefined) hurryUp(channel, kinds);
  }

  function wakeAll(): void {
    for (const wake of [...wakeByKind.values(), ...[...wakeByChannel.values()].flat()]) wake();
  }

  const setListening = (value: boolean) => {
    isListening = value;
    wakeAll();
  };

  async function listen(current: ClockDatabase): Promise<void> {
    if (subscribed === current) return;
    await current.notifications.subscribe({
      onNotification,
      onGap: () => setListening(true),
      onLoss: () => setListening(false),
    });
    subscribed = current;
    setListening(true);
  }

  const polling = startPeriodic({
    database,
    run: async (current) => {
      await listen(current);
      const { rows } = await current.pool.query<{ kind: string; delay: number }>(nextStatement, [
        [...wakeByKind.keys()],
      ]);
      for (const { kind, delay } of rows) schedule(kind, delay);
      return pollIntervalMs;
    },
    intervalMs: Math.min(pollIntervalMs, 2_000),
    log,
    failure: 'the times of jobs could not be read',
  });

  return {
    get isListening() {
      return isListening;
    },
    register(kinds, wake) {
      for (const kind of kinds) wakeByKind.set(kind, wake);
    },
    onChange(channel, wake) {
      wakeByChannel.set(channel, [...(wakeByChannel.get(channel) ?? []), wake]);
    },
    async stop() {
      await polling.stop();
      for (const timer of timers.values()) clearTimeout(timer);
      for (const timer of hurrying.values()) clearTimeout(timer);
    },
  };
}

const isWaiting = 'done_at IS NULL AND failed_at IS NULL';

// One entry of an index per kind, however many jobs wait.
const nextStatement = {
  name: 'next-jobs',
  text: `SELECT kind, ceil(extract(epoch FROM next - clock_timestamp()) * 1000)::double precision AS delay
    FROM unnest($1::text[]) AS kind CROSS JOIN LATERAL (
      SELECT min(next_attempt_at) AS next FROM jobs WHERE jobs.kind = kind.kind AND ${isWaiting}) AS waiting
    WHERE isfinite(next)`,
};

const hurryStatement = `UPDATE jobs SET next_attempt_at = now()
  WHERE kind = ANY($1) AND key = 'recurring' AND ${isWaiting} AND attempts = 0 AND next_attempt_at > now() + interval '1 minute'`;
