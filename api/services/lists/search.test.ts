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

test('the beginning of an id becomes a range in lists that show ids', () => {
  expect(parseSearchTerms('0B7E1C1E-6f', true)?.ids).toEqual({
    from: '0b7e1c1e6f0000000000000000000000',
    to: '0b7e1c1e6fffffffffffffffffffffff',
  });
  expect(parseSearchTerms('0b7e', false)?.ids).toBeUndefined();
  expect(parseSearchTerms('paid', true)?.ids).toBeUndefined();
  expect(parseSearchTerms('0b7e 12', true)?.ids).toBeUndefined();
});
