import type { Capability } from '#api/capability.ts';

export const monitoring: Capability = {
  name: 'monitoring',
  tables: {
    alerts: {
      goesWith: 'nothing: a row ends with what it is about (modules/monitoring/server/alerts.ts)',
      personal: 'no personal data',
    },
  },
};
