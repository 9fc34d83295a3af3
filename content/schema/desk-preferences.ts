import { z } from 'zod';
import { text } from './text.ts';

/** How a staff member learns of what happens in their tickets. Words in braces are replaced by the desk. */
export const preferencesCopy = z.object({
  title: text,
  description: text,
  security: text,
  /** By the names in contract/notifications.ts. */
  events: z.object({ received: text, reply: text, status: text, assigned: text, watching: text, overdue: text }),
  deliveries: z.object({ mail: text, digest: text, none: text }),
  /** The language of every mail to the staff member. */
  language: z.object({ label: text, saved: text }),
  saved: text,
  notSaved: text,
});
export type PreferencesCopy = z.infer<typeof preferencesCopy>;
