import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, leaveStaff, runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession, traceOf } from '#api/db/tenant.ts';
import type { Settings } from '#api/lib/env.ts';
import { describeFolder } from '#api/files/data-folder.ts';
import type { IncomingDisk } from '#api/files/receive-file.ts';
import { Conditions, type Order, readCursor, writeCursor } from '#api/services/lists/cursor.ts';
import { byId, key, type ListDefinition, type ListRequest, readPage, rejectCursor } from '#api/services/lists/query.ts';
import { type CheckInput, runChecks } from '#api/services/monitoring/checks.ts';
import { factsStatement, parseFacts } from '#api/services/monitoring/facts.ts';
import type { ReadProbes } from '#api/services/monitoring/probes.ts';
import type { AuditEvent, DeskHealth, DeskMe, DeskStaff, StaffRead } from '#contract/desk.ts';
import type { DeskExportNote } from '#contract/desk-records.ts';
import { defaultPageSize } from '#contract/limits.ts';
import type { Page } from '#contract/lists.ts';
import { type StaffPermission, staffPermissions, staffReadPages, viewingPermissions } from '#contract/staff.ts';
import { noCustomer } from '#api/services/customers/customer.ts';
import { columns, flag, integer, listOf, nullable, oneOf, text } from '#api/db/columns.ts';

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
    // Events hold ids only, as they remain after a user is erased: names are read with them.
    subject: 'audit_subject(entity)',
    names: 'audit_names(details)',
    times: 'times',
    network: 'network',
    details: 'details',
  },
  sorts: { happenedAt: [key('happened_at', 'timestamptz'), byId] },
  defaultSort: 'happenedAt',
};

const startOf = (day: string, more = 0) => `((${day}::date + ${more})::timestamp AT TIME ZONE 'Europe/Paris')`;

export interface AuditFilter extends ListRequest<'happenedAt'> {
  /** A full name, or the part before the dot. */
  event?: string | undefined;
  customerId?: string | undefined;
  userId?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

export async function listAuditEvents(
  database: Database,
  caller: Caller,
  { event, customerId, userId, from, until, ...request }: AuditFilter,
): Promise<Page<AuditEvent>> {
  let filters = new Conditions();
  if (customerId !== undefined) filters = filters.and((id) => `customer = ${id}`, customerId);
  if (userId !== undefined) filters = filters.and((id) => `user_id = ${id}`, userId);
  if (from !== undefined) filters = filters.and((day) => `happened_at >= ${startOf(day)}`, from);
  if (until !== undefined) filters = filters.and((day) => `happened_at < ${startOf(day, 1)}`, until);
  if (event?.includes('.') === true) filters = filters.and((name) => `event = ${name}`, event);
  else if (event !== undefined)
    // From 'ticket.' to before 'ticket/': every event that begins with 'ticket.'.
    filters = filters.and((first, end) => `event >= ${first} AND event < ${end}`, `${event}.`, `${event}/`);
  const run = (...statements: Statement[]) => runAsStaff(database, caller, auditList, ...statements);
  return readPage(run, auditList, request, filters);
}

export async function recordDeskExport(
  database: Database,
  caller: Caller,
  { customerId, ...details }: DeskExportNote,
): Promise<void> {
  await inStaffTransaction(database, caller, { needs: [], customerId }, async (client) => {
    const { rowCount } = await client.query('SELECT FROM customers WHERE id = $1', [customerId ?? null]);
    if (customerId !== undefined && rowCount === 0) throw noCustomer;
    await recordStaffEvent(client, { event: 'records.exported', customer: customerId, details }, traceOf(caller));
  });
}

const health = columns({
  version: text(`current_setting('server_version')`),
  sizeBytes: nullable(text('size_bytes::text')),
  queued: integer('queued'),
  oldestQueuedAt: nullable(text('oldest_queued_at')),
  failed: integer('failed'),
  lastSentAt: nullable(text('last_sent_at')),
  lastRetentionAt: nullable(text('last_retention_at')),
  heldMails: integer('held_mails'),
  overdueResponses: integer('overdue_responses'),
});
const healthStatement = { name: 'desk-health', text: `SELECT ${health.sql} FROM desk_health(), desk_backlog()` };

const toMoment = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString());

interface HealthDeps {
  database: Database;
  files: IncomingDisk;
  readProbes: ReadProbes;
  settings: CheckInput['settings'];
}

export async function getHealth(
  { database, files, readProbes, settings }: HealthDeps,
  caller: Caller,
): Promise<DeskHealth> {
  const [rows, facts] = await runAsStaff(database, caller, { needs: ['admin'] }, healthStatement, factsStatement);
  const found = health.read(rows?.[0] ?? []);
  const known = parseFacts(facts?.[0]?.[0]);
  const { version, sizeBytes, queued, oldestQueuedAt, failed, lastSentAt, heldMails, overdueResponses } = found;
  return {
    database: { engine: database.engine, version, sizeBytes: sizeBytes === null ? null : Number(sizeBytes) },
    mail: { queued, oldestQueuedAt, failed, lastSentAt },
    support: { heldMails, overdueResponses },
    files: await describeFolder(files),
    checks: runChecks({ facts: known, probes: await readProbes(), settings }),
    lastBackupAt: toMoment(known.lastBackupAt),
    hasBackupFailed: known.hasBackupFailed,
    lastProofAt: toMoment(known.lastProofAt),
    hasProofFailed: known.hasProofFailed,
    lastRetentionAt: found.lastRetentionAt,
  };
}

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
