import { expect, test } from 'vitest';
import { audit } from '#content/desk/fr/administration.ts';
import type { AuditEvent } from '#contract/desk.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { auditCsv, detailsOf, pathOf } from './audit-details.ts';

const id = '0b7e1c1e-6f3d-4a52-9d7c-0a1b2c3d4e5f';
const event: AuditEvent = {
  id,
  happenedAt: '2026-11-16T10:00:00.000Z',
  actor: 'staff',
  event: 'ticket.status_changed',
  outcome: 'done',
  userId: id,
  userEmail: 'sofia@rempart-azur.example',
  customerId: id,
  customerName: 'Cabinet Masséna',
  entity: `ticket:${id}`,
  subject: 'TKT-1',
  names: {},
  times: 1,
  network: '127.0.0.0/24',
  details: { to: 'resolved', from: 'open' },
};

test('before comes before after, and names replace ids', () => {
  expect(detailsOf(event, audit)).toBe('avant ouvert · après résolu · 127.0.0.0/24');
  const assigned = { ...event, details: { to: id }, names: { to: 'Sofia' }, network: null };
  expect(detailsOf(assigned, audit)).toBe('après Sofia');
  expect(detailsOf({ ...assigned, names: {} }, audit)).toBe('après compte supprimé');
  const merged = { ...event, details: { into: `ticket:${id}` }, names: { into: 'TKT-2' }, network: null };
  expect(detailsOf(merged, audit)).toBe('dans TKT-2');
});

test('a link leads to the ticket or the record, for those who may open it', () => {
  const can =
    (...own: StaffPermission[]) =>
    (...wanted: StaffPermission[]) =>
      wanted.some((one) => own.includes(one));
  expect(pathOf(event, can('support'))).toBe(`/desk/tickets/${id}`);
  expect(pathOf(event, can('admin'))).toBeUndefined();
  const record = { ...event, entity: `invoices:${id}`, subject: 'FA 1' };
  expect(pathOf(record, can('sales'))).toBe(`/desk/customers/${id}?tab=invoices&q=FA%201`);
  expect(pathOf({ ...record, subject: null }, can('sales'))).toBeUndefined();
  expect(pathOf({ ...event, entity: `user:${id}` }, can('accounts'))).toBe(`/desk/customers/${id}?tab=people`);
});

test('the file for spreadsheets has one line per event, and runs no formula', () => {
  const csv = auditCsv([event, { ...event, outcome: 'rejected', customerName: '=HYPERLINK("x")' }], audit);
  expect(csv.split('\r\n')).toHaveLength(4);
  expect(csv).toContain('"TKT-1";"Cabinet Masséna";"fait";"avant ouvert · après résolu";"127.0.0.0/24"');
  expect(csv).toContain(`"'=HYPERLINK`);
});
