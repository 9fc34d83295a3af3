import { z } from 'zod';
import { sum } from './fields.ts';

export const customerSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  contact: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  risk: z.string().meta({ description: 'low, medium, or any other value, which counts as high' }),
  totalOutstanding: sum.meta({
    description: 'The amount set for the customer, or else the sum of the unpaid invoices',
  }),
});

export type Customer = z.infer<typeof customerSchema>;

export const countsSchema = z.object({
  invoices: z.number().int().nonnegative(),
  contracts: z.number().int().nonnegative(),
  payments: z.number().int().nonnegative(),
  licenses: z.number().int().nonnegative(),
  openTickets: z.number().int().nonnegative().meta({ description: 'Tickets that are not closed' }),
});

export type Counts = z.infer<typeof countsSchema>;
