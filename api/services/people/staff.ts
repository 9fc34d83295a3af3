import type { ClientBase } from 'pg';
import { lockUser, revokeAccess } from '#api/auth/session/revoke-access.ts';
import { issueEnrolmentCode, notifyAdmins } from '#api/auth/credentials/staff-enrolment.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { fromSqlState, OperatorError } from '#api/lib/errors.ts';
import { type StaffPermission, staffPermissions } from '#contract/staff.ts';
import { describeUser } from './invite-user.ts';
import { type LostFactors, findUser, removeFactorsOf } from './users.ts';
import { program } from '#api/lib/program.ts';

export interface StaffRow {
  user_id: string;
  email: string;
  name: string;
  permissions: StaffPermission[];
  active: boolean;
  has_second_factor: boolean;
  created_at: string;
  last_signed_in_at: string | null;
}

const list = `SELECT user_id, email, staff_members.name, permissions, active,
    two_factor_enabled OR EXISTS (SELECT FROM passkeys WHERE passkeys.user_id = users.id) AS has_second_factor,
    staff_members.created_at::text, last_signed_in_at::text
  FROM staff_members JOIN users ON users.id = user_id`;

export async function listStaff(client: ClientBase): Promise<StaffRow[]> {
  const { rows } = await client.query<StaffRow>(`${list} ORDER BY staff_members.name, email`);
  return rows;
}

async function requireStaff(client: ClientBase, email: string): Promise<StaffRow> {
  const { rows } = await client.query<StaffRow>(`${list} WHERE email = $1`, [email.trim().toLowerCase()]);
  if (rows[0] === undefined) throw new OperatorError(`${email} is not staff: see ${program} staff list.`);
  return rows[0];
}

export interface NewStaff {
  email: string;
  /** Shown to colleagues and customers; default: the present one, or the email address. */
  name: string | undefined;
  permissions: readonly StaffPermission[];
  /** The owner has confirmed that the account is theirs. */
  isConfirmed: boolean;
}

/** Makes an existing user staff, or changes the permissions of one who is; a suspended one becomes active again. */
export async function addStaff(
  client: ClientBase,
  { email, name, permissions, isConfirmed }: NewStaff,
): Promise<{ staff: StaffRow; outcome: 'added' | 'changed'; enrolmentCode?: string }> {
  const found = await findUser(client, email);
  // Nobody can add a factor between the description of the account and the end of the transaction.
  if (found !== undefined) await lockUser(ormOn(client), found.id);
  const user = found === undefined ? undefined : await findUser(client, email);
  if (user === undefined)
    throw new OperatorError(
      `There is no user ${email}: they sign up at /customer-auth first, and verify the email address.`,
    );
  if (!user.email_verified)
    throw new OperatorError(
      `The email address ${user.email} is not verified: anybody can sign up with any email address.`,
    );
  const { rows: before } = await client.query<{ name: string }>('SELECT name FROM staff_members WHERE user_id = $1', [
    user.id,
  ]);
  if (before.length === 0 && !isConfirmed)
    throw new OperatorError(
      `${describeUser(user)} Anyone who can sign in to it would see the records of every customer. If the owner has confirmed to you, not by this email address, that the account and its credentials are theirs, add --yes.`,
    );
  const chosen = staffPermissions.filter((one) => permissions.includes(one));
  await client
    .query(
      `INSERT INTO staff_members (user_id, name, permissions) VALUES ($1, $2, $3)
      ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, permissions = excluded.permissions, active = true`,
      [user.id, name ?? before[0]?.name ?? user.email, chosen],
    )
    .catch(rejectLastAdmin);
  const details = { permissions: chosen.join(',') };
  if (before.length > 0) {
    await recordOperatorEvent(client, { event: 'staff.changed', userId: user.id, details });
    return { staff: await requireStaff(client, user.email), outcome: 'changed' };
  }
  // Sessions from before must sign in again.
  await revokeAccess(ormOn(client), { event: 'staff.added', actor: 'operator', userId: user.id, details });
  const staff = await requireStaff(client, user.email);
  if (staff.has_second_factor) return { staff, outcome: 'added' };
  return { staff, outcome: 'added', enrolmentCode: await issueEnrolmentCode(ormOn(client), user.id) };
}

/**
 * For a staff member who lost all factors, or whose enrolment code was lost or has expired. The password alone does not let
 * them enrol a new factor: the code does.
 */
export async function resetStaffFactors(client: ClientBase, request: LostFactors): Promise<{ enrolmentCode: string }> {
  const { user_id: userId, email } = await requireStaff(client, request.email);
  await removeFactorsOf(client, { id: userId, email }, request, 'operator');
  const enrolmentCode = await issueEnrolmentCode(ormOn(client), userId);
  await notifyAdmins(ormOn(client), { userId, change: 'factors-reset', siteUrl: request.siteUrl });
  return { enrolmentCode };
}

/** Takes effect with the next statement of the staff member. Their tickets stay assigned. */
export async function suspendStaff(client: ClientBase, email: string, isResumed = false): Promise<StaffRow> {
  const { user_id: userId } = await requireStaff(client, email);
  await client
    .query('UPDATE staff_members SET active = $2 WHERE user_id = $1', [userId, isResumed])
    .catch(rejectLastAdmin);
  if (isResumed) await recordOperatorEvent(client, { event: 'staff.resumed', userId });
  else await revokeAccess(ormOn(client), { event: 'staff.suspended', actor: 'operator', userId });
  return requireStaff(client, email);
}

/** The user stays; tickets that were assigned to them are assigned to nobody. */
export async function removeStaff(client: ClientBase, email: string): Promise<void> {
  const { user_id: userId } = await requireStaff(client, email);
  await client.query('DELETE FROM staff_members WHERE user_id = $1', [userId]).catch(rejectLastAdmin);
  await revokeAccess(ormOn(client), { event: 'staff.removed', actor: 'operator', userId });
}

/** The database keeps an active admin once there is one (keep_an_admin). */
export const rejectLastAdmin = fromSqlState({
  'PT409 last_admin': new OperatorError(
    `This is the last active admin: make somebody else one first, with ${program} staff add.`,
  ),
});
