import { z } from 'zod';
import { customerHeaders, line, text, visibleText } from './fields.ts';
import { hasVisibleText, maxTicketDescriptionLength, maxTicketSubjectLength } from './limits.ts';
import { tickets } from './record-lists.ts';
import { itemOf } from './records.ts';

export const ticketSchema = itemOf(tickets);
export type Ticket = z.infer<typeof ticketSchema>;

// product §8. A subject that shows nothing counts as missing.
export const missingInformation = 'Please fill in both subject and description.';

export const newTicketSchema = z.strictObject({
  subject: line(maxTicketSubjectLength).refine(hasVisibleText, missingInformation),
  description: visibleText(maxTicketDescriptionLength, missingInformation),
  // product §5: not validated. The portal offers low, medium, high and urgent.
  priority: text(50)
    .refine((value) => value.trim() !== '')
    .default('medium'),
});

export const newTicketHeaders = customerHeaders.extend({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible characters')
    .optional()
    .meta({ description: 'Any text of the client’s choice; a retry with the same key creates no second ticket' }),
});
