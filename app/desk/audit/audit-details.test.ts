import { expect, test } from 'vitest';
import { french } from '#app/lib/french.ts';
import { audit } from '#content/desk/fr/administration.ts';
import type { AuditEvent } from '#contract/audit.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { auditPaper, detailsOf, pathOf, sentenceOf } from './audit-details.ts';

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

const tell = (entry: AuditEvent) =>
  sentenceOf(entry, audit)
    .map(({ text }) => text)
    .join('');

test('an event is a sentence that names what it is about, and says what was deleted', () => {
  expect(tell(event)).toBe('sofia@rempart-azur.example a changé le statut de TKT-1\u00a0: ouvert, puis résolu');
  expect(detailsOf(event, audit)).toBe('127.0.0.0/24');
  const assigned = { ...event, event: 'ticket.assigned', details: { to: id }, names: { to: 'Sofia' } };
  expect(tell(assigned)).toBe('sofia@rempart-azur.example a attribué TKT-1 à Sofia');
  expect(tell({ ...assigned, subject: null, userEmail: null, names: {} })).toBe(
    'un compte supprimé a attribué un ticket supprimé à compte supprimé',
  );
  const suspended = { ...event, event: 'staff.suspended', actor: 'operator' as const, entity: null, details: {} };
  expect(tell(suspended)).toBe('L’exploitant a suspendu l’accès de sofia@rempart-azur.example');
  // The operating-system user of the command line.
  expect(detailsOf({ ...suspended, network: null, details: { by: 'lea' } }, audit)).toBe('par lea');
  const merged = { ...event, event: 'ticket.merged', details: { into: `ticket:${id}` }, names: { into: 'TKT-2' } };
  expect(tell(merged)).toContain('a fusionné TKT-1 dans TKT-2');
  const corrected = { ...event, event: 'record.corrected', entity: `invoices:${id}`, details: { reason: 'Erreur' } };
  expect(tell({ ...corrected, subject: null })).toContain('a corrigé une facture supprimée');
  expect(detailsOf(corrected, audit)).toBe('motif Erreur · 127.0.0.0/24');
  expect(tell({ ...event, event: 'later.invented' })).toBe('later.invented');
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

test('on paper and in a file, an event tells everything in words', () => {
  const cells = auditPaper(audit, french).map(({ csv }) => csv(event));
  expect(cells.slice(1)).toEqual([tell(event), 'TKT-1', 'Cabinet Masséna', 'fait', '', '127.0.0.0/24']);
});
