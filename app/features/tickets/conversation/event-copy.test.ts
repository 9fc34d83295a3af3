import { expect, test } from 'vitest';
import type { TicketEvent } from '#contract/conversation.ts';
import { ticketEventKinds } from '#contract/ticket-states.ts';
import { describeEvent } from './event-copy.ts';

const lena = { kind: 'staff', name: 'Lena', isYou: false } as const;
const you = { kind: 'customer', name: 'ada@example.com', isYou: true } as const;
const system = { kind: 'system', name: null, isYou: false } as const;

const line = (event: string, details: TicketEvent['details'] = {}, author: TicketEvent['author'] = lena) =>
  describeEvent({ kind: 'event', id: '', position: 2, createdAt: '', event, details, author });

test('every event has a line of its own', () => {
  const lines = ticketEventKinds.map((kind) => line(kind));
  expect(new Set(lines).size).toBe(ticketEventKinds.length);
  for (const [at, kind] of ticketEventKinds.entries()) expect(lines[at]).not.toBe(kind.replaceAll('_', ' '));
});

test('they say who did what', () => {
  expect(line('status_changed', { from: 'open', to: 'waiting_customer' })).toBe(
    'Lena changed the status to Waiting for Customer',
  );
  expect(line('status_changed', { to: 'closed' }, system)).toBe('Closed, as nobody wrote any more');
  expect(line('status_changed', { to: 'on_hold' })).toBe('Lena changed the status to on_hold');
  expect(line('reopened', {}, you)).toBe('You reopened the ticket');
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
  expect(line('responded', { isKept: true, minutes: 40 })).toBe('First answer after 40 min, in time');
  expect(line('responded', { isKept: false, minutes: 305 })).toBe('First answer after 5 h 05 min, late');
});
