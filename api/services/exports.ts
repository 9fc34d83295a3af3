import type { Database } from '#api/db/connect.ts';
import { type Caller, runAs } from '#api/db/tenant.ts';
import type { ExportNote } from '#contract/exports.ts';
import { NotLinked } from './customer.ts';

const note = {
  name: 'note-export',
  text: `INSERT INTO audit_events (actor, event, user_id, customer, request_id, network, details)
    SELECT 'user', 'records.exported', app_user_id(), app_customer_id(), $1, $2, $3::jsonb WHERE app_customer_id() IS NOT NULL`,
};
const whose = { name: 'whose-export', text: 'SELECT app_customer_id()' };

/** Records that the caller made a file of their rows. */
export async function noteExport(database: Database, caller: Caller, { list, rows }: ExportNote): Promise<void> {
  const { requestId = null, network = null } = caller.trace ?? {};
  const values = [requestId, network, JSON.stringify({ list, rows })];
  const [, customer] = await runAs(database, caller, 'write', { ...note, values }, whose);
  if (customer?.[0]?.[0] === null) throw new NotLinked('The account is linked to no customer.');
}
