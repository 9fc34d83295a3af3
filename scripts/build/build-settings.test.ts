import { expect, test } from 'vitest';
import { readBuildSettings } from './build-settings.ts';

const off = { leads: 'off', hasBooking: false };

test('a build for a public site needs no setting of the server', () => {
  expect(readBuildSettings({ SITE_URL: 'https://www.example.com' })).toEqual({
    siteUrl: 'https://www.example.com',
    ...off,
  });
});

test('a setting of the server does not disturb a build', () => {
  const source = { SITE_URL: 'https://www.example.com', DATABASE_URL: 'mysql://127.0.0.1', PORT: 'x' };
  expect(readBuildSettings(source).siteUrl).toBe('https://www.example.com');
});

test('a build without SITE_URL names none', () => {
  expect(readBuildSettings({ PORT: '3001' }).siteUrl).toBeUndefined();
  expect(readBuildSettings({ SITE_URL: '' }).siteUrl).toBeUndefined();
});

test('an invalid SITE_URL ends the build with a sentence', () => {
  expect(() => readBuildSettings({ SITE_URL: 'www.example.com' })).toThrow('The setting SITE_URL is "www.example.com"');
});

test('forms that deliver need no mailbox to be built, and appointments need such forms', () => {
  const delivers = { leads: 'deliver', hasBooking: true };
  expect(readBuildSettings({ LEADS: 'deliver', BOOKING: 'on' })).toEqual({ siteUrl: undefined, ...delivers });
  expect(() => readBuildSettings({ LEADS: 'on' })).toThrow('The setting LEADS is "on"');
  expect(() => readBuildSettings({ BOOKING: 'on' })).toThrow('needs LEADS=deliver');
});
