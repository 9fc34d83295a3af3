import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';

test('the values of a failed query are left out, at every depth', () => {
  const cause = Object.assign(new Error('duplicate key (email)=(claire@cabinet.example)'), { code: '23505' });
  const error = new Error('Failed query: insert into x values ($1)\nparams: claire@cabinet.example,secret', { cause });
  const described = describeError(error);
  expect(JSON.stringify(described)).not.toMatch(/claire|secret/);
  expect(described).toMatchObject({ type: 'Error', message: 'Failed query: insert into x values ($1)' });
  expect(described.cause).toMatchObject({ code: '23505', message: 'duplicate key (email)=([email])' });
});

test('it says where the error came from', () => {
  expect(describeError(new TypeError('no')).at?.[0]).toContain('describe-error.test.ts');
});

test('something thrown that is no error is not repeated', () => {
  expect(describeError('claire@cabinet.example')).toEqual({
    type: 'string',
    message: 'something other than an Error was thrown',
  });
});

test('a chain of causes that bites its tail ends', () => {
  const error = new Error('loop');
  error.cause = error;
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000);
});
