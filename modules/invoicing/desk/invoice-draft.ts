import { newUuid } from '#app/lib/new-uuid.ts';
import { dayOf } from '#app/lib/formats.ts';
import { readStored, store, type TabStorage } from '#app/lib/stored.ts';
import type { NewInvoiceCopy } from '../copy/new-invoice.fr.ts';
import type { IssueInvoiceInput } from '../contract/invoice-issue.ts';
import { unprintableIn } from '#contract/printable.ts';

/** A line as it is typed: numbers with a comma, as in French. */
export interface DraftLine {
  key: string;
  name: string;
  description: string;
  quantity: string;
  unit: string;
  price: string;
  discount: string;
  /** Category and rate, `S20`, `E`. */
  vat: string;
}

/** An invoice or a credit note being written. All attempts to issue it have the same id, so that the server issues it once. */
export interface InvoiceDraft {
  id: string;
  customer: { id: string; name: string } | null;
  creditsId: string | null;
  buyerKind: 'professional' | 'consumer';
  nature: 'goods' | 'services' | 'both';
  language: 'fr' | 'en';
  dueOn: string;
  deliveredOn: string;
  /** Up to three lines. */
  street: string;
  postCode: string;
  city: string;
  country: string;
  vatId: string;
  orderNumber: string;
  euroRate: string;
  exemptionReason: string;
  remark: string;
  lines: DraftLine[];
}
export type DraftField = Exclude<keyof InvoiceDraft, 'id' | 'customer' | 'creditsId' | 'lines'>;
export type LineField = Exclude<keyof DraftLine, 'key'>;

export const maxLines = 500;
export const vatRates = ['S20', 'S10', 'S5.5', 'S2.1', 'Z', 'E', 'AE', 'K', 'G', 'O'];

export const emptyLine = (like?: DraftLine): DraftLine => ({
  key: newUuid(),
  name: '',
  description: '',
  quantity: '1',
  unit: like?.unit ?? 'C62',
  price: '',
  discount: '',
  vat: like?.vat ?? 'S20',
});

const usualTermDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

export const emptyDraft = (now = new Date()): InvoiceDraft => ({
  id: newUuid(),
  customer: null,
  creditsId: null,
  buyerKind: 'professional',
  nature: 'services',
  language: 'fr',
  dueOn: dayOf(new Date(now.getTime() + usualTermDays * dayMs)),
  deliveredOn: '',
  street: '',
  postCode: '',
  city: '',
  country: 'FR',
  vatId: '',
  orderNumber: '',
  euroRate: '',
  exemptionReason: '',
  remark: '',
  lines: [emptyLine()],
});

// Per staff member and purpose: on a shared computer the next one must not see it.
export const draftName = (owner: string, purpose: string) => `invoice-draft:${owner} ${purpose}`;

/** In this browser tab only, until it is issued or discarded. */
export const saveDraft = (storage: TabStorage, name: string, draft: InvoiceDraft | undefined) =>
  store(storage, name, draft);

const textFields = [
  'id',
  'buyerKind',
  'nature',
  'language',
  'dueOn',
  'deliveredOn',
  'street',
  'postCode',
  'city',
  'country',
  'vatId',
  'orderNumber',
  'euroRate',
  'exemptionReason',
  'remark',
] as const;
const lineFields = ['key', 'name', 'description', 'quantity', 'unit', 'price', 'discount', 'vat'] as const;
const hasTexts = (value: unknown, names: readonly string[]) =>
  typeof value === 'object' &&
  value !== null &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

export function readDraft(storage: TabStorage, name: string): InvoiceDraft | undefined {
  const stored = readStored(storage, name) as Partial<InvoiceDraft> | null;
  if (!hasTexts(stored, textFields) || !Array.isArray(stored?.lines) || stored.lines.length === 0) return undefined;
  if (!stored.lines.every((line) => hasTexts(line, lineFields))) return undefined;
  const { customer, creditsId } = stored;
  return {
    ...(stored as InvoiceDraft),
    customer: hasTexts(customer, ['id', 'name']) ? (customer ?? null) : null,
    creditsId: typeof creditsId === 'string' ? creditsId : null,
  };
}

/** Before and after the decimal sign, at most. */
const digits = { quantity: [7, 4], price: [9, 6], discount: [2, 4], euroRate: [6, 6] } as const;

export type DecimalSign = NewInvoiceCopy['decimal'];

/**
 * `1 250,5` as the API wants it, `1250.5`; undefined if it is not such a number. Where the sign is a point, a comma is rejected:
 * `1,250` would become 1.25.
 */
export function readNumber(
  text: string,
  [whole, fraction]: readonly [number, number],
  decimal: DecimalSign,
  isSigned = false,
): string | undefined {
  const plain = text
    .replaceAll(/[\s\u00a0\u202f€$%]/g, '')
    .replace(decimal, '.')
    .replace('−', '-');
  const pattern = new RegExp(`^${isSigned ? '-?' : ''}\\d{1,${whole}}(?:\\.\\d{1,${fraction}})?$`);
  return pattern.test(plain) ? plain : undefined;
}

export const splitVat = (vat: string) => {
  const [, taxCategory = 'S', taxRate = ''] = /^([A-Z]+)(.*)$/.exec(vat) ?? [];
  return { taxCategory: taxCategory as IssueInvoiceInput['lines'][number]['taxCategory'], taxRate: taxRate || '0' };
};

const streetLines = (street: string) =>
  street
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Errors by field: `dueOn`, or `<key of the line>.price`. */
export type DraftErrors = Record<string, string>;

