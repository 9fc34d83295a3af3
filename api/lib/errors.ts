import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorCode } from '#contract/errors.ts';

/** Ends the program with its message alone, for the operator: no stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** An error of the request, not of the server: its message is shown to the user. The code decides the HTTP status. */
export class UserError extends Error {
  override name = 'UserError';
  readonly code: ErrorCode;
  /** After a conflict: what the caller would see now. */
  readonly current: unknown;

  constructor(code: ErrorCode, message: string, current?: unknown) {
    super(message);
    this.code = code;
    this.current = current;
  }
}

export const notLinked = new UserError(
  'not_linked',
  // product §2
  'Your account needs to be linked to a customer profile. Please contact support for assistance.',
);
/** The request was made for another customer than the session's. */
export const customerChanged = new UserError(
  'customer_changed',
  'Nothing was sent: you no longer have access to this company. Please reload the page.',
);
/** The cursor was not issued for this list in this order. */
export const invalidCursor = new UserError(
  'invalid_cursor',
  'This page of the list can no longer be reached. Please reload it.',
);
/** The idempotency key was used before, with other content. */
export const idempotencyKeyReused = new UserError(
  'idempotency_key_reused',
  'This request was already made with other contents.',
);

/** The session has ended or never existed. */
export class SessionExpiredError extends Error {
  override name = 'SessionExpiredError';
}

/** The user's roles do not allow it. */
export class ForbiddenError extends Error {
  override name = 'ForbiddenError';
}

/** The session does not open the desk. Without a state, the user is not staff, and the desk does not exist for them. */
export class DeskClosedError extends Error {
  override name = 'DeskClosedError';
  readonly state: string | null;

  constructor(state: string | null) {
    super(`The desk is closed (${state ?? 'no staff'}).`);
    this.state = state;
  }
}

/** Rate limit exceeded; `retryAfter` is in seconds. */
export class RateLimitError extends Error {
  override name = 'RateLimitError';
  readonly retryAfter: number;
  /** Whether this attempt is the one that reached the limit. */
  readonly isFirst: boolean;

  constructor(retryAfter: number, isFirst: boolean, message = 'Too many attempts. Please try again later.') {
    super(message);
    this.retryAfter = retryAfter;
    this.isFirst = isFirst;
  }
}

/** A queue is full: the client should retry in a few seconds. */
export class ServerBusyError extends Error {
  override name = 'ServerBusyError';

  constructor() {
    super('The server is busy right now. Please try again in a few seconds.');
  }
}

/** An error with its HTTP status, for routes and the server. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly current: unknown;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    headers: Record<string, string> = {},
    current?: unknown,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.current = current;
  }
}

type Description = readonly [code: string, message: string];
const clientError: Description = ['bad_request', 'The request cannot be understood.'];
const serverError: Description = ['internal_error', 'Something went wrong. Please try again.'];

const byStatus: Partial<Record<number, Description>> = {
  401: ['unauthorized', 'Please sign in.'],
  403: ['forbidden', 'This is not allowed.'],
  404: ['not_found', 'No resource exists at this URL.'],
  405: ['method_not_allowed', 'This URL does not support this method.'],
  413: ['payload_too_large', 'The request is too large.'],
  415: ['unsupported_media_type', 'This content type is not supported.'],
  429: ['too_many_requests', 'Too many attempts. Please try again later.'],
  503: ['unavailable', 'The service is not available right now. Please try again in a moment.'],
};

export function apiError(status: ContentfulStatusCode, headers: Record<string, string> = {}): ApiError {
  const [code, message] = byStatus[status] ?? (status < 500 ? clientError : serverError);
  return new ApiError(status, code, message, headers);
}

export const unavailable = () => apiError(503, { 'Retry-After': '2' });

export const errorBody = ({ code, message, current }: ApiError) => ({
  error: { code, message },
  ...(current !== undefined && { current }),
});

/** The database is unavailable for now: try again later. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

const connectionCodes = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOENT'.split(' '),
);
// Shutting down, starting up, recovering, too many connections, out of disk or memory, a session terminated for being idle,
// and every connection error (08).
const unavailableStates = /^(?:08...|53...|57P0[1-5]|58030|25006|25P0[34])$/;
// A statement timeout or a cancelled statement, a lock timeout, a deadlock, a serialization failure.
const transientStates = /^(?:57014|55P03|40P01|40001)$/;
const driverMessages =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end|Client has encountered a connection error|Client was closed)/;

/** Whether the error or one of its causes means that the database is unavailable, not that a statement is wrong. */
export function isConnectionError(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const { code } = cause as NodeJS.ErrnoException;
    if (cause instanceof DatabaseUnavailableError || driverMessages.test(cause.message)) return true;
    if (code !== undefined && (connectionCodes.has(code) || unavailableStates.test(code))) return true;
    if (cause instanceof AggregateError && cause.errors.some((one) => isConnectionError(one))) return true;
  }
  return false;
}

