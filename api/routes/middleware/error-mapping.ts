import type { ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AccountError } from '#api/auth/account-error.ts';
import { ServerBusyError } from '#api/auth/limit-concurrency.ts';
import { errorResponses } from './error-responses.ts';
import { ApiError, apiError, unavailable } from '#api/lib/api-error.ts';
import type { AppEnv } from '#api/routes/app-env.ts';
import type { Log } from '#api/lib/log.ts';
import { isTransient, isUserGone } from '#api/db/errors.ts';
import { NotLinkedError } from '#api/services/customer.ts';
import { InvalidCursorError } from '#api/services/lists/cursor.ts';
import { RateLimitError, SessionExpiredError } from '#api/lib/errors.ts';
import { IdempotencyKeyReusedError } from '#api/services/tickets.ts';
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
export function mapErrors(log: Log): ErrorHandler<AppEnv> {
  const answer = errorResponses(log);
  return (thrown, c) => {
    if (isTransient(thrown)) c.get('log').warn({ err: thrown }, 'the database did not answer');
    return answer(asApiError(thrown), c);
  };
}

function asApiError(thrown: Error): Error {
  if (thrown instanceof SessionExpiredError || isUserGone(thrown)) return apiError(401);
  if (thrown instanceof NotLinkedError) return notLinked;
  if (thrown instanceof InvalidCursorError) return invalidCursor;
  if (thrown instanceof IdempotencyKeyReusedError) return reusedKey;
  if (thrown instanceof RateLimitError)
    return new ApiError(429, 'too_many_requests', thrown.message, { 'Retry-After': String(thrown.retryAfter) });
  if (thrown instanceof ServerBusyError)
    return new ApiError(503, 'server_busy', thrown.message, { 'Retry-After': '5' });
  if (thrown instanceof AccountError)
    return new ApiError(accountStatus[thrown.code] ?? 400, thrown.code, thrown.message);
  return isTransient(thrown) ? unavailable() : thrown;
}
