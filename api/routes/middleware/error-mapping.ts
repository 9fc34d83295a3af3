import type { Context, ErrorHandler, Hono, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AccountError } from '#api/auth/account-error.ts';
import { ServerBusyError } from '#api/auth/password-hash.ts';
import { isTransient, isDeletedUserError } from '#api/db/errors.ts';
import { FileStorageError, isStorageFull } from '#api/files/file-storage.ts';
import {
  ApiError,
  apiError,
  ConflictError,
  DeskClosedError,
  errorBody,
  ForbiddenError,
  RateLimitError,
  ReadOnlyError,
  SessionExpiredError,
  unavailable,
} from '#api/lib/errors.ts';
import type { Log } from '#api/lib/log.ts';
import type { AppEnv } from '#api/routes/app-env.ts';
import { CustomerChangedError, NotLinkedError } from '#api/services/customer.ts';
import { InvalidCursorError } from '#api/services/lists/cursor.ts';
import { IdempotencyKeyReusedError } from '#api/services/tickets/open-ticket.ts';
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
const idempotencyKeyReused = new ApiError(
  422,
  'idempotency_key_reused',
  'This request was already made with other contents.',
);

const customerChanged = new ApiError(
  409,
  'customer_changed',
  'Nothing was sent: you no longer have access to this company. Please reload the page.',
);

const storageFull = new ApiError(507, 'storage_full', 'Files cannot be stored at the moment. Please try again later.');

const readOnly = new ApiError(403, 'read_only', 'You see the portal as a customer and can change nothing here.');

/** By state of the session (desk_session in migration 0008). */
const deskErrors: Partial<Record<string, ApiError>> = {
  second_factor_required: new ApiError(
    403,
    'second_factor_required',
    'The desk needs a second factor. Please add one, then sign in with it.',
  ),
  desk_session_expired: new ApiError(
    403,
    'desk_session_expired',
    'Please sign in again: the desk closes after 12 hours.',
  ),
};

const accountErrorStatus: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  file_empty: 422,
  file_type_not_allowed: 422,
  file_type_mismatch: 422,
  file_infected: 403,
  file_missing: 404,
  file_pending: 409,
  payload_too_large: 413,
  invalid_credentials: 401,
  unauthorized: 401,
  invalid_code: 401,
  sign_in_expired: 401,
  passkey_rejected: 401,
  confirmation_required: 403,
  too_many_requests: 429,
  not_found: 404,
  last_owner: 409,
  already_member: 409,
  too_many_people: 409,
  name_taken: 409,
};

/** Turns a thrown error into a JSON response. The cause of a 500 is logged with the request id and never sent. */
export function handleErrors(log: Log): ErrorHandler<AppEnv> {
  return (thrown, c) => {
    const requestId = c.get('requestId');
    if (isTransient(thrown)) log.warn({ requestId, err: thrown }, 'the database did not respond');
    if (isStorageFull(thrown) || thrown instanceof FileStorageError)
      log.error({ requestId, err: thrown }, 'the file storage failed');
    const error = toApiError(thrown);
    if (error !== undefined) return respond(c, error);
    log.error({ requestId, err: thrown }, 'request failed');
    return respond(c, apiError(500));
  };
}

/** 405 where the path exists with another method, 404 elsewhere. */
export function handleNotFound(app: Hono<AppEnv>): NotFoundHandler<AppEnv> {
  return (c) => {
    const allowed = allowedMethods(app, c.req.path);
    return respond(c, allowed.length > 0 ? apiError(405, { Allow: allowed.join(', ') }) : apiError(404));
  };
}

const respond = (c: Context, error: ApiError) => c.json(errorBody(error), error.status, error.headers);

/** Services, auth and the database know nothing of HTTP: their errors get a status and a code here. */
function toApiError(thrown: Error): ApiError | undefined {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof HTTPException) return apiError(thrown.status);
  if (thrown instanceof SessionExpiredError || isDeletedUserError(thrown)) return apiError(401);
  if (thrown instanceof ForbiddenError) return apiError(403);
  if (thrown instanceof ReadOnlyError) return readOnly;
  if (thrown instanceof DeskClosedError) return deskErrors[thrown.state ?? ''] ?? apiError(404);
  if (thrown instanceof ConflictError) return new ApiError(409, thrown.code, thrown.message, {}, thrown.current);
  if (thrown instanceof NotLinkedError) return notLinked;
  if (thrown instanceof CustomerChangedError) return customerChanged;
  if (thrown instanceof InvalidCursorError) return invalidCursor;
  if (thrown instanceof IdempotencyKeyReusedError) return idempotencyKeyReused;
  if (thrown instanceof RateLimitError)
    return new ApiError(429, 'too_many_requests', thrown.message, { 'Retry-After': String(thrown.retryAfter) });
  if (thrown instanceof ServerBusyError)
    return new ApiError(503, 'server_busy', thrown.message, { 'Retry-After': '5' });
  if (thrown instanceof AccountError)
    return new ApiError(accountErrorStatus[thrown.code] ?? 400, thrown.code, thrown.message);
  if (isStorageFull(thrown)) return storageFull;
  return isTransient(thrown) || thrown instanceof FileStorageError ? unavailable() : undefined;
}

function allowedMethods(app: Hono<AppEnv>, path: string): string[] {
  const isRouted = (method: string) => app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(isRouted);
  return methods.includes('GET') ? ['HEAD', ...methods] : methods;
}
