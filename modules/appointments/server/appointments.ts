import type { ClientBase } from 'pg';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { invalidLink } from '#api/auth/core/auth-errors.ts';
import { hour, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { runBatch, type Statement } from '#api/db/batch.ts';
import { columns, flag, integer, nullable, oneOf, text } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { inTenantTransaction, type Caller, runAsSession } from '#api/db/tenant.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { withClient, withTransaction } from '#api/db/transaction.ts';
import { fromSqlState, notLinked, UserError } from '#api/lib/errors.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import type {
  Appointments,
  BookAppointment,
  FoundAppointment,
  Slots,
  SlotsQuery,
} from '../contract/appointment-schemas.ts';
import { appointmentKinds, appointmentStatuses, meetings } from '#contract/appointments.ts';
import { enqueueAppointmentMail } from './appointment-mails.ts';

// The rules are in the database (modules/appointments/sql/19_appointments.sql).

export interface BookingContext {
  database: Database;
  auth: Pick<AuthContext, 'limiter'>;
  /** For tests; the time of the database unless given. */
  now?: Date | undefined;
}
export type VisitorContext = BookingContext & { request: Pick<RequestMetadata, 'ipAddress'> };

const slotTaken = new UserError('slot_taken', 'This time is not available. Please choose another one.');
const tooManyAhead = new UserError(
  'too_many_appointments',
  'Several appointments are already booked for you, your organization or your network. Please cancel one of them, or call us.',
);
const isOver = new UserError('appointment_over', 'This appointment can no longer be changed.');

export const rejectBooking = fromSqlState({
  '22': 'This time is not valid.',
  '23': 'This appointment is not valid.',
  // The table itself prevents it, whatever the functions decided.
  '23P01': slotTaken,
  'PT409 slot_taken': slotTaken,
  'PT409 appointment_over': isOver,
  'PT404 not_linked': notLinked,
  PT404: 'There is no such appointment.',
  PT409: 'The appointment was changed meanwhile.',
  PT429: 'You have several appointments ahead already. Please cancel one of them, or write to us.',
});

const slot = columns({ startsAt: text('starts_at'), endsAt: text('ends_at') });
const offers = columns({ hasMore: flag('has_more') });
/** As the server, for functions that anybody may call. */
const read = (database: Database, ...statements: Statement[]) =>
  withClient(database.pool, (client) => runBatch(client, statements)).catch(rejectBooking);

/** Merged over all hosts. */
export async function listSlots({ database, now }: BookingContext, { kind, from, until }: SlotsQuery): Promise<Slots> {
  const [rows, more] = await read(
    database,
    {
      name: 'appointment-slots',
      text: `SELECT DISTINCT ${slot.sql} FROM appointment_slots($1, $2, $3, coalesce($4, now())) ORDER BY 1`,
      values: [kind, from, until, now ?? null],
    },
    {
      name: 'offers-after',
      text: `SELECT ${offers.sql} FROM offers_after($1, $2, coalesce($3, now())) AS has_more`,
      values: [kind, until, now ?? null],
    },
  );
  return { items: slot.all(rows), hasMore: offers.first(more)?.hasMore ?? false };
}

/** Several people share a network. */
const maxReadsPerHour = 600;
export async function listSlotsForVisitor(ctx: VisitorContext, query: SlotsQuery): Promise<Slots> {
  await ctx.auth.limiter.consume('appointment-slots', { ipAddress: [ctx.request.ipAddress, maxReadsPerHour, hour] });
  return listSlots(ctx, query);
}

/** What a function of the database changed; `isNew` unless it was so before. */
export interface Change {
  id: string;
  isNew: boolean;
  /** Set for an appointment that was moved. */
  previousHost?: string;
  previousStart?: Date;
}

/** As the server, in the transaction of the change. `token`: of a link that the appointment has already. */
export async function sendIfNew(
  client: ClientBase,
  change: Change | undefined,
  template: Parameters<typeof enqueueAppointmentMail>[1],
  token?: string,
): Promise<void> {
  if (change?.isNew === true) await enqueueAppointmentMail(ormOn(client), template, change, token);
}

const details = {
  id: text('id'),
  kind: oneOf('kind', appointmentKinds),
  startsAt: text('starts_at'),
  endsAt: text('ends_at'),
  status: oneOf('status', appointmentStatuses),
  meeting: oneOf('meeting', meetings),
  host: nullable(text('host_name')),
  uid: text('uid'),
  sequence: integer('sequence'),
};
const appointment = columns(details);
const foundAppointment = columns({ ...details, heldUntil: nullable(text('held_until')) });

const maxLinksPerHour = 60;
const limitLinks = ({ auth, request }: VisitorContext) =>
  auth.limiter.consume('appointment-link', { ipAddress: [request.ipAddress, maxLinksPerHour, hour] });

/** What a link in a mail is about. It changes nothing: mail scanners follow links. */
export async function findAppointment(ctx: VisitorContext, token: string): Promise<FoundAppointment> {
  await limitLinks(ctx);
  const [rows] = await read(ctx.database, {
    name: 'find-appointment',
    text: `SELECT ${foundAppointment.sql} FROM find_appointment($1)`,
    values: [hashToken(token)],
  });
  const found = foundAppointment.first(rows);
  if (found === undefined) throw invalidLink;
  return found;
}

