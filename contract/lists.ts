import { z } from 'zod';
import { isStorable } from './fields.ts';
import {
  defaultPageSize,
  maxPageSize,
  maxSearchLength,
  maxStatusListLength,
  maxStatuses,
  withoutHiddenMarks,
} from './limits.ts';
import { listNames } from './record-lists.ts';

const limit = z
  .string()
  .regex(/^\d{1,4}$/, `must be a whole number from 1 to ${maxPageSize}`)
  .transform(Number)
  .refine((value) => value >= 1 && value <= maxPageSize, `must be a whole number from 1 to ${maxPageSize}`)
  .meta({ description: `How many rows, ${defaultPageSize} unless given, at most ${maxPageSize}`, example: '50' });

const status = z
  .string()
  .max(maxStatusListLength)
  .refine(isStorable)
  .transform((value) => value.split(',').filter((one) => one !== ''))
  .refine((values) => values.length >= 1 && values.length <= maxStatuses, `must be one to ${maxStatuses} statuses`)
  .meta({ description: 'Only rows in one of these statuses, separated by commas', example: 'pending,overdue' });

/** The query of a list. Without `sort`, the order is the one in which the portal opens the list. */
export const listQuery = <const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) =>
  z.strictObject({
    limit: limit.optional(),
    cursor: z
      .string()
      .max(2000)
      .meta({ description: 'nextCursor of the previous page, of the same list and order' })
      .optional(),
    sort: z.enum(sorts).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    status: status.optional(),
    q: z
      .string()
      .max(maxSearchLength)
      .refine(isStorable)
      // Pasted from a page.
      .overwrite(withoutHiddenMarks)
      .meta({ description: 'Search terms; case and accents are ignored' })
      .optional(),
    count: z.literal('true').meta({ description: 'Also count the rows that match' }).optional(),
  });

export type ListQuery = z.input<ReturnType<typeof listQuery<string>>>;

/** For the audit log: the browser creates the exported file itself, from the rows it was sent. */
export const exportNoteSchema = z.strictObject({
  list: z.enum(listNames),
  rows: z.int().min(0).max(10_000_000),
});
export type ExportNote = z.infer<typeof exportNoteSchema>;

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().meta({ description: 'Cursor of the next page; null on the last' }),
    total: z.number().int().nonnegative().nullable().meta({ description: 'How many rows match, if `count` was given' }),
  });

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  total: number | null;
}
