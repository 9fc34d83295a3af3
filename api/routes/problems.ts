import type { ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AccountError } from '#api/auth/account-error.ts';
import { ServerBusyError } from '#api/auth/limited.ts';
import { answerErrors } from '#api/http/answer-errors.ts';
import { ApiError, apiError, unavailable } from '#api/http/api-error.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import type { Log } from '#api/log.ts';
import { isSignedOut, isUnavailable } from '#api/services/access.ts';
import { NotLinked } from '#api/services/customer.ts';
import { InvalidCursor } from '#api/services/lists/cursor.ts';
import { TooManyAttempts } from '#api/services/rate-limit.ts';
import { IdempotencyKeyReused } from '#api/services/tickets.ts';
import type { ErrorCode } from '#contract/errors.ts';

const notLinked = new ApiError(
  404,
  'not_linked',
  // product §2
  'Your account needs to be linked to a customer profile. Please contact support for assistance.',
);
const invalidCursor = new ApiError(
  400,
  'invalid_cursor',
  'This page of the list can no longer be reached. Please reload it.',
);
const reusedKey = new ApiError(422, 'idempotency_key_reused', 'This request was already made with other contents.');

const accountStatus: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  invalid_credentials: 401,
  unauthorized: 401,
  invalid_code: 401,
  sign_in_expired: 401,
  passkey_refused: 401,
  confirmation_required: 403,
  too_many_requests: 429,
  not_found: 404,
};

/** Answers what services throw, which know nothing of HTTP. */
export function answerProblems(log: Log): ErrorHandler<AppEnv> {
  const answer = answerErrors(log);
  return (thrown, c) => {
    if (isUnavailable(thrown)) c.get('log').warn({ err: thrown }, 'the database did not answer');
    return answer(asApiError(thrown), c);
  };
}

function asApiError(thrown: Error): Error {
  if (isSignedOut(thrown)) return apiError(401);
  if (thrown instanceof NotLinked) return notLinked;
  if (thrown instanceof InvalidCursor) return invalidCursor;
  if (thrown instanceof IdempotencyKeyReused) return reusedKey;
  if (thrown instanceof TooManyAttempts)
    return new ApiError(429, 'too_many_requests', thrown.message, { 'Retry-After': String(thrown.retryAfter) });
  if (thrown instanceof ServerBusyError)
    return new ApiError(503, 'server_busy', thrown.message, { 'Retry-After': '5' });
  if (thrown instanceof AccountError)
    return new ApiError(accountStatus[thrown.code] ?? 400, thrown.code, thrown.message);
  return isUnavailable(thrown) ? unavailable() : thrown;
}
