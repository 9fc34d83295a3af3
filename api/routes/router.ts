import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { Context, Next } from 'hono';
import { z } from 'zod';
import type { WithCookies } from '#api/auth/core/auth-context.ts';
import { ApiError, apiError } from '#api/lib/errors.ts';
import { allowUploadTime, BodyTooSlowError, requireProgress } from '#api/lib/request-time.ts';
import { requireStaff } from '#api/services/desk/session.ts';
import { requireKey } from '#api/services/keys/require-key.ts';
import { type ErrorCode, validationCodeOf } from '#contract/errors.ts';
import type { KeyScope } from '#contract/key-scopes.ts';
import type { StaffPermission } from '#contract/staff.ts';
import type { AppEnv, KeyEnv, SessionEnv } from './app-env.ts';
import { isPlainForm } from './media-type.ts';
import { readJson, readParams, requireMediaType } from './read-request.ts';

type RouteHandler<E extends AppEnv> = (c: Context<E>, next: Next) => Promise<Response>;
type RouteBody = NonNullable<NonNullable<RouteConfig['request']>['body']>;
type ErrorCodes = Partial<
  Record<400 | 401 | 403 | 404 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 503 | 507, readonly ErrorCode[]>
>;

const declareRoute =
  <const Method extends 'get' | 'post' | 'put'>(method: Method) =>
  <const Path extends string, const Rest extends Omit<RouteConfig, 'method' | 'path' | 'summary'>>(
    path: Path,
    summary: string,
    rest: Rest,
  ) =>
    createRoute({ method, path, summary, ...rest });
export const get = declareRoute('get');
export const post = declareRoute('post');
export const put = declareRoute('put');

/** Part of a route's `request`. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});

/** A request without a body is valid as `{}`. */
export const optionalJsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: false, content: { 'application/json': { schema } } },
});

const jsonContent = <Schema extends z.ZodType>(schema: Schema) => ({
  description: 'Done',
  content: { 'application/json': { schema } },
});

/** `responses` of a route, with the errors of its own: the router adds those of every route. */
export const ok = <Schema extends z.ZodType>(schema: Schema, errors: ErrorCodes = {}) =>
  withErrors({ 200: jsonContent(schema) }, errors);
export const created = <Schema extends z.ZodType>(schema: Schema, errors: ErrorCodes = {}) =>
  withErrors({ 201: jsonContent(schema) }, errors);

/** `responses` of a route that sends server-sent events. */
export const eventStream = (errors: ErrorCodes = {}) =>
  withErrors({ 200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } } }, errors);

const binary = z.string().meta({ format: 'binary' });
export const anyBytes = 'application/octet-stream';
/** Part of a route's `request`: a file of any type. */
export const fileBody = { body: { required: true, content: { [anyBytes]: { schema: binary } } } };
/** `responses` of a route that sends a file. */
export const fileResponse = (errors: ErrorCodes = {}) =>
  withErrors({ 200: { description: 'The file', content: { [anyBytes]: { schema: binary } } } }, errors);

/** Routes that need no session: mounted above the session guard. */
export const createPublicRouter = () => createRouter<AppEnv>();

/** Routes that need a session: mounted below the session guard. */
export const createPrivateRouter = () => createRouter<SessionEnv>('session');

const permissionsKey = 'x-permissions';
/** Part of a route of the desk: staff need one of these, or none in particular. */
export const permissions = (...needed: readonly StaffPermission[]) => ({ [permissionsKey]: needed });
export const permissionsOf = (route: RouteConfig) => route[permissionsKey] as readonly StaffPermission[] | undefined;

/**
 * Routes of the desk, with the permissions of those that do not name their own. A caller without the right learns nothing from it: the caller is checked before the input. The database
 * decides again in the transaction of the request.
 */
export const createDeskRouter = (...usual: readonly StaffPermission[]) =>
  createRouter<SessionEnv>('session', usual.length === 0 ? {} : permissions(...usual), (route, handler) => {
    const needed = permissionsOf(route);
    if (needed === undefined) throw new Error(`The route ${route.path} does not say which permissions it needs.`);
    return async (c, next) => {
      await requireStaff(c.get('database'), c.get('caller'), needed);
      return handler(c, next);
    };
  });