export function findErrors(
  draft: InvoiceDraft,
  { errors: copy, decimal }: Pick<NewInvoiceCopy, 'errors' | 'decimal'>,
  currency: string,
): DraftErrors {
  const errors: DraftErrors = {};
  const street = streetLines(draft.street);
  if (draft.customer === null) errors['customer'] = copy.customer;
  if (draft.creditsId === null && draft.dueOn === '') errors['dueOn'] = copy.missing;
  if (street.length === 0) errors['street'] = copy.missing;
  else if (street.length > 3 || street.some((line) => line.length > 120)) errors['street'] = copy.street;
  if (draft.postCode.trim() === '') errors['postCode'] = copy.missing;
  if (draft.city.trim() === '') errors['city'] = copy.missing;
  if (hasVatId(draft) && draft.vatId.trim() !== '' && readVatId(draft) === null) errors['vatId'] = copy.vatId;
  if (currency !== 'EUR' && readNumber(draft.euroRate, digits.euroRate, decimal) === undefined)
    errors['euroRate'] = copy.euroRate;
  for (const line of draft.lines) Object.assign(errors, findLineErrors(line, copy, decimal));
  const outside = draft.lines.filter(({ vat }) => vat === 'O');
  if (outside.length > 0 && outside.length < draft.lines.length)
    for (const { key } of outside) errors[`${key}.vat`] = copy.outside;
  return errors;
}

/** Shown at once: the server does not calculate what it cannot print. */
export function findUnprintable(draft: InvoiceDraft, message: (characters: string) => string): DraftErrors {
  const { customer, street, postCode, city, orderNumber, exemptionReason, remark, lines } = draft;
  const texts: Record<string, string> = { street, postCode, city, orderNumber, exemptionReason, remark };
  texts['customer'] = customer?.name ?? '';
  for (const { key, name, description } of lines) {
    texts[`${key}.name`] = name;
    texts[`${key}.description`] = description;
  }
  const found = Object.entries(texts).map(([field, text]) => [field, unprintableIn(text)] as const);
  return Object.fromEntries(found.flatMap(([field, some]) => (some === '' ? [] : [[field, message(some)]])));
}

function findLineErrors(
  { key, name, quantity, price, discount }: DraftLine,
  copy: NewInvoiceCopy['errors'],
  decimal: DecimalSign,
): DraftErrors {
  const isNumber = (text: string, field: keyof typeof digits) =>
    readNumber(text, digits[field], decimal, field === 'quantity') !== undefined;
  return {
    ...(name.trim() === '' && { [`${key}.name`]: copy.missing }),
    ...(!isNumber(quantity, 'quantity') && { [`${key}.quantity`]: copy.quantity }),
    ...(!isNumber(price, 'price') && { [`${key}.price`]: copy.price }),
    ...(discount.trim() !== '' && !isNumber(discount, 'discount') && { [`${key}.discount`]: copy.discount }),
  };
}

/** A French company has the VAT number of its SIREN. */
export const hasVatId = ({ country, buyerKind }: InvoiceDraft) => country !== 'FR' && buyerKind === 'professional';

const readVatId = ({ vatId }: InvoiceDraft) => {
  const plain = vatId.replaceAll(/[\s.]/g, '').toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{2,13}$/.test(plain) ? plain : null;
};

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** What the API is sent. `placeholder`: for what is still missing while totals are previewed. Undefined if the numbers do not allow it. */
export function toRequest(
  draft: InvoiceDraft,
  { currency, decimal, placeholder = '' }: { currency: string; decimal: DecimalSign; placeholder?: string },
): IssueInvoiceInput | undefined {
  if (draft.customer === null) return undefined;
  const lines = [];
  for (const line of draft.lines) {
    const quantity = readNumber(line.quantity, digits.quantity, decimal, true);
    const price = readNumber(line.price, digits.price, decimal);
    const discount = line.discount.trim() === '' ? null : readNumber(line.discount, digits.discount, decimal);
    if (quantity === undefined || price === undefined || discount === undefined) return undefined;
    const name = line.name.trim() || placeholder;
    lines.push({
      name,
      description: orNull(line.description),
      quantity,
      unit: line.unit,
      price,
      discountPercent: discount,
      ...splitVat(line.vat),
    });
  }
  const street = streetLines(draft.street).slice(0, 3);
  const euroRate =
    currency === 'EUR'
      ? null
      : (readNumber(draft.euroRate, digits.euroRate, decimal) ?? (placeholder === '' ? null : '1'));
  const isExempt = draft.lines.some(({ vat }) => vat === 'E');
  return {
    id: draft.id,
    customerId: draft.customer.id,
    creditsId: draft.creditsId,
    address: {
      lines: street.length === 0 && placeholder !== '' ? [placeholder] : street,
      postCode: draft.postCode.trim() || placeholder,
      city: draft.city.trim() || placeholder,
      country: draft.country,
    },
    vatId: hasVatId(draft) ? readVatId(draft) : null,
    ...(draft.buyerKind === 'consumer' && { isConsumer: true as const }),
    dueOn: draft.creditsId === null ? orNull(draft.dueOn) : null,
    deliveredOn: orNull(draft.deliveredOn),
    language: draft.language,
    nature: draft.nature,
    orderNumber: orNull(draft.orderNumber),
    exemptionReason: isExempt ? orNull(draft.exemptionReason) : null,
    euroRate,
    remark: orNull(draft.remark),
    lines,
  };
}

/** Moves a line by one place. */
export function moveLine(lines: DraftLine[], key: string, by: -1 | 1): DraftLine[] {
  const from = lines.findIndex((line) => line.key === key);
  const [line, other] = [lines[from], lines[from + by]];
  if (line === undefined || other === undefined) return lines;
  return lines.with(from, other).with(from + by, line);
}
