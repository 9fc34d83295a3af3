import type { Hono } from 'hono';
import type { ClientResponse, hc } from 'hono/client';
import type { authRoutes, mailLinkRoutes } from '#api/routes/auth.ts';
import type { deskCustomerRoutes } from '#api/routes/desk-customers.ts';
import type { deskNewTicketRoutes } from '#api/routes/desk-new-tickets.ts';
import type { deskRecordRoutes } from '#api/routes/desk-records.ts';
import type { deskTicketRoutes } from '#api/routes/desk-tickets.ts';
import type { deskRoutes } from '#api/routes/desk.ts';
import type { deskFileRoutes, fileRoutes } from '#api/routes/files.ts';
import type { deskLiveRoutes, liveRoutes } from '#api/routes/live.ts';
import type { deskMailRoutes } from '#api/routes/mails.ts';
import type { deskNotificationRoutes, notificationRoutes } from '#api/routes/notifications.ts';
import type { peopleRoutes } from '#api/routes/people.ts';
import type { portalRoutes } from '#api/routes/portal.ts';
import type { deskRecordDetailRoutes, recordDetailRoutes } from '#api/routes/record-details.ts';
import type { deskRecordDocumentRoutes } from '#api/routes/record-documents.ts';
import type { securityRoutes } from '#api/routes/security.ts';
import type { calendarRoutes, deskStatementRoutes, statementRoutes } from '#api/routes/statements.ts';
import type { ticketRoutes } from '#api/routes/tickets.ts';
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

/** Hono's client (`hc`), except that a call resolves with the parsed JSON and rejects with an ApiError. */
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

type RoutesFunction = (...args: never[]) => unknown;
type ClientOf<Routes extends RoutesFunction> =
  ReturnType<Routes> extends Hono<infer Env, infer Schema, infer BasePath>
    ? Client<ReturnType<typeof hc<Hono<Env, Schema, BasePath>>>>
    : never;

/** The client of a module's routes, which are mounted below /api at this path. */
export const clientAt = <Routes extends RoutesFunction>(path: string) =>
  createClient(`/api${path}`) as ClientOf<Routes>;

/** The API of the core: `api.portal.tickets.$post({ json })` calls `POST /api/portal/tickets`; `$path()` is the path alone. */
export const api = createClient('/api') as {
  auth: ClientOf<typeof authRoutes> & ClientOf<typeof mailLinkRoutes> & ClientOf<typeof securityRoutes>;
  calendar: ClientOf<typeof calendarRoutes>;
  portal: ClientOf<typeof portalRoutes> &
    ClientOf<typeof peopleRoutes> &
    ClientOf<typeof ticketRoutes> &
    ClientOf<typeof liveRoutes> &
    ClientOf<typeof fileRoutes> &
    ClientOf<typeof notificationRoutes> &
    ClientOf<typeof recordDetailRoutes> &
    ClientOf<typeof statementRoutes>;
  desk: ClientOf<typeof deskRoutes> &
    ClientOf<typeof deskTicketRoutes> &
    ClientOf<typeof deskNewTicketRoutes> &
    ClientOf<typeof deskLiveRoutes> &
    ClientOf<typeof deskFileRoutes> &
    ClientOf<typeof deskMailRoutes> &
    ClientOf<typeof deskCustomerRoutes> &
    ClientOf<typeof deskRecordRoutes> &
    ClientOf<typeof deskNotificationRoutes> &
    ClientOf<typeof deskRecordDetailRoutes> &
    ClientOf<typeof deskRecordDocumentRoutes> &
    ClientOf<typeof deskStatementRoutes>;
};

/** Calls a route of a capability that the core does not know. */
export const callApi = (method: 'get' | 'post', path: string, input?: Input, options?: CallOptions): Promise<unknown> =>
  send(method, `/api${path}`, input, options);

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
