import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { NotLinkedError } from '#api/services/customer.ts';

export type Side = 'portal' | 'desk';

/** What a caller may be told. */
export interface StreamAccess {
  userId: string;
  /** Of a customer's user. */
  customerId: string | undefined;
  /** A stream ends when this changes: another customer, other roles. */
  scope: string;
  /** Those of the given tickets that the caller may see. */
  visible: string[];
}

const seen = 'ARRAY(SELECT id::text FROM tickets WHERE id = ANY($1::uuid[]))';
const statements = {
  portal: {
    name: 'live-portal',
    text: `SELECT app_user_id()::text, app_customer_id()::text, current_setting('app.roles', true), app_is_viewing(), ${seen}`,
  },
  desk: { name: 'live-desk', text: `SELECT app_staff_id()::text, ${seen}` },
};

/** In one round trip, by the policies of every other request. Throws once the session may not read tickets any more. */
export async function checkAccess(
  database: Database,
  caller: Caller,
  side: Side,
  ticketIds: readonly string[],
): Promise<StreamAccess> {
  const statement = { ...statements[side], values: [ticketIds] };
  if (side === 'desk') {
    const [rows] = await runAsStaff(database, caller, { needs: ['support'] }, statement);
    const [userId, visible] = (rows?.[0] ?? []) as [string, string[]];
    return { userId, customerId: undefined, scope: userId, visible };
  }
  const [rows] = await runAsSession(database, caller, { mode: 'read', needs: 'tickets' }, statement);
  const [userId, customerId, roles, isViewing, visible] = (rows?.[0] ?? []) as [
    string,
    string | null,
    string,
    boolean,
    string[],
  ];
  if (customerId === null) throw new NotLinkedError('The user is linked to no customer.');
  return { userId, customerId, scope: [userId, customerId, roles, isViewing].join(' '), visible };
}
