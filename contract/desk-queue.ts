import { z } from 'zod';
import { isStorable, line } from './fields.ts';
import { maxSearchLength } from './limits.ts';
import { maxCounted, maxViewNameLength, viewFilters } from './staff.ts';

const bounded = z
  .number()
  .int()
  .min(0)
  .max(maxCounted)
  .meta({ description: `${maxCounted} if there are as many or more` });
/** How many tickets each view of the queue has, and what else waits. */
export const deskCountsSchema = z.object({
  active: bounded,
  mine: bounded,
  unassigned: bounded,
  unread: bounded,
  due: bounded,
  waiting: bounded,
  heldMails: bounded,
});
export type DeskCounts = z.infer<typeof deskCountsSchema>;

const filtersSchema = z.partialRecord(z.enum(viewFilters), z.string().min(1).max(maxSearchLength).refine(isStorable));
export const savedViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  filters: z.record(z.string(), z.string()).meta({ description: 'As in the URL; some may be obsolete' }),
});
export type SavedView = z.infer<typeof savedViewSchema>;
export const savedViewsSchema = z.object({ views: z.array(savedViewSchema) });
/** Replaces the one with the same name. */
export const saveViewSchema = z.strictObject({
  name: line(maxViewNameLength).trim().min(1, 'Please enter a name.'),
  filters: filtersSchema,
});
export type SaveView = z.infer<typeof saveViewSchema>;