/** Whether the same request may succeed later: the database is unavailable or busy. */
export function isTransient(error: unknown): boolean {
  if (isConnectionError(error) || isStalePlan(error)) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (transientStates.test((cause as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}

/** Whether a prepared statement no longer fits its tables because a migration has changed them. */
export const isStalePlan = (error: unknown): boolean => findByCode(error, '0A000')?.routine === 'RevalidateCachedQuery';

export const isUniqueViolation = (error: unknown): boolean => findByCode(error, '23505') !== undefined;

/** Whether the row belongs to a user who was deleted in the meantime. */
export const isDeletedUserError = (error: unknown): boolean =>
  findByCode(error, '23503')?.constraint?.endsWith('_user_id_fkey') === true;

interface PostgresError extends Error {
  code?: string;
  detail?: string;
  constraint?: string;
  routine?: string;
}

function findByCode(error: unknown, code: string): PostgresError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as PostgresError).code === code) return cause;
  }
  return undefined;
}

/** A sentence for the user, whose code follows from the SQLSTATE, or the whole error. */
type Meaning = string | Error | ((cause: PostgresError) => Error);
type Meanings = Partial<Record<string, Meaning>>;

// PT403 is raised by reject_viewing().
const commonMeanings: Meanings = {
  '42501': (cause) => new ForbiddenError('The database refused.', { cause }),
  PT403: new UserError('read_only', 'You see the portal as a customer and can change nothing here.'),
};

// By SQLSTATE or its class. Our functions raise the PT codes.
const codeByState: Partial<Record<string, ErrorCode>> = {
  '22': 'invalid_request',
  '23': 'invalid_request',
  PT404: 'not_found',
  PT409: 'changed_meanwhile',
  PT507: 'quota_exceeded',
};

/**
 * For `.catch()`: throws what the SQLSTATE of the error, or of one of its causes, means to the caller; another error as it is.
 * `own` maps a SQLSTATE, its class (`22`), or a SQLSTATE with the message of our function (`PT409 last_owner`).
 */
export const fromSqlState =
  (own: Meanings = {}) =>
  (error: unknown): never => {
    const meanings = { ...commonMeanings, ...own };
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      if (cause instanceof UserError || cause instanceof OperatorError) break;
      const { code: state = '', message } = cause as PostgresError;
      const kind = state.slice(0, 2);
      const meaning = meanings[`${state} ${message}`] ?? meanings[state] ?? meanings[kind];
      if (meaning === undefined) continue;
      throw typeof meaning === 'string'
        ? describe(cause, state, meaning)
        : meaning instanceof Error
          ? meaning
          : meaning(cause);
    }
    throw error;
  };

function describe({ detail }: PostgresError, state: string, sentence: string): Error {
  // The detail is the number of seconds to wait.
  if (state === 'PT429') return new RateLimitError(Number(detail ?? 600), false, sentence);
  return new UserError(codeByState[state] ?? codeByState[state.slice(0, 2)] ?? 'bad_request', sentence);
}
