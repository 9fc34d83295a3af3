import type { Context } from 'hono';
import { createApiKey, type KeyContext, listApiKeys, revokeApiKey } from '../api-keys.ts';
import { apiKeysSchema, createdApiKeySchema, newApiKeySchema, revokeApiKeySchema } from '../../contract/api-keys.ts';
import { requestMetadataOf, type SessionEnv } from '#api/routes/app-env.ts';
import { createDeskRouter, created, get, jsonBody, ok, post } from '#api/routes/router.ts';

export const keyContextOf = (c: Context<SessionEnv>): KeyContext => ({
  database: c.get('database'),
  auth: c.get('auth'),
  caller: c.get('caller'),
  request: requestMetadataOf(c),
});
const confirmed = { 403: ['confirmation_required'] } as const;

/** The keys of other programs; every change needs a recent confirmation. */
export function deskKeyRoutes() {
  return createDeskRouter('admin')
    .openapi(get('/api-keys', 'API keys, valid ones first', { responses: ok(apiKeysSchema) }), async (c) =>
      c.json(await listApiKeys(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      post('/api-keys', 'Create an API key, which only this response contains', {
        request: jsonBody(newApiKeySchema),
        responses: created(createdApiKeySchema, { ...confirmed, 409: ['too_many_keys'] }),
      }),
      async (c) => c.json(await createApiKey(keyContextOf(c), c.req.valid('json')), 201),
    )
    .openapi(
      post('/api-keys/revoke', 'Revoke an API key for ever', {
        request: jsonBody(revokeApiKeySchema),
        responses: ok(apiKeysSchema, confirmed),
      }),
      async (c) => c.json(await revokeApiKey(keyContextOf(c), c.req.valid('json').id), 200),
    );
}
