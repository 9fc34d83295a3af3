import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import {
  getTicket,
  listTickets,
  listTicketStatuses,
  setTicketStatus,
  type TicketDetails,
  ticketStatuses,
} from '#api/admin/tickets.ts';
import { type Command, json, UsageError } from '../command.ts';
import { plainLines, table } from '../output.ts';

export const listTicketsCommand: Command = {
  name: 'tickets list',
  summary: 'List the tickets that are not closed, newest first',
  takes: [],
  options: {
    customer: { value: 'customer', about: 'of this customer only' },
    status: { value: 'status', about: `in this status only: ${ticketStatuses.join(', ')}` },
    limit: { value: 'number', about: 'at most so many (100)' },
    json,
  },
  async run({ database, output, options }) {
    const limit = options.text('limit') ?? '100';
    if (!/^[1-9]\d{0,5}$/.test(limit)) throw new UsageError(`--limit is "${limit}", and must be a whole number from 1`);
    const wanted = { customer: options.text('customer'), status: options.text('status'), limit: Number(limit) };
    const tickets = await inOperatorTransaction(database, async (client) => {
      const statuses = wanted.status === undefined ? [] : await listTicketStatuses(client);
      if (wanted.status !== undefined && !statuses.includes(wanted.status))
        throw new UsageError(`--status is "${wanted.status}", and must be one of ${statuses.join(', ')}`);
      return listTickets(client, wanted);
    });
    if (options.isOn('json')) output.out(JSON.stringify(tickets));
    else if (tickets.length === 0) output.err('There is no such ticket.');
    else {
      const rows = tickets.map(({ ticket_number, created_at, description: _, ...rest }) => ({
        ticket: ticket_number,
        ...rest,
        created: created_at.slice(0, 16),
      }));
      table(rows).forEach(output.out);
    }
  },
};

export const showTicketCommand: Command = {
  name: 'tickets show',
  summary: 'Show a ticket with its whole description',
  takes: ['ticket'],
  options: { json },
  async run({ database, output, given: [number = ''], options }) {
    const ticket = await inOperatorTransaction(database, (client) => getTicket(client, number));
    if (options.isOn('json')) output.out(JSON.stringify(ticket));
    else describe(ticket).forEach(output.out);
  },
};

function describe({ description, ...ticket }: TicketDetails): string[] {
  const rows = [
    ['ticket', ticket.ticket_number],
    ['customer', `${ticket.customer} (${ticket.customer_id})`],
    ['author', ticket.author ?? 'a user who was removed'],
    ['priority', ticket.priority],
    ['status', ticket.status],
    ['created', ticket.created_at],
    ['resolved', ticket.resolved_at ?? '-'],
    ['subject', ticket.subject],
  ] as const;
  return [
    ...rows.map(([name, value]) => `${name.padEnd(10)}${plainLines(value).join(' ')}`),
    '',
    // Indented: no line of a description can pass for one of ours.
    ...plainLines(description).map((line) => `  ${line}`.trimEnd()),
  ];
}

export const setTicketStatusCommand: Command = {
  name: 'tickets set-status',
  summary: 'Set a ticket’s status',
  takes: ['ticket', 'status'],
  options: {},
  notes: [`A status is one of ${ticketStatuses.join(', ')}.`],
  async run({ database, output, given: [ticket = '', status = ''] }) {
    const { from, to } = await inOperatorTransaction(database, (client) => setTicketStatus(client, ticket, status));
    output.out(from === to ? `Nothing to do: ${ticket} is ${to}.` : `${ticket}: ${from} → ${to}`);
  },
};
