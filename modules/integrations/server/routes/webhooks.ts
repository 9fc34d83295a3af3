import type { Keys } from '#api/auth/core/auth-settings.ts';
import {
  changeWebhookSecret,
  createWebhook,
  enableWebhook,
  listWebhookMessages,
  listWebhooks,
  removeWebhook,
  resendWebhook,
  sendTestWebhook,
} from '../webhooks.ts';
import { doneSchema } from '#contract/auth.ts';
import {
  newWebhookSchema,
  webhookIdSchema,
  webhookMessagesSchema,
  webhookSecretSchema,
  webhooksSchema,
} from '../../contract/webhooks.ts';
import { keyContextOf } from './api-keys.ts';
import { createDeskRouter, created, done, get, jsonBody, ok, post } from '#api/routes/router.ts';

const confirmed = { 403: ['confirmation_required'] } as const;

/** What we tell other programs; every change needs a recent confirmation. */
export function deskWebhookRoutes({ webhooks: [key = ''] }: Pick<Keys, 'webhooks'>) {
  return createDeskRouter('admin')
    .openapi(get('/webhooks', 'Webhooks: which URLs are told what', { responses: ok(webhooksSchema) }), async (c) =>
      c.json(await listWebhooks(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      get('/webhooks/messages', 'The newest messages to a webhook, with their last attempts', {
        request: { query: webhookIdSchema },
        responses: ok(webhookMessagesSchema),
      }),
      async (c) => c.json(await listWebhookMessages(c.get('database'), c.get('caller'), c.req.valid('query').id), 200),
    )
    .openapi(
      post('/webhooks', 'Add a webhook; only this response contains its secret', {
        request: jsonBody(newWebhookSchema),
        responses: created(webhookSecretSchema, { ...confirmed, 409: ['too_many_keys'] }),
      }),
      async (c) => c.json(await createWebhook(keyContextOf(c), key, c.req.valid('json')), 201),
    )
    .openapi(
      post('/webhooks/change-secret', 'Replace the secret; the one before also signs for a day', {
        request: jsonBody(webhookIdSchema),
        responses: ok(webhookSecretSchema, confirmed),
      }),
      async (c) => c.json(await changeWebhookSecret(keyContextOf(c), key, c.req.valid('json').id), 200),
    )
    .openapi(
      post('/webhooks/enable', 'Enable a webhook that was disabled after failures', {
        request: jsonBody(webhookIdSchema),
        responses: ok(webhooksSchema, confirmed),
      }),
      async (c) => c.json(await enableWebhook(keyContextOf(c), c.req.valid('json').id), 200),
    )
    .openapi(
      post('/webhooks/remove', 'Remove a webhook with its messages', {
        request: jsonBody(webhookIdSchema),
        responses: ok(webhooksSchema, confirmed),
      }),
      async (c) => c.json(await removeWebhook(keyContextOf(c), c.req.valid('json').id), 200),
    )
    .openapi(
      post('/webhooks/send-test', 'Send a message of the type test', {
        request: jsonBody(webhookIdSchema),
        responses: ok(doneSchema),
      }),
      (c) => done(c, sendTestWebhook(c.get('database'), c.get('caller'), c.req.valid('json').id)),
    )
    .openapi(
      post('/webhooks/resend', 'Send a message again, with the same id and body', {
        request: jsonBody(webhookIdSchema),
        responses: ok(doneSchema),
      }),
      (c) => done(c, resendWebhook(c.get('database'), c.get('caller'), c.req.valid('json').id)),
    );
}
