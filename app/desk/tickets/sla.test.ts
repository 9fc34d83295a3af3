import { expect, test } from 'vitest';
import { french } from '#app/lib/french.ts';
import { desk } from '#content/desk/fr/desk.ts';
import { describeSla, slaBricks } from './sla.tsx';

const due = {
  slaCalendar: 'office',
  dueKind: 'response',
  dueAt: '2026-11-16T09:30:00Z',
  firstResponseDueAt: '2026-11-16T09:30:00Z',
  targetMinutes: 240,
} as const;
const describe = (slaState: 'running' | 'paused' | 'met' | 'missed', minutesLeft: number | null) => {
  const described = describeSla({ ...due, slaState, minutesLeft }, desk, french);
  return described && [described.text.replaceAll('\u00a0', ' '), described.isLate];
};

test('what is due says how much office time is left, and what is missed says so', () => {
  expect(describe('running', 200)).toEqual(['reste 3 h 20', false]);
  expect(describe('running', 0)).toEqual(['reste moins d’une minute', false]);
  expect(describe('running', -5)).toEqual(['En retard de 5 min', true]);
  expect(describe('missed', -70)).toEqual(['En retard de 1 h 10', true]);
  expect(describe('missed', -6010)).toEqual(['En retard de 100 h', true]);
  expect(describe('missed', null)).toEqual(['Hors délai', true]);
  expect(describe('met', null)).toEqual(['Délai tenu', false]);
  expect(describe('paused', null)).toEqual(['En pause', false]);
});

test('the moment is that of the office', () => {
  const ticket = { ...due, slaState: 'running', minutesLeft: 5 } as const;
  expect(describeSla(ticket, desk, french)?.due.replaceAll('\u00a0', ' ')).toBe('Avant lun. 16 nov., 10 h 30');
  expect(
    describeSla({ ...ticket, slaState: null, dueAt: null, firstResponseDueAt: null }, desk, french),
  ).toBeUndefined();
});

test('no time passes during a pause', () => {
  expect(describe('paused', 100)).toEqual(['Pause, reste 1 h 40', false]);
});

type State = 'running' | 'paused' | 'met' | 'missed';
const bricks = (slaState: State | null, minutesLeft: number | null, targetMinutes: number | null = 240) =>
  slaBricks({ ...due, slaState, minutesLeft, targetMinutes })
    ?.map((brick) => brick.charAt(0))
    .join('');

test('the bricks of a running target are those of the time that is left, and a late one has none', () => {
  expect(bricks('running', 61)).toBe('lloo');
  expect(bricks('running', 60)).toBe('mooo');
  expect(bricks('running', 0)).toBe('mooo');
  expect(bricks('running', -1)).toBe('oooo');
  expect(bricks('missed', -70)).toBe('oooo');
});

test('a pause keeps its bricks; neither a kept target nor a missing one has any', () => {
  expect(bricks('paused', 100)).toBe('lloo');
  expect(bricks('paused', 30)).toBe('looo');
  expect(bricks('met', null, null)).toBeUndefined();
  expect(bricks('missed', null, null)).toBe('oooo');
  expect(bricks(null, null, null)).toBeUndefined();
  // A target whose length is not known, such as that of a lead.
  expect(bricks('running', 30, null)).toBeUndefined();
});
