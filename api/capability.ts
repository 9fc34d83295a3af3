import type { Keys } from '#api/auth/core/auth-settings.ts';
import type { Database } from '#api/db/connect.ts';
import type { RetentionRule } from '#api/db/retention-rule.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import type { JobHandlers } from '#api/jobs/worker.ts';
import type { Days } from '#api/lib/demo-days.ts';
import type { Settings } from '#api/lib/env.ts';
import type { Log } from '#api/lib/log.ts';
import type { PersonalData } from '#api/lib/personal-data.ts';
import type { PrepareMail } from '#api/mail/delivery.ts';

export interface TableDescription {
  retention?: readonly RetentionRule[];
  /** What rows without a rule are deleted with, or why they stay. */
  goesWith?: string;
  /** What a customer and a user get of it, or why they get nothing. */
  personal: { ofCustomer: PersonalData; ofUser: PersonalData } | string;
  /** Columns that must have a foreign key. */
  references?: readonly string[];
}

/** What the work of a capability may use. */
export interface WorkDeps {
  settings: Settings;
  keys: Keys;
  database: () => Database | undefined;
  log: Log;
}

export interface Work {
  jobs?: JobHandlers;
  /** For jobs that wait for other services: a worker of this name runs them alone. */
  slowJobs?: { name: string; handlers: JobHandlers };
  /** By template. */
  mails?: Readonly<Record<string, PrepareMail>>;
}

/** Whom the data of the demo is about. */
export interface DemoPeople {
  days: Days;
  now: Date;
  staffIds: readonly [string, string];
  /** Its first user is the guest of appointments. */
  first: { customerId: string; userId: string; name: string; company: string; email: string };
  second: { customerId: string };
}

/** What a capability brings to the product besides its routes and screens. main/capabilities.ts lists them all. */
export interface Capability {
  name: string;
  /** Without it, it is always on. */
  isOn?: (settings: Partial<Settings>) => boolean;
  /** Below /api; they do not exist while it is off. */
  paths?: readonly string[];
  tables?: Readonly<Record<string, TableDescription>>;
  work?: (deps: WorkDeps) => Work;
  demo?: (tx: Transaction, people: DemoPeople) => Promise<void>;
}
