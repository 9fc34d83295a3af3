import { expect, test } from 'vitest';
import { isPastDue, riskVariant } from './record-tabs.tsx';

test.each([
  [0, 'success'],
  [40, 'success'],
  [41, 'warning'],
  [70, 'warning'],
  [71, 'danger'],
  [100, 'danger'],
])('a score of %d is shown as %s', (score, variant) => {
  expect(riskVariant(score)).toBe(variant);
});

const unpaid = { credits: null, dueDate: '2026-11-18', status: 'pending' };

test.each(['pending', 'overdue', 'disputed', 'sent'])('an invoice that is %s is late after its due date', (status) => {
  expect(isPastDue({ ...unpaid, status }, '2026-11-19')).toBe(true);
  expect(isPastDue({ ...unpaid, status }, '2026-11-18')).toBe(false);
});

const others: Partial<Parameters<typeof isPastDue>[0]>[] = [
  { status: 'paid' },
  { status: 'VOID' },
  { dueDate: null },
  { credits: 'FA-1' },
];
test.each(others)('an invoice with %o is not late', (other) => {
  expect(isPastDue({ ...unpaid, ...other }, '2026-11-19')).toBe(false);
});
