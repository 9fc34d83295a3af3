import { z } from 'zod';
import { moment } from './fields.ts';
import { messageBody } from './conversation.ts';

export const inboundMailStates = ['held', 'published', 'discarded'] as const;
export type InboundMailState = (typeof inboundMailStates)[number];

export const heldMailSchema = z.object({
  id: z.uuid(),
  state: z.enum(inboundMailStates),
  reason: z.string().nullable().meta({ description: 'Why it was held' }),
  from: z.string().nullable(),
  recipients: z.array(z.string()),
  subject: z.string(),
  size: z.number().int().nonnegative(),
  fileCount: z.number().int().nonnegative(),
  ticketId: z.uuid().nullable().meta({ description: 'The ticket of its token, if it has one' }),
  ticketNumber: z.string().nullable(),
  receivedAt: moment,
});
export type HeldMail = z.infer<typeof heldMailSchema>;

export const heldMailDetailSchema = heldMailSchema.extend({
  text: z.string().meta({ description: 'All of it, with what it replies to' }),
  visibleText: z.string().meta({ description: 'What its sender wrote, as far as that can be told' }),
});
export type HeldMailDetail = z.infer<typeof heldMailDetailSchema>;

export const mailIdQuery = z.strictObject({ id: z.uuid() });
export const mailIdSchema = z.strictObject({ id: z.uuid() });
export const publishMailSchema = z.strictObject({
  id: z.uuid(),
  ticketId: z.uuid(),
  body: messageBody.meta({ description: 'What is published of it' }),
});
export type PublishMail = z.infer<typeof publishMailSchema>;
export const publishedMailSchema = z.object({
  messageId: z.uuid(),
  skipped: z.array(z.string()).meta({ description: 'Names of its files that are not accepted' }),
});
export type PublishedMail = z.infer<typeof publishedMailSchema>;

/** The envelope of a mail that is handed in over HTTP, as the mail server received it. */
export const inboundQuery = z.strictObject({
  sender: z.string().max(320).meta({ description: 'MAIL FROM; empty for a bounce' }),
  recipient: z.string().min(3).max(320).meta({ description: 'RCPT TO' }),
});