/** Part of a route of /api/v1: the scope that its key needs. */
export const scope = (needed: KeyScope) => ({ [scopeKey]: needed });
const scopeKey = 'x-scope';

/** Routes for programs with an API key. The key is checked before the input, and again in the transaction of the request. */
export const createKeyRouter = () =>
  createRouter<KeyEnv>('key', {}, (route, handler) => {
    const needed = route[scopeKey] as KeyScope | undefined;
    if (needed === undefined) throw new Error(`The route ${route.path} does not say which scope it needs.`);
    return async (c, next) => {
      await requireKey(c.get('database'), c.get('keyCaller'), needed);
      return handler(c, next);
    };
  });

/**
 * OpenAPIHono whose `openapi` validates in the route's own handler. The library's middleware for each validated part costs
 * throughput, accepts other media types than `application/json` and does not detect repeated query parameters.
 */
function createRouter<E extends AppEnv>(
  credential?: Credential,
  usual: Partial<RouteConfig> = {},
  guard: (route: RouteConfig, handler: RouteHandler<E>) => RouteHandler<E> = (_route, handler) => handler,
): OpenAPIHono<E> {
  const router = new OpenAPIHono<E>();
  const openapi = (own: RouteConfig & { getRoutingPath: () => string }, handler: RouteHandler<E>) => {
    const route = { ...usual, ...own };
    router.openAPIRegistry.registerPath({
      ...route,
      security: credential === undefined ? [] : [{ [credential]: [] }],
      responses: withErrors(route.responses, ...commonErrors(route, credential)),
    });
    return router.on(route.method, own.getRoutingPath(), guard(route, withValidation(route, handler)));
  };
  return Object.assign(router, { openapi: openapi as unknown as OpenAPIHono<E>['openapi'] });
}

type Credential = 'session' | 'key';

const commonErrors = (route: RouteConfig, credential: Credential | undefined): ErrorCodes[] => [
  { 503: ['unavailable', 'server_busy'] },
  route.method === 'get' ? {} : { 413: ['payload_too_large'] },
  route.method === 'get' || credential === 'key' ? {} : { 403: ['forbidden_origin'] },
  route.request?.body ? { 400: ['bad_request', 'invalid_request'], 415: ['unsupported_media_type'] } : {},
  route.request?.query ? { 400: ['invalid_request'] } : {},
  route.request?.params ? { 400: ['bad_request', 'invalid_request'] } : {},
  credential === undefined ? {} : { 401: ['unauthorized'], 429: ['too_many_requests'] },
  credential === 'key' ? { 403: ['forbidden'] } : {},
  permissionsKey in route
    ? { 403: ['forbidden', 'second_factor_required', 'desk_session_expired'], 404: ['not_found'] }
    : {},
];

