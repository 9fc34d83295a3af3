import { clientAt } from '#app/lib/api-client.ts';
import type { deskKeyRoutes } from '../server/routes/api-keys.ts';
import type { deskWebhookRoutes } from '../server/routes/webhooks.ts';

export const integrationsApi = {
  keys: clientAt<typeof deskKeyRoutes>('/desk'),
  webhooks: clientAt<typeof deskWebhookRoutes>('/desk'),
};
