import { expect, test } from 'vitest';
import { english } from '#app/lib/english.ts';
import { lists } from '#content/portal/en/lists.ts';
import { printedCount } from './list-printing.tsx';
import { maxPrintedRows } from './print-sheet.tsx';

const count = (printed: number, total: number, size: number) =>
  printedCount(lists.printed, english, { rows: 'invoices', printed, total, size });

test('a printed list says how many rows it has and how to get the others', () => {
  expect(count(64, 64, 64)).toBe('64 of 64 invoices');
  expect(count(12, 12, 64)).toBe('12 of 64 invoices');
  expect(count(100, 1200, 1200)).toBe(
    'First 100 of 1,200 invoices: use the Print button above the list for all of them.',
  );
  expect(count(maxPrintedRows, 12_345, 12_345)).toBe(
    'First 5,000 of 12,345 invoices: search or filter the list to print the others.',
  );
});
