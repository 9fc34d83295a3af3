import { z } from 'zod';
import { text } from './text.ts';

const outcome = z.object({ title: text, text, action: text });
const question = z.object({
  ask: z.object({ title: text, text, otherwise: text, action: text }),
  done: outcome,
  expired: outcome,
});

export const mailLinkWords = z.object({
  verify: question,
  confirmEmail: question,
  busy: text,
  retry: text,
  failed: text,
  tooMany: text,
  close: text,
});
export type MailLinkWords = z.infer<typeof mailLinkWords>;
export type MailLinkQuestion = z.infer<typeof question>;
