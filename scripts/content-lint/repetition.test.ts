import { expect, test } from 'vitest';
import { allCopy } from './copy.ts';
import { sharedLines } from '#content/notice.ts';
import { repetitions } from './repetition.ts';

const sentence = 'Nous comparons les licences payées aux comptes actifs avant chaque échéance.';
const copy = [
  { file: 'a.ts', path: 'lead', text: `Un début. ${sentence}` },
  { file: 'a.ts', path: 'text', text: sentence },
  { file: 'b.ts', path: 'lead', text: `${sentence} Une fin.` },
];

test('no sentence occurs in two files', () => {
  expect(repetitions(allCopy, Object.values(sharedLines))).toEqual([]);
});

test('a sentence in two files is found, wherever it stands in its paragraph', () => {
  expect(repetitions(copy)).toEqual([{ sentence, files: ['a.ts', 'b.ts'] }]);
});

test('within one file, or written once for all, it may return', () => {
  expect(repetitions(copy.slice(0, 2))).toEqual([]);
  expect(repetitions(copy, [sentence])).toEqual([]);
});

test('short labels may return', () => {
  const label = { path: 'label', text: 'Demander un audit gratuit.' };
  expect(
    repetitions([
      { file: 'a.ts', ...label },
      { file: 'b.ts', ...label },
    ]),
  ).toEqual([]);
});
