import { z } from 'zod';
import { isDecimal } from '#contract/decimal.ts';
import { day, line, text, visibleText } from '#contract/fields.ts';
import { addressSchema, invoiceDocumentSchema, taxCategories } from '#contract/invoice-document.ts';
import { documentLanguages } from '#contract/languages.ts';

/** Digits before and after the point, as the rules of EN 16931 in France allow them. */
const decimal = (whole: number, fraction: number, isSigned = false) =>
  z
    .string()
    .regex(
      new RegExp(`^${isSigned ? '-?' : ''}\\d{1,${whole}}(\\.\\d{1,${fraction}})?$`),
      'This is not a number of this kind.',
    )
    .refine(isDecimal);
const optionalLine = (maxLength: number) => line(maxLength).nullable();

const issueLineSchema = z.strictObject({
  name: visibleText(200, 'Please name the line.').overwrite((name) => name.replaceAll(/\s+/g, ' ')),
  description: text(1000).nullable(),
  quantity: decimal(7, 4, true),
  unit: z.string().regex(/^[A-Z0-9]{2,3}$/),
  price: decimal(9, 6),
  discountPercent: decimal(2, 4).nullable(),
  taxCategory: z.enum(taxCategories),
  taxRate: decimal(2, 2),
});

export const issueInvoiceSchema = z.strictObject({
  /** Made by the browser: sending the same invoice twice issues it once. */
  id: z.uuid(),
  customerId: z.uuid(),
  /** The invoice that this one credits: then it is a credit note. */
  creditsId: z.uuid().nullable(),
  address: z.strictObject({
    lines: z.array(line(120)).min(1).max(3),
    postCode: line(20),
    city: line(100),
    country: z.string().regex(/^[A-Z]{2}$/),
  }),
  /** The VAT number of a buyer outside France; that of a French one follows from its SIREN. */
  vatId: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9]{2,13}$/)
    .nullable(),
  /** A private buyer, who has no SIREN. */
  isConsumer: z.literal(true).optional(),
  dueOn: day.nullable(),
  deliveredOn: day.nullable(),
  language: z.enum(documentLanguages),
  nature: z.enum(['goods', 'services', 'both']),
  orderNumber: optionalLine(100),
  lines: z.array(issueLineSchema).min(1).max(500),
  /** Why lines of the category E have no VAT, where it is not the usual reason. */
  exemptionReason: line(200).trim().min(1).nullable().default(null),
  /** Euros for one unit of the portal's currency, where that is another one. */
  euroRate: decimal(6, 6).nullable(),
  remark: text(1000).nullable(),
});
export type IssueInvoice = z.infer<typeof issueInvoiceSchema>;
export type IssueInvoiceInput = z.input<typeof issueInvoiceSchema>;

/** The buyer as the last document of the customer has it, nulls where there is none; and whether the customer has a SIREN today. */
export const lastBuyerQuery = z.strictObject({ customerId: z.uuid() });
export const lastBuyerSchema = z.object({
  address: addressSchema.nullable(),
  vatId: z.string().nullable(),
  isConsumer: z.boolean(),
  hasSiren: z.boolean(),
});
export type LastBuyer = z.infer<typeof lastBuyerSchema>;

export const issuePreviewSchema = invoiceDocumentSchema.pick({
  currency: true,
  lines: true,
  taxes: true,
  totals: true,
});
export type IssuePreview = z.infer<typeof issuePreviewSchema>;

export const issuedInvoiceSchema = z.object({ id: z.uuid(), number: z.string() });
export type IssuedInvoice = z.infer<typeof issuedInvoiceSchema>;
