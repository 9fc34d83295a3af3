import { z } from 'zod';
import { day, sum } from './fields.ts';
import { contractSchema, invoiceSchema, licenseSchema } from './records.ts';
import { ticketSchema } from './tickets.ts';

export const customerSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  contact: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  risk: z.string().optional().meta({
    description:
      'low, medium, or any other value, which counts as high; absent for users who may not see invoices, and where the portal hides it',
  }),
  totalOutstanding: sum.optional().meta({
    description:
      'The amount set for the customer, or else the sum of the unpaid invoices; absent for users who may not see invoices',
  }),
});

export type Customer = z.infer<typeof customerSchema>;

const count = z.number().int().nonnegative().optional();

/** Without those of lists that the user may not see. */
export const countsSchema = z.object({
  invoices: count,
  contracts: count,
  payments: count,
  licenses: count,
  openTickets: count.meta({ description: 'Tickets that are not closed' }),
});

export type Counts = z.infer<typeof countsSchema>;

/** How many items each section lists; the rest are only counted. */
export const itemsPerSection = 8;
export const monthsShown = 12;

const sectionOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int().nonnegative().meta({ description: 'How many there are in total' }),
  });

/** What is due next, and what was invoiced and paid in the last months, without lists that the user may not see. */
export const overviewSchema = z
  .object({
    unpaidInvoices: sectionOf(
      invoiceSchema
        .pick({ id: true, number: true, amount: true, dueDate: true, status: true })
        .extend({ remaining: sum.meta({ description: 'Less payments and credit notes' }) }),
    ).extend({
      statuses: z.array(z.string()).meta({ description: 'Their statuses, for a filter that lists all of them' }),
    }),
    endingContracts: sectionOf(
      contractSchema.pick({ id: true, contractNumber: true, title: true }).extend({ endDate: day }),
    ),
    endingLicenses: sectionOf(licenseSchema.pick({ id: true, productName: true }).extend({ expiryDate: day })),
    waitingTickets: sectionOf(ticketSchema.pick({ id: true, ticketNumber: true, subject: true, createdAt: true })),
    months: z
      .array(
        z.object({
          month: z
            .string()
            .regex(/^\d{4}-\d{2}$/)
            .meta({ example: '2025-01' }),
          invoiced: sum.meta({ description: 'The sum of the invoices made in this month' }),
          paid: sum.meta({ description: 'The sum of the payments completed in this month' }),
        }),
      )
      .length(monthsShown)
      .meta({ description: 'The last twelve months, this one last' }),
  })
  .partial();

export type Overview = z.infer<typeof overviewSchema>;
