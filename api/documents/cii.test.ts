import { describe, expect, it } from 'vitest';
import { exampleDraft, exampleInvoices, exampleLine } from '#tests/support/invoices.ts';
import { calculateInvoice } from '#modules/invoicing/server/write/calculate.ts';
import { writeCii } from './cii.ts';

const write = (changes: Parameters<typeof exampleDraft>[0]) => writeCii(calculateInvoice(exampleDraft(changes)));

/** Elements open and close in order; what is between them has no markup. */
function expectWellFormed(xml: string): void {
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml [^>]*\?>/, '')
    .replaceAll(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g, (_, end, name, _a, empty) => {
      if (end !== '' && open.pop() !== name) open.push(`not ${name}`);
      else if (end === '' && empty === '') open.push(name);
      return '';
    });
  expect(open).toEqual([]);
  expect(rest.replaceAll(/&(amp|lt|gt|quot);/g, '')).not.toMatch(/[<>&]/);
}

describe('writeCii', () => {
  it('writes well-formed XML, twice the same', () => {
    for (const { invoice } of exampleInvoices) {
      const xml = writeCii(invoice);
      expectWellFormed(xml);
      expect(writeCii(structuredClone(invoice))).toBe(xml);
    }
  });

  it('escapes markup and leaves out what XML cannot carry', () => {
    const xml = write({ lines: [exampleLine({ name: 'a<b>&"c"\u0000\u0008\uD800]]>\uFFFE' })] });
    expectWellFormed(xml);
    expect(xml).toContain('<ram:Name>a&lt;b&gt;&amp;&quot;c&quot;\uFFFD]]&gt;</ram:Name>');
  });

  it('leaves the rate out where VAT does not apply', () => {
    const seller = { ...exampleDraft().seller, vatId: null };
    expect(write({ seller, lines: [exampleLine({ taxCategory: 'O', taxRate: '0' })] })).not.toContain(
      'RateApplicablePercent',
    );
  });

  it('names the credited invoice with its day', () => {
    const xml = write({ kind: '381', dueOn: null, corrects: [{ number: 'FA-2026-00007', issuedOn: '2026-10-01' }] });
    expect(xml).toContain('<ram:IssuerAssignedID>FA-2026-00007</ram:IssuerAssignedID>');
    expect(xml).toContain('<qdt:DateTimeString format="102">20261001</qdt:DateTimeString>');
  });
});
