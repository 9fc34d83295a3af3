import { type AuditRow, listAuditEvents } from '../../admin/audit.ts';
import { checkDatabase } from '../../admin/integrity-check/check-database.ts';
import type { Finding } from '../../admin/integrity-check/check-rows.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { applyRetention } from '../../admin/retention/apply-retention.ts';
import { type Command, UsageError, json, limit, readLimit } from '../command.ts';
import { confirmOptions, isConfirmed, nothingChanged } from '../confirm.ts';
import { formatTable } from '../output.ts';
import { deriveKeys, findAuthSecret } from '#api/auth/core/auth-settings.ts';
import { countLockedAuthenticators, lockedSentence } from '#api/auth/core/totp-keys.ts';
import { lockClasses } from '#api/db/lock-classes.ts';
import { withAdvisoryLock } from '#api/db/transaction.ts';
import { findAccessProblem } from '#api/files/data-folder.ts';
import { openFiles } from '#api/files/files.ts';
import { describeFailure, runServiceChecks } from '#modules/monitoring/server/service-checks.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { describeError } from '#api/lib/log.ts';

const describeFinding = ({ what, where, rows }: Finding) =>
  rows === undefined ? `${where}: ${what}` : `${where}: ${rows} rows ${what}`;

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function parseSince(value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(value) ?? [];
  const time =
    count === undefined ? new Date(value) : new Date(Date.now() - Number(count) * units[unit as keyof typeof units]);
  if (Number.isNaN(time.getTime()) || (count === undefined && !/^\d{4}-\d{2}-\d{2}/.test(value))) {
    throw new UsageError(
      `--since is "${value}", but must be a date like 2025-01-31, a timestamp, or a duration like 7d`,
    );
  }
  return time;
}

const toRow = (row: AuditRow) => ({
  when: row.happened_at.slice(0, 19),
  event: row.outcome === 'done' ? row.event : `${row.event} (rejected)`,
  times: row.times,
  by: row.actor === 'operator' && row.details['by'] !== undefined ? `operator ${row.details['by']}` : row.actor,
  user: row.email ?? row.user_id,
  customer: row.customer ?? row.customer_id,
  entity: row.entity,
  network: row.network,
  details: Object.entries(row.details)
    .filter(([name]) => name !== 'by' || row.actor !== 'operator')
    .map(([name, value]) => `${name} ${value}`)
    .join(', '),
});

export const maintenanceCommands: readonly Command[] = [
  {
    name: 'check',
    summary: 'Check the integrity of the database and the isolation of customers',
    options: { json },
    notes: [
      'Checks migrations, references, constraints, indexes, row-level security, policies and grants; changes nothing.',
      'Backups, mails, jobs, disk, virus scanner and certificate that need attention are warnings.',
    ],
    schema: 'any',
    async run({ database, settings, output, options }) {
      const progress = output.progress('Checking');
      const files = openFiles(settings);
      const report = await checkDatabase(database, progress.show, files).finally(progress.clear);
      const problem = await findAccessProblem(files.folder);
      // An older schema has none.
      if ('two_factors' in report.counts) {
        const secret = findAuthSecret(settings);
        const keys = secret === undefined ? { library: [] } : deriveKeys(secret, settings.secretsBefore);
        const locked = await inOperatorTransaction(database, (client) => countLockedAuthenticators(client, keys));
        if (locked > 0) report.problems.push({ what: lockedSentence(locked), where: 'two_factors' });
      }
      if (problem !== undefined) report.problems.push({ what: problem, where: `the folder ${files.folder}` });
      const checks = await runServiceChecks(database, settings);
      for (const check of checks.filter(({ state }) => state === 'failing'))
        report.warnings.push({ what: describeFailure(check), where: check.name });
      if (options.hasFlag('json')) output.out(JSON.stringify({ ...report, checks }));
      else {
        const counts = Object.values(report.counts);
        output.out(`Read ${counts.reduce((sum, rows) => sum + rows, 0)} rows of ${counts.length} tables.`);
        output.out(`Files: ${files.folder}`);
        output.out(`Checks: ${checks.map(({ name, state }) => `${name} ${state}`).join(', ')}`);
        report.warnings.forEach((finding) => output.err(`Warning: ${describeFinding(finding)}`));
        report.problems.forEach((finding) => output.err(`Error: ${describeFinding(finding)}`));
        const { length } = report.problems;
        output.out(length === 0 ? 'No errors found.' : `${length} ${length === 1 ? 'error' : 'errors'} found.`);
      }
      return report.problems.length === 0 ? 0 : 1;
    },
  },
  {
    name: 'audit',
    summary: 'Show who did what, newest first',
    options: {
      user: { value: 'email|id', about: 'events about this user' },
      customer: { value: 'customer', about: 'events about this customer, by name or id' },
      event: { value: 'name', about: 'only this event, like sign_in.failed, or sign_in for all of them' },
      since: { value: 'time', about: 'not before 2025-01-31, 2025-01-31T09:00Z, or 30m, 12h, 7d ago' },
      limit,
      json,
    },
    notes: [
      'The server can only append to the audit log. IP addresses are stored as their network (/24, /48). Failed sign-ins are',
      'aggregated: one row for the first, second, fourth, … failure within 15 minutes, with the number it stands for.',
    ],
    async run({ database, output, options }) {
      const query = {
        user: options.get('user'),
        customer: options.get('customer'),
        event: options.get('event'),
        since: parseSince(options.get('since')),
        limit: readLimit(options),
      };
      const events = await inOperatorTransaction(database, (client) => listAuditEvents(client, query));
      if (options.hasFlag('json')) events.forEach((event) => output.out(JSON.stringify(event)));
      else if (events.length === 0) output.err('No matching events.');
      else formatTable(events.map(toRow)).forEach(output.out);
    },
  },
  {
    name: 'retention',
    summary: 'Delete or anonymise data whose retention period of the privacy policy has ended',
    options: { ...confirmOptions, json },
    notes: ['The server does the same once a day. Running it again changes nothing.'],
    async run({ database: { client }, settings, output, options }) {
      const isDryRun = !isConfirmed(options);
      const files = openFiles(settings);
      const progress = output.progress(isDryRun ? 'Counting' : 'Deleting');
      const { dataDir } = settings;
      const request = { connection: client, dataDir, files, now: new Date(), isDryRun, onRule: progress.show };
      const applied = isDryRun
        ? applyRetention(request)
        : withAdvisoryLock(client, lockClasses.retention, () => applyRetention(request));
      const results = await applied.finally(progress.clear);
      if (results === undefined)
        throw new OperatorError('Another process is running retention: try again in a minute.');
      const rows = results.map(({ name, period, outcome, rows: count }) => ({
        what: name,
        kept: period,
        outcome,
        rows: count,
      }));
      if (options.hasFlag('json')) output.out(JSON.stringify({ isDryRun, rules: rows }));
      else formatTable(rows).forEach(output.out);
      const failed = results.filter(({ failure }) => failure !== undefined);
      for (const { name, failure } of failed) output.err(`${name}: ${describeError(failure).message}`);
      if (failed.length > 0) return 1;
      return isDryRun ? nothingChanged({ options, output }) : 0;
    },
  },
];
