import { expect, test } from 'vitest';
import { readLanguage } from './read-language.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['fr', 'fr'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['ar-MA,ar;q=0.9,fr;q=0.5,en;q=0.4', 'ar'],
  ['de,it', undefined],
  ['fr;q=0', undefined],
  ['en;q=0.2, FR;q=0.7', 'fr'],
  ['fr;q=nonsense', undefined],
  ['frisian', undefined],
])('Accept-Language %s gives %s', (acceptLanguage, locale) => {
  expect(readLanguage(acceptLanguage)).toBe(locale);
});

test('a language that is not offered is passed over', () => {
  expect(readLanguage('ar-MA,fr;q=0.5', ['en', 'fr'])).toBe('fr');
});
