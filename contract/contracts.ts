import { z } from 'zod';
import { day, moment, money } from './fields.ts';
import { listQuery, pageOf } from './lists.ts';
import { contractSorts } from './sorts.ts';

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
