import { expect, test } from 'vitest';
import { conversation } from '#content/desk/conversation.ts';
import { desk } from '#content/desk.ts';
import type { DeskThreadItem } from '#contract/desk-conversation.ts';
import { ticketEventKinds } from '#contract/ticket-states.ts';
import { describeEvent, describeItem } from './describe-item.ts';

type DeskEvent = Extract<DeskThreadItem, { kind: 'event' }>;
const common = { id: 'one', position: 2, createdAt: '2026-11-16T09:00:00Z' };
const event = (
  kind: string,
  details: DeskEvent['details'] = {},
  author: Partial<DeskEvent['author']> = {},
): DeskEvent => ({
  ...common,
  kind: 'event',
  event: kind,
  details,
  author: { kind: 'staff', name: 'Jade', isYou: false, ...author },
});
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const describe = (item: DeskEvent) => plain(describeEvent(item, conversation, desk.statuses));
const line = (item: DeskThreadItem) => plain(describeItem(item, conversation, desk.statuses));

test('every event has a French line', () => {
  const unknown = describe(event('something_new'));
  expect(unknown).toBe('Modification : something new');
  for (const kind of ticketEventKinds) expect(describe(event(kind)), kind).not.toMatch(/^Modification/);
});

test('events name who did what', () => {
  expect(describe(event('status_changed', { from: 'open', to: 'resolved' }))).toBe('Jade : statut « Résolu »');
  expect(describe(event('status_changed', { to: 'closed' }, { kind: 'system', name: null }))).toBe(
    'Clos sans nouvelle du client',
  );
  expect(describe(event('reopened', {}, { isYou: true }))).toBe('Vous : ticket rouvert');
  expect(describe(event('reopened', {}, { kind: 'customer', name: null }))).toBe('Un compte supprimé : ticket rouvert');
  expect(describe(event('assigned', { personName: 'Noé' }))).toBe('Attribué à Noé');
  expect(describe(event('assigned', { personName: null }))).toBe('N’est plus attribué');
  expect(describe(event('responded', { isKept: true, minutes: 125 }))).toBe(
    'Première réponse après 2 h 05, dans le délai',
  );
  expect(describe(event('responded', { isKept: false, minutes: 40 }))).toBe(
    'Première réponse après 40 min, hors délai',
  );
  expect(describe(event('merged_into', { ticketNumber: 'TKT-1' }))).toBe('Fusionné dans {ticket}');
});

test('what others did meanwhile is one line, whatever its length', () => {
  const author = { kind: 'staff' as const, name: 'Jade', isYou: false };
  const message: DeskThreadItem = {
    ...common,
    kind: 'message',
    body: `Un\n\n${'x'.repeat(500)}`,
    source: 'desk',
    author,
  };
  expect(line(message)).toMatch(/^Jade a écrit : « Un x+… »$/);
  expect(line(message).length).toBeLessThan(200);
  const note: DeskThreadItem = { ...common, kind: 'note', body: 'Prudence', author };
  expect(line(note)).toBe('Jade a noté : « Prudence »');
  const merged = event('merged_from', { ticketNumber: 'TKT-1' });
  expect(line(merged)).toBe('TKT-1 a été fusionné dans ce ticket');
});
