import { openFiles } from '#api/files/files.ts';
import { AcknowledgedConversation, cleanUpFiles } from '#tests/resilience/acknowledged-conversation.ts';
import { type AcknowledgedTicket, AcknowledgedWrites } from '#tests/resilience/acknowledged-writes.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { checkDatabase } from '#main/admin/integrity-check/check-database.ts';
import { inOperatorTransaction, openForOperator } from '#api/db/operator-database.ts';
import type { InterruptibleMailServer } from '#tests/resilience/faults.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { readUsage, type ResourceUsage, type Target } from './target.ts';

/** The responses that one kind of client got. */
export interface Tally {
  sent: number;
  done: number;
  rejected: number;
  unavailable: number;
  unanswered: number;
}

export class ChaosResults extends AcknowledgedWrites {
  readonly tallies = new Map<string, Tally>();
  /** Ids of invoices whose import was acknowledged. */
  readonly importedInvoices = new Set<string>();
  /** Email addresses whose sign-up was acknowledged: each must get a mail. */
  readonly signUps = new Set<string>();
  readonly events = new Map<string, number>();
  readonly #conversations = new Map<string, AcknowledgedConversation>();

  conversationOf({ name }: Pick<Target, 'name'>): AcknowledgedConversation {
    const conversation = this.#conversations.get(name) ?? new AcknowledgedConversation();
    this.#conversations.set(name, conversation);
    return conversation;
  }

  tally(client: string): Tally {
    const tally = this.tallies.get(client) ?? { sent: 0, done: 0, rejected: 0, unavailable: 0, unanswered: 0 };
    this.tallies.set(client, tally);
    return tally;
  }

  countEvent(event: string): void {
    this.events.set(event, (this.events.get(event) ?? 0) + 1);
  }

