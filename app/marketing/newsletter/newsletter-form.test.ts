import { expect, test } from 'vitest';
import { checkEmail } from './newsletter-form.tsx';

test('an empty field is distinguished from a malformed email address', () => {
  expect(checkEmail('')).toBe('empty');
  expect(checkEmail(' ')).toBe('malformed');
});

test.each([
  'claire',
  'claire@',
  '@massena.fr',
  'claire@massena',
  'claire @massena.fr',
  'claire@massena.fr ',
  'a@b@c.fr',
])('%j is malformed', (email) => expect(checkEmail(email)).toBe('malformed'));

test.each(['claire@massena.fr', 'c.m+news@sous.domaine.example', 'é@exemple.fr'])('%j passes', (email) =>
  expect(checkEmail(email)).toBeUndefined(),
);
