import { expect, test } from 'vitest';
import { parseSearchTerms } from './search.ts';

test.each(['', '   ', '\t\n'])('white space is not a search: %j', (q) => {
  expect(parseSearchTerms(q, true)).toBeUndefined();
});

test('every word is a term, at most six', () => {
  expect(parseSearchTerms(' Contrat  annuel ', false)?.patterns).toEqual(['%Contrat%', '%annuel%']);
  expect(parseSearchTerms('a b c d e f g h', false)?.patterns).toHaveLength(6);
});

test('pattern characters are escaped', () => {
  expect(parseSearchTerms('100%_\\', false)?.patterns).toEqual(['%100\\%\\_\\\\%']);
});

test.each([
  ['$1,250.50', '%1250.50%'],
  ['12,500', '%12500%'],
  ['$40', '%40%'],
  ['A,B', '%A,B%'],
  ['05,', '%05,%'],
  ['$', '%$%'],
  ['€1,250.50', '%1250.50%'],
  ['CA$1,250', '%1250%'],
  ['CHF\u00a01,250.50', '%1250.50%'],
  ['F\u202fCFA\u00a01,250,000', '%1250000%'],
  ['FA-2026-0042', '%FA-2026-0042%'],
  ['RE$TE', '%RE$TE%'],
])('an amount matches as the portal shows it: %s', (q, pattern) => {
  expect(parseSearchTerms(q, false)?.patterns).toEqual([pattern]);
});

test.each([
  ['1800,00', ['1800.00']],
  ['1 800', ['1800']],
  ['1 800,00', ['1800.00']],
  ['1\u202f800,50\u00a0€', ['1800.50']],
  ['1.800,00', ['1800.00']],
  ['1,800.00', ['1800.00']],
  ['1800 €', ['1800']],
  ['12,5', ['12.5']],
  ['16/09/2026', ['2026-09-16']],
  ['16.09.2026', ['2026-09-16']],
  ['16-9-2026', ['2026-09-16']],
  ['09/16/2026', ['2026-09-16']],
  ['Sep 16, 2026', ['2026-09-16']],
  ['16 septembre 2026', ['2026-09-16']],
  ['1er août 2026', ['2026-08-01']],
  ['16/09', ['-09-16']],
  ['09/2026', ['2026-09']],
  ['+33 4 65 71 00 06', ['465710006']],
  ['04.65.71.00.06', ['465710006']],
  ['0465710006', ['465710006']],
])('amounts, days and phone numbers as English and French write them: %s', (q, words) => {
  expect(parseSearchTerms(q, false)?.patterns).toEqual(words.map((word) => `%${word}%`));
});

test.each([
  '2026-09-16',
  'TKT-1794852776686',
  '1794852776686',
  '99/99/2026',
  'RA-2024-0117',
  'Windows 11',
  'a,b',
  'Sep 16',
])('other texts stay as they are: %s', (q) => {
  expect(parseSearchTerms(q, false)?.patterns).toEqual(q.split(' ').map((word) => `%${word}%`));
});

test('a hostile text is read in linear time', () => {
  for (const part of ['1 000 ', '1.000', '12/12/', 'jan ', '1,', '\u00a0€'])
    expect(parseSearchTerms(part.repeat(50), false)?.patterns.length).toBeLessThanOrEqual(6);
});

test('the beginning of an id becomes a range in lists that show ids', () => {
  expect(parseSearchTerms('0B7E1C1E-6f', true)?.ids).toEqual({
    from: '0b7e1c1e6f0000000000000000000000',
    to: '0b7e1c1e6fffffffffffffffffffffff',
  });
  expect(parseSearchTerms('0b7e', false)?.ids).toBeUndefined();
  expect(parseSearchTerms('paid', true)?.ids).toBeUndefined();
  expect(parseSearchTerms('0b7e 12', true)?.ids).toBeUndefined();
});
