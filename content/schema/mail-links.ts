import { z } from 'zod';
import { text } from './text.ts';

const outcome = z.object({ title: text, text, action: text });
const question = z.object({
  ask: z.object({
    title: text,
    text,
    otherwise: text,
    action: text,
    /** Label of the password field, if the link needs one. */ password: text.optional(),
  }),
  done: outcome,
  expired: outcome,
});

export const mailLinkCopy = z.object({
  verify: question,
  confirmEmail: question,
  cancelEmail: question,
  revertEmail: question,
  busy: text,
  retry: text,
  failed: text,
  wrongPassword: text,
  tooMany: text,
  close: text,
});
export type MailLinkCopy = z.infer<typeof mailLinkCopy>;
export type MailLinkQuestion = z.infer<typeof question>;
