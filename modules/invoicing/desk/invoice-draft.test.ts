import { expect, test } from 'vitest';
import { newInvoice } from '../copy/new-invoice.fr.ts';
import { add, multiply, quotient, round, subtract } from '#contract/decimal.ts';
import { issueInvoiceSchema } from '../contract/invoice-issue.ts';
import type { InvoiceDocument } from '#contract/invoice-document.ts';
import { memoryStorage } from '#tests/support/memory-storage.ts';
import { creditLines } from './credit-lines.ts';
import {
  draftName,
  emptyDraft,
  emptyLine,
  findErrors,
  findUnprintable,
  type InvoiceDraft,
  moveLine,
  readDraft,
  readNumber,
  saveDraft,
  toRequest,
} from './invoice-draft.ts';
import { changeDraft } from './use-invoice-draft.ts';

const customer = { id: '3f0c2a52-9d6b-4a55-8a3e-0f6a4a1b2c3d', name: 'Atlas' };
const complete = (changes: Partial<InvoiceDraft> = {}): InvoiceDraft => ({
  ...emptyDraft(),
  customer,
  street: ' 1 rue de l’Exemple \n\nBâtiment B',
  postCode: '06000',
  city: 'Nice',
  euroRate: '0,92',
  lines: [{ ...emptyLine(), name: 'Infogérance', quantity: '1,5', price: '1 250,125', discount: '10' }],
  ...changes,
});

test.each([
  ['1 250,50', '1250.50'],
  ['1250.5', '1250.5'],
  ['-2', '-2'],
  ['−2', '-2'],
  ['12 %', '12'],
  ['', undefined],
  ['1e3', undefined],
  ['1,2,3', undefined],
  [',5', undefined],
  ['1,23456', undefined],
  ['12345678', undefined],
])('%j is read as %j', (text, expected) => {
  expect(readNumber(text, [7, 4], ',', true)).toBe(expected);
});

test('where the decimal sign is a point, a comma is rejected', () => {
  expect(readNumber('1250.5', [7, 4], '.')).toBe('1250.5');
  expect(readNumber('1,250', [7, 4], '.')).toBeUndefined();
  expect(readNumber('1,250.50', [7, 4], '.')).toBeUndefined();
});

test('a complete draft is what the API accepts', () => {
  const request = toRequest(complete(), { currency: 'USD', decimal: ',' });
  expect(issueInvoiceSchema.parse(request)).toMatchObject({
    customerId: customer.id,
    address: { lines: ['1 rue de l’Exemple', 'Bâtiment B'], country: 'FR' },
    euroRate: '0.92',
    lines: [{ quantity: '1.5', price: '1250.125', discountPercent: '10', taxCategory: 'S', taxRate: '20' }],
  });
  expect(findErrors(complete(), newInvoice, 'USD')).toEqual({});
  expect(toRequest(complete(), { currency: 'EUR', decimal: ',' })?.euroRate).toBeNull();
});

test('a preview needs the customer and the numbers only', () => {
  const draft = complete({ street: '', city: '', postCode: '', euroRate: '' });
  expect(
    issueInvoiceSchema.safeParse(toRequest(draft, { currency: 'USD', decimal: ',', placeholder: '–' })).success,
  ).toBe(true);
  expect(toRequest(complete({ customer: null }), { currency: 'USD', decimal: ',', placeholder: '–' })).toBeUndefined();
  expect(
    toRequest(complete({ lines: [{ ...emptyLine(), price: 'x' }] }), {
      currency: 'USD',
      decimal: ',',
      placeholder: '–',
    }),
  ).toBeUndefined();
});

test('errors are at their fields', () => {
  const lines = [
    { ...emptyLine(), key: 'a', quantity: 'deux', price: '-1', discount: '100' },
    { ...emptyLine(), key: 'b', name: 'Débours', price: '1', vat: 'O' },
  ];
  const draft = complete({ customer: null, dueOn: '', street: 'a\nb\nc\nd', country: 'DE', vatId: '?', lines });
  expect(Object.keys(findErrors(draft, newInvoice, 'EUR')).toSorted()).toEqual(
    ['customer', 'dueOn', 'street', 'vatId', 'a.name', 'a.quantity', 'a.price', 'a.discount', 'b.vat'].toSorted(),
  );
});

test('a draft survives a reload, and what was stored by something else does not count', () => {
  const storage = memoryStorage();
  const name = draftName('user', 'new');
  const draft = complete();
  saveDraft(storage, name, draft);
  expect(readDraft(storage, name)).toEqual(draft);
  expect(readDraft(storage, draftName('another user', 'new'))).toBeUndefined();
  for (const wrong of ['', '[]', '{"lines":[{}]}', 'null', JSON.stringify({ ...draft, lines: [] })]) {
    storage.setItem(name, wrong);
    expect(readDraft(storage, name)).toBeUndefined();
  }
});

