import { z } from 'zod';
import { fileIds } from './attachments.ts';
import { mailLinkSchema } from './auth.ts';
import { email, moment, visibleText } from './fields.ts';
import {
  authorKinds,
  figureMonths,
  maxMessageLength,
  maxRatingComment,
  messageSources,
  ratings,
  replyEffects,
  slaCalendars,
  slaStates,
  ticketEventKinds,
  ticketOrigins,
} from './ticket-states.ts';
import { newTicketHeaders, newTicketSchema, ticketSchema } from './tickets.ts';

// The conversation of a ticket. Users who may not see it get 404 not_found from all of its routes.

const count = z.number().int().nonnegative();
export const ticketIdQuery = z.strictObject({ id: z.uuid() });

/** Opening a ticket for somebody else: both see it. */
export const openTicketSchema = newTicketSchema.extend({
  requestedFor: email
    .meta({ description: 'Of a colleague who may see tickets; the user themselves unless given' })
    .optional(),
  fileIds: fileIds.meta({ description: 'Files that were uploaded for the customer before' }).optional(),
  topic: z.literal('billing').meta({ description: 'By the roles of the user unless given' }).optional(),
  invoiceId: z.uuid().meta({ description: 'The invoice that it asks about; its topic is billing' }).optional(),
});
export type OpenTicket = z.infer<typeof openTicketSchema>;

const dueAt = moment
  .nullable()
  .meta({ description: 'When the first response is due; null without an SLA target, as for imported tickets' });
export const openedTicketSchema = ticketSchema.extend({ firstResponseDueAt: dueAt });
export type OpenedTicket = z.infer<typeof openedTicketSchema>;

export const personSchema = z.object({
  userId: z.uuid(),
  name: z.string().meta({ description: 'The email address of a user who gave no name' }),
  email: z.string().nullable().meta({ description: 'Null for staff' }),
  isYou: z.boolean(),
});
export type Person = z.infer<typeof personSchema>;

const target = {
  state: z.enum(slaStates),
  minutes: count.meta({ description: 'How long it may take, in minutes of the calendar' }),
  dueAt: moment,
  isKept: z.boolean().nullable().meta({ description: 'Null while that is open' }),
};
/** The SLA targets of a ticket: of its first response, and of its resolution. */
export const slaSchema = z.object({
  ...target,
  calendar: z.enum(slaCalendars).meta({ description: 'Office hours (Europe/Paris), or around the clock' }),
  respondedAt: moment.nullable(),
  minutesLeft: count
    .nullable()
    .meta({ description: 'Minutes of the calendar until the first response is due, while its time runs' }),
  resolution: z.object(target).nullable().meta({ description: 'Null for tickets from before there was such a target' }),
});
export type Sla = z.infer<typeof slaSchema>;

const relatedSchema = ticketSchema.pick({ id: true, ticketNumber: true, subject: true, status: true });
export type RelatedTicket = z.infer<typeof relatedSchema>;

/** Tickets, and the invoice that it asks about, if the caller may see them. */
export const relatedTicketsSchema = z.object({
  invoice: z.object({ id: z.uuid(), number: z.string().nullable() }).nullable(),
  follows: relatedSchema.nullable(),
  followedBy: z.array(relatedSchema),
  mergedInto: relatedSchema.nullable(),
  mergedFrom: z.array(relatedSchema),
});
export type RelatedTickets = z.infer<typeof relatedTicketsSchema>;

export const originSchema = z.object({
  origin: z.enum(ticketOrigins).meta({ description: '`desk` and `email`: if its author is staff, they opened it' }),
  unverifiedSender: z
    .string()
    .nullable()
    .meta({ description: 'Staff opened it from a mail of this email address, and nothing proves who sent it' }),
});

