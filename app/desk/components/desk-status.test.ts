import { expect, test } from 'vitest';
import { desk } from '#content/desk/fr/desk.ts';
import { inWords, statusLabel } from './desk-status.tsx';

test('a value without a label is shown in words', () => {
  expect(inWords('under_review')).toBe('Under review');
  expect(statusLabel(desk, 'methods', 'direct_debit')).toBe('Prélèvement');
  expect(statusLabel(desk, 'invoices', 'written_off')).toBe('Passée en perte');
  expect(statusLabel(desk, 'tickets', 'waiting_parts')).toBe('Waiting parts');
  expect(statusLabel(desk, 'tickets', 'constructor')).toBe('Constructor');
});
