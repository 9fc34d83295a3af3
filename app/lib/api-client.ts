import type { ErrorCode } from '#contract/errors.ts';

/** What went wrong, in words fit to be shown. `offline`: no answer came, so what was asked may or may not have been done. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode | 'offline';

  constructor(code: ErrorCode | 'offline', message: string) {
    super(message);
    this.code = code;
  }
}

export const isApiError = (error: unknown, code: ApiError['code']): error is ApiError =>
  error instanceof ApiError && error.code === code;

const longestWait = 30_000;
const noAnswer = 'We could not reach the server. Please check your connection and try again.';

interface Call {
  method?: 'GET' | 'POST';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** Calls our own server. The session is a cookie that scripts cannot see, sent by the browser itself. */
export async function callApi<Answer>(
  path: string,
  { method = 'GET', body, headers, signal }: Call = {},
): Promise<Answer> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), longestWait);
  const stop = () => giveUp.abort();
  signal?.addEventListener('abort', stop);
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      signal: giveUp.signal,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('offline', noAnswer);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
  if (response.ok) return readAnswer<Answer>(response);
  throw await readError(response);
}

async function readAnswer<Answer>(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch {
    throw new ApiError('offline', noAnswer);
  }
}

async function readError(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as { error: { code: ErrorCode; message: string } };
    return new ApiError(error.code, error.message);
  } catch {
    // Not from our server: a proxy's own page.
    return new ApiError('unavailable', 'The service is not available right now. Please try again in a moment.');
  }
}
