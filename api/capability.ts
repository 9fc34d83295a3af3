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
  /** The rows that these are deleted with, or the reason to keep them. For tables without a rule of their own. */
  goesWith?: string;
  /** The part that is exported for a customer and for a user, or the reason to export nothing. */
  personal: { ofCustomer: PersonalData; ofUser: PersonalData } | string;
  /** Columns that must have a foreign key. */
  references?: readonly string[];
}

/** Dependencies of a capability's jobs and mails. */
export interface WorkDeps {
  settings: Settings;
  keys: Keys;
  database: () => Database | undefined;
  log: Log;
}

export interface Work {
  jobs?: JobHandlers;
  /** Jobs that wait for other services. A worker of this name runs them, so that others need not wait. */
  slowJobs?: { name: string; handlers: JobHandlers };
  /** Writers of mails, by template. */
  mails?: Readonly<Record<string, PrepareMail>>;
}

/** The staff and customers of the demo. */
export interface DemoPeople {
  days: Days;
  now: Date;
  staffIds: readonly [string, string];
  /** Its user is also the guest of the demo's appointments. */
  first: { customerId: string; userId: string; name: string; company: string; email: string };
  second: { customerId: string };
}

/** One entry of main/capabilities.ts: everything a module adds to the product except its routes and screens. */
export interface Capability {
  name: string;
  /** Always on unless given. */
  isOn?: (settings: Partial<Settings>) => boolean;
  /** Its paths below /api, which return 404 while it is off. */
  paths?: readonly string[];
  tables?: Readonly<Record<string, TableDescription>>;
  work?: (deps: WorkDeps) => Work;
  demo?: (tx: Transaction, people: DemoPeople) => Promise<void>;
}
