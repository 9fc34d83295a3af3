import { z } from 'zod';
import { fileIds } from './attachments.ts';
import {
  messageBody,
  messageSchema,
  originSchema,
  pageOfThread,
  personSchema,
  relatedTicketsSchema,
  slaSchema,
  ticketEventSchema,
} from './conversation.ts';
import { deskTicketSchema, queuedTicketSchema, versionSchema } from './desk-tickets.ts';
import { email, line, moment } from './fields.ts';
import { templateVariables, unfilledVariables, unknownVariables } from './reply-templates.ts';
import { tagList, ticketPriority } from './ticket-changes.ts';
import { maxMentions, undoSeconds } from './ticket-states.ts';
import { newTicketSchema } from './tickets.ts';

// The conversation at the desk: what the customer sees, and internal notes.

const count = z.number().int().nonnegative();
const ofTicket = { id: z.uuid() };
const versioned = {
  ...ofTicket,
  version: versionSchema,
};

/** A reply of the reader's that nobody else sees yet. */
export const pendingReplySchema = z.object({
  id: z.uuid(),
  body: z.string(),
  seconds: count.meta({ description: 'Until it is published' }),
  problem: z.string().nullable().meta({ description: 'The error code that kept it from being published' }),
});
export type PendingReply = z.infer<typeof pendingReplySchema>;

export const deskConversationSchema = deskTicketSchema.extend({
  ...relatedTicketsSchema.shape,
  ...originSchema.shape,
  pendingReply: pendingReplySchema.nullable(),
  requester: personSchema.nullable(),
  watchers: z.array(personSchema),
  sla: slaSchema.nullable(),
  closedAt: moment.nullable(),
  reopenedCount: count,
});
export type DeskConversation = z.infer<typeof deskConversationSchema>;

/** A ticket that staff open for a customer, by themselves or from a held mail. */
export const staffTicketSchema = newTicketSchema.extend({
  customerId: z.uuid(),
  description: messageBody,
  requestedFor: email
    .nullable()
    .meta({ description: 'Of a member of the customer who may see tickets; null for somebody without an account' }),
  isNotified: z.boolean().meta({ description: 'Whether the requester gets a mail' }),
  fileIds: fileIds.meta({ description: 'Files that were uploaded for the customer before' }).optional(),
  mailId: z
    .uuid()
    .meta({ description: 'A held mail that it is opened from: its files come along, and it is held no longer' })
    .optional(),
  isOtherCustomer: z
    .boolean()
    .meta({ description: 'True to open it although the sender of the mail seems to belong to another customer' })
    .optional(),
});
export type NewStaffTicket = z.infer<typeof staffTicketSchema>;
export const staffTicketOpenedSchema = z.object({
  ticket: queuedTicketSchema,
  skipped: z.array(z.string()).meta({ description: 'Names of files of the mail that are not accepted' }),
});
export type StaffTicketOpened = z.infer<typeof staffTicketOpenedSchema>;

const noteSchema = messageSchema.omit({ kind: true, source: true, isWithdrawn: true }).extend({
  kind: z.literal('note'),
  mentions: z.array(z.string()).meta({ description: 'Names of the colleagues whom it mentions' }),
});
export const deskThreadItemSchema = z.discriminatedUnion('kind', [messageSchema, ticketEventSchema, noteSchema]);
export type DeskThreadItem = z.infer<typeof deskThreadItemSchema>;
export const deskThreadPageSchema = pageOfThread(deskThreadItemSchema);
export type DeskThreadPage = z.infer<typeof deskThreadPageSchema>;

/** `ask` waits for the customer, `resolve` resolves the ticket. */
const nextSteps = ['reply', 'ask', 'resolve'] as const;
/** The reply's options, without its body. */
const replyOptions = {
  fileIds: fileIds.optional(),
  next: z.enum(nextSteps).default('reply'),
  priority: ticketPriority.optional(),
  addTags: tagList.optional(),
  assignToMe: z.boolean().meta({ description: 'Also if it is assigned to somebody else' }).optional(),
};
export const deskReplySchema = z.strictObject({
  ...versioned,
  body: messageBody.refine((body) => unfilledVariables(body).length === 0, {
    error: ({ input }) => `Please replace {{${unfilledVariables(String(input))[0]}}} in your reply.`,
  }),
  ...replyOptions,
  undoSeconds: z
    .number()
    .int()
    .min(1)
    .max(undoSeconds)
    .meta({ description: 'How long its author can take it back, before it is published; at once unless given' })
    .optional(),
});
export type DeskReply = z.infer<typeof deskReplySchema>;

