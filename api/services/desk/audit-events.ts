import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { Conditions } from '#api/services/lists/cursor.ts';
import { byId, key, type ListDefinition, type ListRequest, readPage } from '#api/services/lists/query.ts';
import type { AuditEvent } from '#contract/audit.ts';
import type { DeskExportNote } from '#contract/desk-records.ts';
import type { Page } from '#contract/lists.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { noCustomer } from '#api/services/customers/customer.ts';

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
