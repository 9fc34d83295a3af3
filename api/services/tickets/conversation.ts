import type { ClientBase } from 'pg';
import { AccountError } from '#api/auth/account-error.ts';
import { recordTenantEvent } from '#api/db/audit-log.ts';
import { runBatch, type Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, inTenantTransaction, runAsSession } from '#api/db/tenant.ts';
import { ConflictError, RateLimitError } from '#api/lib/errors.ts';
import type { Run } from '#api/services/lists/query.ts';
import type { Answer, Replied, Reply, ThreadPage, ThreadQuery, TicketCard } from '#contract/conversation.ts';
import { attachFiles } from './attachments.ts';
import { createTicketStatementOf, readCreated, rethrowRejected, type TicketOptions } from './open-ticket.ts';
import type { MessageSource } from '#contract/ticket-states.ts';
import { type CustomerAction, transition } from './status-machine.ts';
import { readThread } from './thread.ts';
import { readCard } from './ticket-card.ts';
import { findReplay, type LockedTicket, lockTicket, saveTicket } from './ticket-store.ts';

// The customer's side of a conversation. Which tickets a user sees and writes to is decided by the database (migration 0009).

export const noTicket = new AccountError('not_found', 'There is no such ticket.');
const needs = 'tickets';
// Each reply may become mails to several people. More than anyone writes.
const maxRepliesPerHour = 120;

export const traceOf = ({ trace }: Pick<Caller, 'trace'>) => ({
  requestId: trace?.requestId ?? null,
  network: trace?.network ?? null,
});
const runOn =
  (client: ClientBase): Run =>
  (...statements: Statement[]) =>
    runBatch(client, statements);

export async function getTicket(database: Database, caller: Caller, id: string): Promise<TicketCard> {
  const run: Run = (...statements) => runAsSession(database, caller, { mode: 'read', needs }, ...statements);
  const card = await readCard(run, id, new Date());
  if (card === undefined) throw noTicket;
  return card;
}

const visible = (id: string) => ({ name: 'ticket-visible', text: 'SELECT FROM tickets WHERE id = $1', values: [id] });

export async function getThread(database: Database, caller: Caller, query: ThreadQuery): Promise<ThreadPage> {
  const run: Run = async (...statements) => {
    const access = { mode: 'read', needs } as const;
    const [tickets, ...results] = await runAsSession(database, caller, access, visible(query.id), ...statements);
    if (tickets?.length !== 1) throw noTicket;
    return results;
  };
  return readThread(run, 'portal', query);
}

/** A reply is never lost: whatever became of the ticket meanwhile, it is kept, here or as a ticket that follows. */
export async function reply(
  database: Database,
  caller: Caller,
  { id, body, fileIds = [] }: Reply,
  options: TicketOptions = {},
): Promise<Replied> {
  return write(database, caller, { id, body, action: 'customer_replies', fileIds }, options);
}

/** "It works, thank you" or "It is still broken", for a resolved ticket. */
export async function answer(
  database: Database,
  caller: Caller,
  { id, works, body, fileIds = [] }: Answer,
  options: TicketOptions = {},
): Promise<Replied> {
  const action = works ? 'customer_confirms' : 'customer_reports_broken';
  return write(database, caller, { id, body, action, fileIds }, options);
}

interface Written {
  id: string;
  body: string | undefined;
  action: CustomerAction;
  /** Uploaded before. */
  fileIds?: readonly string[];
  /** Of a reply that came by mail. */
  emailMessageId?: string | undefined;
  source?: MessageSource;
}

async function write(database: Database, caller: Caller, written: Written, options: TicketOptions): Promise<Replied> {
  return inTenantTransaction(database, caller, needs, (client) => writeIn(client, caller, written, options)).catch(
    rethrowRejected,
  );
}

/** In a transaction with the rights of the user. */
export async function writeIn(
  client: ClientBase,
  caller: Pick<Caller, 'trace'>,
  written: Written,
  options: TicketOptions,
): Promise<Replied> {
  const { now = new Date(), idempotencyKey } = options;
  const { id, body, fileIds = [], source = 'portal', emailMessageId } = written;
  const ticket = await lockTicket(client, id);
  if (ticket === undefined) throw noTicket;
  const done = async (ticketId: string, messageId: string | null, isFollowUp = false) => {
    const card = await readCard(runOn(client), ticketId, now);
    if (card === undefined) throw noTicket;
    return { ticket: card, messageId, isFollowUp };
  };
  if (body !== undefined) {
    const ticketIds = [id, ticket.id];
    const replay = await findReplay(client, 'ticket_messages', { key: idempotencyKey, body, ticketIds, fileIds });
    if (replay !== undefined) return done(replay.ticketId, replay.id);
    await limitReplies(client);
  }

  let { action } = written;
  let move = transition(action, ticket, now);
  if (move === 'not_applicable') {
    // The ticket has moved on since the user saw it: a text is kept as a reply, a click alone has lost its meaning.
    if (body === undefined) {
      const current = await done(ticket.id, null);
      throw new ConflictError('changed_meanwhile', 'This ticket has changed meanwhile.', current);
    }
    action = 'customer_replies';
    move = transition(action, ticket, now);
  }
  if (move === 'not_applicable' || move === 'follow_up') {
    const followUp = await openFollowUp(client, caller, ticket, body, options);
    if (!followUp.isReplay) await attachFiles(client, fileIds, { ticketId: followUp.id });
    return done(followUp.id, null, true);
  }
  const message = body === undefined ? undefined : { body, source, idempotencyKey, emailMessageId };
  // "It works" needs nobody, unless there is something to read.
  const isUnread = action !== 'customer_confirms' || body !== undefined;
  const change = { move, ...(message && { message }), ...(isUnread && { isUnread }) };
  const { messageId } = await saveTicket(client, ticket, change, now);
  await attachFiles(client, fileIds, { ticketId: ticket.id, messageId });
  const event = action === 'customer_replies' ? 'ticket.replied' : 'ticket.answered';
  const details = move.to === ticket.status ? {} : { from: ticket.status, to: move.to };
  await recordTenantEvent(client, { event, entity: `ticket:${ticket.id}`, details }, traceOf(caller));
  return done(ticket.id, messageId);
}

async function limitReplies(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ seconds: number }>(
    `SELECT ceil(extract(epoch FROM created_at + interval '1 hour' - now()))::integer AS seconds FROM ticket_messages
    WHERE author_id = app_user_id() AND created_at > now() - interval '1 hour'
    ORDER BY created_at DESC OFFSET ${maxRepliesPerHour - 1} LIMIT 1`,
  );
  if (rows[0] !== undefined) throw new RateLimitError(Math.max(1, rows[0].seconds), false);
}

/** A ticket that follows one which was closed too long ago, with its people. */
async function openFollowUp(
  client: ClientBase,
  caller: Pick<Caller, 'trace'>,
  { id, subject, priority, ticketNumber, version }: LockedTicket,
  body: string | undefined,
  options: TicketOptions,
): Promise<{ id: string; isReplay: boolean }> {
  const input = { subject, priority, description: body ?? `The problem of ${ticketNumber} is back.` };
  const [rows] = await runBatch(client, [createTicketStatementOf(caller, input, options, id)]);
  const { ticket, isReplay } = readCreated(rows, input);
  if (!isReplay) {
    await client.query('SELECT copy_watchers($1, $2)', [id, ticket.id]);
    const events = [{ kind: 'followed', payload: { ticketId: ticket.id } }];
    await client.query(`SELECT save_ticket($1, $2, '{}', NULL, $3)`, [id, version, JSON.stringify(events)]);
  }
  return { id: ticket.id, isReplay };
}
