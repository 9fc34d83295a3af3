import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#api/db/connect.ts';
import type { DatabaseHandle } from '#api/db/database-handle.ts';
import type { Settings } from '#api/lib/env.ts';
import { runChecks } from '#modules/monitoring/server/checks.ts';
import { type Facts, readFacts } from '#modules/monitoring/server/facts.ts';
import type { ReadProbes } from '#modules/monitoring/server/probes.ts';

interface GaugeDeps {
  registry: Registry;
  handle: Pick<DatabaseHandle<Database>, 'current'>;
  live: { readonly size: number };
  readProbes: ReadProbes;
  settings: Pick<Settings, 'clamd' | 'hasReminders' | 'hasBooking'>;
  /** Milliseconds, of any origin. */
  now?: () => number;
}

const cacheMs = 15_000;
// Prometheus waits for ten seconds.
const timeoutMs = 3_000;

/**
 * What is the same for every instance is read from the database, at most every 15 seconds, however many scrapers there are. While it does
 * not answer, portal_database_up is 0 and what only it knows is missing, rather than old.
 */
export function addDatabaseGauges({
  registry,
  handle,
  live,
  readProbes,
  settings,
  now = () => performance.now(),
}: GaugeDeps) {
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const up = gauge('portal_database_up', 'Whether the database answers: 1 or 0.');
  const inUse = gauge('portal_db_pool_in_use', 'Connections of the pool that work on a statement or a transaction.');
  const waiting = gauge('portal_db_pool_waiting', 'Requests that wait for a connection of the pool.');
  const streams = gauge('portal_live_streams', 'Open streams of live updates.');
  const check = gauge('portal_check_ok', 'The checks of the command `check`: 1 passes, 0 fails; none if unknown.', [
    'check',
  ]);
  const freeSpace = gauge('portal_disk_free_ratio', 'Free part of the disk of DATA_DIR.');
  const certificate = gauge('portal_certificate_expiry_timestamp_seconds', 'When the certificate of the site expires.');
  const pending = gauge('portal_jobs_pending', 'Background jobs that wait, are worked on or are retried.', ['kind']);
  const oldest = gauge('portal_jobs_oldest_seconds', 'How long the oldest job of a kind has been due or retried.', [
    'kind',
  ]);
  const held = gauge('portal_mails_held', 'Received mails that wait for a decision of staff.');
  const scans = gauge('portal_files_pending_scan', 'Files that wait for the virus scanner.');
  const overdue = gauge('portal_tickets_overdue', 'Tickets whose first response is overdue.');
  const leadsWaiting = gauge('portal_leads_waiting', 'Leads that nobody has answered.');
  const leadsOverdue = gauge('portal_leads_overdue', 'Leads that should have been answered.');
  const appointments = gauge('portal_appointments_upcoming', 'Appointments that are booked.');
  const retention = gauge(
    'portal_retention_last_success_timestamp',
    'When data past its retention period was last deleted.',
  );
  const backup = gauge('portal_backup_last_success_timestamp', 'When the last complete backup was made.');
  const proof = gauge(
    'portal_backup_last_proof_timestamp',
    'When a backup was last restored into a scratch database and checked.',
  );
  const plain = [
    freeSpace,
    certificate,
    held,
    scans,
    overdue,
    leadsWaiting,
    leadsOverdue,
    appointments,
    retention,
    backup,
    proof,
  ];

  let latest: { at: number; facts: Promise<Facts | undefined> } | undefined;

  /** Never throws, and never waits for long: a query that hangs goes on, and its answer is kept for the next scrape. */
  function readRecentFacts(): Promise<Facts | undefined> {
    const { current } = handle;
    if (current === undefined) return Promise.resolve(undefined);
    if (latest === undefined || now() - latest.at >= cacheMs)
      latest = { at: now(), facts: within(timeoutMs, readFacts(current.pool)) };
    return latest.facts;
  }

  async function update(): Promise<void> {
    const [facts, probes] = await Promise.all([readRecentFacts(), readProbes()]);
    const pool = handle.current?.pool;
    up.set(facts === undefined ? 0 : 1);
    inUse.set(pool === undefined ? 0 : pool.totalCount - pool.idleCount);
    waiting.set(pool?.waitingCount ?? 0);
    streams.set(live.size);
    for (const one of [check, pending, oldest]) one.reset();
    // Not `reset`, which sets a gauge without labels to 0.
    for (const one of plain) one.remove();
    for (const { name, state } of runChecks({ facts, probes, settings }))
      if (state !== 'unknown') check.set({ check: name }, state === 'ok' ? 1 : 0);
    if (probes.freeSpace !== undefined) freeSpace.set(probes.freeSpace);
    if (probes.certificateEnds !== undefined) certificate.set(probes.certificateEnds.getTime() / 1000);
    if (facts !== undefined) setFacts(facts);
  }

  function setFacts(facts: Facts): void {
    for (const job of facts.jobs) {
      pending.set({ kind: job.kind }, job.pending);
      oldest.set({ kind: job.kind }, job.oldest);
    }
    held.set(facts.mailsHeld);
    scans.set(facts.jobs.find(({ kind }) => kind === 'scan')?.pending ?? 0);
    overdue.set(facts.ticketsOverdue);
    leadsWaiting.set(facts.leadsWaiting);
    leadsOverdue.set(facts.leadsOverdue);
    appointments.set(facts.appointmentsUpcoming);
    if (facts.lastRetentionAt !== null) retention.set(facts.lastRetentionAt);
    if (facts.lastBackupAt !== null) backup.set(facts.lastBackupAt);
    if (facts.lastProofAt !== null) proof.set(facts.lastProofAt);
  }

  return { update };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms).unref();
  });
  try {
    return await Promise.race([work, timeout]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
