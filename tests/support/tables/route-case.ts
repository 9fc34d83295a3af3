import { randomUUID } from 'node:crypto';
import type { sql } from 'drizzle-orm';
import { asOperator } from '#api/db/transaction-context.ts';
import type { StaffPermission } from '#contract/staff.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import type { Api, AuthFlows, Browser } from '#tests/support/api.ts';
import type { Existing } from '#tests/support/fuzzed.ts';

/** What a request may name, and who sends it. */
export interface World {
  database: TestDatabase;
  api: Api;
  authFlows: AuthFlows;
  /** Rows of the customer, and of staff. */
  e: Existing;
  owner: Browser;
  staff: Browser;
}

/** A request that succeeds. */
export interface Sent {
  /** With the values of its parameters, where it has any. */
  path?: string;
  query?: Record<string, string>;
  body?: unknown;
  type?: string;
  cookie?: string;
  headers?: Record<string, string>;
}

export type Headers =
  /** Data of the caller: never stored. */
  | 'data'
  /** As data, and never compressed: it contains a secret. */
  | 'secret'
  /** A file to keep, which no cache and no page of ours may show. */
  | 'download'
  /** An uploaded file: its browser may keep it if it asks each time. */
  | 'upload'
  /** A mail as it was received. */
  | 'original'
  /** A calendar that programs read. */
  | 'calendar'
  | 'events'
  /** A page for people without JavaScript. */
  | 'page';

export interface RouteCase {
  /** One of these; none: every staff member. Of the desk only. */
  rights?: readonly StaffPermission[];
  send?: (world: World) => Sent | Promise<Sent>;
  status?: number;
  /** `<actor> <event>`, with ` @` where the event names the customer. In the order of the log. */
  events?: readonly string[];
  /** Why it leaves no event, although it changes something. */
  silent?: string;
  /** Of GET: 'data' unless given. */
  headers?: Headers;
  /** Why only the route, and no transaction of the request, asks for the right. */
  guardOnly?: string;
}

export const execute = (database: TestDatabase, statement: ReturnType<typeof sql>) =>
  asOperator(database, (tx) => tx.execute(statement));

/** A full hour that hosts offer: whole days ahead, so that it is a different one in each test. */
let hours = 30;
export const freeHour = () => {
  hours += 1;
  return `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 13)}:00:00Z`;
};
export const newEmail = () => `${randomUUID().slice(0, 12)}@new.example`;
