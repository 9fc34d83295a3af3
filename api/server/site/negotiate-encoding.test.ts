import { expect, test } from 'vitest';
import { acceptedEncodings } from './negotiate-encoding.ts';

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['GZIP', ['gzip', 'identity']],
  ['x-gzip', ['gzip', 'identity']],
  ['br;q=0.5, gzip;q=0.8', ['gzip', 'br', 'identity']],
  ['br; q=0, gzip', ['gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0', ['identity']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['identity, br;q=0.5', ['identity', 'br']],
  ['identity;q=0, gzip', ['gzip', 'identity']],
  ['br;q=nonsense, gzip;q=2', ['identity']],
  ['deflate', ['identity']],
])('%s gives %o', (header, encodings) => {
  expect(acceptedEncodings(header)).toEqual(encodings);
});

test('many different values are answered alike after the memory is full', () => {
  for (let i = 0; i < 500; i += 1) acceptedEncodings(`gzip, x-${i}`);
  expect(acceptedEncodings('gzip, x-499')).toEqual(['gzip', 'identity']);
  expect(acceptedEncodings(`br,${'a,'.repeat(5000)}`)).toEqual(['br', 'identity']);
});
