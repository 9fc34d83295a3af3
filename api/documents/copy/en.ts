import type { Statement } from '#contract/statement.ts';

/** Words of documents in English: invoices, credit notes, statements. What French law requires stands in both languages. */
export interface DocumentCopy {
  locale: string;
  kinds: { invoice: string; creditNote: string; other: (kind: string) => string };
  number: string;
  issuedOn: string;
  dueOn: string;
  deliveredOn: string;
  orderNumber: string;
  contractNumber: string;
  corrects: (number: string, on: string | null) => string;
  nature: string;
  /** By the first letter of the process (BT-23). */
  natures: Record<string, string>;
  seller: string;
  buyer: string;
  deliveredTo: string;
  siren: (siren: string) => string;
  vatId: (id: string) => string;
  lines: Record<'title' | 'name' | 'quantity' | 'price' | 'taxRate' | 'net' | 'discount' | 'charge', string> & {
    adjustment: (reason: string, amount: string) => string;
  };
  /** By their code in UN/ECE recommendation 20. */
  units: Record<string, string>;
  taxes: Record<'title' | 'category' | 'rate' | 'base' | 'amount' | 'inEuros', string> & {
    categories: Record<string, string>;
  };
  totals: Record<'lines' | 'net' | 'tax' | 'gross' | 'paid' | 'rounding', string> & {
    due: { invoice: string; creditNote: string };
  };
  pay: Record<
    'title' | 'transfer' | 'holder' | 'iban' | 'bic' | 'reference' | 'fingerprint' | 'fingerprintHint' | 'code',
    string
  > & {
    until: (day: string) => string;
  };
  nothingToPay: string;
  mentions: string;
  page: (page: number, pages: number) => string;
  continued: string;
  legal: Record<'capital' | 'siret' | 'vat', (value: string) => string>;
  notes: Record<'PMT' | 'PMD' | 'AAB', string>;
  onDebits: string;
  exemptions: Record<'E' | 'AE' | 'K' | 'G' | 'O', string>;
  statement: {
    title: string;
    period: (from: string, to: string) => string;
    drawnUp: (day: string) => string;
    opening: string;
    closing: string;
    columns: Record<'on' | 'kind' | 'number' | 'label' | 'debit' | 'credit' | 'balance', string>;
    kinds: Record<Statement['entries'][number]['kind'], string>;
    byBooks: string;
    empty: string;
    ageing: string;
    buckets: Record<'notDue' | 'days0to30' | 'days31to60' | 'days61to90' | 'over90', string>;
  };
}

export const english: DocumentCopy = {
  locale: 'en-GB',
  kinds: { invoice: 'Invoice', creditNote: 'Credit note', other: (kind) => `Document (${kind})` },
  number: 'Number',
  issuedOn: 'Issue date',
  dueOn: 'Due date',
  deliveredOn: 'Delivered',
  orderNumber: 'Purchase order',
  contractNumber: 'Contract',
  corrects: (number, on) => (on === null ? `Credits invoice ${number}` : `Credits invoice ${number} of ${on}`),
  nature: 'Nature',
  natures: { S: 'Services', B: 'Goods', M: 'Goods and services' },
  seller: 'Seller',
  buyer: 'Customer',
  deliveredTo: 'Delivery address',
  siren: (siren) => `SIREN ${siren}`,
  vatId: (id) => `VAT ${id}`,
  lines: {
    title: 'Lines',
    name: 'Description',
    quantity: 'Quantity',
    price: 'Unit price',
    taxRate: 'VAT',
    net: 'Net amount',
    discount: 'Discount',
    charge: 'Charge',
    adjustment: (reason, amount) => `${reason}: ${amount}`,
  },
  units: { C62: '', HUR: 'h', DAY: 'd', MON: 'mo.', ANN: 'yr', LS: 'lump sum', KGM: 'kg', MTR: 'm' },
  taxes: {
    title: 'VAT by rate',
    category: 'Treatment',
    rate: 'Rate',
    base: 'Net amount',
    amount: 'VAT',
    categories: {
      S: 'VAT',
      Z: 'Zero rate',
      E: 'Exempt',
      AE: 'Reverse charge',
      K: 'Within the EU',
      G: 'Export',
      O: 'Outside VAT',
    },
    inEuros: 'VAT in euros',
  },
  totals: {
    lines: 'Sum of lines',
    net: 'Total without VAT',
    tax: 'VAT',
    gross: 'Total with VAT',
    paid: 'Already paid',
    rounding: 'Rounding',
    due: { invoice: 'Amount due', creditNote: 'To your credit' },
  },
  pay: {
    title: 'How to pay',
    until: (day) => `By bank transfer, on or before ${day}.`,
    transfer: 'By bank transfer.',
    holder: 'Account holder',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Payment reference',
    fingerprint: 'Account fingerprint',
    fingerprintHint: 'These four words must be those in your customer portal. If not, do not pay and call us.',
    code: 'Scan with your banking app',
  },
  nothingToPay: 'Nothing to pay: this amount reduces what you owe.',
  mentions: 'Terms',
  page: (page, pages) => `${page}/${pages}`,
  continued: 'continued',
  legal: {
    capital: (amount) => `capital ${amount}`,
    siret: (siret) => `SIRET ${siret}`,
    vat: (id) => `VAT ${id}`,
  },
  notes: {
    PMT: 'Fixed compensation for recovery costs if payment is late: €40.',
    PMD: 'Late payment: interest at three times the French legal rate from the day after the due date, without reminder.',
    AAB: 'No discount for early payment.',
  },
  onDebits: 'VAT is due on issue (option for VAT on debits).',
  exemptions: {
    E: 'VAT not applicable, article 293 B of the French tax code',
    AE: 'Reverse charge: VAT is due by the customer, article 283 of the French tax code',
    K: 'Exempt from VAT: intra-Community supply, article 262 ter, I of the French tax code',
    G: 'Exempt from VAT: export, article 262, I of the French tax code',
    O: 'Outside the scope of French VAT',
  },
  statement: {
    title: 'Statement of account',
    period: (from, to) => `From ${from} to ${to}`,
    drawnUp: (day) => `Drawn up on ${day}`,
    opening: 'Opening balance',
    closing: 'Closing balance',
    columns: {
      on: 'Date',
      kind: 'Document',
      number: 'Number',
      label: 'Description',
      debit: 'Debit',
      credit: 'Credit',
      balance: 'Balance',
    },
    kinds: { invoice: 'Invoice', credit_note: 'Credit note', books: 'Settled', payment: 'Payment' },
    byBooks: 'According to our books',
    empty: 'No movement in this period.',
    ageing: 'Ageing of the outstanding amount',
    buckets: {
      notDue: 'Not due yet',
      days0to30: '0 to 30 days',
      days31to60: '31 to 60 days',
      days61to90: '61 to 90 days',
      over90: 'Over 90 days',
    },
  },
};
