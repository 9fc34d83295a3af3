import { removeFactorsOf } from './users.ts';
import { UserError } from '#api/lib/errors.ts';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { day, hour, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { newInvitation } from '#api/auth/account/invitations.ts';
import { requireConfirmedUser } from '#api/auth/session/sessions.ts';
import { type AuditEvent, recordStaffEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, leaveStaff, noteRead, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import type { Locale } from '#api/mail/mail.ts';
import { enqueueMail, mailboxOf } from '#api/mail/queue.ts';
import { invitationColumns, rejectPeople } from './people.ts';
import type { DeskPeople, RemoveFactors } from '#contract/desk-people.ts';
import type { ChangeRoles, Invite } from '#contract/people.ts';
import { noCustomer } from '#api/services/customers/customer.ts';
import { columns, flag, listOf, nullable, text } from '#api/db/columns.ts';
import { customerRoles } from '#contract/roles.ts';

// The people of any customer, through the functions by which owners change their own (api/db/functions/03_people.sql).

export interface DeskPeopleContext {
  database: Database;
  auth: AuthContext;
  caller: Caller;
  request: RequestMetadata;
}

type Client = Parameters<typeof leaveStaff>[0];
type Of<Input> = Input & { customerId: string };

const needs = ['accounts'] as const;
const noPerson = new UserError('not_found', 'There is no such person.');

const member = columns({
  userId: text('user_id'),
  email: text('email'),
  name: text('name'),
  roles: listOf('roles', customerRoles),
  createdAt: text('created_at'),
  lastSignedInAt: nullable(text('last_signed_in_at')),
  hasSecondFactor: flag('has_second_factor'),
  isLocked: flag('is_locked'),
});
const statements = [
  { name: 'desk-customer-exists', text: 'SELECT id FROM customers WHERE id = app_customer_id()' },
  { name: 'desk-members', text: `SELECT ${member.sql} FROM desk_members()` },
  { name: 'desk-invitations', text: `SELECT ${invitationColumns.sql} FROM desk_invitations()` },
];

export async function listPeople(database: Database, caller: Caller, customerId: string): Promise<DeskPeople> {
  const note = noteRead(caller, customerId, 'people');
  const [customer, members, invitations] = await runAsStaff(
    database,
    caller,
    { needs, customerId },
    ...statements,
    note,
  );
  if (customer?.[0] === undefined) throw noCustomer;
  return { members: member.all(members), invitations: invitationColumns.all(invitations) };
}

/** Inviting an email address again replaces the invitation and voids its link. */
export async function invite(ctx: DeskPeopleContext, { customerId, email: entered, roles, language }: Of<Invite>) {
  const { limiter, siteUrl } = ctx.auth;
  const email = entered.toLowerCase();
  const { rows } = await inStaffTransaction(ctx.database, ctx.caller, { needs, customerId }, (client) =>
    client.query<{ name: string; last: Locale | null }>(
      'SELECT name, desk_invitation_language($2) AS last FROM customers WHERE id = $1',
      [customerId, email],
    ),
  );
  if (rows[0] === undefined) throw noCustomer;
  await limiter.consume('invite', { account: [customerId, 100, day] });
  await limiter.consume('invite-recipient', { account: [`${customerId} ${mailboxOf(email)}`, 5, hour] });
  const locale = language ?? rows[0].last ?? ctx.request.locale;
  const { mail, tokenHash, expiresAt } = newInvitation({ email, customer: rows[0].name, roles, locale, siteUrl });
  await change(ctx, customerId, async (client) => {
    const saved = await client.query<{ id: string }>('SELECT save_invitation($1, $2, $3, $4, $5) AS id', [
      email,
      roles,
      tokenHash,
      locale,
      expiresAt,
    ]);
    const entity = `invitation:${saved.rows[0]?.id}`;
    await record(ctx, client, customerId, { event: 'user.invited', entity, details: { roles: roles.join(',') } });
    await leaveStaff(client);
    await enqueueMail(ormOn(client), mail);
  });
}

export async function withdrawInvitation(ctx: DeskPeopleContext, { customerId, id }: Of<{ id: string }>) {
  await change(ctx, customerId, async (client) => {
    await requireDone(client, 'SELECT withdraw_invitation($1) AS done', [id]);
    await record(ctx, client, customerId, { event: 'invitation.withdrawn', entity: `invitation:${id}` });
  });
}

export async function changeRoles(ctx: DeskPeopleContext, { customerId, userId, roles }: Of<ChangeRoles>) {
  await change(ctx, customerId, async (client) => {
    await requireDone(client, 'SELECT change_roles($1, $2) AS done', [userId, roles]);
    const details = { roles: roles.join(',') };
    await record(ctx, client, customerId, { event: 'user.roles_changed', entity: `user:${userId}`, details });
  });
}

export async function removeMember(ctx: DeskPeopleContext, { customerId, userId }: Of<{ userId: string }>) {
  await change(ctx, customerId, async (client) => {
    await requireDone(client, 'SELECT remove_member($1) AS done', [userId]);
    await record(ctx, client, customerId, { event: 'user.unlinked', entity: `user:${userId}` });
  });
}

/**
 * For a user who lost authenticator, passkeys and recovery codes: afterwards the password alone signs in. Needs a recent
 * confirmation, as it weakens somebody's account; the user is notified by mail and signed out everywhere.
 */
export async function removeFactors(ctx: DeskPeopleContext, { customerId, userId, reason }: RemoveFactors) {
  await inStaffTransaction(ctx.database, ctx.caller, { needs, customerId }, async () => undefined);
  await requireConfirmedUser(ctx.auth, ctx.request);
  await change(ctx, customerId, async (client) => {
    const { rows } = await client.query<{ email: string | null }>('SELECT desk_member_email($1) AS email', [userId]);
    const email = rows[0]?.email ?? null;
    if (email === null) throw noPerson;
    const { rowCount } = await client.query('SELECT FROM staff_members WHERE user_id = $1', [userId]);
    if (rowCount !== 0)
      throw new UserError('staff_member', 'This is a staff member: the operator resets their second factors.');
    const entity = `user:${userId}`;
    await record(ctx, client, customerId, { event: 'factor.all_removed', entity, details: { reason } });
    await leaveStaff(client);
    const { locale } = ctx.request;
    await removeFactorsOf(client, { id: userId, email }, { locale, siteUrl: ctx.auth.siteUrl }, 'system');
  });
}

const change = ({ database, caller }: DeskPeopleContext, customerId: string, work: (client: Client) => Promise<void>) =>
  inStaffTransaction(database, caller, { needs, customerId }, (client) => work(client).catch(rejectPeople));

async function requireDone(client: Client, sql: string, values: unknown[]): Promise<void> {
  const { rows } = await client.query<{ done: boolean }>(sql, values);
  if (rows[0]?.done !== true) throw noPerson;
}

const record = (
  { caller }: DeskPeopleContext,
  client: Client,
  customer: string,
  event: Pick<AuditEvent, 'event' | 'entity' | 'details'>,
) => recordStaffEvent(client, { ...event, customer }, traceOf(caller));
