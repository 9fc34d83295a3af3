import { type JobRow, type JobState, dropMail, jobStates, listJobs, retryJobs } from '#api/admin/jobs.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import {
  type Command,
  type CommandContext,
  type Options,
  UsageError,
  json,
  limit,
  readLimit,
} from '#api/cli/command.ts';
import { confirmOptions, nothingChanged, runIfConfirmed } from '#api/cli/confirm.ts';
import { printList } from '#api/cli/output.ts';

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
];
