import { clientAt } from '#app/lib/api-client.ts';
import type { bankAlarmRoutes, bankRoutes, deskBankRoutes } from '../server/routes/bank-accounts.ts';

export const bankApi = {
  auth: clientAt<typeof bankAlarmRoutes>('/auth'),
  portal: clientAt<typeof bankRoutes>('/portal'),
  desk: clientAt<typeof deskBankRoutes>('/desk'),
};
