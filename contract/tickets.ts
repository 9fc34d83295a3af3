import { z } from 'zod';
import { customerHeaders, line, moment, text, visibleText } from './fields.ts';
import { hasVisibleText, maxTicketDescriptionLength, maxTicketSubjectLength } from './limits.ts';
import { tickets } from './record-lists.ts';
import { itemOf } from './records.ts';

export const ticketSchema = itemOf(tickets);
export type Ticket = z.infer<typeof ticketSchema>;

/** In the list of the portal: what its readers want to know of each ticket. */
export const listedTicketSchema = ticketSchema.extend({
  requesterName: z.string().nullable().meta({ description: 'For whom it was opened; null if the user was deleted' }),
  isForYou: z.boolean().meta({ description: 'Whether that is the user themselves' }),
  lastActivityAt: moment.meta({ description: 'Of the last message, or of the ticket itself' }),
  isUnread: z.boolean().meta({ description: 'Whether somebody has written since the user last opened it' }),
});
export type ListedTicket = z.infer<typeof listedTicketSchema>;

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
