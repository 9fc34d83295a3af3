import type { ClientBase } from 'pg';
import type { JobHandlers } from '#api/jobs/worker.ts';
import type { Log } from '#api/lib/log.ts';
import { silenceDays, slaWarningMinutes } from '#contract/ticket-states.ts';
import { addMinutes } from './office-hours.ts';
import { wakeTickets } from './snooze.ts';
import { type SystemAction, transition } from './status-machine.ts';
import { saveTickets, type StoredTicket, toLocked } from './ticket-store.ts';

const batchSize = 200;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Each run is one transaction with one batch. Tickets that a request holds are left to the next run. `isListening`: a change of a
 * ticket brings the next run forward (ticketChecks), so that it need not come every minute.
 */
export function ticketHandlers(log: Log, isListening: () => boolean = () => false): JobHandlers {
  const after = (now: Date, rows: number, minutes: number) => ({
    notBefore: rows === batchSize ? now : new Date(now.getTime() + minutes * minuteMs),
  });
  const afterDeadlines = async (client: ClientBase, now: Date, rows: number) =>
    after(now, rows, rows < batchSize && isListening() ? minutesUntilDue(await readDeadlines(client, now), now) : 1);
  return {
    'sla-check': {
      recurring: { firstAfterSeconds: 60 },
      maxRetrySeconds: 5 * 60,
      transact: async (client, _job, now) => {
        const missed = await markMissedTickets(client, now);
        if (missed > 0) log.info({ missed }, 'targets marked as missed');
        const warned = await warnDueTickets(client, now);
        return afterDeadlines(client, now, Math.max(missed, warned));
      },
    },
    'snooze-check': {
      recurring: { firstAfterSeconds: 60 },
      maxRetrySeconds: 5 * 60,
      transact: async (client, _job, now) => afterDeadlines(client, now, await wakeTickets(client, batchSize, now)),
    },
    'auto-close': {
      recurring: { firstAfterSeconds: 60 },
      maxRetrySeconds: 60 * 60,
      transact: async (client, _job, now) => {
        const closed = await closeSilentTickets(client, now);
        if (closed > 0) log.info({ closed }, 'resolved tickets closed');
        return after(now, closed, 10);
      },
    },
  };
}

/** The jobs that a change of a ticket brings forward. */
export const ticketChecks = ['sla-check', 'snooze-check'] as const;

/** The earliest of each kind that nothing was done about yet. */
export interface Deadlines {
  response: Date | null;
  responseWarning: Date | null;
  resolution: Date | null;
  resolutionWarning: Date | null;
  snooze: Date | null;
}

async function readDeadlines(client: ClientBase, now: Date): Promise<Deadlines | undefined> {
  const { rows } = await client.query<Deadlines>(
    `SELECT response, response_warning AS "responseWarning", resolution, resolution_warning AS "resolutionWarning", snooze
    FROM next_ticket_deadlines($1)`,
    [now],
  );
  return rows[0];
}

const maxPauseMinutes = 15;

/** Minutes until a ticket is overdue, due soon or to be shown again; at most a quarter of an hour. */
export function minutesUntilDue(deadlines: Deadlines | undefined, now: Date): number {
  const { response, responseWarning, resolution, resolutionWarning, snooze } = deadlines ?? {};
  const times = [response, resolution, snooze].map((time) => time?.getTime() ?? Infinity);
  for (let minutes = 1; minutes < maxPauseMinutes; minutes += 1) {
    const then = new Date(now.getTime() + minutes * minuteMs);
    // The later of both calendars, as the ticket's is not known: a run too early finds nothing.
    const isOpen = addMinutes('office', then, 0).getTime() <= then.getTime();
    const isSoon = (due: Date | null | undefined, ahead: number) =>
      due && due.getTime() <= addMinutes(isOpen ? 'office' : 'continuous', then, ahead).getTime();
    if (
      Math.min(...times) < then.getTime() ||
      isSoon(responseWarning, slaWarningMinutes.response) ||
      isSoon(resolutionWarning, slaWarningMinutes.resolution)
    )
      return minutes;
  }
  return maxPauseMinutes;
}

/** First responses and resolutions that are overdue. */
export const markMissedTickets = (client: ClientBase, now = new Date()): Promise<number> =>
  changeDue(client, 'response_is_overdue', now, {
    text: 'SELECT * FROM lock_overdue_tickets($1, $2)',
    values: [now, batchSize],
  });

/** Enqueues a warning for targets that are due soon: by the calendar of the ticket, and while its clock runs. */
export async function warnDueTickets(client: ClientBase, now: Date): Promise<number> {
  const isOpen = addMinutes('office', now, 0).getTime() <= now.getTime();
  const values = (minutes: number) => [
    now,
    isOpen ? addMinutes('office', now, minutes) : null,
    addMinutes('continuous', now, minutes),
    batchSize,
  ];
  const counted = async (name: 'warn_due_tickets' | 'warn_due_resolutions', minutes: number) => {
    const text = `SELECT ${name}($1, $2, $3, $4) AS warned`;
    const { rows } = await client.query<{ warned: number }>(text, values(minutes));
    return rows[0]?.warned ?? 0;
  };
  const responses = await counted('warn_due_tickets', slaWarningMinutes.response);
  return responses + (await counted('warn_due_resolutions', slaWarningMinutes.resolution));
}

/** Resolved tickets without a message for `silenceDays`. */
export const closeSilentTickets = (client: ClientBase, now = new Date()): Promise<number> =>
  changeDue(client, 'silence_passes', now, {
    text: 'SELECT * FROM lock_silent_tickets($1, $2)',
    values: [new Date(now.getTime() - silenceDays * dayMs), batchSize],
  });

async function changeDue(
  client: ClientBase,
  action: SystemAction,
  now: Date,
  lock: { text: string; values: unknown[] },
): Promise<number> {
  const { rows } = await client.query<StoredTicket>(lock);
  const changes = rows.flatMap((row) => {
    const ticket = toLocked(row);
    const move = transition(action, ticket, now);
    return typeof move === 'string' ? [] : [{ ticket, change: { move } }];
  });
  await saveTickets(client, { kind: 'system' }, changes, now);
  return rows.length;
}
