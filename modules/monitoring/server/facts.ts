import { z } from 'zod';
import type { JobKind } from '#api/jobs/job-data.ts';
import type { Settings } from '#api/lib/env.ts';

const seconds = z.number().nullable();

const factsSchema = z.object({
  jobs: z.array(z.object({ kind: z.string(), pending: z.number(), overdue: z.number(), oldest: z.number() })),
  mailsHeld: z.number(),
  ticketsOverdue: z.number(),
  /** Seconds since 1970, as the next one. */
  lastRetentionAt: seconds,
  lastBackupAt: seconds,
  backupAge: seconds,
  /** Since the last one that was made. */
  hasBackupFailed: z.boolean(),
  /** A backup was restored and checked; the next two as those of backups. */
  lastProofAt: seconds,
  proofAge: seconds,
  hasProofFailed: z.boolean(),
  /** Nothing leaves this restored copy. Null where it does. */
  heldFor: seconds,
  /** How long the audit log has been written. */
  age: seconds,
  leadsWaiting: z.number(),
  leadsOverdue: z.number(),
  appointmentsUpcoming: z.number(),
});

/** What the database knows about the service. Durations are seconds by its own clock. */
export type Facts = z.infer<typeof factsSchema>;

export const factsStatement = {
  name: 'service-facts',
  text: 'SELECT service_facts() || lead_facts() AS facts',
};

export const parseFacts = (value: unknown): Facts => factsSchema.parse(value);

interface Queryable {
  query(statement: typeof factsStatement): Promise<{ rows: { facts: unknown }[] }>;
}

export async function readFacts(connection: Queryable): Promise<Facts> {
  const { rows } = await connection.query(factsStatement);
  return parseFacts(rows[0]?.facts);
}

/** Kinds that no worker takes with these settings: such jobs may remain from other ones. */
export function unusedKinds(settings: Pick<Settings, 'clamd' | 'hasReminders' | 'hasBooking'>): JobKind[] {
  return [
    ...(settings.clamd === undefined ? (['scan'] as const) : []),
    ...(settings.hasReminders ? [] : (['reminder-check'] as const)),
    ...(settings.hasBooking ? [] : (['appointment-check'] as const)),
  ];
}
