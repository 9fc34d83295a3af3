import type { ClientBase } from 'pg';
import { runBatch } from '#api/db/batch.ts';
import { RateLimitError } from '#api/lib/errors.ts';
import type { MessageSource } from '#contract/ticket-states.ts';
import { attachFiles } from './attachments.ts';
import { createTicketStatementOf, followUpOfMailStatement, readCreated, type TicketOptions } from './open-ticket.ts';
import { findReplay } from './replay.ts';
import { type CustomerAction, transition } from './status-machine.ts';
import { type Actor, type LockedTicket, lockTicket, saveTicket } from './ticket-store.ts';

// What a customer says in a ticket, however it came: in the portal, by mail, or in a held mail that staff publish.

// Each reply may become mails to several people. More than anyone writes.
const maxRepliesPerHour = 120;

/** Who says it. */
export type Speaker = Extract<Actor, { kind: 'customer' | 'sender' }>;

export interface Written {
  id: string;
  body: string | undefined;
  action: CustomerAction;
  /** Uploaded before. */
  fileIds?: readonly string[];
  /** The Message-ID of a reply that came by mail. */
  emailMessageId?: string | undefined;
  source?: MessageSource;
}

export interface WrittenReply {
  /** The ticket that it was written to, which may be another one. */
  ticketId: string;
  ticketNumber: string;
  /** Null where there was no text, or it is the description of a follow-up ticket. */
  messageId: string | null;
  isFollowUp: boolean;
  /** Nothing was written: the ticket has moved on since the user saw it, and a click alone has lost its meaning. */
  isStale?: true;
}

/** In a transaction with the rights of the user, or of the staff member. A text is never lost. */
export async function writeReply(
  client: ClientBase,
  speaker: Speaker,
  written: Written,
  options: TicketOptions,
): Promise<WrittenReply> {
  const { now = new Date(), idempotencyKey } = options;
  const { id, body, fileIds = [], source = 'portal', emailMessageId } = written;
  const ticket = await lockForReply(client, speaker, id);
  const { ticketNumber } = ticket;
  const here = { ticketId: ticket.id, ticketNumber, isFollowUp: false };
  if (body !== undefined && speaker.kind === 'customer') {
    const ticketIds = [id, ticket.id];
    const replay = await findReplay(client, 'ticket_messages', { key: idempotencyKey, body, ticketIds, fileIds });
    if (replay !== undefined) return { ...here, ticketId: replay.ticketId, messageId: replay.id };
    if (options.hourlyLimit !== 0) await limitReplies(client);
  }

  let { action } = written;
  let move = transition(action, ticket, now);
  if (move === 'not_applicable') {
    if (body === undefined) return { ...here, messageId: null, isStale: true };
    action = 'customer_replies';
    move = transition(action, ticket, now);
  }
  if (move === 'not_applicable' || move === 'follow_up')
    return openFollowUp(client, speaker, ticket, { body, fileIds, source }, { ...options, now });
  const message = body === undefined ? undefined : { body, source, idempotencyKey, emailMessageId };
  // "It works" needs nobody, unless there is something to read.
  const isUnread = !['customer_confirms', 'customer_solves'].includes(action) || body !== undefined;
  const event = action === 'customer_replies' ? 'ticket.replied' : 'ticket.answered';
  const audit = speaker.kind === 'sender' ? mailPublished(speaker) : ({ event } as const);
  const change = { move, audit, ...(message && { message }), ...(isUnread && { isUnread }) };
  const { messageId } = await saveTicket(client, speaker, ticket, change, now);
  await attachFiles(client, fileIds, { ticketId: ticket.id, messageId });
  return { ...here, messageId };
}

const mailPublished = ({ mailId }: { mailId: string }) =>
  ({ event: 'mail.published', details: { mail: mailId } }) as const;

/** A mail that staff publish goes to the surviving ticket of a merge. The database finds it for customers, if they may see it. */
async function lockForReply(client: ClientBase, speaker: Speaker, id: string): Promise<LockedTicket> {
  const ticket = await lockTicket(client, id);
  if (speaker.kind === 'customer' || ticket.mergedIntoId === null) return ticket;
  return lockForReply(client, speaker, ticket.mergedIntoId);
}

async function limitReplies(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ seconds: number }>(
    `SELECT ceil(extract(epoch FROM created_at + interval '1 hour' - now()))::integer AS seconds FROM ticket_messages
    WHERE author_id = app_user_id() AND created_at > now() - interval '1 hour'
    ORDER BY created_at DESC OFFSET ${maxRepliesPerHour - 1} LIMIT 1`,
  );
  if (rows[0] !== undefined) throw new RateLimitError(Math.max(1, rows[0].seconds), false);
}

/**
 * A ticket that follows one which was closed too long ago, with its people. The text is its description. An unverified sender
 * is not its author: their text is its first message, which says who sent it.
 */
async function openFollowUp(
  client: ClientBase,
  speaker: Speaker,
  closed: LockedTicket,
  { body, fileIds, source }: { body: string | undefined; fileIds: readonly string[]; source: MessageSource },
  options: TicketOptions & { now: Date },
): Promise<WrittenReply> {
  const { id, subject, priority } = closed;
  const isUnverified = speaker.kind === 'sender' && !speaker.isVerified;
  const description = isUnverified || body === undefined ? `The problem of ${closed.ticketNumber} is back.` : body;
  const input = { subject, priority, description };
  const statement =
    speaker.kind === 'customer'
      ? createTicketStatementOf(speaker, input, options, id)
      : followUpOfMailStatement(speaker, input, options.now, id);
  const [rows] = await runBatch(client, [statement]);
  const { ticket, isReplay } = readCreated(rows, input);
  const result = { ticketId: ticket.id, ticketNumber: ticket.ticketNumber, messageId: null, isFollowUp: true };
  if (isReplay) return result;
  await client.query('SELECT copy_watchers($1, $2)', [id, ticket.id]);
  const events = [{ kind: 'followed' as const, payload: { ticketId: ticket.id } }];
  const published = speaker.kind === 'sender' && { audit: mailPublished(speaker) };
  await saveTicket(client, speaker, closed, { events, ...published }, options.now);
  if (isUnverified && body !== undefined) {
    const followUp = await lockForReply(client, speaker, ticket.id);
    const { messageId } = await saveTicket(client, speaker, followUp, { message: { body, source } }, options.now);
    await attachFiles(client, fileIds, { ticketId: ticket.id, messageId });
    return { ...result, messageId };
  }
  await attachFiles(client, fileIds, { ticketId: ticket.id });
  return result;
}
