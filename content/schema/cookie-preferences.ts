import { z } from 'zod';
import { text } from './text.ts';

const kind = z.object({ title: text, text });

export const cookiePreferencesCopy = z.object({
  open: text,
  noScript: text,
  title: text,
  lead: text,
  essential: kind.extend({ always: text }),
  analytics: kind,
  marketing: kind,
  refuse: text,
  save: text,
  accept: text,
  close: text,
  saved: z.object({ title: text, description: text }),
});
export type CookiePreferencesCopy = z.infer<typeof cookiePreferencesCopy>;
