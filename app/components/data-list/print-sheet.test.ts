import { expect, test } from 'vitest';
import { maxPrintedRows, printedCount } from './print-sheet.tsx';

test('a printed list says how many rows it has and how to get the others', () => {
  expect(printedCount('invoices', 64, 64, 64)).toBe('64 of 64 invoices');
  expect(printedCount('invoices', 12, 12, 64)).toBe('12 of 64 invoices');
  expect(printedCount('invoices', 100, 1200, 1200)).toBe(
    'First 100 of 1,200 invoices: use the Print button above the list for all of them.',
  );
  expect(printedCount('invoices', maxPrintedRows, 12_345, 12_345)).toBe(
    'First 5,000 of 12,345 invoices: search or filter the list to print the others.',
  );
});