export const ticketCardSchema = ticketSchema.extend({
  ...relatedTicketsSchema.shape,
  version: count.meta({ description: 'Of the last change: the position of the newest item of the conversation' }),
  resolvedAt: moment.nullable(),
  closedAt: moment.nullable(),
  lastMessageAt: moment.nullable(),
  reopenedCount: count,
  author: personSchema.nullable().meta({ description: 'Null for imported tickets, and if the user was deleted' }),
  requester: personSchema.nullable().meta({ description: 'For whom the ticket was opened' }),
  ...originSchema.shape,
  assigneeName: z.string().nullable().meta({ description: 'The staff member who works on it' }),
  watchers: z.array(personSchema),
  sla: slaSchema.nullable(),
  rating: z
    .enum(ratings)
    .nullable()
    .meta({ description: 'What the customer said of our help since it was last opened' }),
  canRate: z
    .boolean()
    .meta({ description: 'Whether that can be said or changed: for two weeks after it was resolved' }),
  canBecomeUrgent: z.boolean().meta({ description: 'Whether the customer can say that it has become urgent: once' }),
  replyEffect: z.enum(replyEffects).meta({
    description:
      'What a reply does: `reply` adds to the conversation, `answer` should come with whether it works, `reopen` reopens the ticket, `follow_up` opens another one',
  }),
});
export type TicketCard = z.infer<typeof ticketCardSchema>;

// ---- thread: the description of the ticket comes first, then its items

export const threadQuery = ticketIdQuery.extend({
  cursor: z.string().max(500).meta({ description: '`olderCursor` of a page, for the one before it' }).optional(),
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a version')
    .transform(Number)
    .meta({ description: 'Only what came after this version, oldest first' })
    .optional(),
});
export type ThreadQuery = z.infer<typeof threadQuery>;

const authorSchema = z.object({
  kind: z.enum(authorKinds),
  name: z.string().nullable().meta({ description: 'Null if the user was deleted, and of the system' }),
  isYou: z.boolean(),
  isUnverified: z
    .literal(true)
    .meta({ description: 'The name is the sender of a mail that staff published, and nothing proves who sent it' })
    .optional(),
});
const item = {
  id: z.uuid(),
  position: count.meta({ description: 'The version of the ticket that it made' }),
  createdAt: moment,
  author: authorSchema,
};
export const messageSchema = z.object({
  ...item,
  kind: z.literal('message'),
  body: z.string(),
  source: z.enum(messageSources),
  isWithdrawn: z.literal(true).meta({ description: 'Staff withdrew it: its text and its files are gone' }).optional(),
});
export const ticketEventSchema = z.object({
  ...item,
  kind: z.literal('event'),
  event: z.enum(ticketEventKinds).or(z.string()),
  details: z
    .object({
      from: z.string(),
      to: z.string(),
      until: z.string().meta({ description: 'Until when staff put it aside' }),
      isKept: z.boolean(),
      minutes: count.meta({ description: 'Of the calendar, without pauses' }),
      isOutsideHours: z
        .boolean()
        .meta({ description: 'Answered while the office was closed, in no time of its calendar' }),
      personName: z.string().nullable().meta({ description: 'Who was assigned, added or removed' }),
      ticketId: z.uuid().nullable().meta({ description: 'The other ticket, if the caller may see it' }),
      ticketNumber: z.string().nullable(),
      added: z.array(z.string()).meta({ description: 'Tags, at the desk only' }),
      removed: z.array(z.string()),
      customerName: z.string().nullable().meta({ description: 'Whose ticket it was, at the desk only' }),
      messageId: z.uuid().meta({ description: 'What was withdrawn: a message, or by its own id the description' }),
    })
    .partial(),
});
export type TicketEvent = z.infer<typeof ticketEventSchema>;
export const threadItemSchema = z.discriminatedUnion('kind', [messageSchema, ticketEventSchema]);
export type ThreadItem = z.infer<typeof threadItemSchema>;

export const pageOfThread = <Item extends z.ZodType>(threadItem: Item) =>
  z.object({
    items: z.array(threadItem).meta({ description: 'Oldest first; without a cursor, the newest' }),
    olderCursor: z.string().nullable().meta({ description: 'Cursor of the page before; null on the first' }),
    hasNewer: z.boolean().meta({ description: 'With `after`: whether more items follow these' }),
  });
