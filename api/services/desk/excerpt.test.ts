import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

const shown = (body: string, ...beginnings: string[]) =>
  excerptOf(body, beginnings)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

test('the line that matches, with the words that were found', () => {
  expect(shown('Bonjour,\nl’imprimante et les Imprimantes.\nMerci', 'imprim')).toBe(
    'l’[imprimante] et les [Imprimantes].',
  );
  expect(shown('Le BOURRAGE côté éléphant', 'eleph', 'bourrag')).toBe('Le [BOURRAGE] côté [éléphant]');
  expect(shown('a <b>gras</b>', 'gras')).toBe('a <b>[gras]</b>');
});

test('long lines are cut around the first match, and short beginnings match whole words only', () => {
  const long = `${'mot '.repeat(100)}girafe ${'mot '.repeat(100)}`;
  expect(shown(long, 'giraf')).toMatch(/^(?:mot ){1,15}\[girafe\] (?:mot )+/);
  expect(shown(long, 'giraf').length).toBeLessThan(170);
  expect(shown('mot ok okapi', 'ok')).toBe('mot [ok] okapi');
  expect(shown('rien', 'girafe')).toBe('rien');
  expect(shown('', 'girafe')).toBe('');
});
