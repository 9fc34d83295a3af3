import { expect, test } from 'vitest';
import { appointments } from '../copy/portal.fr.ts';
import { writeEvent } from './calendar-file.ts';

const event = {
  uid: '6f0e3a3e-6ad2-4a0e-9a5f-6a8b1f7f3b11',
  sequence: 2,
  kind: 'infrastructure',
  meeting: 'onsite',
  startsAt: '2027-03-29T07:00:00.000Z',
  endsAt: '2027-03-29T08:00:00.000Z',
} as const;
const now = new Date('2027-03-01T10:00:00Z');

test('the event is that of the invitation', () => {
  const lines = writeEvent(event, appointments, 'site.example', now).split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      `UID:${event.uid}@site.example`,
      'SEQUENCE:2',
      'DTSTART:20270329T070000Z',
      'DTEND:20270329T080000Z',
      'DTSTAMP:20270301T100000Z',
    ]),
  );
});

test('special characters are escaped, and no line exceeds 75 bytes', () => {
  const kinds = { ...appointments.kinds, infrastructure: `Réseau, serveurs ; ${'très '.repeat(30)}long` };
  const text = writeEvent(event, { ...appointments, kinds }, 'site.example', now);
  expect(text.replaceAll('\r\n ', '')).toContain('SUMMARY:Réseau\\, serveurs \\; très');
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
});
