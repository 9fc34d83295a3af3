import { z } from 'zod';
import { moment } from './fields.ts';
import { messageBody } from './conversation.ts';
import { pageOf } from './lists.ts';

export const inboundMailStates = ['received', 'held', 'published', 'discarded'] as const;
export type InboundMailState = (typeof inboundMailStates)[number];

/** What our mail server found out about the sender. */
export const mailAuthentications = ['passed', 'failed', 'unchecked'] as const;

export const heldMailSchema = z.object({
  id: z.uuid(),
  state: z.enum(inboundMailStates),
  reason: z.string().nullable().meta({ description: 'Why it was held' }),
  from: z.string().nullable().meta({ description: 'The From header, which can be forged' }),
  sender: z.string().meta({ description: 'MAIL FROM of the envelope; empty for a bounce' }),
  authentication: z.enum(mailAuthentications).meta({
    description:
      'Whether our mail server found that it comes from the domain of the From header; passed for a signed-in user',
  }),
  customers: z
    .array(z.object({ id: z.uuid(), name: z.string() }))
    .meta({ description: 'Those of the user with that email address, and that of its reply address' }),
  recipients: z.array(z.string()),
  subject: z.string(),
  size: z.number().int().nonnegative(),
  fileCount: z.number().int().nonnegative(),
  hasOriginal: z.boolean().meta({ description: 'False for a message written in the portal, and once it was deleted' }),
  ticket: z
    .object({ id: z.uuid(), ticketNumber: z.string(), customerId: z.uuid(), customerName: z.string() })
    .nullable()
    .meta({ description: 'The ticket of its token, if it has one' }),
  receivedAt: moment,
});
export const heldMailsQuery = z.strictObject({
  cursor: z.string().max(200).meta({ description: '`nextCursor` of a page, for the one after it' }).optional(),
});
export type HeldMailsQuery = z.infer<typeof heldMailsQuery>;
export const heldMailsSchema = pageOf(heldMailSchema);
export type HeldMail = z.infer<typeof heldMailSchema>;

export const heldMailDetailSchema = heldMailSchema.extend({
  text: z.string().meta({ description: 'All of it, with what it replies to' }),
  fromSender: z.number().int().nonnegative().meta({ description: 'How many held mails have this sender' }),
  visibleText: z.string().meta({ description: 'The part that its sender wrote, without recognised quotes' }),
});
export type HeldMailDetail = z.infer<typeof heldMailDetailSchema>;

export const mailIdQuery = z.strictObject({ id: z.uuid() });
export const mailIdSchema = z.strictObject({ id: z.uuid() });
export const publishMailSchema = z.strictObject({
  id: z.uuid(),
  ticketId: z.uuid(),
  body: messageBody.meta({ description: 'What is published of it' }),
  isOtherCustomer: z
    .boolean()
    .meta({ description: 'True to publish it although its sender seems to belong to another customer' })
    .optional(),
});
export type PublishMail = z.infer<typeof publishMailSchema>;
export const publishedMailSchema = z.object({
  ticketNumber: z.string().meta({ description: 'Of the ticket that it was written to, which may be another one' }),
  messageId: z.uuid().nullable().meta({ description: 'Null where it became the description of a follow-up ticket' }),
  isFollowUp: z.boolean().meta({ description: 'The ticket was closed too long ago: a new one follows it' }),
  skipped: z.array(z.string()).meta({ description: 'Names of its files that are not accepted' }),
});
export type PublishedMail = z.infer<typeof publishedMailSchema>;

export const withdrawMailSchema = z.strictObject({
  ticketId: z.uuid(),
  messageId: z.uuid().nullable().meta({ description: 'Null for a mail that is the description of the ticket' }),
});
export type WithdrawMail = z.infer<typeof withdrawMailSchema>;

export const discardedMailsSchema = z.object({ count: z.number().int().nonnegative() });

/** The envelope of a mail that is handed in over HTTP, as the mail server received it. */
export const inboundQuery = z.strictObject({
  sender: z.string().max(320).meta({ description: 'MAIL FROM; empty for a bounce' }),
  recipient: z.string().min(3).max(320).meta({ description: 'RCPT TO' }),
});
