import type { ClientResponse, hc } from 'hono/client';
import type { App } from '#main/app.ts';
import type { ErrorCode } from '#contract/errors.ts';

/**
 * `offline`: no response came, so the request may or may not have been handled. `not_loaded`: a part of the page. `passkey_exists`: the
 * device has one already.
 */
type ClientErrorCode = 'offline' | 'not_loaded' | 'passkey_exists';

/** An error with a message fit to be shown, in English like the API's. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode | ClientErrorCode;
  readonly current: unknown;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode | ClientErrorCode, message: string, current?: unknown, retryAfter?: number) {
    super(message);
    this.code = code;
    this.current = current;
    this.retryAfter = retryAfter;
  }
}

export const isApiError = (error: unknown, code: ApiError['code']): error is ApiError =>
  error instanceof ApiError && error.code === code;

export interface ErrorTexts {
  /** Without them, the message of an error is shown: it is in English. */
  byCode?: Readonly<Record<string, string>> | undefined;
  /** For codes of a newer server, and for what is not an error of the API. */
  unknown: string;
  /** How long to wait after too many requests. */
  retryIn?: ((minutes: number) => string) | undefined;
}

/** What is said about an error, in the language of the texts. */
export function describeError(error: unknown, { byCode, unknown, retryIn }: ErrorTexts): string {
  if (!(error instanceof ApiError)) return unknown;
  const { code, message, retryAfter } = error;
  // The message of a part that was not loaded is from the copy of its page.
  if (byCode === undefined || code === 'not_loaded') return message;
  if (code === 'too_many_requests' && retryIn && retryAfter) return retryIn(Math.ceil(retryAfter / 60));
  return (Object.hasOwn(byCode, code) ? byCode[code] : undefined) ?? unknown;
}

const timeoutMs = 30_000;
/** A file of 25 MB on a slow line. */
const fileTimeoutMs = 900_000;
const offlineMessage = 'We could not reach the server. Please check your connection and try again.';

/** What this module needs of fetch. */
export type SendRequest = (
  url: string,
  init: { method: string; headers: Record<string, string>; body: Blob | string | null; signal: AbortSignal },
) => Promise<Response>;

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The body of a request that is a file, with its media type. */
  file?: Blob | undefined;
  /** Instead of fetch. */
  sendRequest?: SendRequest | undefined;
}

interface Input {
  query?: Record<string, string | undefined>;
  json?: unknown;
  header?: Record<string, string | undefined>;
}

// JSON holds no undefined: a property that may be missing is missing.
type Json<T> = T extends object ? { [Key in keyof T]: Json<Exclude<T[Key], undefined>> } : T;

type Call<Args extends unknown[], Output> = undefined extends Args[0]
  ? (input?: Args[0], options?: CallOptions) => Promise<Json<Output>>
  : (input: Args[0], options?: CallOptions) => Promise<Json<Output>>;

/** Hono's client (`hc<App>`), except that a call resolves with the parsed JSON and rejects with an ApiError. */
type Client<Routes> = {
  [Key in Exclude<keyof Routes, '$url' | '$path'>]: Routes[Key] extends (
    ...args: infer Args
  ) => Promise<ClientResponse<infer Output>>
    ? Call<Args, Output>
    : Client<Routes[Key]>;
} & (Routes extends { $get: (input: infer Input, ...rest: never[]) => unknown }
  ? { /** For links and images. */ $path: (input: Input) => string }
  : unknown);

// The types of Hono's client without its code, which costs more than the portal's JavaScript budget has left.
const createClient = (path: string): unknown =>
  new Proxy(() => {}, {
    get: (_target, segment) => createClient(`${path}/${String(segment)}`),
    apply: (_target, _this, [input, options]: [Input?, CallOptions?]) => {
      const [, url = '', method = ''] = /^(.*)\/\$(.*)$/.exec(path) ?? [];
      return method === 'path' ? pathOf(url, input?.query) : send(method, url, input, options);
    },
  });

/** The API: `api.portal.tickets.$post({ json })` calls `POST /api/portal/tickets`; `$path()` is the path alone. Paths and types come from api/routes. */
export const api = createClient('/api') as Client<ReturnType<typeof hc<App>>>['api'];

/** The session is a cookie that scripts cannot read; the browser sends it by itself. */
async function send(
  method: string,
  url: string,
  { query, json, header = {} }: Input = {},
  { signal, file, sendRequest = fetch }: CallOptions = {},
): Promise<unknown> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), file === undefined ? timeoutMs : fileTimeoutMs);
  const onAbort = () => abort.abort();
  signal?.addEventListener('abort', onAbort);
  const body = file ?? (json === undefined ? null : JSON.stringify(json));
  let response: Response;
  try {
    response = await sendRequest(pathOf(url, query), {
      method: method.toUpperCase(),
      signal: abort.signal,
      headers: {
        Accept: 'application/json',
        ...(body === null ? {} : { 'Content-Type': file?.type ?? 'application/json' }),
        ...Object.fromEntries(definedEntries(header)),
      },
      body,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('offline', offlineMessage);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
  if (!response.ok) throw await readError(response);
  return response.json().catch(() => {
    throw new ApiError('offline', offlineMessage);
  });
}

/** The content of a file, by its `$path()`. */
export async function fetchFile(path: string): Promise<Blob> {
  try {
    const response = await fetch(path);
    if (!response.ok) throw await readError(response);
    return await response.blob();
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('offline', offlineMessage);
  }
}

function pathOf(url: string, query: Input['query'] = {}): string {
  const parameters = new URLSearchParams(definedEntries(query)).toString();
  return parameters === '' ? url : `${url}?${parameters}`;
}

const definedEntries = (values: Record<string, string | undefined>) =>
  Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);

async function readError(response: Response): Promise<ApiError> {
  try {
    const { error, current } = (await response.json()) as {
      error: { code: ErrorCode; message: string };
      current?: unknown;
    };
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    return new ApiError(error.code, error.message, current, seconds || undefined);
  } catch {
    // Not from our server: a proxy's own page.
    return new ApiError('unavailable', 'The service is not available right now. Please try again in a moment.');
  }
}
