import { z } from 'zod';
import { text } from './text.ts';

/**
 * What the checklist has on paper and the home page has not. Themes and checks are those of the home page (`checklist.sheet`),
 * the reflexes those of the cybersecurity page (`emergency`).
 */
export const checklistDocument = z.object({
  /** The day of this edition, which both pages show. */
  updated: z.iso.date(),
  edition: text,
  introduction: text,
  /** Blanks to fill in: company, who checks, the day, and how many boxes are ticked. */
  blanks: z.object({ company: text, checker: text, day: text, score: text }),
  /** For screen readers, in the place of each box. */
  box: text,
  /** Before the reason of each theme. */
  why: text,
  /** In the order of the home page: why the theme matters, and how to find out without a tool. */
  themes: z.array(z.object({ title: text, why: text.max(90), how: z.array(text.max(85)).length(3) })).length(5),
  plan: z.object({ title: text, lead: text, columns: z.array(text).length(4), rows: z.int().min(4).max(8) }),
  calls: z.object({
    title: text,
    lead: text,
    columns: z.array(text).length(3),
    /** Without `reach` there is a blank to fill in. */
    rows: z
      .array(z.object({ who: text, why: text, reach: text.optional() }))
      .min(5)
      .max(7),
  }),
});
export type ChecklistDocument = z.infer<typeof checklistDocument>;

const amount = z.int().positive();
const party = z.object({ name: text, lines: z.array(text).max(3), postCode: text, city: text });

/** An invoice with demonstration data, for public pages. */
export const invoiceExample = z.object({
  caption: text,
  number: text,
  issuedOn: z.iso.date(),
  dueOn: z.iso.date(),
  seller: party,
  buyer: party,
  lines: z
    .array(
      z.object({
        name: text,
        description: text,
        quantity: amount,
        price: amount,
        net: amount,
      }),
    )
    .min(1),
  tax: z.object({ rate: amount, amount }),
  net: amount,
  gross: amount,
});
export type InvoiceExample = z.infer<typeof invoiceExample>;
