import { hostname } from 'node:os';
import { outboundKinds } from '#api/jobs/job-data.ts';
import type { Settings } from '#api/lib/env.ts';
import type { CheckName, CheckResult } from '#contract/checks.ts';
import { type Facts, unusedKinds } from './facts.ts';
import type { Probes } from './probes.ts';

const hour = 60 * 60;
const day = 24 * hour;

/** Seconds, unless they say otherwise. docs/monitoring/alerts.yml has the same. */
export const checkLimits = {
  backupAge: 26 * hour,
  /** Once a week, and a day of delay. */
  proofAge: 8 * day,
  mailAge: hour,
  jobOverdue: 15 * 60,
  /** Part of the disk. */
  freeSpace: 0.1,
  certificateDays: 14,
  databaseDown: 5 * 60,
};

/** Checks of one machine, which may differ from one instance to another. */
export const localChecks: readonly CheckName[] = ['disk', 'scanner', 'instances'];

/** Where a check has its result: instances on the same machine have the same. */
export const scopeOf = (name: CheckName): string => (localChecks.includes(name) ? hostname() : '');

export interface CheckInput {
  /** Undefined while the database does not answer: what only it knows is unknown. */
  facts: Facts | undefined;
  probes: Probes;
  settings: Pick<Settings, 'clamd' | 'hasReminders' | 'hasBooking'>;
}

type Outcome = Omit<CheckResult, 'name'>;
const unknown: Outcome = { state: 'unknown', value: null };
const judge = (isFine: boolean, value: number | null): Outcome => ({ state: isFine ? 'ok' : 'failing', value });

/** `value` is what the check measures: seconds, a part of the disk or days; null for those that only pass or fail. */
const checks: Record<Exclude<CheckName, 'database'>, (input: CheckInput) => Outcome> = {
  instances: ({ probes: { silent } }) => (silent === undefined ? unknown : judge(silent.length === 0, silent.length)),
  backup({ facts }) {
    if (facts === undefined) return unknown;
    const { backupAge, hasBackupFailed, age } = facts;
    // The first one may take as long as any other.
    if (backupAge === null && !hasBackupFailed && (age ?? 0) <= checkLimits.backupAge) return unknown;
    if (backupAge === null) return judge(false, null);
    return judge(!hasBackupFailed && backupAge <= checkLimits.backupAge, backupAge);
  },
  proof({ facts }) {
    if (facts === undefined) return unknown;
    const { proofAge, hasProofFailed, age } = facts;
    if (proofAge === null && !hasProofFailed && (age ?? 0) <= checkLimits.proofAge) return unknown;
    return judge(!hasProofFailed && proofAge !== null && proofAge <= checkLimits.proofAge, proofAge);
  },
  outbound: ({ facts }) => (facts === undefined ? unknown : judge(facts.heldFor === null, facts.heldFor)),
  mail({ facts }) {
    if (facts === undefined || facts.heldFor !== null) return unknown;
    const oldest = facts.jobs.find(({ kind }) => kind === 'mail')?.oldest ?? 0;
    return judge(oldest <= checkLimits.mailAge, oldest);
  },
  jobs({ facts, settings }) {
    if (facts === undefined) return unknown;
    const unused: string[] = [...unusedKinds(settings), 'mail', ...(facts.heldFor === null ? [] : outboundKinds)];
    const overdue = Math.max(0, ...facts.jobs.filter(({ kind }) => !unused.includes(kind)).map((job) => job.overdue));
    return judge(overdue <= checkLimits.jobOverdue, overdue);
  },
  disk: ({ probes: { freeSpace } }) =>
    freeSpace === undefined ? unknown : judge(freeSpace >= checkLimits.freeSpace, freeSpace),
  scanner: ({ probes: { isScannerUp } }) => (isScannerUp === undefined ? unknown : judge(isScannerUp, null)),
  certificate: ({ probes: { certificateEnds } }) => {
    if (certificateEnds === undefined) return unknown;
    const days = (certificateEnds.getTime() - Date.now()) / (day * 1000);
    return judge(days >= checkLimits.certificateDays, days);
  },
};

/** One definition for the command `check`, the desk's page about the service's health, metrics and alerts. */
export function runChecks(input: CheckInput): CheckResult[] {
  return [
    { name: 'database', state: input.facts === undefined ? 'failing' : 'ok', value: null },
    ...Object.entries(checks).map(([name, check]) => ({ name: name as CheckName, ...check(input) })),
  ];
}
