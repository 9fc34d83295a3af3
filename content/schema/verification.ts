import { z } from 'zod';
import { link, text } from './text.ts';

const outcome = z.object({ title: text, text, action: link });

export const verificationWords = z.object({ done: outcome, expired: outcome });
export type VerificationWords = z.infer<typeof verificationWords>;
