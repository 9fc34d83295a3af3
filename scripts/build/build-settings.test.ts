import { expect, test } from 'vitest';
import { readBuildSettings } from './build-settings.ts';

test('a build needs no setting of the server, and none disturbs it', () => {
  const off = { leads: 'off', hasBooking: false };
  expect(readBuildSettings({})).toEqual(off);
  const source = { SITE_URL: 'https://www.example.com', DATABASE_URL: 'mysql://127.0.0.1', PORT: 'x' };
  expect(readBuildSettings(source)).toEqual(off);
});

test('forms that deliver need no mailbox to be built, and appointments need such forms', () => {
  expect(readBuildSettings({ LEADS: 'deliver', BOOKING: 'on' })).toEqual({ leads: 'deliver', hasBooking: true });
  expect(() => readBuildSettings({ LEADS: 'on' })).toThrow('The setting LEADS is "on"');
  expect(() => readBuildSettings({ BOOKING: 'on' })).toThrow('needs LEADS=deliver');
});
