import { expect, test } from 'vitest';
import { erpCii, frenchCii, zugferd1 } from '#tests/fixtures/invoices/cii-producers.ts';
import * as facts from '#tests/fixtures/invoices/facts.ts';
import { peppolUbl, platformUbl } from '#tests/fixtures/invoices/ubl-producers.ts';
import { readInvoiceXml } from './read-invoice.ts';

const utf16 = (xml: string) => Buffer.from(`\uFEFF${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le');
const latin1 = (xml: string) => Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1');
const read = (xml: string | Buffer) => readInvoiceXml(Buffer.from(xml));

type Written = [name: string, file: string | Buffer, said: facts.Facts, profile: string];
const { plain, rates, discounts, reverseCharge, creditNote, returned, dollars, manyLines } = facts;
const documents: Written[] = [
  ['French books', frenchCii(plain), plain, 'en16931'],
  ['French books, four rates', frenchCii(rates), rates, 'en16931'],
  ['French books, discounts, profile basic', frenchCii(discounts, 'basic'), discounts, 'basic'],
  ['French books, credit note', frenchCii(creditNote), creditNote, 'en16931'],
  ['French books, 200 lines', frenchCii(manyLines), manyLines, 'en16931'],
  ['French books, dollars', frenchCii(dollars), dollars, 'en16931'],
  ['French books, ISO-8859-1', latin1(frenchCii(plain)), plain, 'en16931'],
  ['ERP', erpCii(plain), plain, 'extended'],
  ['ERP, reverse charge', erpCii(reverseCharge), reverseCharge, 'extended'],
  ['ERP, discounts', erpCii(discounts), discounts, 'extended'],
  ['ERP, returned goods, UTF-16', utf16(erpCii(returned)), returned, 'extended'],
  ['ZUGFeRD 1', zugferd1(plain), plain, 'comfort'],
  ['ZUGFeRD 1, four rates', zugferd1(rates), rates, 'comfort'],
  ['ZUGFeRD 1, credit note', zugferd1(creditNote), creditNote, 'comfort'],
  ['Peppol', peppolUbl(plain), plain, 'peppol'],
  ['Peppol, four rates', peppolUbl(rates), rates, 'peppol'],
  ['Peppol, dollars', peppolUbl(dollars), dollars, 'peppol'],
  ['Peppol, credit note', peppolUbl(creditNote), creditNote, 'peppol'],
  ['platform', platformUbl(discounts), discounts, 'en16931'],
  ['platform, credit note, UTF-16', utf16(platformUbl(creditNote)), creditNote, 'en16931'],
  ['platform, returned goods', platformUbl(returned), returned, 'en16931'],
  ['platform, reverse charge', platformUbl(reverseCharge), reverseCharge, 'en16931'],
];

test.each(documents)('%s: read as it was written', (_, file, said, profile) => {
  const { document, findings } = read(file);
  expect(findings).toEqual([]);
  const { totals, taxes, lines, adjustments } = document;
  expect(totals).toEqual({ paid: '0.00', rounding: '0.00', ...said.totals });
  expect(document).toMatchObject({
    number: said.number,
    kind: said.kind ?? '380',
    issuedOn: said.issuedOn,
    dueOn: said.dueOn,
    currency: said.currency ?? 'EUR',
    profile,
    seller: { ...facts.us, address: { city: 'Nice' } },
    buyer: facts.buyer,
    corrects: said.corrects ? [said.corrects] : [],
    payment: { iban: facts.iban, reference: said.number },
    notes: [{ code: 'AAB', text: said.note }],
    taxInEuros: said.taxInEuros ?? null,
  });
  expect(taxes.map(({ category, rate, base, amount }) => ({ category, rate, base, amount }))).toEqual(
    said.taxes.map(({ category, rate, base, amount }) => ({ category, rate, base, amount })),
  );
  expect(lines.map(({ name, quantity, net }) => [name, quantity, net])).toEqual(
    said.lines.map(({ name, quantity, net }) => [name, quantity, net]),
  );
  expect(adjustments.map(({ amount, reason }) => [amount, reason])).toEqual(
    (said.adjustments ?? []).map(({ amount, reason }) => [amount, reason]),
  );
});

test('profiles without lines are read with their totals, and say that lines are absent', () => {
  for (const profile of ['minimum', 'basicwl'] as const) {
    const { document, findings } = read(frenchCii(plain, profile));
    expect(document).toMatchObject({ profile, lines: [], totals: plain.totals });
    expect(findings).toEqual([{ code: 'lines_absent', where: profile, stated: null, expected: null }]);
  }
});

const codesOf = (xml: string) => read(xml).findings.map(({ code }) => code);

test('a total that is off by a cent is a finding, and is read as it is', () => {
  const xml = frenchCii({ ...plain, totals: { ...plain.totals, gross: '288.01' } });
  const { document, findings } = read(xml);
  expect(document.totals).toMatchObject({ gross: '288.01', due: '288.00' });
  expect(findings).toEqual([
    { code: 'gross_total', where: null, stated: '288.01', expected: '288.00' },
    { code: 'due_total', where: null, stated: '288.00', expected: '288.01' },
  ]);
});

test('each sum of the document is checked', () => {
  const change = (totals: Partial<facts.Facts['totals']>, more: Partial<facts.Facts> = {}) =>
    codesOf(peppolUbl({ ...plain, ...more, totals: { ...plain.totals, ...totals } }));
  expect(change({ lines: '240.01' })).toEqual(['sum_of_lines', 'net_total']);
  expect(change({ net: '239.99' })).toEqual(['net_total', 'tax_base', 'gross_total']);
  expect(change({ tax: '48.01' })).toEqual(['tax_total', 'gross_total']);
  expect(change({ due: '0.00' })).toEqual(['due_total']);
  expect(change({}, { taxes: [{ category: 'S', rate: '20', base: '240.00', amount: '47.00' }] })).toEqual([
    'tax_total',
    'tax_amount',
  ]);
  expect(change({}, { lines: plain.lines.map((line) => ({ ...line, quantity: '4' })) })).toEqual(['line_net']);
  expect(change({}, { lines: plain.lines.map((line) => ({ ...line, rate: '10' })) })).toEqual(['tax_not_listed']);
});

test('an unknown VAT category is read and is a finding', () => {
  const xml = platformUbl({ ...plain, lines: plain.lines.map((line) => ({ ...line, category: 'XX' })) });
  expect(read(xml).document.lines[0]?.taxCategory).toBe('XX');
  expect(codesOf(xml)).toEqual(['tax_category_unknown', 'tax_not_listed']);
});

test('amounts in another currency than the document are a finding', () => {
  const xml = peppolUbl(plain).replace('TaxInclusiveAmount currencyID="EUR"', 'TaxInclusiveAmount currencyID="CHF"');
  expect(read(xml).findings).toEqual([
    { code: 'amount_currency', where: 'cbc:TaxInclusiveAmount', stated: 'CHF', expected: 'EUR' },
  ]);
});

test('ids of different companies, a wrong IBAN, several IBANs and an early due date are findings', () => {
  expect(codesOf(frenchCii(plain).replace('>000000208<', '>000000307<'))).toEqual(['siren_differs']);
  expect(codesOf(frenchCii({ ...plain, iban: 'FR7630006000011234567890188' }))).toEqual(['iban_invalid']);
  const other = frenchCii(plain).replace(
    '</ram:SpecifiedTradeSettlementPaymentMeans>',
    '$&<ram:SpecifiedTradeSettlementPaymentMeans><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE89370400440532013000</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>',
  );
  expect(codesOf(other)).toEqual(['several_ibans']);
  expect(codesOf(frenchCii({ ...plain, dueOn: '2026-03-01' }))).toEqual(['due_before_issue']);
});

test('a text that is too long to store is shortened, and the finding says which', () => {
  const { document, findings } = read(frenchCii({ ...plain, note: 'n'.repeat(5000) }));
  expect(document.notes[0]?.text).toHaveLength(4000);
  expect(findings).toMatchObject([{ code: 'text_shortened', where: 'ram:Content' }]);
});

test('decimals are read as XML writes them, never as floats', () => {
  const withPrice = (price: string) =>
    read(peppolUbl({ ...plain, lines: plain.lines.map((line) => ({ ...line, price })) })).document.lines[0]?.price;
  expect(withPrice(' +080.000 ')).toBe('80');
  expect(withPrice('.5')).toBe('0.5');
  expect(withPrice('5.')).toBe('5');
  expect(withPrice('-0.0')).toBe('0');
  expect(withPrice('0.12345678901234567890')).toBe('0.1234567890123456789');
  for (const price of ['1e3', '1,5', 'NaN', 'INF', '0x10', '١', '-', '.', '1'.repeat(15), '0.000000000000000000001'])
    expect(() => withPrice(price), price).toThrow('value_invalid');
});

test.each([
  ['the number is missing', frenchCii(plain).replace('<ram:ID>F-2026-0101</ram:ID>', ''), 'value_missing: ram:ID'],
  [
    'the day is missing',
    peppolUbl(plain).replace(/<cbc:IssueDate>.*?<\/cbc:IssueDate>/, ''),
    'value_missing: issuedOn',
  ],
  ['there is no such day', peppolUbl({ ...plain, issuedOn: '2026-02-30' }), 'value_invalid'],
  [
    'the currency does not exist',
    frenchCii({ ...plain, currency: 'XQZ' }),
    'value_invalid: ram:InvoiceCurrencyCode: XQZ',
  ],
  ['the currency is a word', peppolUbl({ ...plain, currency: 'EURO' }), 'value_invalid'],
  [
    'an amount has three digits',
    frenchCii({ ...plain, totals: { ...plain.totals, gross: '288.001' } }),
    'value_invalid',
  ],
  [
    'there is no total',
    frenchCii(plain).replace(/<ram:GrandTotalAmount>.*?<\/ram:GrandTotalAmount>/, ''),
    'value_missing',
  ],
  ['the kind is a word', frenchCii({ ...plain, kind: 'facture' }), 'value_invalid'],
  ['the buyer has no name', frenchCii({ ...plain, buyer: { name: ' ', siren: '1' } }), 'value_missing: ram:Name'],
  ['it is another document', '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>', 'not_an_invoice'],
  ['it is an invoice by its name only', '<Invoice/>', 'not_an_invoice'],
  ['it is HTML', '<html><body>Facture</body></html>', 'not_an_invoice'],
])('rejected: %s', (_, xml, message) => {
  expect(() => read(xml)).toThrow(message);
});

test('more lines than we store are rejected', () => {
  const many = Array.from({ length: 10_001 }, () => plain.lines).flat();
  expect(() => read(peppolUbl({ ...plain, lines: many }))).toThrow(/value_invalid: lines|xml_too_complex/);
});
