import { add, compare, multiply, quotient, round, subtract } from '#contract/decimal.ts';
import { type InvoiceDocument, type InvoiceLine, taxCategories } from '#contract/invoice-document.ts';
import { isIban } from '#contract/iban.ts';
import type { Reading } from './reading.ts';

/** Notes where the document does not add up, to the cent. Nothing is corrected: the seller's document is what it is. */
export function checkDocument(document: InvoiceDocument, { note }: Pick<Reading, 'note'>): void {
  const { lines, adjustments, taxes, totals, payment } = document;
  const digits = digitsOf(document.currency);
  const expect = (code: Parameters<typeof note>[0], where: string | null, stated: string, expected: string) => {
    if (compare(stated, expected) !== 0) note(code, where, stated, round(expected));
  };
  if (lines.length === 0) note('lines_absent', document.profile);
  else {
    for (const line of lines) expect('line_net', line.id, line.net, netOf(line, digits));
    expect('sum_of_lines', null, totals.lines, add(...lines.map(({ net }) => net)));
  }
  // A document of the profile "minimum" states totals and nothing else, also not what was paid.
  const isSummary = lines.length === 0 && taxes.length === 0;
  if (!isSummary) {
    expect('net_total', null, totals.net, add(totals.lines, ...adjustments.map(({ amount }) => amount)));
    expect('tax_base', null, add(...taxes.map(({ base }) => base)), totals.net);
    expect('tax_total', null, totals.tax, add(...taxes.map(({ amount }) => amount)));
  }
  for (const { category, rate, base, amount } of taxes)
    expect('tax_amount', `${category} ${rate} %`, amount, quotient(multiply(base, rate), '100', digits));
  expect('gross_total', null, totals.gross, add(totals.net, totals.tax));
  if (!isSummary) expect('due_total', null, totals.due, add(subtract(totals.gross, totals.paid), totals.rounding));
  // Lines that say nothing of VAT: those of ZUGFeRD 1's profile "basic", and headings.
  const taxed = lines.some(({ taxCategory }) => taxCategory !== '')
    ? lines.filter(({ taxCategory, net }) => taxCategory !== '' || compare(net, '0') !== 0)
    : [];
  const used = new Set([...taxes.map(({ category }) => category), ...taxed.map(({ taxCategory }) => taxCategory)]);
  if (taxed.length === 0) used.delete('');
  for (const category of used)
    if (!taxCategories.some((known) => known === category)) note('tax_category_unknown', null, category);
  const listed = new Set(taxes.map((tax) => `${tax.category} ${tax.rate}`));
  const missing = taxed.find((line) => !listed.has(`${line.taxCategory} ${line.taxRate}`));
  if (missing && taxes.length > 0) note('tax_not_listed', missing.id, `${missing.taxCategory} ${missing.taxRate} %`);
  if (document.dueOn !== null && document.dueOn < document.issuedOn)
    note('due_before_issue', null, document.dueOn, document.issuedOn);
  if (payment.iban !== null && !isIban(payment.iban)) note('iban_invalid', null, payment.iban);
}

/** Yen have no cents. Amounts have two digits at most. */
function digitsOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return Math.min(2, maximumFractionDigits);
}

/** The price per unit times the quantity, with discounts and charges. */
function netOf({ quantity, price, priceQuantity, adjustments }: InvoiceLine, digits: number): string {
  const divisor = compare(priceQuantity, '0') === 0 ? '1' : priceQuantity;
  const gross = quotient(multiply(quantity, price), divisor, digits);
  return add(gross, ...adjustments.map(({ amount }) => amount));
}