/** Also `current` of a 409, without a message: what others did meanwhile. */
export const deskRepliedSchema = z.object({
  ticket: queuedTicketSchema,
  messageId: z.uuid().nullable(),
  items: z.array(deskThreadItemSchema).meta({ description: 'Since the given version, at most a page' }),
  pendingReply: pendingReplySchema.nullable(),
});
export type DeskReplied = z.infer<typeof deskRepliedSchema>;

export const undoReplySchema = z.strictObject({ id: z.uuid().meta({ description: 'The reply' }) });
/** For the draft: as it was sent, with the version of the ticket that its author had seen. */
export const takenReplySchema = z.object({ body: z.string(), version: versionSchema, ...replyOptions });
export type TakenReply = z.infer<typeof takenReplySchema>;

export const newNoteSchema = z.strictObject({
  ...ofTicket,
  body: messageBody,
  fileIds: fileIds.optional(),
  mentions: z
    .array(z.uuid())
    .max(maxMentions)
    .meta({ description: 'Colleagues who are told of it, and who can see tickets' })
    .optional(),
});
export type NewNote = z.infer<typeof newNoteSchema>;
export const notedSchema = z.object({ ticket: queuedTicketSchema, noteId: z.uuid() });
export type Noted = z.infer<typeof notedSchema>;

export const markReadSchema = z.strictObject(ofTicket);

/** Closes the ticket as a duplicate of another one of the same customer. */
export const mergeTicketSchema = z.strictObject({
  ...versioned,
  intoId: z.uuid(),
  addPeople: z.boolean().meta({
    description:
      'Whether those who see the duplicate only through it become watchers of the other, and see all of that',
  }),
});
export type MergeTicket = z.infer<typeof mergeTicketSchema>;

// ---- canned replies

export const cannedReplySchema = z.object({
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  next: z.enum(nextSteps).nullable().meta({ description: 'What sending the reply does; null if its author chooses' }),
  priority: z.string().nullable(),
  tags: z.array(z.string()).meta({ description: 'Added to the ticket' }),
  assignToMe: z.boolean().meta({ description: 'Whether the ticket is assigned to who sends it' }),
  version: count,
  updatedAt: moment,
});
export type CannedReply = z.infer<typeof cannedReplySchema>;
export const cannedRepliesSchema = z.object({
  replies: z.array(cannedReplySchema).meta({ description: 'By title, without archived ones' }),
});
export type CannedReplies = z.infer<typeof cannedRepliesSchema>;

const cannedFields = {
  title: line(200).trim().min(1, 'Please enter a title.'),
  body: messageBody
    .refine((body) => unknownVariables(body).length === 0, {
      error: ({ input }) => `There is no variable {{${unknownVariables(String(input))[0]}}}.`,
    })
    .meta({ description: `May contain variables: ${templateVariables.map((name) => `{{${name}}}`).join(', ')}` }),
  next: z.enum(nextSteps).nullable().default(null),
  priority: ticketPriority.nullable().default(null),
  tags: tagList.default([]),
  assignToMe: z.boolean().default(false),
};
export const newCannedReplySchema = z.strictObject(cannedFields);
export type NewCannedReply = z.infer<typeof newCannedReplySchema>;
export const changeCannedReplySchema = z.strictObject({ ...versioned, ...cannedFields });
export type ChangeCannedReply = z.infer<typeof changeCannedReplySchema>;
export const archiveCannedReplySchema = z.strictObject(versioned);
export type ArchiveCannedReply = z.infer<typeof archiveCannedReplySchema>;

export const deskFiguresQuery = z.strictObject({
  customerId: z.uuid().meta({ description: 'All customers unless given' }).optional(),
});
