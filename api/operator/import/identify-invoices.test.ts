import { expect, test } from 'vitest';
import { invoiceId } from './identify-invoices.ts';

test('the example of RFC 9562', () => {
  expect(invoiceId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});

test('two customers may use the same number', () => {
  const [one, other] = ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', '7ba7b810-9dad-11d1-80b4-00c04fd430c8'] as const;
  expect(invoiceId(one, 'F-1')).not.toBe(invoiceId(other, 'F-1'));
});
