import { z } from 'zod';
import { day } from './fields.ts';

// An invoice as a document: the parts of EN 16931 that we read, show or write. Amounts are decimals in strings; the
// names of business terms (BT-…) are those of the standard. The sign of a credit note (kind 381) is that of the document: positive.

// Prices of other producers have up to 20 digits after the point; amounts have two.
const decimal = z.string().regex(/^-?\d{1,14}(\.\d{1,20})?$/);
const short = z.string().max(200);
const optional = short.nullable();

export const addressSchema = z.object({
  lines: z.array(short).max(3),
  postCode: optional,
  city: optional,
  country: optional,
});
export type InvoiceAddress = z.infer<typeof addressSchema>;

const partySchema = z.object({
  name: short,
  /** Nine digits (BT-30, BT-47). */
  siren: optional,
  vatId: optional,
  /** BT-34, BT-49, with its scheme, `0225:123456789`. */
  endpoint: optional,
  address: addressSchema,
  email: optional,
});
export type InvoiceParty = z.infer<typeof partySchema>;

/** S: standard rate; Z: zero; E: exempt; AE: reverse charge; K: within the EU; G: export; O: outside VAT. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;

const lineSchema = z.object({
  /** BT-126. */
  id: short,
  name: z.string().max(1000),
  description: z.string().max(4000).nullable(),
  quantity: decimal,
  /** UN/ECE recommendation 20: `C62` is a piece, `HUR` an hour. */
  unit: short,
  /** Net price of `priceQuantity` units (BT-146, BT-149). */
  price: decimal,
  priceQuantity: decimal,
  /** For the line, with their reasons: negative for discounts, positive for charges. */
  adjustments: z.array(z.object({ amount: decimal, reason: optional })),
  net: decimal,
  taxCategory: short,
  taxRate: decimal,
});
export type InvoiceLine = z.infer<typeof lineSchema>;

const taxSchema = z.object({
  category: short,
  rate: decimal,
  base: decimal,
  amount: decimal,
  /** Why there is no tax (BT-120, BT-121). */
  exemption: z.string().max(1000).nullable(),
  exemptionCode: optional,
});
export type InvoiceTax = z.infer<typeof taxSchema>;

/** 380: invoice; 381: credit note; 384: corrected invoice; 386: prepayment; 389: self-billed; others are shown by their number. */
export const documentKinds = { invoice: '380', creditNote: '381' } as const;

export const invoiceDocumentSchema = z.object({
  number: z.string().min(1).max(200),
  kind: z.string().regex(/^\d{2,3}$/),
  issuedOn: day,
  dueOn: day.nullable(),
  deliveredOn: day.nullable(),
  /** Where the goods went, if the document says it (BG-15). */
  deliveredTo: addressSchema.nullable(),
  /** When VAT becomes due (BT-8): `5` at the issue (VAT on debits), `29` at the delivery, `72` at the payment. */
  taxPoint: optional,
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** BT-24 without its prefix: `en16931`, `basic`, `extended`… */
  profile: short,
  /** BT-23: `S1` for services, `B1` for goods, `M1` for both. */
  process: optional,
  seller: partySchema,
  buyer: partySchema,
  orderNumber: optional,
  contractNumber: optional,
  /** The invoices that this one corrects or credits (BT-25, BT-26). */
  corrects: z.array(z.object({ number: short, issuedOn: day.nullable() })),
  lines: z.array(lineSchema).max(10_000),
  /** For the whole document: negative for discounts, positive for charges. */
  adjustments: z.array(z.object({ amount: decimal, reason: optional, taxCategory: short, taxRate: decimal })),
  taxes: z.array(taxSchema),
  totals: z.object({
    /** Sum of the lines (BT-106). */
    lines: decimal,
    /** Without VAT (BT-109). */
    net: decimal,
    tax: decimal,
    /** With VAT (BT-112). */
    gross: decimal,
    paid: decimal,
    rounding: decimal,
    /** To pay (BT-115). */
    due: decimal,
  }),
  /** VAT in euros where the currency is another one (BT-111). */
  taxInEuros: decimal.nullable(),
  payment: z.object({
    iban: optional,
    bic: optional,
    holder: optional,
    /** What a transfer should say (BT-83). */
    reference: optional,
    terms: z.string().max(4000).nullable(),
  }),
  /** With the subject code, `PMT`, `PMD`, `AAB`, or none. */
  notes: z.array(z.object({ code: optional, text: z.string().max(4000) })),
});
export type InvoiceDocument = z.infer<typeof invoiceDocumentSchema>;
