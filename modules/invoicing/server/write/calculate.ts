import { documentCopy } from '#api/documents/copy/copy.ts';
import { add, compare, multiply, negate, quotient, round, subtract } from '#contract/decimal.ts';
import {
  documentKinds,
  type InvoiceAddress,
  type InvoiceDocument,
  type InvoiceParty,
  type InvoiceTax,
} from '#contract/invoice-document.ts';
import type { DocumentLanguage } from '#contract/languages.ts';

/** What decides an invoice; everything else follows from it. Amounts and percentages are decimals in strings. */
export interface InvoiceDraft {
  number: string;
  kind: (typeof documentKinds)[keyof typeof documentKinds];
  issuedOn: string;
  dueOn: string | null;
  deliveredOn: string | null;
  deliveredTo: InvoiceAddress | null;
  currency: string;
  language: DocumentLanguage;
  nature: 'goods' | 'services' | 'both';
  /** The seller opted for VAT on debits. */
  isTaxedOnIssue: boolean;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  orderNumber: string | null;
  contractNumber: string | null;
  corrects: InvoiceDocument['corrects'];
  lines: DraftLine[];
  /** Negative for discounts, positive for charges. */
  adjustments: InvoiceDocument['adjustments'];
  /** Euros for one unit of another currency: VAT is also stated in euros. */
  euroRate: string | null;
  paid: string;
  payment: InvoiceDocument['payment'];
  /** The reason of an exemption, where it is not the usual one of its category. */
  exemptions: Partial<Record<string, { reason: string; code: string | null }>>;
  /** Free remarks. */
  remarks: string[];
}

export interface DraftLine {
  name: string;
  description: string | null;
  quantity: string;
  unit: string;
  price: string;
  /** A part of quantity × price. */
  discountPercent: string | null;
  adjustments: InvoiceDocument['lines'][number]['adjustments'];
  taxCategory: string;
  taxRate: string;
}

/** The invoice cannot be calculated; the message says which rule the draft breaks. */
export class DraftError extends Error {
  override name = 'DraftError';
  readonly code: 'invalid_request' | 'due_before_issue';

  constructor(message: string, code: DraftError['code'] = 'invalid_request') {
    super(message);
    this.code = code;
  }
}

const processes = { goods: 'B1', services: 'S1', both: 'M1' };
/** VATEX codes of the usual reasons. */
const exemptionCodes: Partial<Record<string, string>> = {
  E: 'VATEX-FR-FRANCHISE',
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

/** EN 16931 allows two decimals at most, also for currencies that have three; others have none. */
function centsOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return Math.min(2, maximumFractionDigits);
}

const total = (amounts: string[]) => add('0.00', ...amounts);

export function calculateInvoice(draft: InvoiceDraft): InvoiceDocument {
  const cents = centsOf(draft.currency);
  const amount = (value: string) => round(round(value, cents), 2);
  checkDraft(draft);
  const lines = draft.lines.map((line, index) => {
    const full = amount(multiply(line.quantity, line.price));
    const discount =
      line.discountPercent === null || compare(line.discountPercent, '0') === 0
        ? []
        : [{ amount: negate(amount(quotient(multiply(full, line.discountPercent), '100', 8))), reason: null }];
    const adjustments = [
      ...discount.filter((one) => compare(one.amount, '0') !== 0),
      ...line.adjustments.map((one) => ({ ...one, amount: amount(one.amount) })),
    ];
    return {
      id: String(index + 1),
      name: line.name,
      description: line.description,
      quantity: line.quantity,
      unit: line.unit,
      price: line.price,
      priceQuantity: '1',
      adjustments,
      // BT-131: the one rounding of a line; its adjustments are amounts already.
      net: add(full, ...adjustments.map((one) => one.amount)),
      taxCategory: line.taxCategory,
      taxRate: normalRate(line.taxRate),
    };
  });
  const adjustments = draft.adjustments.map((one) => ({
    ...one,
    amount: amount(one.amount),
    taxRate: normalRate(one.taxRate),
  }));
  const taxes = sumTaxes(draft, [...lines.map(({ net, ...tax }) => ({ ...tax, amount: net })), ...adjustments], amount);

  const linesTotal = total(lines.map(({ net }) => net));
  const net = total([linesTotal, ...adjustments.map((one) => one.amount)]); // BR-CO-13
  const tax = total(taxes.map((one) => one.amount)); // BR-CO-14
  const gross = add(net, tax); // BR-CO-15
  const paid = amount(draft.paid);
  return {
    number: draft.number,
    kind: draft.kind,
    issuedOn: draft.issuedOn,
    dueOn: draft.dueOn,
    deliveredOn: draft.deliveredOn,
    deliveredTo: draft.deliveredTo,
    taxPoint: draft.isTaxedOnIssue ? '5' : null,
    currency: draft.currency,
    profile: 'en16931',
    process: processes[draft.nature],
    seller: draft.seller,
    buyer: draft.buyer,
    orderNumber: draft.orderNumber,
    contractNumber: draft.contractNumber,
    corrects: draft.corrects,
    lines,
    adjustments,
    taxes,
    totals: { lines: linesTotal, net, tax, gross, paid, rounding: '0.00', due: subtract(gross, paid) }, // BR-CO-16
    taxInEuros: draft.euroRate === null ? null : round(multiply(tax, draft.euroRate)),
    payment: draft.payment,
    notes: mentionsOf(draft),
  };
}

