import { z } from 'zod';
import { fileIds } from './attachments.ts';
import {
  messageBody,
  messageSchema,
  pageOfThread,
  personSchema,
  relatedTicketsSchema,
  slaSchema,
  ticketEventSchema,
} from './conversation.ts';
import { deskTicketSchema, queuedTicketSchema, versionSchema } from './desk.ts';
import { line, moment } from './fields.ts';

// The conversation at the desk: what the customer sees, and internal notes.

const count = z.number().int().nonnegative();
const ofTicket = { id: z.uuid() };
const versioned = {
  ...ofTicket,
  version: versionSchema,
};

export const deskConversationSchema = deskTicketSchema.extend({
  ...relatedTicketsSchema.shape,
  requester: personSchema.nullable(),
  watchers: z.array(personSchema),
  sla: slaSchema.nullable(),
  closedAt: moment.nullable(),
  reopenedCount: count,
});
export type DeskConversation = z.infer<typeof deskConversationSchema>;

const noteSchema = messageSchema.omit({ kind: true, source: true }).extend({ kind: z.literal('note') });
export const deskThreadItemSchema = z.discriminatedUnion('kind', [messageSchema, ticketEventSchema, noteSchema]);
export type DeskThreadItem = z.infer<typeof deskThreadItemSchema>;
export const deskThreadPageSchema = pageOfThread(deskThreadItemSchema);
export type DeskThreadPage = z.infer<typeof deskThreadPageSchema>;

/** `ask` waits for the customer, `resolve` resolves the ticket. */
export const deskReplySchema = z.strictObject({
  ...versioned,
  body: messageBody,
  fileIds: fileIds.optional(),
  next: z.enum(['reply', 'ask', 'resolve']).default('reply'),
});
export type DeskReply = z.infer<typeof deskReplySchema>;

/** Also `current` of a 409, without a message: what others did meanwhile. */
export const deskRepliedSchema = z.object({
  ticket: queuedTicketSchema,
  messageId: z.uuid().nullable(),
  items: z.array(deskThreadItemSchema).meta({ description: 'Since the given version, at most a page' }),
});
export type DeskReplied = z.infer<typeof deskRepliedSchema>;

export const newNoteSchema = z.strictObject({ ...ofTicket, body: messageBody, fileIds: fileIds.optional() });
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
  body: messageBody,
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
