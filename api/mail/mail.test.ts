import { expect, test } from 'vitest';
import { localeFor } from './mail.ts';

test('a reader whose language is not offered gets the first one; staff have those of the desk', () => {
  expect(localeFor('verify-email', 'fr', ['ar', 'fr'])).toBe('fr');
  expect(localeFor('verify-email', 'en', ['ar', 'fr'])).toBe('ar');
  expect(localeFor('verify-email', 'fr', ['en-XA'])).toBe('en');
  for (const template of [
    'bank-alarm',
    'staff-factors-changed',
    'ticket-news-staff',
    'ticket-overdue',
    'ticket-due-soon',
  ]) {
    expect(localeFor(template, 'en', ['ar'])).toBe('en');
    expect(localeFor(template, 'ar', ['ar'])).toBe('fr');
  }
});
