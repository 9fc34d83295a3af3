import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, leaveStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { viewingPermissions } from '#contract/staff.ts';
import { noCustomer } from '#api/services/customers/customer.ts';

/** From now on, this session sees the portal as people of the customer do, within the staff member's permissions, read-only. */
export async function startViewing(database: Database, caller: Caller, customerId: string): Promise<void> {
  await inStaffTransaction(database, caller, { needs: viewingPermissions, customerId }, async (client) => {
    const { rowCount } = await client.query('SELECT FROM customers WHERE id = $1', [customerId]);
    if (rowCount === 0) throw noCustomer;
    await recordStaffEvent(client, { event: 'staff.view_started', customer: customerId }, traceOf(caller));
    await leaveStaff(client);
    await setViewed(client, caller, customerId);
  });
}

export async function stopViewing(database: Database, caller: Caller): Promise<void> {
  await inStaffTransaction(database, caller, { needs: [] }, async (client) => {
    const { rows } = await client.query<{ viewed: string | null }>('SELECT viewed FROM desk_session($1)', [
      caller.sessionToken,
    ]);
    const customer = rows[0]?.viewed ?? undefined;
    if (customer === undefined) return;
    await recordStaffEvent(client, { event: 'staff.view_ended', customer }, traceOf(caller));
    await leaveStaff(client);
    await setViewed(client, caller, null);
  });
}

type Client = Parameters<typeof leaveStaff>[0];
const setViewed = (client: Client, { sessionToken }: Caller, customerId: string | null) =>
  client.query('UPDATE sessions SET viewed_customer_id = $2 WHERE token = hash_token($1)', [sessionToken, customerId]);
