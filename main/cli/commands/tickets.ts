import { readFileSync } from 'node:fs';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import {
  assignTicket,
  getTicket,
  listTickets,
  listTicketStatuses,
  replyToTicket,
  setTicketStatus,
  type TicketDetails,
} from '#api/services/tickets/operator-tickets.ts';
import { readError } from '#api/lib/read-failure.ts';
import { type Command, type Options, UsageError, json, limit, readLimit } from '../command.ts';
import { ticketStatuses } from '#contract/ticket-states.ts';
import { plainLines, printList } from '../output.ts';

function describe({ description, ...ticket }: TicketDetails): string[] {
  const rows = [
    ['ticket', ticket.ticket_number],
    ['customer', `${ticket.customer} (${ticket.customer_id})`],
    ['author', ticket.author ?? 'a deleted user'],
    ['priority', ticket.priority],
    ['status', ticket.status],
    ['created', ticket.created_at],
    ['resolved', ticket.resolved_at ?? '-'],
    ['subject', ticket.subject],
  ] as const;
  return [
    ...rows.map(([name, value]) => `${name.padEnd(10)}${plainLines(value).join(' ')}`),
    '',
    // Indented, so that no line of a description looks like one of ours.
    ...plainLines(description).map((line) => `  ${line}`.trimEnd()),
  ];
}

const nextSteps = ['reply', 'ask', 'resolve'] as const;

function readNext(options: Options) {
  const wanted = options.get('next') ?? 'reply';
  const known = nextSteps.find((one) => one === wanted);
  if (known === undefined) throw new UsageError(`--next is "${wanted}", but must be one of ${nextSteps.join(', ')}`);
  return known;
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw readError(`The file ${file}`, error);
  }
}

export const ticketCommands: readonly Command[] = [
  {
    name: 'tickets list',
    summary: 'List tickets that are not closed, newest first',
    options: {
      customer: { value: 'customer', about: 'only of this customer' },
      status: { value: 'status', about: `only with this status: ${ticketStatuses.join(', ')}` },
      limit,
      json,
    },
    async run(context) {
      const { database, options } = context;
      const filter = { customer: options.get('customer'), status: options.get('status'), limit: readLimit(options) };
      const tickets = await inOperatorTransaction(database, async (client) => {
        const statuses = filter.status === undefined ? [] : await listTicketStatuses(client);
        if (filter.status !== undefined && !statuses.includes(filter.status))
          throw new UsageError(`--status is "${filter.status}", but must be one of ${statuses.join(', ')}`);
        return listTickets(client, filter);
      });
      printList(context, tickets, 'No matching tickets.', ({ ticket_number, created_at, description: _, ...rest }) => ({
        ticket: ticket_number,
        ...rest,
        created: created_at.slice(0, 16),
      }));
    },
  },
  {
    name: 'tickets show',
    summary: 'Show a ticket with its description',
    positionals: ['ticket'],
    options: { json },
    async run({ database, output, args: [number = ''], options }) {
      const ticket = await inOperatorTransaction(database, (client) => getTicket(client, number));
      if (options.hasFlag('json')) output.out(JSON.stringify(ticket));
      else describe(ticket).forEach(output.out);
    },
  },
  {
    name: 'tickets set-status',
    summary: 'Set a ticket’s status',
    positionals: ['ticket', 'status'],
    notes: [`A status is one of ${ticketStatuses.join(', ')}.`],
    async run({ database, output, args: [ticket = '', status = ''] }) {
      const { from, to } = await inOperatorTransaction(database, (client) => setTicketStatus(client, ticket, status));
      output.out(from === to ? `Nothing to do: ${ticket} is already ${to}.` : `${ticket}: ${from} → ${to}`);
    },
  },
  {
    name: 'tickets assign',
    summary: 'Assign a ticket to a staff member, or to nobody',
    positionals: ['ticket', 'email|nobody'],
    async run({ database, output, args: [ticket = '', wanted = ''] }) {
      const email = wanted === 'nobody' ? undefined : wanted;
      const { assignee = 'nobody', isChanged } = await inOperatorTransaction(database, (client) =>
        assignTicket(client, ticket, email),
      );
      output.out(
        isChanged ? `${ticket} is assigned to ${assignee}.` : `Nothing to do: ${ticket} is assigned to ${assignee}.`,
      );
    },
  },
  {
    name: 'tickets reply',
    summary: 'Reply to a ticket in the name of the company',
    positionals: ['ticket', 'file'],
    options: {
      next: { value: 'step', about: 'reply (the default), ask (then it waits for the customer), or resolve' },
    },
    notes: [
      'The text is in the file; "-" reads standard input. Customers get it as a reply from the desk, with the name of the company as its',
      'author: what a person writes is written at the desk. It cannot be taken back.',
    ],
    async run({ database, output, args: [ticket = '', file = ''], options }) {
      const reply = { body: readText(file), next: readNext(options) };
      const { from, to } = await inOperatorTransaction(database, (client) => replyToTicket(client, ticket, reply));
      output.out(`The reply to ${ticket} was published${from === to ? '' : `: ${from} → ${to}`}.`);
    },
  },
];