test('lines are added, moved and removed', () => {
  const [a, b] = [
    { ...emptyLine(), key: 'a', vat: 'S10' },
    { ...emptyLine(), key: 'b' },
  ];
  expect(moveLine([a, b], 'a', 1)).toEqual([b, a]);
  expect(moveLine([a, b], 'a', -1)).toEqual([a, b]);
  const draft = complete({ lines: [a, b] });
  const inserted = changeDraft(draft, { type: 'insert', after: 'a' }).lines;
  expect(inserted.map(({ key }) => key)).toEqual(['a', expect.any(String), 'b']);
  expect(inserted[1]?.vat).toBe('S10');
  const none = changeDraft(complete({ lines: [a] }), { type: 'remove', key: 'a' });
  expect(none.lines).toMatchObject([{ name: '', quantity: '1' }]);
  const full = complete({ lines: Array.from({ length: 500 }, () => emptyLine()) });
  expect(changeDraft(full, { type: 'insert', after: undefined }).lines).toHaveLength(500);
});

test('the address of the last document fills only what is empty', () => {
  const address = { lines: ['Musterweg 1'], postCode: '10115', city: 'Berlin', country: 'DE' };
  const buyer = { address, vatId: 'DE1', isConsumer: false, hasSiren: false };
  const empty = complete({ street: '', postCode: '', city: '' });
  expect(changeDraft(empty, { type: 'buyer', buyer })).toMatchObject({ city: 'Berlin', country: 'DE', vatId: 'DE1' });
  expect(changeDraft(complete(), { type: 'buyer', buyer }).city).toBe('Nice');
  const consumer = { ...buyer, address: { ...address, country: 'FR' }, vatId: null, isConsumer: true };
  const filled = changeDraft(empty, { type: 'buyer', buyer: consumer });
  expect(filled.buyerKind).toBe('consumer');
  expect(toRequest(filled, { currency: 'EUR', decimal: ',' })).toMatchObject({ isConsumer: true, vatId: null });
  const another = { type: 'customer', customer: { id: '1', name: 'Other' } } as const;
  expect(toRequest(changeDraft(filled, another), { currency: 'EUR', decimal: ',' })).not.toHaveProperty('isConsumer');
});

test('characters that documents cannot print are named at their field', () => {
  const line = { ...emptyLine(), key: 'a', name: 'Café 漢字漢', description: 'e\u0301té\t\u200d–' };
  const found = findUnprintable(complete({ city: 'Αθήνα', lines: [line] }), (characters) => characters);
  expect(found).toEqual({ city: 'Α θ ή ν α', 'a.name': '漢 字' });
});

type Line = InvoiceDocument['lines'][number];
const documentLine = (changes: Partial<Line>): Line => ({
  id: '1',
  name: 'Poste',
  description: null,
  quantity: '3',
  unit: 'C62',
  price: '33.330000',
  priceQuantity: '1',
  adjustments: [],
  net: '99.99',
  taxCategory: 'S',
  taxRate: '5.50',
  ...changes,
});

/** As the server calculates a line. */
function netOf({ quantity, price, discount }: { quantity: string; price: string; discount: string }): string {
  const number = (text: string) => text.replace(',', '.');
  const full = round(multiply(number(quantity), number(price)));
  return discount === '' ? full : subtract(full, round(quotient(multiply(full, number(discount)), '100', 8)));
}

test.each([
  ['plain', {}, { quantity: '3', price: '33,33', vat: 'S5.5' }],
  ['a discount in percent', { adjustments: [{ amount: '-12.50', reason: null }], net: '87.49' }, {}],
  ['a discount that is not a round percentage', { adjustments: [{ amount: '-0.01', reason: 'x' }], net: '99.98' }, {}],
  ['a charge', { adjustments: [{ amount: '5.00', reason: 'x' }], net: '104.99' }, { quantity: '1', price: '104,99' }],
  ['the price of a hundred', { priceQuantity: '100', net: '1.00' }, { quantity: '1', price: '1' }],
  ['a negative line', { quantity: '-3', net: '-99.99' }, { quantity: '-3', price: '33,33' }],
  ['a price of many digits', { price: '33.3333333', net: '100.00' }, { quantity: '1', price: '100' }],
  ['a gift', { adjustments: [{ amount: '-99.99', reason: null }], net: '0.00' }, {}],
] as const)('a credit note takes over %s to the cent', (_, changes, expected) => {
  const line = documentLine(changes as Partial<Line>);
  const [credited] = creditLines({ lines: [line], adjustments: [] } as unknown as InvoiceDocument, ',');
  expect(credited).toMatchObject(expected);
  expect(credited && add(netOf(credited), '0')).toBe(line.net);
});
