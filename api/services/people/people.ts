import { and, eq, sql } from 'drizzle-orm';
import { customerChanged, fromSqlState, notLinked, UserError } from '#api/lib/errors.ts';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { day, hour, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { newInvitation } from '#api/auth/account/invitations.ts';
import { requireConfirmedUser, requireUser } from '#api/auth/session/sessions.ts';
import { type AuditEvent, recordEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { invitations, memberships } from '#api/db/schema.ts';
import { sessions } from '#api/db/user-schema.ts';
import { type Caller, inSession, leaveSession, runAsSession } from '#api/db/tenant.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import { type Locale, locales } from '#api/mail/mail.ts';
import { mailboxOf } from '#api/mail/queue.ts';
import type { ChangeRoles, Invite, People } from '#contract/people.ts';
import { type CustomerRole, customerRoles } from '#contract/roles.ts';
import { columns, flag, listOf, nullable, text } from '#api/db/columns.ts';

// Who belongs to a customer. Only its owners may see or change that, which the database decides in the transaction of each
// change (api/db/functions/03_people.sql); every change also needs a recent confirmation, like other changes to who has access.

export interface PeopleContext {
  database: Database;
  auth: AuthContext;
  caller: Caller;
  request: RequestMetadata;
  /** The customer whose people are to be changed. */
  customerId?: string | undefined;
}

const noPerson = new UserError('not_found', 'There is no such person. Please reload the page.');
const noInvitation = new UserError('not_found', 'This invitation was accepted or withdrawn. Please reload the page.');
const noCustomer = new UserError('not_found', 'You do not belong to this company.');

/** What the functions of 03_people.sql reject. */
export const rejectPeople = fromSqlState({
  'PT409 last_owner': new UserError('last_owner', 'This is the last owner. Please make somebody else an owner first.'),
  'PT409 own_access': new UserError('own_access', 'You cannot give yourself access: please ask a colleague.'),
  'PT409 already_member': new UserError('already_member', 'This person already has access.'),
  'PT409 too_many_people': new UserError('too_many_people', 'There are too many people. Please remove some first.'),
});

/** Makes another customer of the user the active one of this session. */
export async function switchCustomer({ auth, caller, request }: PeopleContext, customerId: string): Promise<void> {
  const { userId } = await requireUser(auth, request);
  // Each switch is an audit event, kept for a year.
  await auth.limiter.consume('switch', { account: [userId, 300, hour] });
  await inSession(auth.orm, caller.sessionToken, async (tx) => {
    // Under the caller's policy: only their own memberships are found.
    const [found] = await tx
      .select({ customerId: memberships.customerId })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), eq(memberships.customerId, customerId)));
    if (found === undefined) throw noCustomer;
    await leaveSession(tx);
    await tx.update(sessions).set({ activeCustomerId: customerId }).where(eq(sessions.token, caller.sessionToken));
    await recordEvent(tx, { event: 'customer.switched', actor: 'user', userId, customer: customerId }, request);
  });
}

const member = columns({
  userId: text('user_id'),
  email: text('email'),
  name: text('name'),
  roles: listOf('roles', customerRoles),
  isYou: flag('user_id = app_user_id()'),
  createdAt: text('created_at'),
  lastSignedInAt: nullable(text('last_signed_in_at')),
});
export const invitationColumns = columns({
  id: text('id'),
  email: text('email'),
  roles: listOf('roles', customerRoles),
  createdAt: text('created_at'),
  expiresAt: text('expires_at'),
  isExpired: flag('expires_at <= now()'),
});
const memberList = { name: 'list-members', text: `SELECT ${member.sql} FROM list_members()` };
const invitationList = {
  name: 'list-invitations',
  text: `SELECT ${invitationColumns.sql} FROM invitations ORDER BY email`,
};

export async function listPeople({ database, caller }: PeopleContext): Promise<People> {
  const access = { mode: 'read', needs: 'people' } as const;
  const [members = [], pending = []] = await runAsSession(database, caller, access, memberList, invitationList);
  if (members.length === 0) throw notLinked;
  return { members: member.all(members), invitations: invitationColumns.all(pending) };
}

/** Replies the same whether or not the email address has an account, and only its reader can accept. */
export async function invitePerson(ctx: PeopleContext, { email, roles, language }: Invite): Promise<void> {
  const owner = await requireOwner(ctx);
  await sendInvitation(ctx, owner, { email: email.toLowerCase(), roles, locale: language ?? ctx.request.locale });
}

