import { z } from 'zod';
import { customerHeaders, moment, text, visibleText } from './fields.ts';
import { maxTicketDescriptionLength, maxTicketSubjectLength } from './limits.ts';
import { listQuery, pageOf } from './lists.ts';
import { ticketSorts } from './sorts.ts';

export const ticketSchema = z.object({
  id: z.uuid(),
  ticketNumber: z.string(),
  subject: z.string(),
  description: z.string(),
  priority: z.string(),
  status: z.string(),
  createdAt: moment,
});

export type Ticket = z.infer<typeof ticketSchema>;

export const ticketsQuery = listQuery(ticketSorts);
export const ticketsPage = pageOf(ticketSchema);

// product §8. A subject that shows nothing counts as missing.
export const missingInformation = 'Please fill in both subject and description.';

export const newTicketSchema = z.strictObject({
  subject: visibleText(maxTicketSubjectLength, missingInformation),
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
