import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { describeFolder } from '#api/files/data-folder.ts';
import type { IncomingDisk } from '#api/files/receive-file.ts';
import { type CheckInput, runChecks } from './checks.ts';
import { factsStatement, parseFacts } from './facts.ts';
import type { ReadProbes } from './probes.ts';
import type { DeskHealth } from '../contract/desk-health.ts';
import { columns, integer, nullable, text } from '#api/db/columns.ts';

const health = columns({
  version: text(`current_setting('server_version')`),
  sizeBytes: nullable(text('size_bytes::text')),
  queued: integer('queued'),
  oldestQueuedAt: nullable(text('oldest_queued_at')),
  failed: integer('failed'),
  lastSentAt: nullable(text('last_sent_at')),
  lastRetentionAt: nullable(text('last_retention_at')),
  heldMails: integer('held_mails'),
  overdueResponses: integer('overdue_responses'),
});
const healthStatement = { name: 'desk-health', text: `SELECT ${health.sql} FROM desk_health(), desk_backlog()` };

const toMoment = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString());

interface HealthDeps {
  database: Database;
  files: IncomingDisk;
  readProbes: ReadProbes;
  settings: CheckInput['settings'];
}

export async function getHealth(
  { database, files, readProbes, settings }: HealthDeps,
  caller: Caller,
): Promise<DeskHealth> {
  const [rows, facts] = await runAsStaff(database, caller, { needs: ['admin'] }, healthStatement, factsStatement);
  const found = health.read(rows?.[0] ?? []);
  const known = parseFacts(facts?.[0]?.[0]);
  const { version, sizeBytes, queued, oldestQueuedAt, failed, lastSentAt, heldMails, overdueResponses } = found;
  return {
    database: { engine: database.engine, version, sizeBytes: sizeBytes === null ? null : Number(sizeBytes) },
    mail: { queued, oldestQueuedAt, failed, lastSentAt },
    support: { heldMails, overdueResponses },
    files: await describeFolder(files),
    checks: runChecks({ facts: known, probes: await readProbes(), settings }),
    lastBackupAt: toMoment(known.lastBackupAt),
    hasBackupFailed: known.hasBackupFailed,
    lastProofAt: toMoment(known.lastProofAt),
    hasProofFailed: known.hasProofFailed,
    lastRetentionAt: found.lastRetentionAt,
  };
}