/** A link that does not exist is not told from one that was. */
const byLink = <Result>(ctx: VisitorContext, work: (client: ClientBase) => Promise<Result>): Promise<Result> =>
  withTransaction(ctx.database.pool, work)
    .catch(fromSqlState({ 'PT404 not_found': invalidLink }))
    .catch(rejectBooking);

/** Confirmed twice, it says the same. */
export async function confirmAppointment(ctx: VisitorContext, token: string): Promise<void> {
  await limitLinks(ctx);
  await byLink(ctx, async (client) => {
    const { rows } = await client
      .query<Change>('SELECT id, is_new AS "isNew" FROM confirm_appointment($1, coalesce($2, now()))', [
        hashToken(token),
        ctx.now ?? null,
      ])
      .catch(fromSqlState({ PT429: tooManyAhead }));
    await sendIfNew(client, rows[0], 'booked', token);
  });
}

const maxChangesPerHour = 10;
/** Each change sends mails; an attempt that changed nothing does not count. */
async function changeByLink(
  ctx: VisitorContext,
  token: string,
  template: 'rescheduled' | 'cancelled',
  work: (client: ClientBase) => Promise<Change | undefined>,
): Promise<void> {
  const attempt = await ctx.auth.limiter.consume('appointment-change', {
    ipAddress: [ctx.request.ipAddress, maxLinksPerHour, hour],
    account: [token, maxChangesPerHour, hour],
  });
  try {
    await byLink(ctx, async (client) => sendIfNew(client, await work(client), template, token));
  } catch (error) {
    await attempt.refundAccount().catch(() => undefined);
    throw error;
  }
}

export const rescheduleByLink = (ctx: VisitorContext, token: string, startsAt: string): Promise<void> =>
  changeByLink(ctx, token, 'rescheduled', (client) =>
    reschedule(client, { hash: hashToken(token), startsAt, now: ctx.now }),
  );

export const cancelByLink = (ctx: VisitorContext, token: string): Promise<void> =>
  changeByLink(ctx, token, 'cancelled', (client) => cancel(client, { hash: hashToken(token), now: ctx.now }));

interface Wanted {
  id?: string;
  hash?: string;
  now: Date | undefined;
}

/** With the rights of the caller of the transaction, or by the hash of a link's token. */
export async function reschedule(
  client: ClientBase,
  { id, hash, startsAt, now }: Wanted & { startsAt: string },
): Promise<Change | undefined> {
  const { rows } = await client.query<Change>(
    `SELECT id, is_new AS "isNew", previous_host AS "previousHost", previous_start AS "previousStart"
    FROM reschedule_appointment($1, $2, $3, coalesce($4, now()))`,
    [id ?? null, hash ?? null, startsAt, now ?? null],
  );
  return rows[0];
}

/** A hold that nobody confirmed has no invitation to cancel: then there is no mail. */
export async function cancel(client: ClientBase, { id, hash, now }: Wanted): Promise<Change | undefined> {
  const { rows } = await client.query<Change>(
    'SELECT id, is_new AND was_booked AS "isNew" FROM cancel_appointment($1, $2, coalesce($3, now()))',
    [id ?? null, hash ?? null, now ?? null],
  );
  return rows[0];
}

const maxListed = 100;

export async function listOwnAppointments(database: Database, caller: Caller): Promise<Appointments> {
  const [rows] = await runAsSession(database, caller, 'read', {
    name: 'own-appointments',
    text: `SELECT ${appointment.sql} FROM own_appointments($1)`,
    values: [maxListed],
  });
  return { items: appointment.all(rows) };
}

interface CustomerContext extends BookingContext {
  caller: Caller;
  userId: string;
}

/** Any member of a customer; mails are the server's. */
async function asCustomer(
  { database, auth, caller, userId }: CustomerContext,
  work: (
    client: ClientBase,
  ) => Promise<{ change: Change | undefined; template: 'booked' | 'rescheduled' | 'cancelled' }>,
): Promise<Appointments> {
  await auth.limiter.consume('appointment-change', { account: [userId, maxChangesPerHour, hour] });
  await inTenantTransaction(database, caller, 'tickets', async (client) => {
    const { change, template } = await work(client);
    await client.query('SET LOCAL ROLE portal_app');
    await sendIfNew(client, change, template);
  }).catch(rejectBooking);
  return listOwnAppointments(database, caller);
}

/** At once: we know who it is. */
export const bookAppointment = (
  ctx: CustomerContext,
  { kind, startsAt, meeting, phone, additionalInfo, zone }: BookAppointment,
): Promise<Appointments> =>
  asCustomer(ctx, async (client) => {
    const { rows } = await client.query<{ id: string | null }>(
      'SELECT book_appointment($1, $2, $3, $4, coalesce($5, now())) AS id',
      [kind, startsAt, meeting, { phone, zone, answers: { additionalInfo } }, ctx.now ?? null],
    );
    const id = rows[0]?.id ?? null;
    return { change: id === null ? undefined : { id, isNew: true }, template: 'booked' };
  });

export const rescheduleOwn = (ctx: CustomerContext, id: string, startsAt: string): Promise<Appointments> =>
  asCustomer(ctx, async (client) => ({
    change: await reschedule(client, { id, startsAt, now: ctx.now }),
    template: 'rescheduled',
  }));

export const cancelOwn = (ctx: CustomerContext, id: string): Promise<Appointments> =>
  asCustomer(ctx, async (client) => ({ change: await cancel(client, { id, now: ctx.now }), template: 'cancelled' }));
