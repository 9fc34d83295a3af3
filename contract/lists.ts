import { z } from 'zod';
import { storable } from './fields.ts';
import { longestSearch, longestStatusList, mostStatuses } from './limits.ts';

export const defaultPage = 50;
export const largestPage = 500;

const limit = z
  .string()
  .regex(/^\d{1,4}$/, `must be a whole number from 1 to ${largestPage}`)
  .transform(Number)
  .refine((value) => value >= 1 && value <= largestPage, `must be a whole number from 1 to ${largestPage}`)
  .meta({ description: `How many rows, ${defaultPage} unless given, at most ${largestPage}`, example: '50' });

const skip = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number from 0 to 999999')
  .transform(Number)
  .meta({ description: 'How many rows to pass over first, for a jump within a long list', example: '5000' });

const status = z
  .string()
  .max(longestStatusList)
  .refine(storable)
  .transform((value) => value.split(',').filter((one) => one !== ''))
  .refine((values) => values.length >= 1 && values.length <= mostStatuses, `must be one to ${mostStatuses} statuses`)
  .meta({ description: 'Only rows in one of these statuses, separated by commas', example: 'pending,overdue' });

/** What a list can be asked: `sort` is one of its columns; without it, the order is the one the portal opens with. */
export const listQuery = <const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) =>
  z.strictObject({
    limit: limit.optional(),
    cursor: z
      .string()
      .max(2000)
      .meta({ description: 'nextCursor of the page before, of the same list and order' })
      .optional(),
    skip: skip.optional(),
    sort: z.enum(sorts).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    status: status.optional(),
    q: z
      .string()
      .max(longestSearch)
      .refine(storable)
      .meta({ description: 'Words to be found in the row, in any case and without accents' })
      .optional(),
    count: z.literal('true').meta({ description: 'Also count the rows that the filters leave' }).optional(),
  });

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().meta({ description: 'Asks for the next page; null on the last' }),
    total: z.number().int().nonnegative().nullable().meta({ description: 'Rows that the filters leave, if asked for' }),
  });

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  total: number | null;
}