export const threadPageSchema = pageOfThread(threadItemSchema);
export type ThreadPage = z.infer<typeof threadPageSchema>;

// ---- writing

export const missingText = 'Please write something.';
export const messageBody = visibleText(maxMessageLength, missingText);
export const replyHeaders = newTicketHeaders.pick({ 'Idempotency-Key': true });

export const replySchema = z.strictObject({
  id: z.uuid(),
  body: messageBody,
  fileIds: fileIds.meta({ description: 'Files that were uploaded before' }).optional(),
});
export type Reply = z.infer<typeof replySchema>;

/** On a resolved ticket: "It works, thank you" or "It is still broken". */
export const answerSchema = z.strictObject({
  id: z.uuid(),
  works: z.boolean(),
  body: messageBody.optional(),
  fileIds: fileIds.meta({ description: 'Files of the text' }).optional(),
});
export type Answer = z.infer<typeof answerSchema>;

export const repliedSchema = z.object({
  ticket: ticketCardSchema.meta({
    description: 'The ticket with the message: the one it was merged into, or the new one that follows it, included',
  }),
  messageId: z.uuid().nullable().meta({ description: 'Null without a text, and for the description of a new ticket' }),
  isFollowUp: z.boolean().meta({ description: 'Whether a new ticket was opened' }),
});
export type Replied = z.infer<typeof repliedSchema>;

export const rateSchema = z.strictObject({
  id: z.uuid(),
  rating: z.enum(ratings),
  comment: visibleText(maxRatingComment, missingText)
    .meta({ description: 'Becomes a message of the conversation' })
    .optional(),
});
export type Rate = z.infer<typeof rateSchema>;

/** With the token of a link in a mail. */
export const rateByLinkSchema = mailLinkSchema.extend({ rating: z.enum(ratings) });
export type RateByLink = z.infer<typeof rateByLinkSchema>;
/** What the page behind the link shows. */
export const ratingLinkSchema = z.object({
  shortNumber: ticketSchema.shape.shortNumber,
  subject: ticketSchema.shape.subject,
  rating: ticketCardSchema.shape.rating,
});
export type RatingLink = z.infer<typeof ratingLinkSchema>;

/** What customers do to a ticket without writing: close what solved itself, or say that it has become urgent. */
export const customerChangeSchema = z.strictObject({ id: z.uuid(), change: z.enum(['solved', 'urgent']) });
export type CustomerChange = z.infer<typeof customerChangeSchema>;

/** The version that is on the screen. */
export const readTicketSchema = z.strictObject({ id: z.uuid(), version: z.int().min(0).max(2_147_483_647) });
export type ReadTicket = z.infer<typeof readTicketSchema>;

// ---- people

export const addWatcherSchema = z.strictObject({ id: z.uuid(), email });
export type AddWatcher = z.infer<typeof addWatcherSchema>;
export const removeWatcherSchema = z.strictObject({ id: z.uuid(), userId: z.uuid() });
export type RemoveWatcher = z.infer<typeof removeWatcherSchema>;

export const colleaguesSchema = z.object({
  colleagues: z.array(z.object({ userId: z.uuid(), email: z.string(), name: z.string() })),
});
export type Colleagues = z.infer<typeof colleaguesSchema>;

// ---- figures

export const figuresSchema = z.object({
  months: z
    .array(
      z.object({
        month: z
          .string()
          .regex(/^\d{4}-\d{2}$/)
          .meta({ example: '2026-11' }),
        promised: count.meta({ description: 'First responses that were given or missed in this month: kept + missed' }),
        kept: count,
        missed: count,
        medianMinutes: count.nullable().meta({ description: 'Until the first response, in minutes of its calendar' }),
        averageMinutes: count.nullable().meta({ description: 'The same as an average, which the website names' }),
      }),
    )
    .length(figureMonths)
    .meta({ description: 'The last twelve months (Europe/Paris), this one last' }),
});
export type Figures = z.infer<typeof figuresSchema>;
