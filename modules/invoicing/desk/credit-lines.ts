import { newUuid } from '#app/lib/new-uuid.ts';
import { add, compare, multiply, negate, quotient, round } from '#contract/decimal.ts';
import type { InvoiceDocument } from '#contract/invoice-document.ts';
import type { DecimalSign, DraftLine } from './invoice-draft.ts';

type DocumentLine = InvoiceDocument['lines'][number];

const shortened = (value: string) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value);
const vatOf = ({ taxCategory, taxRate }: { taxCategory: string; taxRate: string }) =>
  taxCategory === 'S' ? `S${taxRate.includes('.') ? taxRate.replace(/\.?0+$/, '') : taxRate}` : taxCategory;

/** The lines of a document for its credit note: the same amounts, to the cent. */
export function creditLines({ lines, adjustments }: InvoiceDocument, decimal: DecimalSign): DraftLine[] {
  const common = { key: '', description: '', discount: '' };
  return [
    ...lines.map((line) => ({
      ...common,
      key: newUuid(),
      name: line.name.slice(0, 200),
      description: (line.description ?? '').slice(0, 1000),
      ...typed(amountsOf(line), decimal),
      vat: vatOf(line),
    })),
    ...adjustments.map((one) => ({
      ...common,
      key: newUuid(),
      name: (one.reason ?? '').slice(0, 200) || '–',
      ...typed(wholeAmount(one.amount), decimal),
      vat: vatOf(one),
    })),
  ];
}

type Amounts = Pick<DraftLine, 'quantity' | 'unit' | 'price' | 'discount'>;

const typed = ({ quantity, unit, price, discount }: Amounts, decimal: DecimalSign): Amounts => ({
  quantity: quantity.replace('.', decimal),
  unit,
  price: price.replace('.', decimal),
  discount: discount.replace('.', decimal),
});

/** One piece of the whole amount. Prices are never negative: quantities are. */
const wholeAmount = (net: string) => ({
  quantity: net.startsWith('-') ? '-1' : '1',
  unit: 'C62',
  price: shortened(net.startsWith('-') ? negate(net) : net),
  discount: '',
});

function amountsOf(line: DocumentLine): Amounts {
  const discount = discountOf(line);
  const price = compare(line.priceQuantity, '1') === 0 ? line.price : undefined;
  // Another producer's price may have more digits than ours, or be that of several units.
  const isOurs =
    price !== undefined && /^\d{1,9}(\.\d{1,6}0*)?$/.test(price) && /^-?\d{1,7}(\.\d{1,4}0*)?$/.test(line.quantity);
  if (!isOurs || discount === undefined || !/^[A-Z0-9]{2,3}$/.test(line.unit)) return wholeAmount(line.net);
  return { quantity: shortened(line.quantity), unit: line.unit, price: shortened(price), discount };
}

/** The percentage whose amount is the discount of the line; undefined if there is none. */
function discountOf({ quantity, price, adjustments, net }: DocumentLine): string | undefined {
  const full = round(multiply(quantity, price));
  const off = add('0', ...adjustments.map(({ amount }) => amount));
  if (compare(off, '0') === 0) return compare(full, net) === 0 ? '' : undefined;
  if (compare(full, '0') === 0) return undefined;
  const percent = quotient(multiply(negate(off), '100'), full, 4);
  const isExact = compare(add(full, negate(round(quotient(multiply(full, percent), '100', 8)))), net) === 0;
  return isExact && compare(percent, '0') > 0 && compare(percent, '100') < 0 ? shortened(percent) : undefined;
}
