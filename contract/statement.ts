import { z } from 'zod';
import { day, sum } from './fields.ts';

/** `books`: what the status of an invoice settles, where no payment does. */
export const statementKinds = ['invoice', 'credit_note', 'books', 'payment'] as const;

/** A PDF has no more: it would keep the thread that draws documents from everybody else. */
export const maxPrintedMovements = 1000;

/** A statement of account: every movement of a customer in a period, and how old what is left is. */
export const statementSchema = z.object({
  customer: z.object({ name: z.string(), siren: z.string().nullable(), address: z.array(z.string()) }),
  from: day,
  to: day,
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Positive: the customer owes. */
  openingBalance: sum,
  entries: z.array(
    z.object({
      on: day,
      kind: z.enum(statementKinds),
      number: z.string().nullable(),
      label: z.string().nullable(),
      debit: sum.nullable(),
      credit: sum.nullable(),
      /** After this entry. */
      balance: sum,
    }),
  ),
  closingBalance: sum,
  /** What is left of the invoices at the end, by days after their due dates. */
  ageing: z.object({ notDue: sum, days0to30: sum, days31to60: sum, days61to90: sum, over90: sum }),
});
export type Statement = z.infer<typeof statementSchema>;
