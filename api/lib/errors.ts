import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Ends the program with its message alone, for the operator: no stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** The session has ended or never existed. */
export class SessionExpiredError extends Error {
  override name = 'SessionExpiredError';
}

/** The user's roles do not allow it. */
export class ForbiddenError extends Error {
  override name = 'ForbiddenError';
}

/** A staff member sees the portal as a customer and can change nothing there. */
export class ReadOnlyError extends Error {
  override name = 'ReadOnlyError';
}

/** The session does not open the desk. Without a state, nobody of the staff has it, and the desk does not exist for it. */
export class DeskClosedError extends Error {
  override name = 'DeskClosedError';
  readonly state: string | null;

  constructor(state: string | null) {
    super(`The desk is closed (${state ?? 'no staff'}).`);
    this.state = state;
  }
}

/** Somebody else was faster; `current` is what the caller would see now. */
export class ConflictError extends Error {
  override name = 'ConflictError';
  readonly code: 'changed_meanwhile' | 'plan_changed';
  readonly current: unknown;

  constructor(code: ConflictError['code'], message: string, current: unknown) {
    super(message);
    this.code = code;
    this.current = current;
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

/** An error that is sent to the client: its code is stable, its message can be shown to users. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a conflict. */
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
