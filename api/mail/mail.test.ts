import { expect, test } from 'vitest';
import { readerLocale } from './mail.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'fr'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['ar-MA,ar;q=0.9,fr;q=0.5,en;q=0.4', 'fr'],
  ['de,it', 'en'],
  ['fr;q=0', 'en'],
  ['en;q=0.2, FR;q=0.7', 'fr'],
  ['fr;q=nonsense', 'en'],
  ['frisian', 'en'],
])('Accept-Language %s gives %s', (acceptLanguage, locale) => {
  expect(readerLocale(acceptLanguage)).toBe(locale);
});
