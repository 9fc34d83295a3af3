import { expect, test } from 'vitest';
import { readSiteUrl } from './site-url.ts';

test('a build for a public site needs no setting of the server', () => {
  expect(readSiteUrl({ SITE_URL: 'https://www.example.com' })).toBe('https://www.example.com');
});

test('a setting of the server does not disturb a build', () => {
  expect(readSiteUrl({ SITE_URL: 'https://www.example.com', DATABASE_URL: 'mysql://127.0.0.1', PORT: 'x' })).toBe(
    'https://www.example.com',
  );
});

test('a build without SITE_URL names none', () => {
  expect(readSiteUrl({ PORT: '3001' })).toBeUndefined();
  expect(readSiteUrl({ SITE_URL: '' })).toBeUndefined();
});

test('an invalid SITE_URL ends the build with a sentence', () => {
  expect(() => readSiteUrl({ SITE_URL: 'www.example.com' })).toThrow('The setting SITE_URL is "www.example.com"');
});
