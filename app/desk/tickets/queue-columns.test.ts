import { expect, test } from 'vitest';
import { withoutSubject } from './queue-columns.tsx';

test('the second line of a ticket does not repeat the subject', () => {
  const subject = 'Imprimante hors ligne';
  expect(withoutSubject('Imprimante hors ligne', subject)).toBe('');
  expect(withoutSubject('Imprimante hors…', subject)).toBe('');
  expect(withoutSubject('Imprimante hors ligne. Depuis ce matin.', subject)).toBe('Depuis ce matin.');
  expect(withoutSubject('Imprimante hors lignes', subject)).toBe('Imprimante hors lignes');
  expect(withoutSubject('Toujours rien.', subject)).toBe('Toujours rien.');
});
