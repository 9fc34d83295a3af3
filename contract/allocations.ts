import { z } from 'zod';
import { day, money } from './fields.ts';

// What a payment or a credit note settles, at the desk.

const amount = money
  .regex(/^\d/, 'must not be negative')
  .refine((value) => !/^0+\.00$/.test(value), 'must not be zero');

export const maxAllocations = 100;

export const allocateSchema = z
  .strictObject({
    customerId: z.uuid(),
    source: z.enum(['payment', 'creditNote']),
    sourceId: z.uuid(),
    amounts: z
      .array(z.strictObject({ invoiceId: z.uuid(), amount }))
      .min(1)
      .max(maxAllocations),
  })
  .refine(
    ({ amounts }) => new Set(amounts.map(({ invoiceId }) => invoiceId)).size === amounts.length,
    'Name each invoice once.',
  );
export type Allocate = z.infer<typeof allocateSchema>;

export const removeAllocationSchema = z.strictObject({ customerId: z.uuid(), id: z.uuid() });
export type RemoveAllocation = z.infer<typeof removeAllocationSchema>;

const sourceSchema = z.object({
  source: z.enum(['payment', 'creditNote']),
  id: z.uuid(),
  name: z.string().meta({ description: 'Reference or number' }),
  day,
  amount: money,
  left: money.meta({ description: 'What of it settles nothing yet' }),
});

/** What is left on both sides, oldest first. */
export const openItemsSchema = z.object({
  sources: z.array(sourceSchema),
  invoices: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      dueDate: day.nullable(),
      status: z.string(),
      amount: money,
      left: money,
    }),
  ),
});
export type OpenItems = z.infer<typeof openItemsSchema>;
export const openItemsQuery = z.strictObject({ customerId: z.uuid() });

export const matchedAllocationsSchema = openItemsSchema.extend({
  matched: z.int().meta({ description: 'How many payments settle an invoice now' }),
});
export type MatchedAllocations = z.infer<typeof matchedAllocationsSchema>;
