import { type OperatorDatabase, inOperatorTransaction } from '#api/db/operator-database.ts';
import type { FileSettings } from '#api/files/files.ts';
import type { Settings } from '#api/lib/env.ts';
import { program } from '#api/lib/program.ts';
import type { CheckResult } from '#contract/checks.ts';
import { runChecks } from './checks.ts';
import { type Facts, readFacts } from './facts.ts';
import { createProbes } from './probes.ts';

type ServiceSettings = Pick<Settings, 'siteUrl'> &
  FileSettings &
  Partial<Pick<Settings, 'tlsCertificate' | 'hasReminders' | 'hasBooking' | 'upstreams' | 'metrics' | 'mailIn'>>;

/** The checks that the desk, metrics and alerts have too. An older schema cannot be asked. */
export async function runServiceChecks(database: OperatorDatabase, settings: ServiceSettings): Promise<CheckResult[]> {
  const { rows } = await database.client.query<{ is: boolean }>(`SELECT to_regproc('service_facts') IS NOT NULL AS is`);
  if (rows[0]?.is !== true) return [];
  return judgeService(settings, await inOperatorTransaction(database, readFacts));
}

/** Without facts: those checks that need no database. */
export async function judgeService(given: ServiceSettings, facts?: Facts): Promise<CheckResult[]> {
  const settings = {
    tlsCertificate: undefined,
    hasReminders: false,
    hasBooking: false,
    upstreams: [],
    metrics: undefined,
    mailIn: undefined,
    ...given,
  };
  return runChecks({ facts, probes: await createProbes(settings, { isOnce: true })(), settings });
}

const hours = (value: number | null) => Math.floor((value ?? 0) / 3600);

/** The end of a sentence that begins with the name of the check. */
export function describeFailure({ name, value }: CheckResult): string {
  switch (name) {
    case 'database':
      return 'does not answer';
    case 'instances':
      return `${value} of the addresses in UPSTREAMS, METRICS and MAIL_IN do not answer: doctor names them`;
    case 'backup':
      return value === null
        ? 'no complete backup is known'
        : `the last complete one is ${hours(value)} hours old, or the one after it failed`;
    case 'proof':
      return value === null
        ? 'no backup was restored to prove it, or that failed: run backup prove'
        : `the last backup that was restored to prove it is from ${Math.floor(hours(value) / 24)} days ago, or the proof after it failed: run backup prove`;
    case 'outbound':
      return `nothing has left this restored copy for ${hours(value)} hours, neither emails nor webhooks: ${program} resume shows what is held`;
    case 'mail':
      return `the oldest has been waiting for ${hours(value)} hours: the log has the reason`;
    case 'jobs':
      return `one should have started ${Math.floor((value ?? 0) / 60)} minutes ago: is the server running?`;
    case 'disk':
      return `${Math.floor((value ?? 0) * 100)} % of the disk of DATA_DIR is free`;
    case 'scanner':
      return 'clamd does not answer: new files wait';
    case 'certificate':
      return `it expires in ${Math.floor(value ?? 0)} days`;
  }
}
