import type { Readable } from 'node:stream';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { FileMissingError } from '#api/files/file-storage.ts';
import type { Files } from '#api/files/files.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import type { MailReader } from '#api/mail/inbound/mail-reader.ts';
import type { MailFile } from '#api/mail/inbound/parse-mail.ts';
import { type Order, readCursor, writeCursor } from '#api/services/lists/cursor.ts';
import { byId, key, rejectCursor } from '#api/services/lists/query.ts';
import { prepareFiles } from './prepare-files.ts';
import { writeMail } from './publish-reply.ts';
import { discardUploads } from '#api/services/tickets/store-upload.ts';
import { lockTicket, saveTicket } from '#api/services/tickets/ticket-store.ts';
import {
  type HeldMail,
  type HeldMailDetail,
  type HeldMailsQuery,
  type PublishedMail,
  type PublishMail,
  type WithdrawMail,
  heldMailSchema,
  inboundMailStates,
  mailAuthentications,
} from '#contract/desk-mails.ts';
import type { Page } from '#contract/lists.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { columns, flag, integer, json, nullable, oneOf, text, texts } from '#api/db/columns.ts';

// Mails that wait for staff, and what became of them. Staff see them all; customers see what is published.

const needs = ['support'] as const satisfies StaffPermission[];
const noMail = new UserError('not_found', 'There is no such mail.');
const pageSize = 50;
const order: Order = {
  list: 'held-mails',
  sort: 'receivedAt',
  direction: 'desc',
  keys: [key('received_at', 'timestamptz'), byId],
};

const mailColumns = columns({
  id: text('mail.id'),
  state: oneOf('state', inboundMailStates),
  reason: nullable(text('reason')),
  from: nullable(text('from_address')),
  sender: text('mail.sender'),
  authentication: oneOf(`coalesce(authentication, 'unchecked')`, mailAuthentications),
  recipients: texts('recipients'),
  subject: text('mail.subject'),
  size: integer('size'),
  fileCount: integer('file_count'),
  hasOriginal: flag('mail.sha256 IS NOT NULL'),
  receivedAt: text('received_at'),
  // As JSON: one statement lists them for a page of mails.
  customers: json(
    `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', customer_id, 'name', name)), '[]') FROM mail_customers(ARRAY[mail.id]))`,
    heldMailSchema.shape.customers,
  ),
});
const ticketColumns = columns({
  id: text('ticket_id'),
  ticketNumber: text('ticket_number'),
  customerId: text('own.id'),
  customerName: text('own.name'),
});
const detail = columns({
  text: text('full_text'),
  visibleText: text(`coalesce(visible_text, '')`),
  fromSender: integer(`(SELECT count(*)::integer FROM inbound_mails AS other WHERE other.state = 'held'
    AND other.from_address IS NOT DISTINCT FROM mail.from_address
    AND (mail.from_address IS NOT NULL OR other.sender = mail.sender))`),
});
const original = columns({ sha256: nullable(text('sha256')), size: integer('size') });
const selected = `${ticketColumns.sql}, ${mailColumns.sql}`;
const from = `FROM inbound_mails AS mail LEFT JOIN tickets ON tickets.id = ticket_id
  LEFT JOIN customers AS own ON own.id = tickets.customer_id`;

function toMail(row: Row): HeldMail {
  const ticket = row[0] === null ? null : ticketColumns.read(row);
  return { ...mailColumns.read(row.slice(ticketColumns.count)), ticket };
}

/** One page of those that wait, the newest first. */
export async function listHeldMails(
  database: Database,
  caller: Caller,
  { cursor }: HeldMailsQuery,
): Promise<Page<HeldMail>> {
  const [time = null, id = null] = cursor === undefined ? [] : readCursor(cursor, order);
  const [counts, rows = []] = await runAsStaff(
    database,
    caller,
    { needs },
    { name: 'desk-held-mails-count', text: `SELECT count(*)::integer FROM inbound_mails WHERE state = 'held'` },
    {
      name: 'desk-held-mails',
      text: `SELECT ${selected}, mail.received_at::text ${from}
        WHERE state = 'held' AND ($1::timestamptz IS NULL OR (mail.received_at, mail.id) < ($1::timestamptz, $2::uuid))
        ORDER BY mail.received_at DESC, mail.id DESC LIMIT ${pageSize + 1}`,
      values: [time, id],
    },
  ).catch(rejectCursor);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {
    items: page.map(toMail),
    total: Number(counts?.[0]?.[0] ?? 0),
    nextCursor: last === undefined ? null : writeCursor(order, [last.at(-1), last[ticketColumns.count]]),
  };
}

export async function getMail(database: Database, caller: Caller, id: string): Promise<HeldMailDetail> {
  const [rows] = await runAsStaff(
    database,
    caller,
    { needs },
    {
      name: 'desk-mail',
      text: `SELECT ${selected}, ${detail.sql} ${from} WHERE mail.id = $1`,
      values: [id],
    },
  );
  const [row] = rows ?? [];
  if (row === undefined) throw noMail;
  return { ...toMail(row), ...detail.read(row.slice(-detail.count)) };
}

const originalGone = new UserError('file_missing', 'This file is not available.');

