import type { ClientBase } from 'pg';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, leaveStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { fromSqlState, idempotencyKeyReused, UserError } from '#api/lib/errors.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { createLeadReplyAddress } from '#api/services/mail-in/reply-token.ts';
import { officeInstant } from '#api/services/tickets/office-hours.ts';
import type { AnswerSlot, DeskLead, LeadReply, NewLeadNote } from '../contract/desk-leads.ts';
import { maxSlotDaysAhead, type SlotDecision } from '#contract/leads.ts';
import { type LockedLead, lockLead, lockVersion } from './change-leads.ts';
import { fromAppointment, type LeadSettings, needs, readLead } from './desk-leads.ts';
import { isSlotAhead, requestedSlot, type Slot, slotFrom } from './requested-slot.ts';

/** Where a reply of the prospect goes. */
export interface ReplySettings extends LeadSettings {
  /** The domain of reply addresses, where mails are received. */
  replyDomain: string | undefined;
  /** The mailbox of leads, for replies that do not come back. */
  leadsTo: string | undefined;
}

interface StoredSlot extends Slot {
  state: SlotDecision;
  sequence: number;
}

interface Text {
  id: string;
  kind: 'note' | 'sent';
  body: string;
  key: string | undefined;
  slotState?: SlotDecision;
}

/** Whether the caller has written this text with this key before. */
async function isReplay(client: ClientBase, { id, kind, body, key, slotState }: Text): Promise<boolean> {
  if (key === undefined) return false;
  const { rows } = await client.query<{ isSame: boolean }>(
    `SELECT lead_id = $2 AND kind = $3 AND body = $4 AND slot_state IS NOT DISTINCT FROM $5 AS "isSame" FROM lead_messages
    WHERE author_id = app_staff_id() AND idempotency_key = $1`,
    [key, id, kind, body, slotState ?? null],
  );
  if (rows[0]?.isSame === false) throw idempotencyKeyReused;
  return rows.length > 0;
}

async function insertText(client: ClientBase, { id, kind, body, key }: Text, slot?: StoredSlot): Promise<string> {
  const { rows } = await client
    .query<{ id: string }>(
      `INSERT INTO lead_messages (lead_id, kind, author_id, body, idempotency_key, slot_state, slot_starts_at, slot_ends_at, slot_sequence)
      VALUES ($1, $2, app_staff_id(), $3, $4, $5, $6, $7, $8) RETURNING id`,
      [id, kind, body, key ?? null, slot?.state, slot?.startsAt, slot?.endsAt, slot?.sequence],
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

type Mailed = Pick<LeadReply, 'id' | 'version'> & { body: string; answer?: Pick<AnswerSlot, 'decision' | 'startsAt'> };

/** Mails the text to the prospect. The mail is enqueued in the same transaction: neither is without the other. */
async function mailProspect(
  database: Database,
  caller: Caller,
  settings: ReplySettings,
  { id, version, body, answer }: Mailed,
  key: string | undefined,
): Promise<DeskLead> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    await lockLead(client, id);
    const text = { id, kind: 'sent', body, key, ...(answer && { slotState: answer.decision }) } as const;
    if (await isReplay(client, text)) return readLead(client, settings, id);
    const lead = await lockVersion(client, settings, { id, version });
    if (lead.status === 'spam') throw new UserError('invalid_request', 'This lead is spam: correct that first.');
    const slot = answer && (await decideSlot(client, lead, { id, ...answer }));
    const messageId = await insertText(client, text, slot);
    // A lead that became a customer or a ticket stays converted. Who answers a doubtful one vouches for it.
    await client.query(
      `UPDATE leads SET status = CASE WHEN status = 'converted' THEN status ELSE 'answered' END, verdict = 'clean',
        answered_at = coalesce(answered_at, now()), version = version + 1 WHERE id = $1`,
      [id],
    );
    const entity = `lead:${id}`;
    const event =
      slot === undefined
        ? ({ event: 'lead.answered', entity } as const)
        : ({ event: 'lead.slot_answered', entity, details: { to: slot.state } } as const);
    await recordStaffEvent(client, event, traceOf(caller));
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

export const replyToLead = (
  database: Database,
  caller: Caller,
  settings: ReplySettings,
  reply: LeadReply,
  key: string | undefined,
): Promise<DeskLead> => mailProspect(database, caller, settings, reply, key);

/** Confirms the slot that a consultation asks for, proposes another, or declines it: with an invitation that replaces the one before. */
export const answerSlot = (
  database: Database,
  caller: Caller,
  settings: ReplySettings,
  { id, version, body = '', ...answer }: AnswerSlot,
  key: string | undefined,
): Promise<DeskLead> => mailProspect(database, caller, settings, { id, version, body, answer }, key);

/** The slot as it will be, with the SEQUENCE after those that the prospect may have. */
async function decideSlot(
  client: ClientBase,
  { form, values, receivedAt }: LockedLead,
  { id, decision, startsAt }: Pick<AnswerSlot, 'id' | 'decision' | 'startsAt'>,
): Promise<StoredSlot> {
  if (form !== 'consultation') throw new UserError('invalid_request', 'This lead asks for no time.');
  const booked = await client.query(`SELECT ${fromAppointment}`, [id]);
  if (booked.rows.length > 0)
    throw new UserError('invalid_request', 'This lead has an appointment: move or cancel that one.');
  const { rows } = await client.query<StoredSlot>(
    `SELECT slot_state AS state, slot_starts_at AS "startsAt", slot_ends_at AS "endsAt", slot_sequence AS sequence
    FROM lead_messages WHERE lead_id = $1 AND slot_state IS NOT NULL ORDER BY slot_sequence DESC LIMIT 1`,
    [id],
  );
  const requested = requestedSlot(values, receivedAt);
  const current = rows[0] ?? (requested && { ...requested, state: 'requested', sequence: 0 });
  const sequence = current === undefined ? 0 : current.sequence + 1;
  if (decision === 'proposed') {
    const wanted = officeInstant(startsAt ?? '');
    // Also for a day that does not exist.
    if (!isSlotAhead(wanted, new Date())) throw invalidSlot;
    return { ...slotFrom(wanted, values), state: decision, sequence };
  }
  if (current === undefined || current.state === 'declined' || current.state === decision)
    throw new UserError('invalid_request', 'There is no slot to decide on.');
  if (decision === 'confirmed' && current.startsAt <= new Date()) throw invalidSlot;
  return { startsAt: current.startsAt, endsAt: current.endsAt, state: decision, sequence };
}
const invalidSlot = new UserError('invalid_request', `Please choose a time within the next ${maxSlotDaysAhead} days.`);
