import { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import { openApiDocument } from '#contract/openapi.ts';

/** The API's description, made from the schemas that it is held to. */
export function openApiRoute(siteUrl: string) {
  let document: string | undefined;
  return new Hono<AppEnv>().get('/openapi.json', (c) => {
    document ??= JSON.stringify(openApiDocument(siteUrl));
    return c.body(document, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' });
  });
}
