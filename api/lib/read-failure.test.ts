import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { describeReadFailure } from './read-failure.ts';

test('an operator learns whose permission is missing, and where a file is not', () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  expect(describeReadFailure('The file /root/x.csv', denied)).toBe(
    `The file /root/x.csv is not accessible to the user ${userInfo().username}, as whom this works: put it where that user can read and write.`,
  );
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      return describeReadFailure(`The file ${path}`, error);
    }
  };
  expect(read('/nowhere/x.csv')).toBe('The file /nowhere/x.csv does not exist.');
  expect(read('/')).toBe('The file / cannot be read (EISDIR).');
});
