import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, leaveStaff, runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { AccountError } from '#api/auth/account-error.ts';
import { Conditions, type Order, readCursor, writeCursor } from '#api/services/lists/cursor.ts';
import {
  byId,
  key,
  type ListDefinition,
  type ListRequest,
  readPage,
  rethrowBadCursor,
} from '#api/services/lists/query.ts';
import type { AuditEvent, DeskHealth, DeskMe, DeskStaff, StaffRead } from '#contract/desk.ts';
import { defaultPageSize } from '#contract/limits.ts';
import type { Page } from '#contract/lists.ts';
import { type StaffPermission, type StaffReadPage, viewingPermissions } from '#contract/staff.ts';

/** Rejects a session that does not open the desk, and a staff member without one of the permissions. */
export async function requireStaff(
  database: Database,
  caller: Caller,
  needs: readonly StaffPermission[],
): Promise<void> {
  await runAsStaff(database, caller, { needs });
}

/** The request of an audit event. */
export const traceOf = ({ trace }: Caller) => ({
  requestId: trace?.requestId ?? null,
  network: trace?.network ?? null,
});

/** For "who looked at our data". */
export function noteRead(caller: Caller, customerId: string, page: StaffReadPage): Statement {
  const { requestId, network } = traceOf(caller);
  return {
    name: 'note-staff-read',
    text: 'SELECT note_staff_read($1, $2, NULL, $3, $4)',
    values: [customerId, page, requestId, network],
  };
}

export const noCustomer = new AccountError('not_found', 'There is no such customer.');

const me = `SELECT user_id, staff_members.name, desk_user_email(user_id), permissions, ends_at, customers.id, customers.name
  FROM staff_members CROSS JOIN desk_session($1) AS session LEFT JOIN customers ON customers.id = session.viewed AND can_view
  WHERE user_id = app_staff_id()`;

export async function getMe(database: Database, caller: Caller): Promise<DeskMe> {
  const statement = { name: 'desk-me', text: me, values: [caller.sessionToken] };
  const [rows] = await runAsStaff(database, caller, { needs: [] }, statement);
  const [userId, name, email, permissions, endsAt, customerId, customerName] = rows?.[0] ?? [];
  const viewing = customerId === null ? null : { customerId, name: customerName };
  return { userId, name, email, permissions, endsAt, viewing } as DeskMe;
}

const staffList = {
  name: 'desk-staff',
  text: 'SELECT user_id, name, permissions, active FROM staff_members ORDER BY name',
};

export async function listStaff(database: Database, caller: Caller): Promise<DeskStaff> {
  const [rows = []] = await runAsStaff(database, caller, { needs: [] }, staffList);
  const staff = rows.map(([userId, name, permissions, isActive]) => ({ userId, name, permissions, isActive }));
  return { staff } as DeskStaff;
}

/** From now on, this session sees the portal as an owner of the customer does, and can change nothing there. */
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
  client.query('UPDATE sessions SET viewed_customer_id = $2 WHERE token = $1', [sessionToken, customerId]);

const auditList: ListDefinition<AuditEvent, 'happenedAt', readonly StaffPermission[], 'audit_events'> = {
  table: 'audit_events',
  needs: ['admin'],
  columns: {
    id: 'id',
    happenedAt: 'happened_at',
    actor: 'actor',
    event: 'event',
    outcome: 'outcome',
    userId: 'user_id',
    userEmail: 'desk_user_email(user_id)',
    customerId: 'customer',
    customerName: '(SELECT name FROM customers AS concerned WHERE concerned.id = customer)',
    entity: 'entity',
    times: 'times',
    network: 'network',
    details: 'details',
  },
  sorts: { happenedAt: [key('happened_at', 'timestamptz'), byId] },
  defaultSort: 'happenedAt',
};

export interface AuditFilter extends ListRequest<'happenedAt'> {
  /** A full name, or the part before the dot. */
  event?: string | undefined;
  customerId?: string | undefined;
  userId?: string | undefined;
}

export async function listAuditEvents(
  database: Database,
  caller: Caller,
  { event, customerId, userId, ...request }: AuditFilter,
): Promise<Page<AuditEvent>> {
  let filters = new Conditions();
  if (customerId !== undefined) filters = filters.and((id) => `customer = ${id}`, customerId);
  if (userId !== undefined) filters = filters.and((id) => `user_id = ${id}`, userId);
  if (event?.includes('.') === true) filters = filters.and((name) => `event = ${name}`, event);
  else if (event !== undefined)
    // From 'ticket.' to before 'ticket/': every event that begins with 'ticket.'.
    filters = filters.and((from, to) => `event >= ${from} AND event < ${to}`, `${event}.`, `${event}/`);
  const run = (...statements: Statement[]) => runAsStaff(database, caller, auditList, ...statements);
  return readPage(run, auditList, request, filters);
}

const health = {
  name: 'desk-health',
  text: `SELECT current_setting('server_version'), size_bytes::text, queued, oldest_queued_at, failed, last_sent_at, last_backup_at,
    last_retention_at, held_mails, overdue_responses FROM desk_health(), desk_backlog()`,
};

export async function getHealth(database: Database, caller: Caller): Promise<DeskHealth> {
  const [rows] = await runAsStaff(database, caller, { needs: ['admin'] }, health);
  const [version, size, queued, oldestQueuedAt, failed, lastSentAt, lastBackupAt, lastRetentionAt, ...backlog] =
    rows?.[0] ?? [];
  const [heldMails, overdueResponses] = backlog;
  return {
    database: { engine: database.engine, version, sizeBytes: size === null ? null : Number(size) },
    mail: { queued, oldestQueuedAt, failed, lastSentAt },
    support: { heldMails, overdueResponses },
    lastBackupAt,
    lastRetentionAt,
  } as DeskHealth;
}

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
    text: `SELECT id, happened_at, staff_name, page, entity, happened_at::text FROM list_staff_reads($1, $2, $3)`,
    values: [time, id, limit + 1],
  };
  const [rows = []] = await runAsSession(database, caller, { mode: 'read', needs: 'people' }, statement).catch(
    rethrowBadCursor,
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows
      .slice(0, limit)
      .map(([readId, happenedAt, staffName, page, entity]) => ({ id: readId, happenedAt, staffName, page, entity })),
    nextCursor: last === undefined ? null : writeCursor(readsOrder, [last[5], last[0]]),
    total: null,
  } as Page<StaffRead>;
}
