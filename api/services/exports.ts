import type { Database } from '#api/db/connect.ts';
import { createRateLimiter } from '#api/db/rate-limit.ts';
import { type Caller, runAs } from '#api/db/tenant.ts';
import type { ExportNote } from '#contract/exports.ts';
import { NotLinkedError } from './customer.ts';

const note = {
  name: 'note-export',
  text: `INSERT INTO audit_events (actor, event, user_id, customer, request_id, network, details)
    SELECT 'user', 'records.exported', app_user_id(), app_customer_id(), $1, $2, $3::jsonb WHERE app_customer_id() IS NOT NULL`,
};
const whose = { name: 'whose-export', text: 'SELECT app_user_id(), app_customer_id()' };

// A note is kept for a year. Whoever clicks as fast as files come does not reach it.
const mostPerHour = 100;

/** Records that the caller made a file of their rows. */
export async function noteExport(
  database: Database,
  rateLimitSecret: string,
  caller: Caller,
  { list, rows }: ExportNote,
): Promise<void> {
  const [found] = await runAs(database, caller, 'read', whose);
  const [userId, customer] = found?.[0] ?? [];
  if (customer === null) throw new NotLinkedError('The account is linked to no customer.');
  await createRateLimiter(database, rateLimitSecret).take('export', {
    account: [String(userId), mostPerHour, 60 * 60],
  });
  const { requestId = null, network = null } = caller.trace ?? {};
  const values = [requestId, network, JSON.stringify({ list, rows })];
  await runAs(database, caller, 'write', { ...note, values });
}
