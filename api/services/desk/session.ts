import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { Settings } from '#api/lib/env.ts';
import type { DeskMe, DeskStaff } from '#contract/desk-session.ts';
import { type StaffPermission, staffPermissions } from '#contract/staff.ts';
import { columns, flag, listOf, nullable, text } from '#api/db/columns.ts';

/** Rejects a session that does not open the desk, and a staff member without one of the permissions. */
export async function requireStaff(database: Database, caller: Caller, needs: readonly StaffPermission[]) {
  await runAsStaff(database, caller, { needs });
}

const me = columns({
  userId: text('user_id'),
  name: text('staff_members.name'),
  email: text('desk_user_email(user_id)'),
  permissions: listOf('permissions', staffPermissions),
  endsAt: text('ends_at'),
  customerId: nullable(text('customers.id')),
  customerName: nullable(text('customers.name')),
});
const meText = `SELECT ${me.sql}
  FROM staff_members CROSS JOIN desk_session($1) AS session LEFT JOIN customers ON customers.id = session.viewed AND can_view
  WHERE user_id = app_staff_id()`;

export async function getMe(database: Database, caller: Caller, { leads }: Pick<Settings, 'leads'>): Promise<DeskMe> {
  const statement = { name: 'desk-me', text: meText, values: [caller.sessionToken] };
  const [rows] = await runAsStaff(database, caller, { needs: [] }, statement);
  const { customerId, customerName, ...own } = me.read(rows?.[0] ?? []);
  const viewing = customerId === null || customerName === null ? null : { customerId, name: customerName };
  return { ...own, viewing, hasLeads: leads === 'deliver' };
}

const staffMember = columns({
  userId: text('user_id'),
  name: text('name'),
  permissions: listOf('permissions', staffPermissions),
  isActive: flag('active'),
});
const staffList = { name: 'desk-staff', text: `SELECT ${staffMember.sql} FROM staff_members ORDER BY name` };

export async function listStaff(database: Database, caller: Caller): Promise<DeskStaff> {
  const [rows] = await runAsStaff(database, caller, { needs: [] }, staffList);
  return { staff: staffMember.all(rows) };
}
