import { type JobRow, type JobState, dropMail, jobStates, listJobs, retryJobs } from '../../admin/jobs.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { type Command, type CommandContext, type Options, UsageError, json, limit, readLimit } from '../command.ts';
import { confirmOptions, nothingChanged, runIfConfirmed } from '../confirm.ts';
import { formatTable, printList } from '../output.ts';
import {
  type HeldJobs,
  countHeld,
  neverDropped,
  readHold,
  resumeOutbound,
} from '../../admin/outbound/outbound-hold.ts';
import { linkOrigin } from './mail-options.ts';

const state = { value: 'state', about: `only ${jobStates.join(', ')} (default: waiting and failed)` };

function readStates(options: Options): JobState[] {
  const wanted = options.get('state');
  if (wanted === undefined) return ['waiting', 'failed'];
  const known = jobStates.find((one) => one === wanted);
  if (known === undefined) throw new UsageError(`--state is "${wanted}", but must be one of ${jobStates.join(', ')}`);
  return [known];
}

const minute = (time: string) => time.slice(0, 16);
const progressOf = ({ state: now, next_attempt_at: next, attempts, error }: JobRow) => ({
  state: now,
  attempts,
  next: next === null ? null : minute(next),
  error,
});

async function list(context: CommandContext, isMail: boolean, toCells: Parameters<typeof printList<JobRow>>[3]) {
  const request = { isMail, states: readStates(context.options), limit: readLimit(context.options) };
  const jobs = await inOperatorTransaction(context.database, (client) => listJobs(client, request));
  printList(context, jobs, `No matching ${isMail ? 'mails' : 'jobs'}.`, toCells);
}

async function retry({ database, output, args: [wanted = ''] }: CommandContext, isMail: boolean): Promise<void> {
  const count = await inOperatorTransaction(database, (client) => retryJobs(client, wanted, { isMail }));
  const [one, many] = isMail ? ['mail is', 'mails are'] : ['job is', 'jobs are'];
  output.out(
    count === 0 ? 'Nothing to do: none has failed and waits.' : `${count} ${count === 1 ? one : many} tried again now.`,
  );
}

/** Names of the listed jobs, or `all`. */
function readDropped(options: Options, held: readonly HeldJobs[]): string[] {
  const names = (options.get('drop') ?? '').split(',').map((name) => name.trim());
  const wanted = names.filter((name) => name !== '');
  for (const name of wanted) {
    if (neverDropped.includes(name))
      throw new UsageError(`--drop has "${name}": customers have to know of a bank account before it becomes active`);
    if (name !== 'all' && !held.some((one) => one.name === name))
      throw new UsageError(`--drop has "${name}", of which nothing is held`);
  }
  return wanted;
}

async function resume(context: CommandContext): Promise<0 | 1> {
  const { database, settings, output, options } = context;
  const { hold, held } = await inOperatorTransaction(database, async (client) => ({
    hold: await readHold(client),
    held: await countHeld(client),
  }));
  if (hold === undefined) {
    output.out(options.hasFlag('json') ? JSON.stringify({ held: null }) : 'Nothing is on hold.');
    return 0;
  }
  const request = { drop: readDropped(options, held), siteUrl: linkOrigin(settings, output) };
  const { isDone, result } = await runIfConfirmed(context, (client) => resumeOutbound(client, request));
  const { dropped, sent } = result;
  if (options.hasFlag('json')) output.out(JSON.stringify({ held: hold, isDone, dropped, sent }));
  else {
    const signed = hold.isSigned ? '' : ', which was not signed';
    output.out(`Restored on ${hold.since.toISOString()} from a backup of ${hold.asOf}${signed}.`);
    const rows = held.map(({ name, jobs, oldest }) => ({ what: name, jobs, oldest: minute(oldest) }));
    const isDropped = (name: string) => dropped.some((one) => one.name === name);
    formatTable(rows.map((row) => ({ ...row, now: isDropped(row.what) ? 'deleted' : 'sent' }))).forEach(output.out);
    const count = (jobs: HeldJobs[]) => jobs.reduce((sum, one) => sum + one.jobs, 0);
    output.out(
      isDone
        ? `${count(sent)} jobs are due now, and ${count(dropped)} were deleted. Admins get an email about the restore.`
        : `${count(sent)} jobs would be due, and ${count(dropped)} deleted.`,
    );
  }
  return isDone ? 0 : nothingChanged(context);
}

export const jobCommands: readonly Command[] = [
  {
    name: 'mails list',
    summary: 'List mails that wait or were given up, newest first',
    options: { state, limit, json },
    notes: ['A mail that was rejected by the server of its recipient, or not sent within a week, is given up.'],
    run: (context) =>
      list(context, true, (mail) => ({
        id: mail.id,
        to: mail.recipient,
        mail: mail.template,
        since: minute(mail.created_at),
        ...progressOf(mail),
      })),
  },
  {
    name: 'mails retry',
    summary: 'Send a waiting mail now, or all that have failed before',
    positionals: ['mail|all'],
    notes: ['After a mail server was repaired. Otherwise each mail has its next attempt within six hours.'],
    run: (context) => retry(context, true),
  },
  {
    name: 'mails drop',
    summary: 'Delete a mail that waits, so that it is never sent',
    positionals: ['mail'],
    options: confirmOptions,
    async run(context) {
      const [wanted = ''] = context.args;
      const { isDone, result } = await runIfConfirmed(context, (client) => dropMail(client, wanted));
      const mail = `The mail "${result.template}" to ${result.recipient}`;
      context.output.out(isDone ? `${mail} was deleted.` : `${mail} would be deleted.`);
      return isDone ? 0 : nothingChanged(context);
    },
  },
  {
    name: 'jobs list',
    summary: 'List background jobs that wait or were given up, newest first',
    options: { state, limit, json },
    run: (context) =>
      list(context, false, (job) => ({ id: job.id, job: job.kind, since: minute(job.created_at), ...progressOf(job) })),
  },
  {
    name: 'jobs retry',
    summary: 'Run a waiting job now, or all that have failed before',
    positionals: ['job|all'],
    run: (context) => retry(context, false),
  },
  {
    name: 'resume',
    summary: 'Let a restored copy send emails and webhooks again',
    options: {
      drop: { value: 'names', about: 'delete these instead of sending them: "all", or names of the list with commas' },
      ...confirmOptions,
      json,
    },
    notes: [
      'After a restore nothing leaves the installation: emails of every kind, webhooks, alerts, and the daily reminders of invoices and',
      'appointments. This lists what is held, and with --yes ends that for all instances, across restarts. What was held is then sent as',
      'if it were new; reminders are computed anew. Admins get an email with the staff and the bank accounts of the copy. Emails about a',
      'new bank account are never deleted.',
    ],
    run: resume,
  },
];
