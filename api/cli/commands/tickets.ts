import { inOperatorTransaction } from '#api/operator/operator-transaction.ts';
import { listTickets, setTicketStatus, ticketStatuses } from '#api/operator/tickets.ts';
import { type Command, json, UsageError } from '../command.ts';
import { table } from '../output.ts';

export const listTicketsCommand: Command = {
  name: 'tickets list',
  summary: 'List the tickets that are not closed, newest first',
  takes: [],
  options: {
    customer: { value: 'customer', about: 'of this customer only' },
    status: { value: 'status', about: `in this status only: ${ticketStatuses.join(', ')}, or any other` },
    limit: { value: 'number', about: 'at most so many (100)' },
    json,
  },
  async run({ database, output, options }) {
    const limit = options.text('limit') ?? '100';
    if (!/^[1-9]\d{0,5}$/.test(limit)) throw new UsageError(`--limit is "${limit}", and must be a whole number from 1`);
    const wanted = { customer: options.text('customer'), status: options.text('status'), limit: Number(limit) };
    const tickets = await inOperatorTransaction(database, (client) => listTickets(client, wanted));
    if (options.isOn('json')) output.out(JSON.stringify(tickets));
    else if (tickets.length === 0) output.err('There is no such ticket.');
    else {
      const rows = tickets.map(({ ticket_number, created_at, ...rest }) => ({
        ticket: ticket_number,
        ...rest,
        created: created_at.slice(0, 16),
      }));
      table(rows).forEach(output.out);
    }
  },
};

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
