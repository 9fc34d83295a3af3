import { z } from 'zod';
import { day, moment, money } from './fields.ts';
import { listQuery, pageOf } from './lists.ts';
import { invoiceSorts } from './sorts.ts';

export const invoiceSchema = z.object({
  id: z.uuid(),
  number: z.string().nullable().meta({ description: 'The invoice number of the accounting', example: 'FA-2026-0042' }),
  amount: money,
  dueDate: day.nullable(),
  status: z.string(),
  riskScore: z.number().int().min(0).max(100),
  createdAt: moment,
});

export type Invoice = z.infer<typeof invoiceSchema>;

export const invoicesQuery = listQuery(invoiceSorts);
export const invoicesPage = pageOf(invoiceSchema);
