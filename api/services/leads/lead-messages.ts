import type { ClientBase } from 'pg';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, leaveStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { fromSqlState, idempotencyKeyReused, UserError } from '#api/lib/errors.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { createLeadReplyAddress } from '#api/services/mail-in/reply-token.ts';
import type { DeskLead, LeadReply, NewLeadNote } from '#contract/desk-leads.ts';
import { lockLead, lockVersion } from './change-leads.ts';
import { needs, readLead } from './desk-leads.ts';

/** Where a reply of the prospect goes. */
export interface ReplySettings {
  repliesComeBack: boolean;
  /** The domain of reply addresses, where mails are received. */
  replyDomain: string | undefined;
  /** The mailbox of leads, for replies that do not come back. */
  leadsTo: string | undefined;
}

interface Text {
  id: string;
  kind: 'note' | 'sent';
  body: string;
  key: string | undefined;
}

/** Whether the caller has written this text with this key before. */
async function isReplay(client: ClientBase, { id, kind, body, key }: Text): Promise<boolean> {
  if (key === undefined) return false;
  const { rows } = await client.query<{ isSame: boolean }>(
    `SELECT lead_id = $2 AND kind = $3 AND body = $4 AS "isSame" FROM lead_messages
    WHERE author_id = app_staff_id() AND idempotency_key = $1`,
    [key, id, kind, body],
  );
  if (rows[0]?.isSame === false) throw idempotencyKeyReused;
  return rows.length > 0;
}

async function insertText(client: ClientBase, { id, kind, body, key }: Text): Promise<string> {
  const { rows } = await client
    .query<{ id: string }>(
      `INSERT INTO lead_messages (lead_id, kind, author_id, body, idempotency_key) VALUES ($1, $2, app_staff_id(), $3, $4) RETURNING id`,
      [id, kind, body, key ?? null],
    )
    .catch(fromSqlState({ '23505': idempotencyKeyReused }));
  if (rows[0] === undefined) throw new Error('The text was not saved.');
  return rows[0].id;
}

/** Internal: no version, since it changes nothing that another staff member could be working on. */
export async function addLeadNote(
  database: Database,
  caller: Caller,
  settings: ReplySettings,
  { id, body }: NewLeadNote,
  key: string | undefined,
): Promise<DeskLead> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    await lockLead(client, id);
    const note = { id, kind: 'note', body, key } as const;
    if (!(await isReplay(client, note))) {
      await insertText(client, note);
      await recordStaffEvent(client, { event: 'lead.noted', entity: `lead:${id}` }, traceOf(caller));
    }
    return readLead(client, settings, id);
  });
}

/** Mails the text to the prospect. The mail is enqueued in the same transaction: neither is without the other. */
export async function replyToLead(
  database: Database,
  caller: Caller,
  settings: ReplySettings,
  { id, version, body }: LeadReply,
  key: string | undefined,
): Promise<DeskLead> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    await lockLead(client, id);
    const text = { id, kind: 'sent', body, key } as const;
    if (await isReplay(client, text)) return readLead(client, settings, id);
    const lead = await lockVersion(client, settings, { id, version });
    if (lead.status === 'spam') throw new UserError('invalid_request', 'This lead is spam: correct that first.');
    const messageId = await insertText(client, text);
    // A lead that became a customer or a ticket stays converted. Who answers a doubtful one vouches for it.
    await client.query(
      `UPDATE leads SET status = CASE WHEN status = 'converted' THEN status ELSE 'answered' END, verdict = 'clean',
        answered_at = coalesce(answered_at, now()), version = version + 1 WHERE id = $1`,
      [id],
    );
    await recordStaffEvent(client, { event: 'lead.answered', entity: `lead:${id}` }, traceOf(caller));
    const answered = await readLead(client, settings, id);
    await leaveStaff(client);
    const { replyDomain, leadsTo } = settings;
    const replyTo =
      replyDomain === undefined ? leadsTo : await createLeadReplyAddress(client, { id, domain: replyDomain });
    const data = { messageId, replyTo };
    await enqueueMail(ormOn(client), { template: 'lead-reply', recipient: lead.email, locale: 'fr', data });
    return answered;
  });
}
