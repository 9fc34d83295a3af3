import { z } from 'zod';
import { queuedTicketSchema } from './desk-tickets.ts';
import { isStorable, moment } from './fields.ts';
import { maxSearchLength, withoutHiddenMarks } from './limits.ts';
import { contractSchema, invoiceSchema, licenseSchema } from './records.ts';

export const deskSearchQuery = z.strictObject({
  q: z.string().min(1).max(maxSearchLength).refine(isStorable).overwrite(withoutHiddenMarks),
});
const foundIn = { customerId: z.uuid(), customerName: z.string() };
/** At most eight of each. A kind that the staff member may not see is empty. */
export const deskSearchSchema = z.object({
  customers: z.array(z.object({ id: z.uuid(), name: z.string(), contact: z.string().nullable() })),
  tickets: z.array(
    queuedTicketSchema.pick({
      id: true,
      ticketNumber: true,
      shortNumber: true,
      subject: true,
      status: true,
      customerId: true,
      customerName: true,
    }),
  ),
  messages: z
    .array(
      queuedTicketSchema
        .pick({
          id: true,
          ticketNumber: true,
          shortNumber: true,
          subject: true,
          status: true,
          customerId: true,
          customerName: true,
        })
        .extend({
          excerpt: z
            .array(z.object({ text: z.string(), isMatch: z.boolean() }))
            .meta({ description: 'The line in which the words were found, in parts' }),
        }),
    )
    .meta({ description: 'Tickets in whose messages or internal notes the words are, without those above' }),
  people: z.array(z.object({ userId: z.uuid(), name: z.string(), email: z.string(), ...foundIn })),
  invoices: z.array(invoiceSchema.pick({ id: true, number: true, amount: true, status: true }).extend(foundIn)),
  contracts: z.array(
    contractSchema.pick({ id: true, contractNumber: true, title: true, status: true }).extend(foundIn),
  ),
  licenses: z.array(
    licenseSchema.pick({ id: true, productName: true, licenseKey: true, status: true }).extend(foundIn),
  ),
  leads: z
    .array(z.object({ id: z.uuid(), name: z.string(), company: z.string(), receivedAt: moment }))
    .meta({ description: 'Without spam' }),
});
export type DeskSearch = z.infer<typeof deskSearchSchema>;
