import { clientAt } from '#app/lib/api-client.ts';
import type { deskLeadRoutes } from '../server/routes/desk-leads.ts';

export const leadsApi = {
  desk: clientAt<typeof deskLeadRoutes>('/desk'),
};
