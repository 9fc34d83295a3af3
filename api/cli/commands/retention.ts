import { describeError } from '#api/lib/log.ts';
import { applyRetention } from '#api/admin/retention/apply-retention.ts';
import { advisoryLocks, withAdvisoryLock } from '#api/db/advisory-locks.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { type Command, json } from '../command.ts';
import { table } from '../output.ts';

export const retentionCommand: Command = {
  name: 'retention',
  summary: 'Remove or anonymise what is past the time that the privacy policy promises',
  takes: [],
  options: { 'dry-run': { about: 'show how many rows would go, and change nothing' }, json },
  notes: ['The running server does the same once a day. Running it again changes nothing.'],
  async run({ database: { client }, settings: { dataDir }, output, options }) {
    const isDryRun = options.isOn('dry-run');
    const keeping = { connection: client, dataDir, now: new Date(), isDryRun };
    const kept = isDryRun
      ? await applyRetention(keeping)
      : await withAdvisoryLock(client, advisoryLocks.retention, () => applyRetention(keeping));
    if (kept === undefined) throw new OperatorError('A server is at it right now: try again in a minute.');
    const rows = kept.map(({ name, kept: time, outcome, rows: count }) => ({
      what: name,
      kept: time,
      outcome,
      rows: count,
    }));
    if (options.isOn('json')) output.out(JSON.stringify({ isDryRun, rules: rows }));
    else {
      table(rows).forEach(output.out);
      if (isDryRun) output.out('This was a dry run: nothing was changed.');
    }
    const failed = kept.filter(({ failure }) => failure !== undefined);
    for (const { name, failure } of failed) output.err(`${name}: ${describeError(failure).message}`);
    return failed.length === 0 ? 0 : 1;
  },
};
