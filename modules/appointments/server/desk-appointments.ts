import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import { columns, flag, integer, json, listOf, nullable, oneOf, text } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, leaveStaff, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import type {
  CancelDomain,
  DeskAppointments,
  DeskAppointmentsQuery,
  FinishAppointment,
  HostException,
  Hosts,
  SaveHost,
} from '../contract/appointment-schemas.ts';
import {
  appointmentKinds,
  appointmentStatuses,
  maxCancelledAtOnce,
  meetings,
  type WeeklyHours,
} from '#contract/appointments.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { cancel, rejectBooking, reschedule, sendIfNew } from './appointments.ts';

// What staff do. Everything that they change is in the audit log.

export interface DeskBooking {
  database: Database;
  caller: Caller;
  /** For tests; the time of the database unless given. */
  now?: Date | undefined;
}

/** Who sees appointments and changes them. */
export const appointmentPermissions = ['support', 'sales'] as const satisfies StaffPermission[];
/** Staff have hours of their own; admins change those of others. */
export const hostPermissions = ['support', 'sales', 'admin'] as const satisfies StaffPermission[];

const maxListed = 1000;
const listed = columns({
  id: text('appointments.id'),
  kind: oneOf('kind', appointmentKinds),
  startsAt: text('starts_at'),
  endsAt: text('ends_at'),
  status: oneOf('status', appointmentStatuses),
  meeting: oneOf('meeting', meetings),
  host: nullable(text('staff_members.name')),
  uid: text('uid'),
  sequence: integer('sequence'),
  hostId: text('host_id'),
  name: text('appointments.name'),
  company: text('company'),
  email: text('appointments.email'),
  phone: text('phone'),
  additionalInfo: text(`coalesce(answers->>'additionalInfo', '')`),
  customerId: nullable(text('customer_id')),
  leadId: nullable(text('lead_id')),
  domain: nullable(text('CASE WHEN customer_id IS NULL THEN company_domain(appointments.email) END')),
});
const listedTables = `appointments JOIN hosts ON hosts.id = host_id LEFT JOIN staff_members ON staff_members.user_id = hosts.user_id`;

/** Without holds that expired. */
export async function listAppointments(
  { database, caller }: DeskBooking,
  { from, until }: DeskAppointmentsQuery,
): Promise<DeskAppointments> {
  const [rows] = await runAsStaff(
    database,
    caller,
    { needs: appointmentPermissions },
    {
      name: 'desk-appointments',
      text: `SELECT ${listed.sql} FROM ${listedTables}
        WHERE starts_at BETWEEN $1 AND $2 AND cancelled_by IS DISTINCT FROM 'expiry' AND (status <> 'held' OR held_until > now())
        ORDER BY starts_at, appointments.id LIMIT ${maxListed}`,
      values: [from, until],
    },
  );
  return { items: listed.all(rows) };
}

// Those of customers are kept: we know who they are.
const ofDomain = `customer_id IS NULL AND company_domain(appointments.email) = $1 AND starts_at > coalesce($2, now())
  AND (status = 'booked' OR status = 'held' AND held_until > coalesce($2, now()))`;

/** Ahead, of visitors, in the order in which they begin: those that `cancelDomain` can cancel. */
export async function listOfDomain({ database, caller, now }: DeskBooking, domain: string): Promise<DeskAppointments> {
  const [rows] = await runAsStaff(
    database,
    caller,
    { needs: appointmentPermissions },
    {
      name: 'desk-domain-appointments',
      text: `SELECT ${listed.sql} FROM ${listedTables} WHERE ${ofDomain} ORDER BY starts_at, appointments.id LIMIT ${maxCancelledAtOnce}`,
      values: [domain, now ?? null],
    },
  );
  return { items: listed.all(rows) };
}

type DeskChange = 'rescheduled' | 'cancelled' | 'finished';

/** The guest is told of it by mail, in the same transaction. */
async function change(
  { database, caller }: DeskBooking,
  what: DeskChange,
  id: string,
  work: (client: ClientBase) => Promise<Awaited<ReturnType<typeof cancel>>>,
  details: Record<string, string> = {},
): Promise<void> {
  await inStaffTransaction(database, caller, { needs: appointmentPermissions }, async (client) => {
    const changed = await work(client).catch(rejectBooking);
    const event = { event: `appointment.${what}`, entity: `appointment:${id}`, details } as const;
    await recordStaffEvent(client, event, traceOf(caller));
    await leaveStaff(client);
    if (what !== 'finished') await sendIfNew(client, changed, what);
  });
}

export const rescheduleForGuest = (ctx: DeskBooking, id: string, startsAt: string): Promise<void> =>
  change(ctx, 'rescheduled', id, (client) => reschedule(client, { id, startsAt, now: ctx.now }));

export const cancelForGuest = (ctx: DeskBooking, id: string): Promise<void> =>
  change(ctx, 'cancelled', id, (client) => cancel(client, { id, now: ctx.now }));

