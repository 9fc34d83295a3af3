import { expect, test } from 'vitest';
import { bankFingerprint } from './fingerprint.ts';
import { fingerprintWords } from './fingerprint-words.ts';

test('the words are 1,024 different ones of plain letters', () => {
  expect(new Set(fingerprintWords).size).toBe(1024);
  expect(fingerprintWords.filter((word) => !/^[a-z]{4,9}$/.test(word))).toEqual([]);
});

test('a fingerprint never changes, however the number is written', () => {
  const fingerprint = bankFingerprint('FR4299999000010123456789042');
  expect(fingerprint).toBe('hasard plateau lampion album');
  expect(bankFingerprint('fr42 9999 9000 0101 2345 6789 042')).toBe(fingerprint);
});

test('one digit more or less gives other words', () => {
  const all = Array.from({ length: 500 }, (_, at) => bankFingerprint(`FR42999990000101234567${89_042 + at}`));
  expect(new Set(all).size).toBe(500);
  expect(new Set(all.flatMap((words) => words.split(' '))).size).toBeGreaterThan(800);
});
