import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, multiply, quotient, round, subtract } from '#contract/decimal.ts';
import { invoiceDocumentSchema } from '#contract/invoice-document.ts';
import { exampleDraft, exampleInvoices, exampleLine } from '#tests/support/invoices.ts';
import { calculateInvoice } from './calculate.ts';

const sum = (amounts: string[]) => add('0', ...amounts);

function expectConsistent({ lines, adjustments, taxes, totals, currency }: ReturnType<typeof calculateInvoice>): void {
  expect(totals.lines).toBe(sum(lines.map(({ net }) => net)));
  expect(totals.net).toBe(sum([totals.lines, ...adjustments.map(({ amount }) => amount)]));
  expect(sum(taxes.map(({ base }) => base))).toBe(totals.net);
  expect(totals.tax).toBe(sum(taxes.map(({ amount }) => amount)));
  const cents = currency === 'JPY' ? 0 : 2;
  for (const { base, rate, amount } of taxes)
    expect(amount).toBe(round(round(quotient(multiply(base, rate), '100', 8), cents)));
  expect(totals.gross).toBe(add(totals.net, totals.tax));
  expect(totals.due).toBe(subtract(totals.gross, totals.paid));
}

describe('calculateInvoice', () => {
  it('has at least thirty examples, each consistent and readable by its schema', () => {
    expect(exampleInvoices.length).toBeGreaterThanOrEqual(30);
    for (const { invoice } of exampleInvoices) {
      expect(invoiceDocumentSchema.parse(invoice)).toEqual(invoice);
      expectConsistent(invoice);
    }
  });

  it('is consistent for any lines', () => {
    const cents = fc
      .bigInt(0n, 10_000_000n)
      .map((value) => round(`${value / 100n}.${String(value % 100n).padStart(2, '0')}`));
    const line = fc.record({
      price: cents,
      quantity: fc.integer({ min: -99_999, max: 99_999 }).map((value) => quotient(String(value), '1000', 3)),
      taxRate: fc.constantFrom('20', '10', '5.5', '2.1'),
      discountPercent: fc.constantFrom(null, '0', '3.5', '33.333'),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) =>
        expectConsistent(calculateInvoice(exampleDraft({ lines: lines.map((one) => exampleLine(one)) }))),
      ),
    );
  });

  it('rounds VAT once, on the sum of a rate', () => {
    const lines = Array.from({ length: 9 }, () => exampleLine({ price: '0.33', taxRate: '5.5' }));
    // By line it would be nine times 0.02.
    expect(calculateInvoice(exampleDraft({ lines })).totals).toMatchObject({ net: '2.97', tax: '0.16', gross: '3.13' });
  });

  it('takes 20 and 20.00 as one rate, and orders rates', () => {
    const lines = ['5.5', '20', '20.00', '5.50'].map((taxRate) => exampleLine({ taxRate }));
    expect(calculateInvoice(exampleDraft({ lines })).taxes.map(({ rate, base }) => `${rate}: ${base}`)).toEqual([
      '20: 2500.00',
      '5.5: 2500.00',
    ]);
  });

  it('discounts a line by its percentage, rounded to the cent', () => {
    const [line] = calculateInvoice(
      exampleDraft({ lines: [exampleLine({ quantity: '7', price: '33.33', discountPercent: '12.5' })] }),
    ).lines;
    expect(line).toMatchObject({ adjustments: [{ amount: '-29.16', reason: null }], net: '204.15' });
  });

  it('knows currencies without cents, and states VAT in euros', () => {
    const { totals, taxInEuros } = calculateInvoice(
      exampleDraft({ currency: 'JPY', euroRate: '0.0056', lines: [exampleLine({ price: '1234.5' })] }),
    );
    expect(totals).toMatchObject({ net: '1235.00', tax: '247.00', gross: '1482.00' });
    expect(taxInEuros).toBe('1.38');
  });

  it('has each mention of French law once', () => {
    const { notes } = calculateInvoice(exampleDraft({ language: 'en' }));
    expect(notes.map(({ code }) => code)).toEqual(['PMT', 'PMD', 'AAB', 'BAR']);
    expect(notes.at(-1)?.text).toBe('B2B');
    expect(notes[0]?.text).toContain('€40');
  });

  it.each([
    ['no line', { lines: [] }],
    ['a negative price', { lines: [exampleLine({ price: '-1.00' })] }],
    ['a standard rate of zero', { lines: [exampleLine({ taxRate: '0' })] }],
    ['an exemption with a rate', { lines: [exampleLine({ taxCategory: 'E' })] }],
    ['outside VAT beside VAT', { lines: [exampleLine(), exampleLine({ taxCategory: 'O', taxRate: '0' })] }],
    ['another currency without a rate', { currency: 'USD' }],
    ['a credit note of nothing', { kind: '381' as const, dueOn: null }],
    ['a due date in the past of its issue', { dueOn: '2026-11-01' }],
  ])('refuses %s', (_, changes) => {
    expect(() => calculateInvoice(exampleDraft(changes))).toThrow(expect.objectContaining({ name: 'DraftError' }));
  });
});
