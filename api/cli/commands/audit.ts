import { type AuditRow, listAuditEvents } from '#api/admin/audit.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { type Command, json, UsageError } from '../command.ts';
import { table } from '../output.ts';

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export const auditCommand: Command = {
  name: 'audit',
  summary: 'Show who did what, newest first',
  takes: [],
  options: {
    user: { value: 'email|id', about: 'what concerns this login' },
    customer: { value: 'customer', about: 'what concerns this customer, by name or id' },
    event: { value: 'name', about: 'of this name only, like sign_in.failed, or sign_in for all of that kind' },
    since: { value: 'moment', about: 'not before 2025-01-31, 2025-01-31T09:00Z, or 30m, 12h, 7d ago' },
    limit: { value: 'number', about: 'at most so many (100)' },
    json,
  },
  notes: [
    'Nothing in it can be changed: the server may only add to it. Addresses are kept as their network (/24, /48), and failed',
    'sign-ins are folded: a row for the first, the second, the fourth, … within a quarter of an hour, with how many it stands for.',
  ],
  async run({ database, output, options }) {
    const limit = options.text('limit') ?? '100';
    if (!/^[1-9]\d{0,5}$/.test(limit)) throw new UsageError(`--limit is "${limit}", and must be a whole number from 1`);
    const question = {
      user: options.text('user'),
      customer: options.text('customer'),
      event: options.text('event'),
      since: momentOf(options.text('since')),
      limit: Number(limit),
    };
    const events = await inOperatorTransaction(database, (client) => listAuditEvents(client, question));
    if (options.isOn('json')) events.forEach((event) => output.out(JSON.stringify(event)));
    else if (events.length === 0) output.err('There is no such event.');
    else table(events.map(shown)).forEach(output.out);
  },
};

function momentOf(given: string | undefined): Date | undefined {
  if (given === undefined) return undefined;
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(given) ?? [];
  const moment =
    count === undefined ? new Date(given) : new Date(Date.now() - Number(count) * units[unit as keyof typeof units]);
  if (Number.isNaN(moment.getTime()) || (count === undefined && !/^\d{4}-\d{2}-\d{2}/.test(given))) {
    throw new UsageError(`--since is "${given}", and must be a day like 2025-01-31, a moment, or a time like 7d`);
  }
  return moment;
}

const shown = (row: AuditRow) => ({
  when: row.happened_at.slice(0, 19),
  event: row.outcome === 'done' ? row.event : `${row.event} (refused)`,
  times: row.times,
  by: row.actor,
  login: row.email ?? row.user_id,
  customer: row.customer ?? row.customer_id,
  which: row.entity,
  network: row.network,
  details: Object.entries(row.details)
    .map(([name, value]) => `${name} ${value}`)
    .join(', '),
});
