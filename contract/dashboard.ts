import { z } from 'zod';
import { figureMonths } from './ticket-states.ts';

// The figures of the support over all customers or one, and what customers owe. Only counts and sums.

const count = z.number().int().nonnegative();
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month like 2026-11');
const minutes = count.nullable();

export const dashboardQuery = z.strictObject({
  month: month.meta({ description: 'The last of the twelve months; this one unless given' }).optional(),
  customerId: z.uuid().meta({ description: 'All customers unless given' }).optional(),
});
export type DashboardQuery = z.infer<typeof dashboardQuery>;

export const supportMonthSchema = z.object({
  month,
  opened: count,
  resolved: count,
  backlog: count.meta({ description: 'Tickets that were not resolved at the end of the month, or now' }),
  kept: count.meta({ description: 'First responses in time' }),
  missed: count,
  responseAverage: minutes.meta({ description: 'Until the first response, in minutes of the ticket’s calendar' }),
  resolutionAverage: minutes.meta({ description: 'Until the resolution, without pauses, in minutes of the calendar' }),
  resolutionMedian: minutes,
  resolutionKept: count.meta({ description: 'Resolutions in time' }),
  resolutionMissed: count,
  reopened: count,
  good: count.meta({ description: 'What customers said of our help, by the last rating of each round' }),
  okay: count,
  bad: count,
});
export type SupportMonth = z.infer<typeof supportMonthSchema>;

export const dashboardSchema = z.object({
  customerName: z.string().nullable().meta({ description: 'Null for all customers, and for an unknown one' }),
  months: z.array(supportMonthSchema).length(figureMonths).meta({ description: 'Europe/Paris, oldest first' }),
  hours: z
    .array(
      z.object({
        weekday: z.number().int().min(1).max(7).meta({ description: 'Monday is 1' }),
        hour: z.number().int().min(0).max(23),
        opened: count,
      }),
    )
    .meta({ description: 'When the tickets of these months were opened, Europe/Paris; without hours that have none' }),
  people: z
    .array(
      z.object({
        userId: z.uuid().nullable().meta({ description: 'Null: nobody is assigned' }),
        name: z.string().nullable(),
        open: count.meta({ description: 'Tickets that are not resolved now' }),
        resolved: count.meta({ description: 'In the last of the months' }),
      }),
    )
    .meta({ description: 'Those who have open tickets or resolved some in the month' }),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

const amount = z.string().meta({ example: '1250.50' });
const aged = { current: amount, upTo30: amount, upTo60: amount, upTo90: amount, over90: amount, total: amount };
export const receivablesSchema = z.object({
  customers: z
    .array(z.object({ customerId: z.uuid(), customerName: z.string(), ...aged }))
    .meta({ description: 'With unpaid invoices, the highest sum first; by days since the invoice was due' }),
  total: z.object(aged),
});
export type Receivables = z.infer<typeof receivablesSchema>;
