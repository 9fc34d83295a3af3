import { z } from 'zod';
import { day, moment, money } from './fields.ts';
import { listQuery, pageOf } from './lists.ts';
import { licenseSorts } from './sorts.ts';

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
