import type { ClientBase } from 'pg';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { UserError } from '#api/lib/errors.ts';
import type { ChangeLead, ConvertLead, DeskLead } from '../contract/desk-leads.ts';
import { type LeadSettings, needs, noLead, readLead } from './desk-leads.ts';

// A change names the version of the lead that the staff member has seen.

const changed = 'Somebody else has changed this lead meanwhile.';

export interface LockedLead {
  version: number;
  status: string;
  verdict: string;
  email: string;
  form: string;
  values: Record<string, string>;
  receivedAt: Date;
  assigneeId: string | null;
  customerId: string | null;
  ticketId: string | null;
}

export async function lockLead(client: ClientBase, id: string): Promise<LockedLead> {
  const { rows } = await client.query<LockedLead>(
    `SELECT version, status, verdict, email, form, "values", received_at AS "receivedAt", assignee_id AS "assigneeId", customer_id AS "customerId", ticket_id AS "ticketId"
    FROM leads WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (rows[0] === undefined) throw noLead;
  return rows[0];
}

/** Optimistic locking: a concurrent change returns 409 with the current state. */
export async function lockVersion(
  client: ClientBase,
  settings: LeadSettings,
  { id, version }: { id: string; version: number },
): Promise<LockedLead> {
  const lead = await lockLead(client, id);
  if (lead.version !== version) throw new UserError('changed_meanwhile', changed, await readLead(client, settings, id));
  return lead;
}

/** A lead that was answered and is taken up again has no first response any longer, unless a mail was sent. */
const answeredAt = `CASE WHEN $2 = 'answered' THEN coalesce(answered_at, now())
  WHEN EXISTS (SELECT FROM lead_messages WHERE lead_id = leads.id AND kind = 'sent') THEN answered_at END`;

export async function changeLead(
  database: Database,
  caller: Caller,
  settings: LeadSettings,
  { id, version, verdict, status, assigneeId }: ChangeLead,
): Promise<DeskLead> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const before = await lockVersion(client, settings, { id, version });
    const isSpam = verdict === undefined ? before.status === 'spam' : verdict === 'spam';
    if (status !== undefined && isSpam)
      throw new UserError('invalid_request', 'This lead is spam: correct that first.');
    const entity = `lead:${id}`;
    const trace = traceOf(caller);
    if (assigneeId !== undefined && assigneeId !== before.assigneeId) {
      await rejectAssignee(client, assigneeId);
      await client.query('UPDATE leads SET assignee_id = $2 WHERE id = $1', [id, assigneeId]);
      await recordStaffEvent(
        client,
        { event: 'lead.assigned', entity, details: { to: assigneeId ?? 'nobody' } },
        trace,
      );
    }
    if (verdict !== undefined && (verdict !== before.verdict || (verdict === 'spam') !== (before.status === 'spam'))) {
      // What was answered before it was taken for spam still is.
      await client.query(
        `UPDATE leads SET verdict = $2, status = CASE WHEN $2 = 'spam' THEN 'spam' WHEN status <> 'spam' THEN status
          WHEN coalesce(customer_id, ticket_id) IS NOT NULL THEN 'converted' WHEN answered_at IS NULL THEN 'new' ELSE 'answered' END
        WHERE id = $1`,
        [id, verdict],
      );
      await recordStaffEvent(client, { event: 'lead.corrected', entity, details: { to: verdict } }, trace);
    }
    if (status !== undefined && status !== before.status) {
      await client.query(`UPDATE leads SET status = $2, answered_at = ${answeredAt} WHERE id = $1`, [id, status]);
      const moved = { from: before.status, to: status };
      await recordStaffEvent(client, { event: 'lead.status_changed', entity, details: moved }, trace);
    }
    await client.query('UPDATE leads SET version = version + 1 WHERE id = $1', [id]);
    return readLead(client, settings, id);
  });
}

async function rejectAssignee(client: ClientBase, assigneeId: string | null): Promise<void> {
  if (assigneeId === null) return;
  const { rowCount } = await client.query(
    `SELECT FROM staff_members WHERE user_id = $1 AND active AND 'support' = ANY(permissions)`,
    [assigneeId],
  );
  if (rowCount === 0) throw new UserError('invalid_request', 'This staff member cannot be assigned leads.');
}

/** Without a version: nothing that another staff member could be working on changes. */
export async function markLeadRead(
  database: Database,
  caller: Caller,
  settings: LeadSettings,
  id: string,
): Promise<DeskLead> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    await lockLead(client, id);
    await client.query(`UPDATE leads SET status = 'read' WHERE id = $1 AND status = 'new'`, [id]);
    return readLead(client, settings, id);
  });
}

/** The customer or the ticket that was created from the lead. Each is remembered once. */
export async function convertLead(
  database: Database,
  caller: Caller,
  settings: LeadSettings,
  { id, customerId, ticketId }: ConvertLead,
): Promise<DeskLead> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const before = await lockLead(client, id);
    const isOther = (known: string | null, given: string | undefined) =>
      known !== null && given !== undefined && known !== given;
    if (isOther(before.customerId, customerId) || isOther(before.ticketId, ticketId))
      throw new UserError('changed_meanwhile', 'This lead was converted before.', await readLead(client, settings, id));
    await requireRow(client, 'customers', customerId);
    await requireRow(client, 'tickets', ticketId);
    const isKnown = (known: string | null, given: string | undefined) => given === undefined || known === given;
    if (isKnown(before.customerId, customerId) && isKnown(before.ticketId, ticketId))
      return readLead(client, settings, id);
    await client.query(
      `UPDATE leads SET customer_id = coalesce($2, customer_id), ticket_id = coalesce($3, ticket_id), verdict = 'clean', status = 'converted',
        answered_at = coalesce(answered_at, now()), version = version + 1 WHERE id = $1`,
      [id, customerId ?? null, ticketId ?? null],
    );
    const into = ticketId === undefined ? `customer:${customerId}` : `ticket:${ticketId}`;
    const event = { event: 'lead.converted', entity: `lead:${id}`, details: { into } } as const;
    await recordStaffEvent(client, event, traceOf(caller));
    return readLead(client, settings, id);
  });
}

async function requireRow(client: ClientBase, table: 'customers' | 'tickets', id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const { rowCount } = await client.query(`SELECT FROM ${table} WHERE id = $1`, [id]);
  if (rowCount === 0)
    throw new UserError('not_found', `There is no such ${table === 'customers' ? 'customer' : 'ticket'}.`);
}
