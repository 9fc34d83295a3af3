import { z } from 'zod';
import { moment } from '#contract/fields.ts';
import { maxWebhookUrlLength, webhookEvents } from './webhook-events.ts';

const isPublicUrl = (given: string) => {
  const url = URL.parse(given);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
};

export const newWebhookSchema = z.strictObject({
  url: z
    .string()
    .max(maxWebhookUrlLength)
    .refine(isPublicUrl, 'must begin with https:// and contain neither a password nor a fragment')
    .transform((given) => new URL(given).href),
  events: z
    .array(z.enum(webhookEvents))
    .min(1, 'Please choose an event.')
    .max(webhookEvents.length)
    .transform((events) => webhookEvents.filter((event) => events.includes(event))),
});
export type NewWebhook = z.output<typeof newWebhookSchema>;
export const webhookIdSchema = z.strictObject({ id: z.uuid() });

const messageSchema = z.object({
  id: z.uuid().meta({ description: 'webhook-id of all its attempts' }),
  event: z.string(),
  body: z.string(),
  createdAt: moment,
  deliveredAt: moment.nullable(),
  attempts: z.int(),
  attemptedAt: moment.nullable(),
  status: z.int().nullable().meta({ description: 'Of the last response, if there was one' }),
  problem: z.string().nullable(),
});
export type WebhookMessage = z.infer<typeof messageSchema>;
export const webhookMessagesSchema = z.object({ items: z.array(messageSchema) });
export type WebhookMessages = z.infer<typeof webhookMessagesSchema>;

const webhookSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdBy: z.string().nullable(),
  createdAt: moment,
  failingSince: moment.nullable(),
  disabledAt: moment.nullable().meta({ description: 'After three days of failures' }),
});
export type Webhook = z.infer<typeof webhookSchema>;
export const webhooksSchema = z.object({ items: z.array(webhookSchema) });
export type Webhooks = z.infer<typeof webhooksSchema>;
export const webhookSecretSchema = webhooksSchema.extend({
  secret: z.string().meta({ description: 'Begins with whsec_. It is never shown again.' }),
});
export type WebhookSecret = z.infer<typeof webhookSecretSchema>;
