import { z } from 'zod';
import { day, money } from './fields.ts';
import { listQuery, pageOf } from './lists.ts';

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

export const paymentSorts = ['paymentDate', 'paymentReference', 'amount', 'paymentMethod', 'status'] as const;
export const paymentsQuery = listQuery(paymentSorts);
export const paymentsPage = pageOf(paymentSchema);
