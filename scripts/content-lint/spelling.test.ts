import dictionary from 'dictionary-fr';
import nspell from 'nspell';
import { expect, test } from 'vitest';
import { allCopy } from './copy.ts';
import { english } from './quoted.ts';
import { unknownParts, wordsOf } from './spelling.ts';
import { vocabulary } from './vocabulary.ts';

const french = nspell(Buffer.from(dictionary.aff), Buffer.from(dictionary.dic));
const explained = Object.values(vocabulary).flat();
const isFrench = (word: string) => french.correct(word) || french.correct(word.replaceAll('’', "'"));
const isExplained = (word: string) => explained.includes(word) || explained.includes(word.toLowerCase());
const unexplained = (text: string) =>
  wordsOf(text).flatMap((word) => unknownParts(word, (part) => isFrench(part) || isExplained(part)));

const isEnglish = new Set(english.map(({ text }) => text));
const frenchCopy = allCopy.filter(({ text }) => !isEnglish.has(text));

test('every word of our copy is French, or explained in vocabulary.ts', () => {
  const problems = frenchCopy.flatMap(({ file, path, text }) =>
    unexplained(text).map((word) => `${file}: ${path}: ${word}: ${text}`),
  );
  expect(problems).toEqual([]);
});

test('every explained word is in use, and the dictionary lacks it', () => {
  const used = new Set(frenchCopy.flatMap(({ text }) => wordsOf(text)).flatMap((word) => unknownParts(word, isFrench)));
  const inUse = (word: string) => [...used].some((other) => other === word || other.toLowerCase() === word);
  const stale = explained.filter((word) => isFrench(word) || !inUse(word));
  expect(stale).toEqual([]);
});

test('the English of docs/product.md is in use', () => {
  const written = new Set(allCopy.map(({ text }) => text));
  expect(english.filter(({ text }) => !written.has(text))).toEqual([]);
});

test.each([
  ['L’acceuil de nos clients', ['acceuil']],
  ['la cybersécuritée', ['cybersécuritée']],
  ['qu’on maintien les sauvegarde quotidienement', ['quotidienement']],
  ['un rendez-vou', ['vou']],
  ['Proteger ses données', ['Proteger']],
  ['jusqu’à l’audit, aujourd’hui, peut-il', []],
  ['écrivez à contact@exemple.fr ou sur www.cnil.fr, ISO/IEC 27001 P1', []],
])('« %s »: %o', (text, wrong) => {
  expect(unexplained(text)).toEqual(wrong);
});
