import type { ClientBase } from 'pg';
import { recordSystemEvent } from '#api/db/audit-log.ts';
import type { JobHandlers } from '#api/jobs/worker.ts';
import type { Log } from '#api/lib/log.ts';
import { slaWarningMinutes } from '#contract/ticket-states.ts';
import { addMinutes } from './office-hours.ts';

const batchSize = 200;
const minuteMs = 60_000;

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
        const missed = await markMissedTickets(client);
        if (missed > 0) log.info({ missed }, 'responses marked as overdue');
        const warned = await warnDueTickets(client, now);
        return after(now, Math.max(missed, warned), 1);
      },
    },
    'auto-close': {
      recurring: { firstAfterSeconds: 60 },
      maxRetrySeconds: 60 * 60,
      transact: async (client, _job, now) => {
        const closed = await closeSilentTickets(client);
        if (closed > 0) log.info({ closed }, 'resolved tickets closed');
        return after(now, closed, 10);
      },
    },
  };
}

/** Promised responses that are overdue. */
export async function markMissedTickets(client: ClientBase): Promise<number> {
  return (await client.query('SELECT mark_missed_tickets($1)', [batchSize])).rowCount ?? 0;
}

/** Enqueues a warning for responses that are due soon: by the calendar of the ticket, and while its clock runs. */
export async function warnDueTickets(client: ClientBase, now: Date): Promise<number> {
  const isOpen = addMinutes('office', now, 0).getTime() <= now.getTime();
  const { rows } = await client.query<{ warned: number }>('SELECT warn_due_tickets($1, $2, $3, $4) AS warned', [
    now,
    isOpen ? addMinutes('office', now, slaWarningMinutes) : null,
    addMinutes('continuous', now, slaWarningMinutes),
    batchSize,
  ]);
  return rows[0]?.warned ?? 0;
}

/** Resolved tickets after a week of silence (status-machine.ts: silence_passes). */
export async function closeSilentTickets(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ id: string; customer: string }>(
    'SELECT ticket_id AS id, customer_id AS customer FROM close_silent_tickets($1)',
    [batchSize],
  );
  for (const { id, customer } of rows) {
    const details = { from: 'resolved', to: 'closed' };
    await recordSystemEvent(client, { event: 'ticket.status_changed', customer, entity: `ticket:${id}`, details });
  }
  return rows.length;
}