  report(seconds: number, notes: string[]): string {
    const cells = (row: (string | number)[]) =>
      row.map((cell, at) => (at === 0 ? String(cell).padEnd(26) : String(cell).padStart(12))).join('');
    const rows = [...this.tallies].map(([client, { sent, done, rejected, unavailable, unanswered }]) =>
      cells([client, sent, done, rejected, unavailable, unanswered]),
    );
    const { violations } = this;
    return [
      `${seconds.toFixed(0)} s`,
      '',
      cells(['client', 'requests', 'done', '4xx', '503, 507', 'no response']),
      ...rows,
      '',
      ...[...this.events].map(([event, times]) => `${event}: ${times}`),
      `acknowledged: ${this.tickets.size} tickets, ${this.importedInvoices.size} imported invoices, ${this.signUps.size} sign-ups`,
      ...[...this.#conversations].map(([name, { summary }]) => `${name}: acknowledged ${summary}`),
      ...notes,
      '',
      violations.length === 0 ? 'No violations.' : `VIOLATIONS:\n${violations.map((one) => `- ${one}`).join('\n')}`,
    ].join('\n');
  }
}

/** The database is consistent and contains every acknowledged write exactly once. Returns a line for the report. */
export async function verifyRows(target: Target, results: ChaosResults): Promise<string> {
  const { name, operated, customers, writers } = target;
  const database = await openForOperator(operated, 'any');
  const files = openFiles({ dataDir: operated.dataDir, s3Url: undefined, clamd: undefined });
  try {
    const { problems } = await checkDatabase(database, () => {}, files);
    problems.forEach(({ where, what }) => results.addViolation(`${name}: check: ${where}: ${what}`));
    return await inOperatorTransaction(database, async (client) => {
      const { removed, violations } = await cleanUpFiles(client, files);
      const lost = await results.conversationOf(target).findViolations(client, files.storage);
      for (const violation of [...violations, ...lost]) results.addViolation(`${name}: ${violation}`);
      const { rows } = await client.query<AcknowledgedTicket>(
        `SELECT subject, ticket_number AS number, customer_id AS "customerId" FROM tickets
        WHERE subject LIKE 'mark-% %' OR subject LIKE 'forged%'`,
      );
      if (rows.some(({ subject }) => subject.startsWith('forged')))
        results.addViolation(`${name}: a cross-site request created a ticket`);
      results.checkTickets(rows, new Set([...customers, ...writers].map(({ id }) => id)), name);
      const line = `${name}: ${removed} files without a row, which the clean-up removed`;
      if (operated.databaseUrl === undefined) return line;
      const { rows: imported } = await client.query('SELECT FROM invoices WHERE id = ANY($1)', [
        [...results.importedInvoices],
      ]);
      if (imported.length !== results.importedInvoices.size)
        results.addViolation(`${name}: an acknowledged import is incomplete`);
      return line;
    });
  } finally {
    await database.close();
  }
}

// A mail that a killed instance was sending is locked for ten minutes, and retries back off: this skips that time.
async function retryMailsNow({ operated }: Target): Promise<void> {
  const database = await openForOperator(operated, 'any');
  try {
    await inOperatorTransaction(database, (client) =>
      client.query('UPDATE jobs SET next_attempt_at = now() WHERE done_at IS NULL AND failed_at IS NULL'),
    );
  } finally {
    await database.close();
  }
}

/** Every acknowledged sign-up gets its mail, whatever happened to the mail server and the instances. */
export async function verifyMails(
  target: Target,
  results: ChaosResults,
  mail: InterruptibleMailServer,
  timeoutMs: number,
): Promise<void> {
  await retryMailsNow(target);
  const missing = () => {
    const recipients = new Set(mail.received().flatMap(({ to }) => to));
    return [...results.signUps].filter((email) => !recipients.has(email)).length;
  };
  for (const end = performance.now() + timeoutMs; missing() > 0 && performance.now() < end;) await wait(250);
  if (missing() > 0) results.addViolation(`${missing()} mails were not delivered`);
}

// An instance that exited because of a full disk may be restarting.
async function waitUntilReady(instances: Target['instances']): Promise<void> {
  for (let at = 0; at < 240; at += 1) {
    const [first, ...others] = instances.all();
    const ready = first === undefined ? [false] : await Promise.all([first, ...others].map(isReady));
    if (ready.every(Boolean)) return;
    await wait(250);
  }
}

const isReady = (instance: RunningServer) =>
  instance.fetch('/readyz').then(
    ({ status }) => status === 200,
    () => false,
  );

const maxMoreHandles = 40;
const maxMoreMegabytes = 400;

/** No leak of connections, files or memory. */
export async function verifyResources(
  { name, instances }: Target,
  first: ResourceUsage | undefined,
  results: ChaosResults,
): Promise<ResourceUsage[]> {
  await waitUntilReady(instances);
  const measured: ResourceUsage[] = [];
  for (const instance of instances.all()) {
    let usage = readUsage(instance.pid);
    if (usage === undefined || first === undefined) continue;
    // Idle connections are closed after a while.
    for (let at = 0; at < 40 && (usage?.handles ?? 0) > first.handles + maxMoreHandles; at += 1) {
      await wait(500);
      usage = readUsage(instance.pid);
    }
    if (usage === undefined) continue;
    measured.push(usage);
    if (usage.handles > first.handles + maxMoreHandles)
      results.addViolation(`${name}: ${usage.handles} open handles, ${first.handles} at the start`);
    if (usage.megabytes > first.megabytes + maxMoreMegabytes)
      results.addViolation(`${name}: ${usage.megabytes} MB, ${first.megabytes} at the start`);
  }
  return measured;
}

const connectionsPerInstance = 10;

/** Every instance is healthy and still has its whole pool: requests that wait for a lock hold one connection each. */
export async function verifyPools(
  { name, instances, customers, operated }: Target,
  results: ChaosResults,
): Promise<void> {
  await waitUntilReady(instances);
  const running = instances.all();
  for (const instance of running) {
    const { status } = await instance.fetch('/healthz');
    if (status !== 200) results.addViolation(`${name}: /healthz responded ${status} at the end`);
  }
  const wanted = running.length * connectionsPerInstance;
  const database = await openForOperator(operated, 'any');
  try {
    let most = 0;
    for (let at = 0; at < 6 && most < wanted; at += 1)
      most = Math.max(most, await countWaiting(database.client, running, wanted, customers[0]?.cookie ?? ''));
    if (most < wanted) results.addViolation(`${name}: ${most} of ${wanted} connections were used at the end`);
  } finally {
    await database.close();
  }
}

async function countWaiting(
  client: ClientBase,
  instances: RunningServer[],
  wanted: number,
  cookie: string,
): Promise<number> {
  await client.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
  const pending = instances.flatMap((instance) =>
    Array.from({ length: connectionsPerInstance * 2 }, () =>
      instance.fetch('/api/portal/tickets', { headers: { Cookie: cookie } }).catch(() => undefined),
    ),
  );
  let most = 0;
  // Shorter than the lock timeout of the servers.
  for (const end = performance.now() + 8_000; most < wanted && performance.now() < end;) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::integer FROM pg_locks WHERE relation = 'sessions'::regclass AND NOT granted`,
    );
    most = Math.max(most, rows[0]?.count ?? 0);
    await wait(50);
  }
  await client.query('ROLLBACK');
  await Promise.all(pending);
  return most;
}
