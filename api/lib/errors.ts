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

  constructor(status: ContentfulStatusCode, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
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

export const errorBody = ({ code, message }: ApiError) => ({ error: { code, message } });
