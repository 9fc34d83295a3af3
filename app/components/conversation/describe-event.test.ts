import { expect, test } from 'vitest';
import type { TicketEvent } from '#contract/conversation.ts';
import { ticketEventKinds } from '#contract/ticket-states.ts';
import { english } from '#app/lib/english.ts';
import { conversation } from '#content/portal/en/conversation.ts';
import { french } from '#app/lib/french.ts';
import { conversation as frenchConversation } from '#content/desk/fr/conversation.ts';
import { desk } from '#content/desk/fr/desk.ts';
import { describeEvent } from './describe-event.ts';

const lena = { kind: 'staff', name: 'Lena', isYou: false } as const;
const you = { kind: 'customer', name: 'ada@example.com', isYou: true } as const;
const system = { kind: 'system', name: null, isYou: false } as const;

const inEnglish = {
  copy: conversation,
  statuses: { waiting_customer: { label: 'Waiting for Customer', variant: 'warning' } },
  formats: english,
  otherTicket: 'TKT-1',
} as const;
const inFrench = {
  ...inEnglish,
  copy: frenchConversation,
  statuses: { resolved: { label: desk.statuses.tickets.resolved, variant: 'success' } },
  formats: french,
} as const;

const lineIn =
  (context: Parameters<typeof describeEvent<string>>[1]) =>
  (event: string, details: TicketEvent['details'] = {}, author: TicketEvent['author'] = lena) =>
    describeEvent({ kind: 'event', id: '', position: 2, createdAt: '', event, details, author }, context)
      .join('')
      .replaceAll(/[\u00a0\u202f]/g, ' ');
const line = lineIn(inEnglish);
const ligne = lineIn(inFrench);

test.each([
  ['English', line],
  ['French', ligne],
])('every event has an %s line of its own', (_language, describe) => {
  const lines = ticketEventKinds.map((kind) => describe(kind));
  expect(new Set(lines).size).toBe(ticketEventKinds.length);
  const unknown = ticketEventKinds.map((kind) => describe('x').replace('x', kind.replaceAll('_', ' ')));
  expect(lines.filter((one) => unknown.includes(one))).toEqual([]);
});

test('they say who did what', () => {
  expect(line('status_changed', { from: 'open', to: 'waiting_customer' })).toBe(
    'Lena changed the status to Waiting for Customer',
  );
  expect(line('status_changed', { to: 'closed' }, system)).toBe('Closed automatically after 7 days without a reply');
  expect(line('status_changed', { to: 'on_hold' })).toBe('Lena changed the status to on_hold');
  expect(line('reopened', {}, you)).toBe('You reopened the ticket');
  expect(line('priority_changed', { from: 'low', to: 'urgent' })).toBe('Lena changed the priority to Urgent');
  expect(line('priority_changed', { to: 'odd' })).toBe('Lena changed the priority to odd');
  expect(line('assigned', { personName: 'Lena' })).toBe('Lena takes care of this ticket');
  expect(line('assigned', { personName: null })).toBe('Nobody of our team is assigned at the moment');
  expect(line('watcher_added', { personName: 'bob@example.com' }, you)).toBe('You added bob@example.com');
  expect(line('watcher_removed', { personName: null }, { ...you, isYou: false, name: null })).toBe(
    'A former user removed a former user',
  );
});

test('a name that is not known is not made up', () => {
  expect(line('reopened', {}, { ...lena, name: null })).toBe('Our team reopened the ticket');
  expect(line('reopened', {}, { ...you, isYou: false, name: null })).toBe('A former user reopened the ticket');
});

test('a late answer is called late', () => {
  expect(line('responded', { isKept: true, minutes: 0, isOutsideHours: true })).toBe(
    'First answer outside office hours, in time',
  );
  expect(line('responded', { isKept: true, minutes: 40 })).toBe('First answer after 40 min, in time');
  expect(line('responded', { isKept: false, minutes: 305 })).toBe('First answer after 5 h 05 min, late');
});

test('staff read the same in French', () => {
  expect(ligne('something_new')).toBe('Modification : something new');
  expect(ligne('status_changed', { from: 'open', to: 'resolved' })).toBe('Lena : statut « Résolu »');
  expect(ligne('status_changed', { to: 'closed' }, system)).toBe('Clos sans nouvelle du client');
  expect(ligne('reopened', {}, { ...lena, isYou: true })).toBe('Vous : ticket rouvert');
  expect(ligne('reopened', {}, { ...you, isYou: false, name: null })).toBe('Un compte supprimé : ticket rouvert');
  expect(ligne('assigned', { personName: 'Noé' })).toBe('Attribué à Noé');
  expect(ligne('assigned', { personName: null })).toBe('N’est plus attribué');
  expect(ligne('responded', { isKept: true, minutes: 0, isOutsideHours: true })).toBe(
    'Première réponse hors heures d’ouverture, dans le délai',
  );
  expect(ligne('responded', { isKept: true, minutes: 0 })).toBe(
    'Première réponse après moins d’une minute, dans le délai',
  );
  expect(ligne('responded', { isKept: true, minutes: 125 })).toBe('Première réponse après 2 h 05, dans le délai');
  expect(ligne('responded', { isKept: false, minutes: 40 })).toBe('Première réponse après 40 min, hors délai');
  expect(ligne('merged_into')).toBe('Fusionné dans TKT-1');
});
