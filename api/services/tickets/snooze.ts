import type { ClientBase } from 'pg';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { UserError } from '#api/lib/errors.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import type { SnoozeTicket } from '#contract/ticket-changes.ts';
import { maxSnoozeDays } from '#contract/ticket-states.ts';
import { changed, readQueued } from './desk-tickets.ts';
import { officeInstant } from './office-hours.ts';
import { isDone } from './status-machine.ts';
import { lockTicket, saveTicket, saveTickets, type StoredTicket, toLocked } from './ticket-store.ts';

const needs = ['support'] as const;
const woken = { kind: 'woken' as const, payload: {}, isInternal: true as const };
const invalidTime = new UserError('invalid_request', 'Please choose a time within a year from now.');
const isNotOpen = new UserError('invalid_request', 'This ticket is resolved or closed.');

/** Puts a ticket aside until a time of the office's clock, or wakes it. Nothing of it is shown to the customer. */
export async function snoozeTicket(
  database: Database,
  caller: Caller,
  { id, version, until }: SnoozeTicket,
): Promise<QueuedTicket> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const ticket = await lockTicket(client, id);
    if (ticket.version !== version) throw new UserError('changed_meanwhile', changed, await readQueued(client, id));
    const now = new Date();
    const snoozedUntil = until === null ? null : officeInstant(until);
    if (snoozedUntil === null && ticket.snoozedUntil === null) return readQueued(client, id);
    if (snoozedUntil !== null && isDone(ticket.status)) throw isNotOpen;
    if (snoozedUntil !== null && !isWithin(snoozedUntil, now, maxSnoozeDays)) throw invalidTime;
    const event =
      snoozedUntil === null
        ? woken
        : { kind: 'snoozed' as const, payload: { until: snoozedUntil.toISOString() }, isInternal: true as const };
    const change = { snoozedUntil, isUnread: false, events: [event] };
    await saveTicket(client, { kind: 'staff', ...caller }, ticket, change, now);
    return readQueued(client, id);
  });
}

const isWithin = (time: Date, now: Date, days: number) =>
  time > now && time.getTime() - now.getTime() <= days * 24 * 60 * 60 * 1000;

/** Tickets whose time has come. */
export async function wakeTickets(client: ClientBase, limit: number, now = new Date()): Promise<number> {
  const { rows } = await client.query<StoredTicket>('SELECT * FROM lock_snoozed_tickets($1, $2)', [now, limit]);
  const change = { snoozedUntil: null, events: [woken] };
  const changes = rows.map((row) => ({ ticket: toLocked(row), change }));
  await saveTickets(client, { kind: 'system' }, changes, now);
  return rows.length;
}
