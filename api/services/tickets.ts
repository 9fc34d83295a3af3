import type { Row } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, runAs } from '#api/db/tenant.ts';
import type { Page } from '#contract/lists.ts';
import type { NewTicket, Ticket } from '#contract/tickets.ts';
import type { ticketSorts } from '#contract/sorts.ts';
import { NotLinkedError } from './customer.ts';
import { byId, key, type ListDefinition, type ListRequest } from './lists/definition.ts';
import { listPage } from './lists/list-page.ts';
import { RateLimitError } from '#api/lib/errors.ts';

type TicketSort = (typeof ticketSorts)[number];

export const ticketList: ListDefinition<Ticket, TicketSort> = {
  table: 'tickets',
  columns: {
    id: 'id',
    ticketNumber: 'ticket_number',
    subject: 'subject',
    description: 'description',
    priority: 'priority',
    status: 'status',
    createdAt: 'created_at',
  },
  sorts: {
    createdAt: [key('created_at', 'timestamptz'), byId],
    ticketNumber: [key('ticket_number', 'text'), byId],
    subject: [key('subject_key', 'text'), byId],
    priority: [key('priority_key', 'integer'), byId],
    status: [key('status', 'text'), key('created_at', 'timestamptz'), byId],
  },
  defaultSort: 'createdAt',
};

export function listTickets(
  database: Database,
  caller: Caller,
  request: ListRequest<TicketSort>,
): Promise<Page<Ticket>> {
  return listPage(database, caller, ticketList, request);
}

/** The key was used before, for another ticket. */
export class IdempotencyKeyReusedError extends Error {
  override name = 'IdempotencyKeyReusedError';
}

const tooManyTickets = 'Too many tickets were opened recently. Please try again later, or call us.';

const names = Object.keys(ticketList.columns);
// The record is written by the same statement: there is no ticket without it.
const creation = {
  name: 'create-ticket',
  text: `WITH made AS (SELECT ticket, was_there FROM create_ticket($1, $2, $3, $4, most_per_hour => $7)),
    noted AS (INSERT INTO audit_events (actor, event, user_id, customer, entity, request_id, network)
      SELECT 'user', 'ticket.created', app_user_id(), (ticket).customer_id, 'ticket:' || (ticket).id, $5, $6
      FROM made WHERE NOT was_there)
    SELECT was_there, ${Object.values(ticketList.columns)
      .map((column) => `(ticket).${column}`)
      .join(', ')}
    FROM made`,
};

export interface TicketOptions {
  idempotencyKey?: string | undefined;
  /** Of one customer, and five times as many in a day; 0 for any number. */
  mostPerHour?: number;
}

/** The new ticket, or the one that the same key made before. */
export async function createTicket(
  database: Database,
  caller: Caller,
  { subject, description, priority }: NewTicket,
  { idempotencyKey, mostPerHour = 60 }: TicketOptions = {},
): Promise<{ ticket: Ticket; wasThere: boolean }> {
  const { requestId = null, network = null } = caller.trace ?? {};
  const values = [subject, description, priority, idempotencyKey ?? null, requestId, network, mostPerHour];
  const [rows] = await runAs(database, caller, 'write', { ...creation, values }).catch(refuse);
  if (rows?.[0] === undefined) throw new NotLinkedError('The account is linked to no customer.');
  const [wasThere, ...row] = rows[0];
  const ticket = toTicket(row);
  const isSame = ticket.subject === subject && ticket.description === description && ticket.priority === priority;
  if (!isSame) throw new IdempotencyKeyReusedError('The key was used for another ticket.');
  return { ticket, wasThere: wasThere as boolean };
}

// As create_ticket raises it; the detail is how many seconds it will be so.
function refuse(error: unknown): never {
  const { code, detail } = error as { code?: string; detail?: string };
  throw code === 'PT429' ? new RateLimitError(Number(detail), false, tooManyTickets) : error;
}

const toTicket = (row: Row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as Ticket;
