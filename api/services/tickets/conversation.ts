import { type Run, runOn } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, inTenantTransaction, runAsSession } from '#api/db/tenant.ts';
import { UserError } from '#api/lib/errors.ts';
import type {
  Answer,
  CustomerChange,
  ReadTicket,
  Replied,
  Reply,
  ThreadPage,
  ThreadQuery,
  TicketCard,
} from '#contract/conversation.ts';
import { rejectTicket, type TicketOptions } from './open-ticket.ts';
import { readThread } from './thread.ts';
import { readCard } from './ticket-card.ts';
import { lockTicket, noTicket, readTerms, saveTicket } from './ticket-store.ts';
import { writeReply, type Written } from './write-reply.ts';

// The customer's side of a conversation. Which tickets a user sees and writes to is decided by the database (api/db/functions).

const needs = 'tickets';

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

/** What the user has seen of a ticket, for the list. Two tabs may tell in any order. */
export async function markRead(database: Database, caller: Caller, { id, version }: ReadTicket): Promise<void> {
  const [rows] = await runAsSession(
    database,
    caller,
    { mode: 'write', needs },
    {
      name: 'ticket-read',
      text: `INSERT INTO ticket_reads AS known (user_id, ticket_id, version)
      SELECT app_user_id(), id, least($2, version) FROM tickets WHERE id = $1
      ON CONFLICT (user_id, ticket_id) DO UPDATE SET version = greatest(known.version, excluded.version) RETURNING ticket_id`,
      values: [id, version],
    },
  );
  if (rows?.length !== 1) throw noTicket;
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

/** A click: the second of two finds the ticket changed. */
export async function changeAsCustomer(
  database: Database,
  caller: Caller,
  { id, change }: CustomerChange,
  options: TicketOptions = {},
): Promise<Replied> {
  if (change === 'solved') return write(database, caller, { id, body: undefined, action: 'customer_solves' }, options);
  return inTenantTransaction(database, caller, needs, async (client) => {
    const now = options.now ?? new Date();
    const read = () => readCard(runOn(client), id, now);
    const locked = await lockTicket(client, id);
    const before = await read();
    if (before === undefined) throw noTicket;
    const replied = { ticket: before, messageId: null, isFollowUp: false };
    if (!before.canBecomeUrgent || locked.id !== id)
      throw new UserError('changed_meanwhile', 'This ticket has changed meanwhile.', replied);
    const terms = await readTerms(client, locked.customerId, 'urgent');
    const urgent = { priority: 'urgent', terms, isUnread: true };
    await saveTicket(client, { kind: 'customer', ...caller }, locked, urgent, now);
    return { ...replied, ticket: (await read()) ?? before };
  });
}

async function write(database: Database, caller: Caller, written: Written, options: TicketOptions): Promise<Replied> {
  return inTenantTransaction(database, caller, needs, async (client) => {
    const actor = { kind: 'customer', ...caller } as const;
    const result = await writeReply(client, actor, written, options);
    const ticket = await readCard(runOn(client), result.ticketId, options.now ?? new Date());
    if (ticket === undefined) throw noTicket;
    const { messageId, isFollowUp, isStale } = result;
    const replied = { ticket, messageId, isFollowUp };
    if (isStale === true) throw new UserError('changed_meanwhile', 'This ticket has changed meanwhile.', replied);
    return replied;
  }).catch(rejectTicket);
}
