import type { contracts, customers, invoices, licenses, payments, tickets } from '#api/db/schema.ts';
import type { IssueInvoice } from '#modules/invoicing/contract/invoice-issue.ts';

type Own<Table extends { $inferInsert: object }> = Omit<Table['$inferInsert'], 'customerId'>;

export type DemoLine = [
  name: string,
  description: string | null,
  quantity: string,
  unit: 'C62' | 'HUR' | 'DAY' | 'MON',
  price: string,
  taxRate: string,
  discountPercent?: string,
];

/** An invoice that we wrote. Days are counted from today. */
export interface DemoDocument {
  issued: number;
  due: number;
  status: string;
  riskScore: number;
  /** Without it, the currency of the portal. */
  currency?: 'EUR';
  language?: 'en';
  nature?: IssueInvoice['nature'];
  orderNumber?: string;
  remark?: string;
  lines: DemoLine[];
  /** Payments that settle it, or a part of it, by reference. */
  paidBy?: { reference: string; amount: string };
  creditNote?: { issued: number; lines: DemoLine[]; remark: string };
}

/** A customer with its records, before they are inserted. */
export interface DemoCustomer {
  customer: typeof customers.$inferInsert;
  email: string;
  /** As documents show it. */
  address: IssueInvoice['address'];
  /** From the books, as rows. */
  invoices: Own<typeof invoices>[];
  /** Those that we wrote ourselves. */
  documents: DemoDocument[];
  contracts: Own<typeof contracts>[];
  payments: Own<typeof payments>[];
  licenses: Own<typeof licenses>[];
  tickets: Own<typeof tickets>[];
}

const step = 7;

/**
 * Numbers invoices by year in order of issue, with gaps for those of other customers. A number is the seller's: `offset`,
 * below seven, is the customer's own, so that no two customers share one.
 */
export function numbered<Row extends { createdAt: string }>(
  rows: readonly Row[],
  offset = 0,
): (Row & { number: string })[] {
  const counts = new Map<string, number>();
  const inOrder = rows.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  return inOrder.map((row) => {
    const year = row.createdAt.slice(0, 4);
    const nth = (counts.get(year) ?? offset) + step;
    counts.set(year, nth);
    return { ...row, number: `FA-${year}-${String(nth).padStart(4, '0')}` };
  });
}
