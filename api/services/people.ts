import { and, eq, sql } from 'drizzle-orm';
import { AccountError } from '#api/auth/account-error.ts';
import type { AuthContext } from '#api/auth/auth-context.ts';
import { day, hour, type RequestMetadata } from '#api/auth/auth-settings.ts';
import { newInvitation } from '#api/auth/invitations.ts';
import { requireConfirmedUser, requireUser } from '#api/auth/sessions.ts';
import { type AuditEvent, recordEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { invitations, memberships, sessions } from '#api/db/schema.ts';
import { type Caller, inSession, leaveSession, runAsSession } from '#api/db/tenant.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import { mailboxOf } from '#api/mail/queue.ts';
import type { ChangeRoles, Invite, People } from '#contract/people.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { CustomerChangedError, NotLinkedError } from './customer.ts';

// Who belongs to a customer. Only its owners may see or change that, which the database decides in the transaction of each
// change (migration 0007); every change also needs a recent confirmation, like other changes to who has access.

export interface PeopleContext {
  database: Database;
  auth: AuthContext;
  caller: Caller;
  request: RequestMetadata;
  /** The customer whose people are to be changed. */
  customerId?: string | undefined;
}

const noPerson = new AccountError('not_found', 'There is no such person. Please reload the page.');
const noInvitation = new AccountError(
  'not_found',
  'This invitation was accepted or withdrawn. Please reload the page.',
);
const noCustomer = new AccountError('not_found', 'You do not belong to this company.');

const conflicts = new Map([
  ['last_owner', new AccountError('last_owner', 'This is the last owner. Please make somebody else an owner first.')],
  ['already_member', new AccountError('already_member', 'This person already has access.')],
  ['too_many_people', new AccountError('too_many_people', 'There are too many people. Please remove some first.')],
]);

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

const memberList = {
  name: 'list-members',
  text: 'SELECT user_id, email, roles, user_id = app_user_id(), created_at, last_signed_in_at FROM list_members()',
};
const invitationList = {
  name: 'list-invitations',
  text: 'SELECT id, email, roles, created_at, expires_at, expires_at <= now() FROM invitations ORDER BY email',
};

export async function listPeople({ database, caller }: PeopleContext): Promise<People> {
  const access = { mode: 'read', needs: 'people' } as const;
  const [members = [], pending = []] = await runAsSession(database, caller, access, memberList, invitationList);
  if (members.length === 0) throw notLinked();
  return {
    members: members.map(([userId, email, roles, isYou, createdAt, lastSignedInAt]) => ({
      userId,
      email,
      roles,
      isYou,
      createdAt,
      lastSignedInAt,
    })),
    invitations: pending.map(([id, email, roles, createdAt, expiresAt, isExpired]) => ({
      id,
      email,
      roles,
      createdAt,
      expiresAt,
      isExpired,
    })),
  } as People;
}

/** Replies the same whether or not the email address has an account, and only its reader can accept. */
export async function invitePerson(ctx: PeopleContext, { email, roles }: Invite): Promise<void> {
  const owner = await requireOwner(ctx);
  await sendInvitation(ctx, owner, { email: email.toLowerCase(), roles });
}

/** A new link; the previous one stops working. */
export async function resendInvitation(ctx: PeopleContext, id: string): Promise<void> {
  const owner = await requireOwner(ctx);
  const [invitation] = await inSession(ctx.auth.orm, ctx.caller.sessionToken, (tx) =>
    tx.select({ email: invitations.email, roles: invitations.roles }).from(invitations).where(eq(invitations.id, id)),
  );
  if (invitation === undefined) throw noInvitation;
  await sendInvitation(ctx, owner, invitation);
}

async function sendInvitation(
  ctx: PeopleContext,
  { customerId, customer }: Owner,
  { email, roles }: { email: string; roles: CustomerRole[] },
): Promise<void> {
  const { limiter, siteUrl, sendMail } = ctx.auth;
  await limiter.consume('invite', { account: [customerId, 100, day] });
  await limiter.consume('invite-recipient', { account: [`${customerId} ${mailboxOf(email)}`, 5, hour] });
  const { locale } = ctx.request;
  const { mail, tokenHash, expiresAt } = newInvitation({ email, customer, roles, locale, siteUrl });
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
}

const ownName = { name: 'own-name', text: 'SELECT id, name FROM customers' };

/** Rejects others before they are asked to confirm. */
async function requireOwner({ database, auth, caller, request, customerId: wanted }: PeopleContext): Promise<Owner> {
  const [rows] = await runAsSession(database, caller, { mode: 'read', needs: 'people' }, ownName);
  if (rows?.[0] === undefined) throw notLinked();
  const [customerId, customer] = rows[0] as [string, string];
  if (wanted !== undefined && wanted !== customerId)
    throw new CustomerChangedError('These are people of another customer.');
  await requireConfirmedUser(auth, request);
  return { customerId, customer };
}

/** The change and its event in one transaction as the caller; then, as the server, what else belongs to it. */
async function changePeople(
  { auth, caller, request }: PeopleContext,
  customer: string,
  change: (tx: Transaction) => Promise<Pick<AuditEvent, 'event' | 'entity' | 'details'>>,
  after?: () => Promise<void>,
): Promise<void> {
  await inSession(auth.orm, caller.sessionToken, async (tx, userId) => {
    const event = await change(tx).catch(rethrowConflict);
    // Refused by a policy if the session has switched to another customer meanwhile.
    await recordEvent(tx, { ...event, actor: 'user', userId, customer }, request);
    if (after === undefined) return;
    await leaveSession(tx);
    await after();
  });
}

// The functions of migration 0007 raise PT409 with the reason as message.
export function rethrowConflict(error: unknown): never {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as NodeJS.ErrnoException).code === 'PT409') throw conflicts.get(cause.message) ?? cause;
  }
  throw error;
}

const notLinked = () => new NotLinkedError('The user is linked to no customer.');
