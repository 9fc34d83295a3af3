import type { Database } from '#api/db/connect.ts';
import type { Caller } from '#api/db/tenant.ts';
import { UserError } from '#api/lib/errors.ts';
import type { DeskReplied } from '#contract/desk-conversation.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import type { ChangedTickets, ChangeTickets } from '#contract/ticket-changes.ts';
import { mergeTicket } from './desk-conversation.ts';
import { changeTicket } from './desk-tickets.ts';

type Result = ChangedTickets['results'][number];

/** One ticket after the other, so that no ticket is locked while another one waits. */
export async function changeTickets(
  database: Database,
  caller: Caller,
  { tickets, change: { merge, ...change } }: ChangeTickets,
): Promise<ChangedTickets> {
  const results: Result[] = [];
  for (const ticket of tickets) {
    if (ticket.id === merge?.intoId) continue;
    const work =
      merge === undefined
        ? changeTicket(database, caller, { ...ticket, ...change })
        : mergeTicket(database, caller, { ...ticket, ...merge });
    const result = await work.then(
      (state): Result => ({ id: ticket.id, outcome: 'done', ticket: toQueued(state), reason: null }),
      (error: unknown) => toResult(ticket.id, error),
    );
    results.push(result);
  }
  return { results };
}

const toQueued = (state: QueuedTicket | DeskReplied): QueuedTicket => ('ticket' in state ? state.ticket : state);

function toResult(id: string, error: unknown): Result {
  if (!(error instanceof UserError)) throw error;
  const { code, current } = error;
  if (code === 'not_found') return { id, outcome: code, ticket: null, reason: null };
  if (code !== 'changed_meanwhile') return { id, outcome: 'not_allowed', ticket: null, reason: code };
  return { id, outcome: code, ticket: toQueued(current as QueuedTicket | DeskReplied), reason: null };
}
