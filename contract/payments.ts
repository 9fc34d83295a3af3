import { z } from 'zod';
import { day, money } from './fields.ts';
import { listQuery, pageOf } from './lists.ts';
import { paymentSorts } from './sorts.ts';

export const paymentSchema = z.object({
  id: z.uuid(),
  paymentReference: z.string(),
  amount: money,
  paymentDate: day,
  paymentMethod: z.string(),
  status: z.string(),
  notes: z.string().nullable(),
});

export type Payment = z.infer<typeof paymentSchema>;

export const paymentsQuery = listQuery(paymentSorts);
export const paymentsPage = pageOf(paymentSchema);
