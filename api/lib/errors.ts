/** Ends the program with its message alone: a sentence for the operator, never a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** The session has ended, or never was. */
export class SessionExpiredError extends Error {
  override name = 'SessionExpiredError';
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
