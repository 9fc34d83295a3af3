import { z } from 'zod';
import { day, moment, money } from './fields.ts';
import { listQuery, pageOf } from './lists.ts';
import { contractSorts, invoiceSorts, licenseSorts, paymentSorts } from './sorts.ts';

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

export const contractSchema = z.object({
  id: z.uuid(),
  contractNumber: z.string(),
  title: z.string(),
  startDate: day.nullable(),
  endDate: day.nullable(),
  contractValue: money.nullable(),
  status: z.string(),
  createdAt: moment,
});

export type Contract = z.infer<typeof contractSchema>;

export const contractsQuery = listQuery(contractSorts);
export const contractsPage = pageOf(contractSchema);

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

export const licenseSchema = z.object({
  id: z.uuid(),
  productName: z.string(),
  licenseKey: z.string(),
  licenseType: z.string(),
  seats: z.number().int().nonnegative(),
  expiryDate: day.nullable(),
  monthlyCost: money.nullable(),
  status: z.string(),
  createdAt: moment,
});

export type License = z.infer<typeof licenseSchema>;

export const licensesQuery = listQuery(licenseSorts);
export const licensesPage = pageOf(licenseSchema);
