import type { ClientBase } from 'pg';
import { readPowers } from '../backup/restored-copy.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { readMigrations } from '#api/db/migrate.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { setLocalRole } from '#api/db/transaction.ts';
import { outboundKinds } from '#api/jobs/job-data.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { program } from '#api/lib/program.ts';
import { siteLinks } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';

/** The backup that was restored. */
interface Origin {
  asOf: string;
  isSigned: boolean;
}

interface Hold extends Origin {
  since: Date;
}

export const heldSentence = `This copy was restored from a backup: no email and no webhook leaves it until ${program} resume.`;

/** In the transaction of a restore: no server sees its jobs without the hold. */
export async function holdOutbound(client: ClientBase, { asOf, isSigned }: Origin): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>(`SELECT to_regclass('outbound_holds') IS NULL AS is`);
  if (rows[0]?.is === true) {
    const migration = readMigrations().find(({ name }) => name.endsWith('_outbound_holds.sql'));
    if (migration === undefined) throw new Error('The migration of outbound_holds is missing.');
    await setLocalRole(client, 'owner');
    await client.query(migration.sql);
    await setLocalRole(client, 'portal_operator');
  }
  await client.query('DELETE FROM outbound_holds');
  await client.query('INSERT INTO outbound_holds (as_of, is_signed) VALUES ($1, $2)', [asOf, isSigned]);
}

export async function readHold(client: Pick<ClientBase, 'query'>): Promise<Hold | undefined> {
  const { rows } = await client.query<{ since: Date; asOf: Date; isSigned: boolean }>(
    'SELECT since, as_of AS "asOf", is_signed AS "isSigned" FROM outbound_holds',
  );
  const [hold] = rows;
  return hold && { ...hold, asOf: hold.asOf.toISOString() };
}

/** `name`: the template of an email, or the kind of another job. */
export interface HeldJobs {
  name: string;
  jobs: number;
  oldest: string;
}

const isHeld = `kind = ANY($1) AND key IS DISTINCT FROM 'recurring' AND done_at IS NULL AND failed_at IS NULL`;
const nameOf = `coalesce(data->>'template', kind)`;

export async function countHeld(client: Pick<ClientBase, 'query'>): Promise<HeldJobs[]> {
  const { rows } = await client.query<HeldJobs>(
    `SELECT ${nameOf} AS name, count(*)::integer AS jobs, min(created_at)::text AS oldest FROM jobs WHERE ${isHeld}
    GROUP BY 1 ORDER BY 2 DESC, 1`,
    [outboundKinds],
  );
  return rows;
}

/** Customers have to know of a new bank account before it becomes active. */
export const neverDropped = ['bank-notice', 'bank-proposed'];

interface Resumption {
  /** Names of jobs that are deleted instead, or `all`. */
  drop: readonly string[];
  siteUrl: string;
}

/** Ends the hold: what was held is due at once, as if it were enqueued now, and admins get an email about the restore. */
export async function resumeOutbound(
  client: ClientBase,
  { drop, siteUrl }: Resumption,
): Promise<{ hold: Hold; dropped: HeldJobs[]; sent: HeldJobs[] }> {
  const hold = await readHold(client);
  if (hold === undefined) throw new OperatorError('Nothing is on hold.');
  const held = await countHeld(client);
  const isDropped = ({ name }: HeldJobs) => (drop.includes('all') ? !neverDropped.includes(name) : drop.includes(name));
  const [dropped, sent] = [held.filter(isDropped), held.filter((one) => !isDropped(one))];
  await client.query(`DELETE FROM jobs WHERE ${isHeld} AND ${nameOf} = ANY($2)`, [
    outboundKinds,
    dropped.map(({ name }) => name),
  ]);
  // Otherwise a job of weeks ago would be given up after its first failure.
  await client.query(
    `UPDATE jobs SET next_attempt_at = now(), created_at = now(), attempts = 0, last_error = NULL
    WHERE ${isHeld} AND next_attempt_at <= now()`,
    [outboundKinds],
  );
  await client.query('DELETE FROM outbound_holds');
  await client.query(`SELECT pg_notify('jobs', kind || ':0') FROM unnest($1::text[]) AS kind`, [outboundKinds]);
  await notifyAdmins(client, hold, siteUrl);
  const sum = (jobs: HeldJobs[]) => jobs.reduce((all, one) => all + one.jobs, 0);
  await recordOperatorEvent(client, {
    event: 'outbound.resumed',
    details: { sent: sum(sent), dropped: sum(dropped), asOf: hold.asOf, signed: hold.isSigned ? 'yes' : 'no' },
  });
  return { hold, dropped, sent };
}

const shorten = (iban: string) => `${iban.slice(0, 2)} ${iban.slice(-4)}`;

/** Those who know who is staff, and which bank account is ours, see what the copy says about both. */
async function notifyAdmins(client: ClientBase, { asOf, isSigned, since }: Hold, siteUrl: string): Promise<void> {
  const { staff, accounts } = await readPowers(client);
  const active = staff.filter((member) => member.active);
  const data = {
    asOf,
    restoredAt: since.toISOString(),
    isSigned: isSigned ? ('yes' as const) : ('no' as const),
    staff: active.map(({ email, permissions }) => ({ email, permissions: permissions.join(', ') })),
    accounts: accounts.map(({ iban, state }) => ({ account: shorten(iban), state })),
    link: siteLinks(siteUrl).deskAudit,
  };
  for (const { email: recipient } of active.filter(({ permissions }) => permissions.includes('admin')))
    await enqueueMail(ormOn(client), { template: 'restored-staff', recipient, locale: 'fr', data });
}
