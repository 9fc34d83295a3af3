import { expect, test } from 'vitest';
import { findMentions, isMentionBegun } from './mentions.tsx';

const people = ['Jean', 'Jean Martin', 'Éva (nuit)'].map((name) => ({ name }));
const found = (text: string) => findMentions(text, people).map(({ name }) => name);

test.each([
  ['@Jean Martin, peux-tu voir ?', ['Jean Martin']],
  ['@Jean puis @Jean Martin et encore @Jean', ['Jean', 'Jean Martin']],
  ['(@Éva (nuit))', ['Éva (nuit)']],
  ['a@Jean.example, @Jeanne, @jean, Jean', []],
  ['', []],
])('finds whom « %s » mentions', (text, names) => {
  expect(found(text)).toEqual(names);
});

test.each([
  ['', '@', 1, true],
  ['Voir ', 'Voir @', 6, true],
  ['Voir  ici', 'Voir @ ici', 6, true],
  ['moi', 'moi@', 4, false],
  ['', 'Collé : @', 9, false],
  ['@J', '@', 1, false],
])('the text « %s » that becomes « %s » begins a mention: %s', (before, after, caret, begins) => {
  expect(isMentionBegun(before, after, caret)).toBe(begins);
});
