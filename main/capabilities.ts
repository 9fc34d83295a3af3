import type { Capability } from '#api/capability.ts';
import { appointments } from '#modules/appointments/server/capability.ts';
import { bank } from '#modules/bank/server/capability.ts';
import { integrations } from '#modules/integrations/server/capability.ts';
import { leads } from '#modules/leads/server/capability.ts';
import { monitoring } from '#modules/monitoring/server/capability.ts';
import { newsletter } from '#modules/newsletter/server/capability.ts';
import { reminders } from '#modules/reminders/server/capability.ts';

/** All capabilities of modules. Background work, retention, data exports, the integrity check and the demo read this list. */
export const capabilities: readonly Capability[] = [
  bank,
  leads,
  appointments,
  newsletter,
  reminders,
  integrations,
  monitoring,
];

export const tableDescriptions = capabilities.flatMap(({ tables = {} }) =>
  Object.entries(tables).map(([table, description]) => ({ table, ...description })),
);
