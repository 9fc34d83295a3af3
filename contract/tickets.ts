import { z } from 'zod';
import { moment, text } from './fields.ts';
import { longestTicketDescription, longestTicketSubject } from './limits.ts';
import { listQuery, pageOf } from './lists.ts';

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

export const ticketSorts = ['createdAt', 'ticketNumber', 'subject', 'priority', 'status'] as const;
export const ticketsQuery = listQuery(ticketSorts);
export const ticketsPage = pageOf(ticketSchema);

// product §8, and its word for what is missing: a subject of blanks says nothing either.
export const missingInformation = 'Please fill in both subject and description.';
const said = (most: number) => text(most).refine((value) => value.trim() !== '', missingInformation);

export const newTicketSchema = z.strictObject({
  subject: said(longestTicketSubject),
  description: said(longestTicketDescription),
  // product §5: not validated. The portal offers low, medium, high and urgent.
  priority: text(50)
    .refine((value) => value.trim() !== '')
    .default('medium'),
});

export type NewTicket = z.infer<typeof newTicketSchema>;

/** Any text of the client's choosing, the same when it tries again: a second ticket is then not made. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible characters')
  .optional();
