import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Handler } from 'hono';
import { z } from 'zod';
import { errorSchema } from '#contract/errors.ts';
import type { AppEnv } from './app-env.ts';

/** The first part of a path after `/api/`. The document groups operations by it. */
const areas: Record<string, string> = {
  auth: 'The account: sign-in, password, second factors, sessions',
  portal: 'The customer portal: records, tickets and people of one customer',
  desk: 'The desk: what staff do, by permission',
  leads: 'The forms of the public site',
  newsletter: 'The newsletter of the public site',
  appointments: 'Appointments that visitors book',
  calendar: 'Calendars that programs subscribe to',
  mail: 'Mails that a mail service hands over',
  v1: 'For other programs, such as accounting software, with an API key',
};

const areaOf = (path: string) => path.split('/')[2] ?? '';

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** One rule for all: `POST /api/desk/tickets/add-watcher` is `postDeskTicketsAddWatcher`. */
export function operationIdOf(method: string, path: string): string {
  const words = path.split(/[^a-zA-Z\d]+/).filter((word) => word !== '' && word !== 'api');
  return method.toLowerCase() + words.map(capitalized).join('');
}

/** Serves the OpenAPI document, generated on first use from the route declarations of the finished app. */
export function openApiDocument(app: OpenAPIHono<AppEnv>, siteUrl: string): Handler<AppEnv> {
  let document: string | undefined;
  // Not `register`: it needs a schema that was created after zod-to-openapi had extended zod.
  app.openAPIRegistry.registerComponent('schemas', 'Error', {
    ...(z.toJSONSchema(errorSchema) as object),
    $schema: undefined,
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: `${siteUrl.startsWith('https:') ? '__Host-' : ''}portal.session_token`,
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'key', { type: 'http', scheme: 'bearer' });
  return (c) => {
    document ??= JSON.stringify(describe(app, siteUrl));
    return c.body(document, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' });
  };
}

function describe(app: OpenAPIHono<AppEnv>, siteUrl: string) {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Customer portal',
      version: '1.0.0',
      description:
        'Amounts are decimal strings, days YYYY-MM-DD, moments UTC. A request that may change something must send the site as its Origin.',
      license: { name: 'Proprietary', url: `${siteUrl}/mentions-legales` },
    },
    servers: [{ url: siteUrl }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
  });
  for (const [path, operations] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(operations as Record<string, object>))
      Object.assign(operation, { operationId: operationIdOf(method, path), tags: [areaOf(path)] });
  return document;
}
