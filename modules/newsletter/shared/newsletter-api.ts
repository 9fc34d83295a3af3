import { clientAt } from '#app/lib/api-client.ts';
import type { deskSubscriberRoutes } from '../server/routes/newsletter.ts';

export const newsletterApi = {
  desk: clientAt<typeof deskSubscriberRoutes>('/desk'),
};
