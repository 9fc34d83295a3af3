import { z } from 'zod';
import { day, moment, money } from './fields.ts';
import { listQuery, pageOf } from './lists.ts';

export const invoiceSchema = z.object({
  id: z.uuid(),
  number: z.string().nullable().meta({ description: 'What the books call it', example: 'FA-2026-0042' }),
  amount: money,
  dueDate: day.nullable(),
  status: z.string(),
  riskScore: z.number().int().min(0).max(100),
  createdAt: moment,
});

export type Invoice = z.infer<typeof invoiceSchema>;

export const invoiceSorts = ['createdAt', 'id', 'amount', 'dueDate', 'status', 'riskScore'] as const;
export const invoicesQuery = listQuery(invoiceSorts);
export const invoicesPage = pageOf(invoiceSchema);
