import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Handler } from 'hono';
import { z } from 'zod';
import { errorSchema } from '#contract/errors.ts';
import type { AppEnv } from './app-env.ts';

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
  return (c) => {
    document ??= JSON.stringify(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: 'Customer portal',
          version: '1.0.0',
          description:
            'Amounts are decimal strings, days YYYY-MM-DD, moments UTC. A request that may change something must send the site as its Origin.',
        },
        servers: [{ url: siteUrl }],
      }),
    );
    return c.body(document, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' });
  };
}
