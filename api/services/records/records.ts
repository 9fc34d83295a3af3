import type { Database } from '#api/db/connect.ts';
import { createRateLimiter } from '#api/db/rate-limit.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { notLinked } from '#api/lib/errors.ts';
import type { ExportNote } from '#contract/lists.ts';
import { lists } from '#contract/record-lists.ts';

const exportStatement = {
  name: 'record-export',
  text: `INSERT INTO audit_events (actor, event, user_id, customer, request_id, network, details)
    SELECT 'user', 'records.exported', app_user_id(), app_customer_id(), $1, $2, $3::jsonb WHERE app_customer_id() IS NOT NULL`,
};
const callerIds = { name: 'caller-ids', text: 'SELECT app_user_id(), app_customer_id()' };

// Each export is an audit event, kept for a year. More than anyone can click.
const maxPerHour = 100;

/** Records in the audit log that the caller exported rows. */
export async function recordExport(
  database: Database,
  rateLimitSecret: string,
  caller: Caller,
  { list, rows: rowCount }: ExportNote,
): Promise<void> {
  const { needs } = lists[list];
  const [rows] = await runAsSession(database, caller, { mode: 'read', needs }, callerIds);
  const [userId, customer] = rows?.[0] ?? [];
  if (customer === null) throw notLinked;
  await createRateLimiter(database, rateLimitSecret).consume('export', {
    account: [String(userId), maxPerHour, 60 * 60],
  });
  const { requestId = null, network = null } = caller.trace ?? {};
  const values = [requestId, network, JSON.stringify({ list, rows: rowCount })];
  await runAsSession(database, caller, { mode: 'write', needs }, { ...exportStatement, values });
}