/** `20.0` and `20` are the same rate. */
const normalRate = (rate: string) => rate.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

function checkDraft(draft: InvoiceDraft): void {
  const taxed = [...draft.lines, ...draft.adjustments];
  if (draft.lines.length === 0) throw new DraftError('An invoice has at least one line.');
  if (draft.lines.some(({ price }) => compare(price, '0') < 0))
    throw new DraftError('A price is never negative: quantities are.');
  if (
    taxed.some(({ taxCategory, taxRate }) =>
      taxCategory === 'S' ? compare(taxRate, '0') <= 0 : compare(taxRate, '0') !== 0,
    )
  )
    throw new DraftError('Only the standard category has a rate, and it always has one.');
  if (taxed.some(({ taxCategory }) => taxCategory === 'O') && taxed.some(({ taxCategory }) => taxCategory !== 'O'))
    throw new DraftError('What is outside VAT stands on an invoice of its own.');
  if (draft.currency !== 'EUR' && draft.euroRate === null)
    throw new DraftError('VAT is stated in euros: an invoice in another currency needs the rate.');
  if (draft.kind === documentKinds.creditNote && draft.corrects.every(({ issuedOn }) => issuedOn === null))
    throw new DraftError('A credit note names the invoice that it credits, with its day.');
  if (draft.dueOn !== null && draft.dueOn < draft.issuedOn)
    throw new DraftError('An invoice is not due before its issue.', 'due_before_issue');
}

/** VAT is rounded once per category and rate, on the sum (BR-CO-17), never per line. */
function sumTaxes(
  draft: InvoiceDraft,
  taxed: { amount: string; taxCategory: string; taxRate: string }[],
  amount: (value: string) => string,
): InvoiceTax[] {
  const copy = documentCopy[draft.language];
  const groups = Map.groupBy(taxed, ({ taxCategory, taxRate }) => `${taxCategory} ${taxRate}`);
  return [...groups.values()]
    .map((group) => {
      const [{ taxCategory: category, taxRate: rate }] = group as [(typeof group)[number]];
      const base = total(group.map((one) => one.amount));
      const given = draft.exemptions[category];
      const usual = (copy.exemptions as Partial<Record<string, string>>)[category] ?? null;
      return {
        category,
        rate,
        base,
        amount: amount(quotient(multiply(base, rate), '100', 8)),
        exemption: given?.reason ?? usual,
        exemptionCode: given === undefined ? (exemptionCodes[category] ?? null) : given.code,
      };
    })
    .toSorted((one, other) => compare(other.rate, one.rate) || one.category.localeCompare(other.category));
}

/** The mentions of French law, once each, and how platforms treat the invoice (BAR). */
function mentionsOf({ language, buyer, seller, remarks }: InvoiceDraft): InvoiceDocument['notes'] {
  const { notes } = documentCopy[language];
  const isFrench = buyer.address.country === 'FR';
  const treatment = isFrench ? seller.siren !== null && buyer.siren !== null && 'B2B' : 'B2BINT';
  return [
    { code: 'PMT', text: notes.PMT },
    { code: 'PMD', text: notes.PMD },
    { code: 'AAB', text: notes.AAB },
    ...(treatment === false ? [] : [{ code: 'BAR', text: treatment }]),
    ...remarks.map((text) => ({ code: null, text })),
  ];
}
