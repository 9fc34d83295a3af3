import { z } from 'zod';
import { personSchema } from './conversation.ts';
import { customerSchema } from './customers.ts';
import { isStorable, moment } from './fields.ts';
import { maxTagLength } from './limits.ts';
import { listQuery, pageOf } from './lists.ts';
import { contractSchema, invoiceSchema } from './records.ts';
import { deskTicketSorts, maxExcerptLength } from './staff.ts';
import { slaCalendars, slaKinds, slaStates } from './ticket-states.ts';
import { ticketSchema } from './tickets.ts';
import { totalOverdue } from './desk-customers.ts';

const count = z.number().int().nonnegative();

export const queuedTicketSchema = ticketSchema.omit({ description: true }).extend({
  customerId: z.uuid(),
  customerName: z.string(),
  assigneeId: z.uuid().nullable(),
  assigneeName: z.string().nullable(),
  version: count.meta({ description: 'To be sent with a change: 409 changed_meanwhile if it is not the current one' }),
  firstResponseDueAt: moment.nullable().meta({ description: 'Null without an SLA target' }),
  dueKind: z.enum(slaKinds).nullable().meta({
    description: 'The next target: of the first response, then of the resolution; null if there is none left',
  }),
  dueAt: moment.nullable().meta({ description: 'When that target is due, or would be if it were not paused' }),
  slaState: z.enum(slaStates).nullable().meta({ description: 'Of that target, or of the first response' }),
  slaCalendar: z.enum(slaCalendars).nullable(),
  minutesLeft: z.number().int().nullable().meta({
    description:
      'Of its calendar until `dueAt`, negative if overdue; while paused, what will be left; null if nothing is due',
  }),
  targetMinutes: count
    .nullable()
    .meta({ description: 'What that target allows, in minutes of its calendar; null if nothing is due' }),
  snoozedUntil: moment.nullable().meta({ description: 'Put aside until then, or until the customer writes' }),
  unreadSince: moment.nullable().meta({ description: 'Since when the customer waits for somebody to read or answer' }),
  tags: z.array(z.string()).meta({ description: 'Customers do not see them' }),
  requesterName: z.string().nullable().meta({ description: 'Null if nobody is known, or the account was deleted' }),
  lastMessage: z
    .object({
      kind: z.enum(['customer', 'staff', 'system', 'note']),
      author: z.string().nullable().meta({ description: 'Null if the account was deleted' }),
      excerpt: z.string().meta({ description: `Its beginning, on one line, at most ${maxExcerptLength} characters` }),
      at: moment,
    })
    .meta({ description: 'The last message or internal note; without one, the description' }),
});
export type QueuedTicket = z.infer<typeof queuedTicketSchema>;

export const deskTicketsQuery = listQuery(deskTicketSorts).extend({
  active: z
    .literal('true')
    .meta({
      description: 'Only tickets that are neither resolved nor closed, or have something unread, and are not put aside',
    })
    .optional(),
  priority: z.string().max(50).refine(isStorable).optional(),
  assignee: z
    .union([z.uuid(), z.literal('none'), z.literal('me')])
    .meta({ description: 'A staff member, `me`, or `none`' })
    .optional(),
  customerId: z.uuid().optional(),
  tag: z
    .string()
    .max(maxTagLength)
    .refine(isStorable)
    .meta({ description: 'Accents and case do not matter' })
    .optional(),
  unread: z.literal('true').meta({ description: 'Only tickets with something unread' }).optional(),
  snoozed: z.literal('true').meta({ description: 'Only tickets that are put aside' }).optional(),
  due: z.literal('soon').meta({ description: 'Only tickets that are overdue or will be soon' }).optional(),
  waiting: z.literal('true').meta({ description: 'Only active tickets where the customer wrote last' }).optional(),
});
export const deskTicketsPage = pageOf(queuedTicketSchema);

export const deskTicketSchema = queuedTicketSchema.omit({ requesterName: true, lastMessage: true }).extend({
  description: z.string(),
  author: personSchema.nullable(),
  resolvedAt: moment.nullable(),
  customer: customerSchema.required({ risk: true, totalOutstanding: true }).extend({
    totalOverdue,
    counts: z.object({ activeContracts: z.int(), unpaidInvoices: z.int(), otherTickets: z.int() }),
    activeContracts: z.array(contractSchema.pick({ id: true, contractNumber: true, title: true, endDate: true })),
    unpaidInvoices: z.array(invoiceSchema.pick({ id: true, number: true, amount: true, dueDate: true, status: true })),
    otherTickets: z.array(ticketSchema.omit({ description: true })).meta({ description: 'The newest, without this' }),
  }),
});
export type DeskTicket = z.infer<typeof deskTicketSchema>;

/** The version of what is changed, as the staff member saw it. */
export const versionSchema = z
  .int()
  .min(1)
  .max(2_147_483_647)
  .meta({ description: '409 changed_meanwhile if it is not the current one' });
