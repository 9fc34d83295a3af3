import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { notLinked } from '#api/lib/errors.ts';
import { columns, flag, nullable, text, texts } from '#api/db/columns.ts';

export type Side = 'portal' | 'desk';

/** What a caller may be told. */
export interface StreamAccess {
  userId: string;
  /** For a customer's user. */
  customerId: string | undefined;
  /** A stream ends when this changes: another customer, other roles. */
  scope: string;
  /** Those of the given tickets that the caller may see. */
  visible: string[];
}

const visible = texts('ARRAY(SELECT id::text FROM tickets WHERE id = ANY($1::uuid[]))');
const portalAccess = columns({
  userId: text('app_user_id()'),
  customerId: nullable(text('app_customer_id()')),
  roles: nullable(text('app_roles()')),
  isViewing: flag('app_is_viewing()'),
  visible,
});
const deskAccess = columns({ userId: text('app_staff_id()'), visible });
const statements = {
  portal: { name: 'live-portal', text: `SELECT ${portalAccess.sql}` },
  desk: { name: 'live-desk', text: `SELECT ${deskAccess.sql}` },
};

/** In one round trip, by the policies of every other request. Throws once the session has lost the right to read tickets. */
export async function checkAccess(
  database: Database,
  caller: Caller,
  side: Side,
  ticketIds: readonly string[],
): Promise<StreamAccess> {
  const statement = { ...statements[side], values: [ticketIds] };
  if (side === 'desk') {
    const [rows] = await runAsStaff(database, caller, { needs: ['support'] }, statement);
    const { userId, ...found } = deskAccess.read(rows?.[0] ?? []);
    return { ...found, userId, customerId: undefined, scope: userId };
  }
  const [rows] = await runAsSession(database, caller, { mode: 'read', needs: 'tickets' }, statement);
  const { userId, customerId, roles, isViewing, ...found } = portalAccess.read(rows?.[0] ?? []);
  if (customerId === null) throw notLinked;
  return { userId, customerId, scope: [userId, customerId, roles, isViewing].join(' '), ...found };
}
