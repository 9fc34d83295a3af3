import type { Capability } from '#api/capability.ts';
import { deleteRule, past } from '#api/db/retention-rule.ts';
import { webhookHandlers } from './webhook-jobs.ts';

export const integrations: Capability = {
  name: 'integrations',
  tables: {
    api_keys: {
      goesWith: 'nothing: which programs had access to what, without personal data',
      personal: 'keys of other programs, without personal data of customers',
    },
    webhook_endpoints: { goesWith: 'nothing: the URLs of other programs', personal: 'URLs of other programs' },
    webhook_messages: {
      retention: [
        deleteRule(
          'webhook_messages',
          past('created_at', '30 days'),
          'messages to other programs',
          '30 days',
          'portal_operator',
        ),
      ],
      personal: 'ids and numbers of records, without personal data',
    },
    webhook_attempts: { goesWith: 'its message', personal: 'when a message was sent, without personal data' },
  },
  work: ({ keys, database, log }) => ({
    slowJobs: { name: 'webhook', handlers: webhookHandlers({ database, keys: keys.webhooks, log }) },
  }),
};
