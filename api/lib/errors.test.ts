import { expect, test } from 'vitest';
import { ForbiddenError, fromSqlState, OperatorError, RateLimitError, UserError } from './errors.ts';

const databaseError = (code: string, message = 'refused', detail?: string) =>
  Object.assign(new Error(message), { code, ...(detail !== undefined && { detail }) });

function thrownBy(error: unknown, own?: Parameters<typeof fromSqlState>[0]): unknown {
  try {
    return fromSqlState(own)(error);
  } catch (thrown) {
    return thrown;
  }
}

const lastOwner = new UserError('last_owner', 'This is the last owner.');

test('a missing right and a change while viewing mean the same everywhere', () => {
  expect(thrownBy(databaseError('42501'))).toBeInstanceOf(ForbiddenError);
  expect(thrownBy(databaseError('PT403'))).toMatchObject({ code: 'read_only' });
});

test('a sentence gets the code of its SQLSTATE, or of its class', () => {
  expect(thrownBy(databaseError('PT404'), { PT404: 'Gone.' })).toMatchObject({ code: 'not_found', message: 'Gone.' });
  expect(thrownBy(databaseError('PT507'), { PT507: 'Full.' })).toMatchObject({ code: 'quota_exceeded' });
  expect(thrownBy(databaseError('22008'), { '22': 'Odd.' })).toMatchObject({
    code: 'invalid_request',
    message: 'Odd.',
  });
});

test('a rate limit has the seconds to wait from the detail', () => {
  const error = thrownBy(databaseError('PT429', 'too many', '17'), { PT429: 'Later.' });
  expect(error).toBeInstanceOf(RateLimitError);
  expect(error).toMatchObject({ retryAfter: 17, message: 'Later.' });
});

test('the message distinguishes errors of one SQLSTATE', () => {
  const own = { PT409: 'Changed.', 'PT409 last_owner': lastOwner };
  expect(thrownBy(databaseError('PT409', 'last_owner'), own)).toBe(lastOwner);
  expect(thrownBy(databaseError('PT409', 'other'), own)).toMatchObject({ code: 'changed_meanwhile' });
});

test('causes count, since Drizzle wraps errors', () => {
  const wrapped = new Error('Failed query', { cause: databaseError('PT409', 'last_owner') });
  expect(thrownBy(wrapped, { 'PT409 last_owner': lastOwner })).toBe(lastOwner);
});

test.each([
  ['another SQLSTATE', databaseError('23503')],
  ['not of the database', new TypeError('undefined is not a function')],
  ['mapped before', new OperatorError('No.', { cause: databaseError('42501') })],
])('other errors are thrown as they are: %s', (_what, error) => {
  expect(thrownBy(error)).toBe(error);
});
