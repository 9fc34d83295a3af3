import type { Database } from '#api/db/connect.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { type Order, readCursor, writeCursor } from '#api/services/lists/cursor.ts';
import { byId, key, rejectCursor } from '#api/services/lists/query.ts';
import type { StaffRead } from '#contract/audit.ts';
import { defaultPageSize } from '#contract/limits.ts';
import type { Page } from '#contract/lists.ts';
import { staffReadPages } from '#contract/staff.ts';
import { columns, nullable, oneOf, text } from '#api/db/columns.ts';

const staffRead = columns({
  id: text('id'),
  happenedAt: text('happened_at'),
  staffName: nullable(text('staff_name')),
  page: oneOf('page', staffReadPages),
  entity: nullable(text('entity')),
});
const readsOrder: Order = {
  list: 'staff-reads',
  sort: 'happenedAt',
  direction: 'desc',
  keys: [key('happened_at', 'timestamptz'), byId],
};

/** In the portal, for owners: which staff looked at the customer's data, newest first. */
export async function listStaffReads(
  database: Database,
  caller: Caller,
  { limit = defaultPageSize, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<StaffRead>> {
  const [time = null, id = null] = cursor === undefined ? [] : readCursor(cursor, readsOrder);
  const statement = {
    name: 'list-staff-reads',
    text: `SELECT ${staffRead.sql}, happened_at::text FROM list_staff_reads($1, $2, $3)`,
    values: [time, id, limit + 1],
  };
  const [rows = []] = await runAsSession(database, caller, { mode: 'read', needs: 'people' }, statement).catch(
    rejectCursor,
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: staffRead.all(rows.slice(0, limit)),
    nextCursor: last === undefined ? null : writeCursor(readsOrder, [last.at(-1), last[0]]),
    total: null,
  };
}