/** Only those that were shown, so that nobody cancels what they have not seen. Returns how many were cancelled. */
export const cancelDomain = ({ database, caller, now }: DeskBooking, { domain, ids }: CancelDomain): Promise<number> =>
  inStaffTransaction(database, caller, { needs: appointmentPermissions }, async (client) => {
    await client.query('SELECT lock_bookings()');
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM appointments WHERE ${ofDomain} AND id = ANY($3) ORDER BY starts_at, id`,
      [domain, now ?? null, ids],
    );
    const cancelled: Awaited<ReturnType<typeof cancel>>[] = [];
    for (const { id } of rows) {
      cancelled.push(await cancel(client, { id, now }).catch(rejectBooking));
      const event = { event: 'appointment.cancelled', entity: `appointment:${id}`, details: { domain } } as const;
      await recordStaffEvent(client, event, traceOf(caller));
    }
    await leaveStaff(client);
    for (const one of cancelled) await sendIfNew(client, one, 'cancelled');
    return cancelled.length;
  });

/** Once it has begun. */
export const finishAppointment = (ctx: DeskBooking, { id, outcome }: FinishAppointment): Promise<void> =>
  change(
    ctx,
    'finished',
    id,
    async (client) => {
      await client.query('SELECT finish_appointment($1, $2, coalesce($3, now()))', [id, outcome, ctx.now ?? null]);
      return undefined;
    },
    { outcome },
  );

const period = z.object({ from: z.string(), to: z.string() });
const exceptionList = z.array(z.object({ day: z.string(), hours: z.array(period).nullable() }));
const host = columns({
  userId: text('hosts.user_id'),
  name: text('staff_members.name'),
  zone: text('zone'),
  weekly: json('weekly', z.record(z.string(), z.array(period)) as z.ZodType<WeeklyHours>),
  noticeHours: integer('notice_hours'),
  horizonDays: integer('horizon_days'),
  bufferMinutes: integer('buffer_minutes'),
  kinds: listOf('kinds', appointmentKinds),
  isOpen: flag('is_open'),
  version: integer('version'),
  // From yesterday on, as zones differ.
  exceptions: json(
    `(SELECT coalesce(jsonb_agg(jsonb_build_object('day', day, 'hours', hours) ORDER BY day), '[]') FROM host_exceptions
      WHERE host_id = hosts.id AND day >= current_date - 1)`,
    exceptionList,
  ),
});

export async function listHosts({ database, caller }: DeskBooking): Promise<Hosts> {
  const [rows] = await runAsStaff(
    database,
    caller,
    { needs: hostPermissions },
    {
      name: 'desk-hosts',
      text: `SELECT ${host.sql} FROM hosts JOIN staff_members ON staff_members.user_id = hosts.user_id ORDER BY staff_members.name, hosts.id`,
    },
  );
  return { items: host.all(rows) };
}

/** Only those who publish hours have a calendar of appointments. */
const withoutHours = new UserError('invalid_request', 'Please publish your hours first.');
const rejectHours = fromSqlState({
  '22': 'These hours are not valid.',
  '23': 'These hours are not valid.',
  'PT404 no_hours': withoutHours,
  PT404: 'There is no such host.',
  PT409: 'The hours were changed meanwhile.',
  PT429: 'There are too many exceptions. Please remove some.',
});

async function changeHost(
  { database, caller }: DeskBooking,
  event: 'host.changed' | 'host.feed_created' | 'host.feed_revoked',
  statement: string,
  values: unknown[],
  details: Record<string, string> = {},
): Promise<void> {
  await inStaffTransaction(database, caller, { needs: hostPermissions }, async (client) => {
    const { rows } = await client.query<{ id: string }>(statement, values).catch(rejectHours);
    await recordStaffEvent(client, { event, entity: `host:${rows[0]?.id}`, details }, traceOf(caller));
  });
}

export async function saveHost(ctx: DeskBooking, { userId, version, ...given }: SaveHost): Promise<Hosts> {
  const details = { changed: Object.keys(given).join(' ') };
  await changeHost(ctx, 'host.changed', 'SELECT save_host($1, $2, $3) AS id', [userId, given, version], details);
  return listHosts(ctx);
}

export async function setHostException(ctx: DeskBooking, { userId, day, hours }: HostException): Promise<Hosts> {
  const values = [userId, day, (hours ?? null) === null ? null : JSON.stringify(hours), hours === undefined];
  await changeHost(ctx, 'host.changed', 'SELECT set_host_exception($1, $2, $3, $4) AS id', values, { day });
  return listHosts(ctx);
}

/** A new secret of the staff member's own calendar, shown once. The one before stops working. */
export async function createHostFeed(ctx: DeskBooking, siteUrl: string): Promise<{ url: string }> {
  const secret = randomBytes(32).toString('base64url');
  await changeHost(ctx, 'host.feed_created', 'SELECT set_host_feed($1) AS id', [hashToken(secret)]);
  return { url: `${siteUrl}/api/appointments/feeds/${secret}.ics` };
}

export const removeHostFeed = (ctx: DeskBooking): Promise<void> =>
  changeHost(ctx, 'host.feed_revoked', 'SELECT set_host_feed(NULL) AS id', []);
