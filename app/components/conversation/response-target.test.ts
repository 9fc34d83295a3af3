import { expect, test } from 'vitest';
import type { Sla } from '#contract/conversation.ts';
import { english } from '#app/lib/english.ts';
import { ticketPage } from '#content/portal/en/conversation.ts';
import { describeTarget, describeTerms } from './response-target.tsx';

const due: Sla = {
  minutes: 240,
  resolution: null,
  state: 'running',
  calendar: 'office',
  dueAt: '2026-11-16T09:30:00Z',
  respondedAt: null,
  minutesLeft: 30,
  isKept: null,
};
const before = new Date('2026-11-16T08:00:00Z');
const after = new Date('2026-11-16T15:00:00Z');
const describe = (sla: Partial<Sla>, now = after) => {
  const { variant, text } = describeTarget({ ...due, ...sla }, { copy: ticketPage.sla, formats: english }, now);
  return `${variant}: ${text}`;
};

test('a response is due at a time of the office', () => {
  expect(describe({}, before)).toBe('due: Answer due by Monday 16 Nov, 10:30 (Nice)');
});

test('it was given in time, or late', () => {
  const answered = { respondedAt: '2026-11-16T08:12:00Z', state: 'met', isKept: true } as const;
  expect(describe(answered)).toBe('kept: Answered in time: Monday 16 Nov, 09:12 (Nice)');
  // Paused because we asked something with it.
  expect(describe({ ...answered, state: 'paused' })).toMatch(/^kept: /);
  expect(describe({ respondedAt: '2026-11-16T13:40:00Z', state: 'missed', isKept: false })).toBe(
    'missed: Answered late: Monday 16 Nov, 14:40 (Nice). It was due by Monday 16 Nov, 10:30 (Nice). We are sorry.',
  );
});

test('what is overdue is admitted, before and after the server has marked it', () => {
  const admitted = 'missed: Our answer was due by Monday 16 Nov, 10:30 (Nice). We missed it, and we are sorry.';
  expect(describe({})).toBe(admitted);
  expect(describe({ state: 'missed', isKept: false })).toBe(admitted);
});

test('no time passes while we wait for the customer', () => {
  expect(describe({ state: 'paused' })).toBe(
    'due: We wait for your answer. Until then, the time for ours stands still.',
  );
});

test('the page says which targets apply, by which hours, and until when the ticket is resolved', () => {
  const say = (sla: Partial<Sla>) =>
    describeTerms({ ...due, ...sla }, { copy: ticketPage.sla, formats: english }, after).join(' ');
  const resolution = { state: 'running', minutes: 2400, dueAt: '2026-11-20T12:00:00Z', isKept: null } as const;
  expect(say({ resolution })).toMatch(
    /^First answer within 4 hours and resolution within 40 hours, counted in office hours \(.+\)\. Resolution due by .+20 Nov.+\.$/,
  );
  expect(say({ resolution: { ...resolution, state: 'missed', isKept: false } })).toContain('We missed it');
  expect(say({ resolution: { ...resolution, state: 'met', isKept: true }, calendar: 'continuous' })).toBe(
    'First answer within 4 hours and resolution within 40 hours, counted around the clock.',
  );
  expect(say({})).toMatch(/^First answer within 4 hours, counted/);
});