// Typed as the responses alone: handlers throw errors, and the client turns them into exceptions.
function withErrors<Responses extends RouteConfig['responses']>(responses: Responses, ...errors: ErrorCodes[]) {
  const all: RouteConfig['responses'] = { ...responses };
  for (const [status, codes] of errors.flatMap((one) => Object.entries(one))) {
    const declared = all[status];
    const known = declared && 'description' in declared ? declared.description.split(', ') : [];
    all[status] = {
      description: [...new Set([...known, ...codes])].join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return all as Responses;
}

// Every response is checked against its schema in development and in tests, which run the source. Production runs the
// bundle, where the same statements return the same columns.
const checksResponses = import.meta.url.endsWith('.ts');

function withValidation<E extends AppEnv>(
  { request = {}, responses }: RouteConfig,
  handler: RouteHandler<E>,
): RouteHandler<E> {
  const query = request.query as z.ZodType<object> | undefined;
  const params = request.params as z.ZodType<object> | undefined;
  const headers = Object.entries((request.headers as z.ZodObject<Record<string, z.ZodType>> | undefined)?.shape ?? {});
  const body = schemaIn(request.body?.content);
  return async (c, next) => {
    if (query !== undefined) c.req.addValidatedData('query', parseOrThrow(query, readQuery(c)));
    if (params !== undefined) c.req.addValidatedData('param', parseOrThrow(params, readParams(c)));
    if (body !== undefined && !isPlainForm(c, request.body?.content ?? {})) {
      const isLeftOut = request.body?.required === false && c.req.header('content-type') === undefined;
      c.req.addValidatedData('json', parseOrThrow(body, isLeftOut ? {} : await readJson(c)));
    }
    if (headers.length > 0) {
      const values: Record<string, unknown> = {};
      for (const [name, schema] of headers) values[name] = parseOrThrow(schema, c.req.header(name));
      c.req.addValidatedData('header', values);
    }
    const response = await handler(c, next);
    if (checksResponses) await assertResponse(responses, response);
    return response;
  };
}

async function assertResponse(responses: RouteConfig['responses'], response: Response): Promise<void> {
  const declared = responses[response.status];
  const content = declared && 'content' in declared ? declared.content : undefined;
  // A stream has no end at which it could be checked, a page has no schema, and a redirect has no body.
  if (content ? 'text/event-stream' in content || 'text/html' in content : declared && response.status === 303) return;
  // The bytes of a file have no schema.
  const isFile = content !== undefined && !('application/json' in content);
  if (isFile && response.headers.has('content-disposition')) return;
  const schema = schemaIn(content);
  if (schema === undefined) throw new Error(`Undeclared response: ${response.status}`);
  schema.parse(await response.clone().json());
}

const schemaIn = (content: RouteBody['content'] | undefined) =>
  (content?.['application/json'] as { schema: z.ZodType<object> } | undefined)?.schema;

function readQuery(c: Context): Record<string, string | undefined> {
  const parameters = Object.entries(c.req.queries());
  const repeated = parameters.find(([, values]) => values.length > 1);
  if (repeated !== undefined) throw invalidRequest(repeated[0].slice(0, 50), 'was given more than once.');
  return Object.fromEntries(parameters.map(([name, [value]]) => [name, value]));
}

export interface FileStream {
  /** As declared, or the most that it may have. */
  size: number;
  content: AsyncIterable<Uint8Array>;
}

/** The body of a request that is a file, as it arrives. A larger one is rejected before, or while, it is read. */
export function readStream(c: Context, mediaType: string, maxSize: number): FileStream {
  requireMediaType(c, mediaType);
  const size = Number(c.req.header('content-length') ?? maxSize);
  if (!Number.isInteger(size)) throw apiError(400);
  if (size > maxSize) throw apiError(413);
  return { size, content: limitedStream(c, maxSize) };
}

async function* limitedStream(c: Context, maxSize: number): AsyncGenerator<Uint8Array> {
  allowUploadTime((c.env as AppEnv['Bindings'] | undefined)?.incoming);
  let size = 0;
  const reader = (c.req.raw.body ?? new ReadableStream({ start: (empty) => empty.close() })).getReader();
  // A client that disconnects causes the same error as a lost database connection.
  const read = () =>
    reader.read().catch(() => {
      throw new ApiError(400, 'bad_request', 'The request was cut off.');
    });
  try {
    for await (const chunk of requireProgress(read)) {
      size += chunk.length;
      if (size > maxSize) throw apiError(413);
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof BodyTooSlowError)) throw error;
    throw new ApiError(408, 'bad_request', 'The file arrived too slowly.', { Connection: 'close' });
  } finally {
    reader.releaseLock();
  }
}

/** The same, whole. */
export async function readFile(c: Context, mediaType: string, maxSize: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readStream(c, mediaType, maxSize).content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parseOrThrow<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalidRequest(issue?.path.join('.') ?? '', issue?.message ?? 'is not valid.');
}

// Our own messages are whole sentences; the validator's own need the name of the field.
function invalidRequest(name: string, message: string): ApiError {
  const isSentence = /^(?:Please|Password|This) /.test(message);
  return new ApiError(400, validationCodeOf(message), isSentence || name === '' ? message : `${name}: ${message}`);
}

/** The value of an operation whose cookies the response sets. */
export async function applyCookies<Value>(c: Context, work: Promise<WithCookies<Value>>): Promise<Value> {
  const { value, setCookies } = await work;
  for (const cookie of setCookies) c.header('Set-Cookie', cookie, { append: true });
  return value;
}

/** The response of a route that returns nothing else. */
export async function done(c: Context, work: Promise<unknown>) {
  await work;
  return c.json({ status: 'ok' } as const, 200);
}