/** The mail as it came in. */
export async function openOriginal(
  { database, files }: { database: Database; files: Files },
  caller: Caller,
  id: string,
): Promise<{ size: number; sha256: string; content: Readable }> {
  const [rows] = await runAsStaff(
    database,
    caller,
    { needs },
    {
      name: 'desk-mail-file',
      text: `SELECT ${original.sql} FROM inbound_mails WHERE id = $1`,
      values: [id],
    },
  );
  const found = original.first(rows);
  if (found === undefined) throw noMail;
  const { sha256, size } = found;
  // Those of no ticket are deleted before their text.
  if (sha256 === null) throw originalGone;
  const content = await files.storage.read('mail', sha256).catch((error: unknown) => {
    throw error instanceof FileMissingError ? originalGone : error;
  });
  return { size, sha256, content };
}

export const rejectDecision = fromSqlState({
  PT404: noMail,
  PT409: new UserError('changed_meanwhile', 'Somebody else has decided about this mail.', null),
  'PT409 other_customer': new UserError(
    'other_customer',
    'The sender belongs to another customer: please confirm.',
    null,
  ),
});

/**
 * Publishes what a staff member took from a mail, with its files, as a reply of the customer. Its sender is named as the author
 * only if the mail proves it.
 */
export async function publishMail(
  deps: { database: Database; files: Files; reader: MailReader },
  caller: Caller,
  { id, ticketId, body, isOtherCustomer = false }: PublishMail,
): Promise<PublishedMail> {
  const { database } = deps;
  const [tickets] = await runAsStaff(
    database,
    caller,
    { needs },
    {
      name: 'desk-mail-ticket',
      text: 'SELECT customer_id FROM tickets WHERE id = $1',
      values: [ticketId],
    },
  );
  const customerId = tickets?.[0]?.[0];
  if (typeof customerId !== 'string') throw noMail;
  const runAsSender = async (statement: Statement) => (await runAsStaff(database, caller, { needs }, statement)).at(0);
  const given = await filesOf(deps, caller, id);
  const { attachments, skipped } = await prepareFiles(deps, runAsSender, { ticketId }, body, given);
  return inStaffTransaction(database, caller, { needs, customerId }, async (client) => {
    const { rows } = await client
      .query<{ isVerified: boolean }>('SELECT is_proven AS "isVerified" FROM lock_held_mail($1, $2, $3)', [
        id,
        customerId,
        isOtherCustomer,
      ])
      .catch(rejectDecision);
    const speaker = { kind: 'sender', mailId: id, isVerified: rows[0]?.isVerified === true, ...caller } as const;
    const mail = { ticketId, body, attachments, emailMessageId: null };
    const { ticketId: writtenTo, ticketNumber, messageId, isFollowUp } = await writeMail(client, speaker, mail);
    await client.query('SELECT finish_held_mail($1, $2, $3)', [id, writtenTo, messageId]);
    return { ticketNumber, messageId, isFollowUp, skipped };
  }).catch(async (error: unknown) => {
    await discardUploads(deps, attachments);
    throw error;
  });
}

/** None where the original was deleted, or nobody can read it. */
export async function filesOf(
  deps: { database: Database; files: Files; reader: MailReader },
  caller: Caller,
  id: string,
): Promise<MailFile[]> {
  const opened = await openOriginal(deps, caller, id).catch((error: unknown) => {
    if (error === originalGone) return undefined;
    throw error;
  });
  if (opened === undefined) return [];
  const envelope = { sender: '', recipients: [] };
  const mail = { original: opened.content, envelope, token: undefined, policy: noPolicy };
  return (await deps.reader.read(mail)).files;
}

// Only the files are asked for: nothing is judged.
const noPolicy = { siteHost: '', ownAddresses: [], authservId: undefined, domain: undefined, addresses: [] };

/**
 * Takes a published mail back: customers and staff see that a message was withdrawn, and the mail is held again. Mails about it
 * that wait to be sent do not mention it.
 */
export async function withdrawMail(
  database: Database,
  caller: Caller,
  { ticketId, messageId }: WithdrawMail,
): Promise<void> {
  await inStaffTransaction(database, caller, { needs }, async (client) => {
    const ticket = await lockTicket(client, ticketId);
    const { rows } = await client
      .query<{ mail: string }>('SELECT withdraw_mail($1, $2) AS mail', [ticketId, messageId])
      .catch(rejectDecision);
    const events = [{ kind: 'message_withdrawn' as const, payload: { messageId: messageId ?? ticketId } }];
    const audit = { event: 'mail.withdrawn' as const, details: { mail: rows[0]?.mail ?? '' } };
    await saveTicket(client, { kind: 'staff', ...caller }, ticket, { events, audit }, new Date());
  });
}

export async function discardMail(database: Database, caller: Caller, id: string): Promise<void> {
  await inStaffTransaction(database, caller, { needs }, async (client) => {
    await client.query('SELECT discard_inbound_mail($1)', [id]).catch(rejectDecision);
    await recordStaffEvent(client, { event: 'mail.discarded', entity: `mail:${id}` }, traceOf(caller));
  });
}

/** All that have the sender of this one. */
export async function discardMailsLike(database: Database, caller: Caller, id: string): Promise<{ count: number }> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const { rows } = await client.query<{ count: number }>('SELECT discard_inbound_mails_like($1) AS count', [id]);
    const count = rows[0]?.count ?? 0;
    await recordStaffEvent(
      client,
      { event: 'mail.discarded', entity: `mail:${id}`, details: { count } },
      traceOf(caller),
    );
    return { count };
  });
}
