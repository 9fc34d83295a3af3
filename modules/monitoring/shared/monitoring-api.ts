import { clientAt } from '#app/lib/api-client.ts';
import type { deskHealthRoutes } from '../server/routes/desk-health.ts';

export const monitoringApi = {
  desk: clientAt<typeof deskHealthRoutes>('/desk'),
};
