import { z } from 'zod';
import { checkNames, checkStates } from '#contract/checks.ts';
import { moment } from '#contract/fields.ts';

const count = z.number().int().nonnegative();

export const deskHealthSchema = z.object({
  database: z.object({ engine: z.enum(['embedded', 'postgresql']), version: z.string(), sizeBytes: count.nullable() }),
  mail: z.object({
    queued: count,
    oldestQueuedAt: moment.nullable(),
    failed: count.meta({ description: 'Given up or rejected in the last 30 days' }),
    lastSentAt: moment.nullable(),
  }),
  support: z.object({
    heldMails: count.meta({ description: 'Received, and waiting for a decision of staff' }),
    overdueResponses: count.meta({ description: 'First responses that are overdue and not given yet' }),
  }),
  files: z.object({
    folder: z.string(),
    isWritable: z.boolean(),
    freeBytes: count.nullable(),
    reserveBytes: count.meta({ description: 'With less, files are not accepted' }),
  }),
  checks: z.array(
    z.object({
      name: z.enum(checkNames),
      state: z.enum(checkStates).meta({ description: '`unknown`: it is not set up, or could not be asked' }),
      value: z.number().nullable().meta({ description: 'Seconds; for `disk` the free part; for `certificate` days' }),
    }),
  ),
  lastBackupAt: moment.nullable().meta({ description: 'Of the command line; null if none is known' }),
  hasBackupFailed: z.boolean().meta({ description: 'Since the last one that was complete' }),
  lastProofAt: moment
    .nullable()
    .meta({ description: 'When a backup was last restored into a scratch database and checked' }),
  hasProofFailed: z.boolean().meta({ description: 'Since the last proof that succeeded' }),
  lastRetentionAt: moment.nullable(),
});
export type DeskHealth = z.infer<typeof deskHealthSchema>;
