import { expect, test } from 'vitest';
import { formatSize } from './ticket-files.tsx';

test('the size of a file is short', () => {
  expect([1, 1023, 1024, 400_000, 1024 ** 2, 26_214_400].map(formatSize)).toEqual([
    '1 B',
    '1023 B',
    '1 KB',
    '391 KB',
    '1.0 MB',
    '25.0 MB',
  ]);
});
