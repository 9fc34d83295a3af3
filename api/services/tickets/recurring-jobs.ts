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

/** Each run is one transaction with one batch. Tickets that a request holds are left to the next run. */
export function ticketHandlers(log: Log): JobHandlers {
  const after = (now: Date, rows: number, minutes: number) => ({
    notBefore: rows === batchSize ? now : new Date(now.getTime() + minutes * minuteMs),
  });
  return {
    'sla-check': {
      recurring: { firstAfterSeconds: 60 },
      maxRetrySeconds: 5 * 60,
      transact: async (client, _job, now) => {
        const missed = await markMissedTickets(client, now);
        if (missed > 0) log.info({ missed }, 'targets marked as missed');
        const warned = await warnDueTickets(client, now);
        return after(now, Math.max(missed, warned), 1);
      },
    },
    'snooze-check': {
      recurring: { firstAfterSeconds: 60 },
      maxRetrySeconds: 5 * 60,
      transact: async (client, _job, now) => after(now, await wakeTickets(client, batchSize, now), 1),
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