/** A new link; the previous one stops working. */
export async function resendInvitation(ctx: PeopleContext, id: string): Promise<void> {
  const owner = await requireOwner(ctx);
  const [invitation] = await inSession(ctx.auth.orm, ctx.caller.sessionToken, (tx) =>
    tx
      .select({ email: invitations.email, roles: invitations.roles, locale: invitations.locale })
      .from(invitations)
      .where(eq(invitations.id, id)),
  );
  if (invitation === undefined) throw noInvitation;
  await sendInvitation(ctx, owner, { ...invitation, locale: locales.find((one) => one === invitation.locale) ?? 'en' });
}

async function sendInvitation(
  ctx: PeopleContext,
  { customerId, customer, inviter }: Owner,
  { email, roles, locale }: { email: string; roles: CustomerRole[]; locale: Locale },
): Promise<void> {
  const { limiter, siteUrl, sendMail } = ctx.auth;
  await limiter.consume('invite', { account: [customerId, 100, day] });
  await limiter.consume('invite-recipient', { account: [`${customerId} ${mailboxOf(email)}`, 5, hour] });
  const { mail, tokenHash, expiresAt } = newInvitation({ email, customer, roles, inviter, locale, siteUrl });
  await changePeople(
    ctx,
    customerId,
    async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(
        sql`SELECT save_invitation(${email}, ${sql.param(roles)}::text[], ${tokenHash}, ${locale}, ${expiresAt}) AS id`,
      );
      return { event: 'user.invited', entity: `invitation:${rows[0]?.id}`, details: { roles: roles.join(',') } };
    },
    () => sendMail(mail),
  );
}

export async function withdrawInvitation(ctx: PeopleContext, id: string): Promise<void> {
  const { customerId } = await requireOwner(ctx);
  await changePeople(ctx, customerId, async (tx) => {
    const { rows } = await tx.execute<{ done: boolean }>(sql`SELECT withdraw_invitation(${id}) AS done`);
    if (rows[0]?.done !== true) throw noInvitation;
    return { event: 'invitation.withdrawn', entity: `invitation:${id}` };
  });
}

/** Takes effect with the person's next request. */
export async function changeRoles(ctx: PeopleContext, { userId, roles }: ChangeRoles): Promise<void> {
  const { customerId } = await requireOwner(ctx);
  await changePeople(ctx, customerId, async (tx) => {
    const { rows } = await tx.execute<{ done: boolean }>(
      sql`SELECT change_roles(${userId}, ${sql.param(roles)}::text[]) AS done`,
    );
    if (rows[0]?.done !== true) throw noPerson;
    return { event: 'user.roles_changed', entity: `user:${userId}`, details: { roles: roles.join(',') } };
  });
}

/** Takes effect with the person's next request. */
export async function removeMember(ctx: PeopleContext, userId: string): Promise<void> {
  const { customerId } = await requireOwner(ctx);
  await changePeople(ctx, customerId, async (tx) => {
    const { rows } = await tx.execute<{ done: boolean }>(sql`SELECT remove_member(${userId}) AS done`);
    if (rows[0]?.done !== true) throw noPerson;
    return { event: 'user.unlinked', entity: `user:${userId}` };
  });
}

interface Owner {
  customerId: string;
  /** The customer's name. */
  customer: string;
  /** The owner's email address. */
  inviter: string;
}

const ownName = columns({ customerId: text('id'), customer: text('name') });
const ownNameStatement = { name: 'own-name', text: `SELECT ${ownName.sql} FROM customers` };

/** Rejects others before they are asked to confirm. */
async function requireOwner({ database, auth, caller, request, customerId: wanted }: PeopleContext): Promise<Owner> {
  const [rows] = await runAsSession(database, caller, { mode: 'read', needs: 'people' }, ownNameStatement);
  const own = ownName.first(rows);
  if (own === undefined) throw notLinked;
  const { customerId, customer } = own;
  if (wanted !== undefined && wanted !== customerId) throw customerChanged;
  const { email } = await requireConfirmedUser(auth, request);
  return { customerId, customer, inviter: email };
}

/** The change and its event in one transaction as the caller; then, as the server, what else belongs to it. */
async function changePeople(
  { auth, caller, request }: PeopleContext,
  customer: string,
  change: (tx: Transaction) => Promise<Pick<AuditEvent, 'event' | 'entity' | 'details'>>,
  after?: () => Promise<void>,
): Promise<void> {
  await inSession(auth.orm, caller.sessionToken, async (tx, userId) => {
    const event = await change(tx).catch(rejectPeople);
    // Refused by a policy if the session has switched to another customer meanwhile.
    await recordEvent(tx, { ...event, actor: 'user', userId, customer }, request);
    if (after === undefined) return;
    await leaveSession(tx);
    await after();
  });
}
