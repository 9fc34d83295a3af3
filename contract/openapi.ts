import { z } from 'zod';
import { errorSchema } from './errors.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const anyRoute = { 503: ['unavailable', 'server_busy'] };
const anyPost = { 403: ['forbidden_origin'], 413: ['payload_too_large'], 415: ['unsupported_media_type'] };
const privateRoute = { 401: ['unauthorized'], 429: ['too_many_requests'] };

/** OpenAPI 3.1, whose schemas are JSON Schema as zod writes it. */
export function openApiDocument(siteUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operation(route);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Customer portal',
      version: '1.0.0',
      description:
        'Amounts are decimal strings, days YYYY-MM-DD, moments UTC. A request that may change something must name the site as its Origin.',
    },
    servers: [{ url: siteUrl }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorSchema, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: `${siteUrl.startsWith('https:') ? '__Host-' : ''}portal.session_token`,
        },
      },
    },
  };
}

function operation({ method, summary, isPrivate, query, headers, body, answer, status, refusals }: Route) {
  const refused = merged(refusals, anyRoute, isPrivate ? privateRoute : {}, method === 'post' ? anyPost : {});
  return {
    summary,
    ...(isPrivate ? { security: [{ session: [] }] } : {}),
    parameters: [...parametersOf('query', query?.shape ?? {}), ...parametersOf('header', headers ?? {})],
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: {
      [status]: { description: 'Done', ...(answer === undefined ? {} : { content: json(schemaOf(answer, 'output')) }) },
      ...Object.fromEntries(
        Object.entries(refused).map(([code, codes]) => [
          code,
          { description: codes.join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
        ]),
      ),
    },
  };
}

function parametersOf(place: 'query' | 'header', shape: Record<string, z.ZodType>) {
  return Object.entries(shape).map(([name, schema]) => ({
    name,
    in: place,
    required: false,
    schema: schemaOf(schema, 'input'),
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  return { ...z.toJSONSchema(schema, { io }), $schema: undefined };
}

const json = (schema: object) => ({ 'application/json': { schema } });

function merged(...all: Partial<Record<number, readonly string[]>>[]): Record<string, string[]> {
  const result: Record<string, string[]> = {};
  for (const one of all) {
    for (const [code, codes] of Object.entries(one))
      result[code] = [...new Set([...(result[code] ?? []), ...(codes ?? [])])];
  }
  return result;
}
