import { type AuditRow, listAuditEvents } from '#api/admin/audit.ts';
import { inOperatorTransaction } from '#api/admin/operator-database.ts';
import { type Command, UsageError, json } from '#api/cli/command.ts';
import { formatTable } from '../output.ts';

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export const auditCommand: Command = {
  name: 'audit',
  summary: 'Show who did what, newest first',
  positionals: [],
  options: {
    user: { value: 'email|id', about: 'events about this user' },
    customer: { value: 'customer', about: 'events about this customer, by name or id' },
    event: { value: 'name', about: 'only this event, like sign_in.failed, or sign_in for all of them' },
    since: { value: 'time', about: 'not before 2025-01-31, 2025-01-31T09:00Z, or 30m, 12h, 7d ago' },
    limit: { value: 'number', about: 'at most this many (100)' },
    json,
  },
  notes: [
    'The server can only append to the audit log. IP addresses are stored as their network (/24, /48). Failed sign-ins are',
    'aggregated: one row for the first, second, fourth, … failure within 15 minutes, with the number it stands for.',
  ],
  async run({ database, output, options }) {
    const limit = options.get('limit') ?? '100';
    if (!/^[1-9]\d{0,5}$/.test(limit)) throw new UsageError(`--limit is "${limit}", but must be a positive integer`);
    const query = {
      user: options.get('user'),
      customer: options.get('customer'),
      event: options.get('event'),
      since: parseSince(options.get('since')),
      limit: Number(limit),
    };
    const events = await inOperatorTransaction(database, (client) => listAuditEvents(client, query));
    if (options.hasFlag('json')) events.forEach((event) => output.out(JSON.stringify(event)));
    else if (events.length === 0) output.err('No matching events.');
    else formatTable(events.map(toRow)).forEach(output.out);
  },
};

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
  event: row.outcome === 'done' ? row.event : `${row.event} (refused)`,
  times: row.times,
  by: row.actor,
  user: row.email ?? row.user_id,
  customer: row.customer ?? row.customer_id,
  entity: row.entity,
  network: row.network,
  details: Object.entries(row.details)
    .map(([name, value]) => `${name} ${value}`)
    .join(', '),
});
