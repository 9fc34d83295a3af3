import { expect, test } from 'vitest';
import { ticketBadges } from '#app/desk/components/desk-status.tsx';
import { french } from '#app/lib/french.ts';
import { conversation } from '#content/desk/fr/conversation.ts';
import { staffConversation } from '#content/desk/fr/staff-conversation.ts';
import { desk } from '#content/desk/fr/desk.ts';
import type { DeskThreadItem } from '#contract/desk-conversation.ts';
import { describeItem, findMeanwhile, mostRelevant } from './meanwhile.tsx';

type Author = DeskThreadItem['author'];
const colleague: Author = { kind: 'staff', name: 'Jade', isYou: false };
const you: Author = { kind: 'staff', name: 'Noé', isYou: true };
const customer: Author = { kind: 'customer', name: 'Ada', isYou: false };
const system: Author = { kind: 'system', name: null, isYou: false };

const common = (position: number) => ({ id: String(position), position, createdAt: '2026-11-16T09:00:00Z' });
const message = (position: number, author: Author): DeskThreadItem => ({
  ...common(position),
  kind: 'message',
  author,
  source: 'desk',
  body: 'Text',
});
const note = (position: number): DeskThreadItem => ({
  ...common(position),
  kind: 'note',
  mentions: [],
  author: colleague,
  body: 'Text',
});
const event = (position: number, kind: string, author: Author): DeskThreadItem => ({
  ...common(position),
  kind: 'event',
  event: kind,
  details: {},
  author,
});

test('what a colleague or the system did to the reply must be read', () => {
  const done = [
    message(4, colleague),
    event(4, 'status_changed', colleague),
    event(4, 'status_changed', system),
    event(4, 'reopened', colleague),
    event(4, 'merged_into', colleague),
  ];
  for (const item of done) expect(findMeanwhile([item], 3)).toEqual({ items: [item], mustBeRead: true });
});

test('what the customer did, and another assignee, are shown only', () => {
  const done = [
    message(4, customer),
    event(4, 'status_changed', customer),
    event(4, 'reopened', customer),
    event(4, 'assigned', colleague),
  ];
  for (const item of done) expect(findMeanwhile([item], 3)).toEqual({ items: [item], mustBeRead: false });
});

test('what was there before, what one did oneself and what changes no reply are left out', () => {
  const done = [
    message(3, colleague),
    message(4, you),
    event(5, 'status_changed', you),
    event(6, 'watcher_added', colleague),
    event(7, 'response_missed', system),
    note(8),
  ];
  expect(findMeanwhile(done, 3)).toEqual({ items: [], mustBeRead: false });
});

test('the reply of a colleague is named first', () => {
  const reply = message(4, colleague);
  const question = message(6, customer);
  const change = event(7, 'status_changed', colleague);
  const relevant = (...items: DeskThreadItem[]) => mostRelevant(findMeanwhile(items, 3));
  expect(relevant(reply, question, change)).toBe(reply);
  expect(relevant(question, change)).toBe(question);
  expect(relevant(change)).toBe(change);
  expect(relevant()).toBeUndefined();
});

test('what others did is one line, whatever its length', () => {
  const context = {
    copy: conversation,
    staffCopy: staffConversation.meanwhile,
    statuses: ticketBadges(desk),
    formats: french,
  };
  const line = (item: DeskThreadItem) => describeItem(item, context).replaceAll(/[\u00a0\u202f]/g, ' ');
  const long = { ...message(4, colleague), body: `Un\n\n${'x'.repeat(500)}` };
  expect(line(long)).toMatch(/^Jade a écrit : « Un x+… »$/);
  expect(line(long).length).toBeLessThan(200);
  expect(line(note(4))).toBe('Jade a noté : « Text »');
  const merged = { ...event(4, 'merged_from', colleague), details: { ticketNumber: 'TKT-1' } };
  expect(line(merged)).toBe('TKT-1 a été fusionné dans ce ticket');
});
