import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A refusal that the client may read: its code is stable, its message fit for a toast. */
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

type Words = readonly [code: string, message: string];
const refused: Words = ['bad_request', 'The request cannot be understood.'];
const failed: Words = ['internal_error', 'Something went wrong. Please try again.'];

const known: Partial<Record<number, Words>> = {
  401: ['unauthorized', 'Please sign in.'],
  403: ['forbidden', 'This is not allowed.'],
  404: ['not_found', 'There is nothing at this address.'],
  405: ['method_not_allowed', 'This address does not take this method.'],
  413: ['payload_too_large', 'The request is too large.'],
  415: ['unsupported_media_type', 'This type of content is not taken.'],
  429: ['too_many_requests', 'Too many attempts. Please try again later.'],
  503: ['unavailable', 'The service is not available right now. Please try again in a moment.'],
};

export function apiError(status: ContentfulStatusCode, headers: Record<string, string> = {}): ApiError {
  const [code, message] = known[status] ?? (status < 500 ? refused : failed);
  return new ApiError(status, code, message, headers);
}

export const unavailable = () => apiError(503, { 'Retry-After': '2' });

export const errorBody = ({ code, message }: ApiError) => ({ error: { code, message } });
