import type { Context, ErrorHandler, Hono, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { FileStorageError, isStorageFull } from '#api/files/file-storage.ts';
import {
  ApiError,
  apiError,
  DeskClosedError,
  errorBody,
  ForbiddenError,
  isDeletedUserError,
  isTransient,
  RateLimitError,
  ServerBusyError,
  SessionExpiredError,
  unavailable,
  UserError,
} from '#api/lib/errors.ts';
import type { Log } from '#api/lib/log.ts';
import { traceFields } from '#api/lib/request-trace.ts';
import { MailRejectedError } from '#api/mail/inbound/lmtp-server.ts';
import type { AppEnv } from '#api/routes/app-env.ts';
import type { ErrorCode } from '#contract/errors.ts';

const storageFull = new ApiError(507, 'storage_full', 'Files cannot be stored at the moment. Please try again later.');

/** By state of the session (desk_session). */
const deskErrors: Partial<Record<string, string>> = {
  second_factor_required: 'The desk needs a second factor. Please add one, then sign in with it.',
  desk_session_expired: 'Please sign in again: the desk closes after 12 hours.',
};

/** 400 for all others. */
const codesByStatus: Partial<Record<ContentfulStatusCode, readonly ErrorCode[]>> = {
  401: ['invalid_credentials', 'unauthorized', 'invalid_code', 'sign_in_expired', 'passkey_rejected'],
  403: [
    'read_only',
    'forbidden',
    'file_infected',
    'confirmation_required',
    'enrolment_code_required',
    'invalid_enrolment_code',
  ],
  404: ['not_linked', 'file_missing', 'not_found'],
  409: [
    'customer_changed',
    'changed_meanwhile',
    'rating_closed',
    'other_customer',
    'plan_changed',
    'file_pending',
    'last_factor',
    'two_passkeys_required',
    'staff_member',
    'last_owner',
    'already_member',
    'own_access',
    'too_many_people',
    'too_many_tags',
    'too_many_keys',
    'tag_vocabulary_full',
    'proposal_exists',
    'already_active',
    'own_proposal',
    'other_iban',
    'open_alarm',
    'iban_not_active',
    'document_issued',
    'credit_exceeded',
    'seller_siret_missing',
    'seller_vat_missing',
    'buyer_siren_missing',
    'buyer_email_missing',
    'name_taken',
    'slot_taken',
    'appointment_over',
  ],
  410: ['cursor_expired'],
  413: ['payload_too_large'],
  422: ['idempotency_key_reused', 'unknown_mention', 'file_empty', 'file_type_not_allowed', 'file_type_mismatch'],
  429: ['too_many_requests'],
  507: ['quota_exceeded'],
};
const statusByCode = new Map(
  Object.entries(codesByStatus).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
) as Map<ErrorCode, ContentfulStatusCode>;

/** Turns a thrown error into a JSON response. The cause of a 500 is logged with the request id and never sent. */
export function handleErrors(log: Log): ErrorHandler<AppEnv> {
  return (thrown, c) => {
    const fields = traceFields(c.get('trace'));
    if (isTransient(thrown)) log.warn({ ...fields, err: thrown }, 'the database did not respond');
    if (isStorageFull(thrown) || thrown instanceof FileStorageError)
      log.error({ ...fields, err: thrown }, 'the file storage failed');
    const error = toApiError(thrown);
    if (error !== undefined) return respond(c, error);
    log.error({ ...fields, err: thrown }, 'request failed');
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

function respond(c: Context<AppEnv>, error: ApiError) {
  c.get('trace').code = error.code;
  return c.json(errorBody(error), error.status, error.headers);
}

/** Services, auth and the database know nothing of HTTP: their errors get a status and a code here. */
function toApiError(thrown: Error): ApiError | undefined {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof HTTPException) return apiError(thrown.status);
  if (thrown instanceof SessionExpiredError || isDeletedUserError(thrown)) return apiError(401);
  if (thrown instanceof ForbiddenError) return apiError(403);
  if (thrown instanceof DeskClosedError) {
    const message = deskErrors[thrown.state ?? ''];
    return message === undefined ? apiError(404) : new ApiError(403, thrown.state ?? '', message);
  }
  if (thrown instanceof RateLimitError)
    return new ApiError(429, 'too_many_requests', thrown.message, { 'Retry-After': String(thrown.retryAfter) });
  if (thrown instanceof ServerBusyError)
    return new ApiError(503, 'server_busy', thrown.message, { 'Retry-After': '5' });
  if (thrown instanceof MailRejectedError) return mailError(thrown);
  if (thrown instanceof UserError)
    return new ApiError(statusByCode.get(thrown.code) ?? 400, thrown.code, thrown.message, {}, thrown.current);
  if (isStorageFull(thrown)) return storageFull;
  return isTransient(thrown) || thrown instanceof FileStorageError ? unavailable() : undefined;
}

function mailError({ reason, message }: MailRejectedError): ApiError {
  if (reason === 'unknown_recipient') return new ApiError(422, 'unknown_recipient', message);
  if (reason === 'no_room') return new ApiError(507, 'storage_full', message);
  return new ApiError(429, 'too_many_requests', message, { 'Retry-After': '600' });
}

function allowedMethods(app: Hono<AppEnv>, path: string): string[] {
  const isRouted = (method: string) => app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(isRouted);
  return methods.includes('GET') ? ['HEAD', ...methods] : methods;
}
