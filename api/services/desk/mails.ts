import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AccountError } from '#api/auth/account-error.ts';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Row } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { FileMissingError } from '#api/files/file-storage.ts';
import type { Files } from '#api/files/files.ts';
import { ConflictError } from '#api/lib/errors.ts';
import { parseMail } from '#api/mail/inbound/parse-mail.ts';
import { visibleText } from '#api/mail/inbound/visible-text.ts';
import { prepare } from '#api/services/mail-in/receive-mail.ts';
import type { HeldMail, HeldMailDetail, PublishedMail, PublishMail } from '#contract/desk-mails.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { traceOf } from './desk.ts';

// Mails that wait for staff, and what became of them. Staff see them all; customers see what is published.

const needs = ['support'] as const satisfies StaffPermission[];
const noMail = new AccountError('not_found', 'There is no such mail.');
const maxListed = 200;

const columns = `inbound_mails.id, state, reason, from_address, recipients, inbound_mails.subject, size, file_count, ticket_id, ticket_number, received_at`;
const from = 'FROM inbound_mails LEFT JOIN tickets ON tickets.id = ticket_id';

function toMail([
  id,
  state,
  reason,
  sender,
  recipients,
  subject,
  size,
  fileCount,
  ticketId,
  ticketNumber,
  receivedAt,
]: Row): HeldMail {
  return {
    id,
    state,
    reason,
    from: sender,
    recipients,
    subject,
    size,
    fileCount,
    ticketId,
    ticketNumber,
    receivedAt,
  } as HeldMail;
}

/** Those that wait, the oldest first. */
export async function listHeldMails(database: Database, caller: Caller): Promise<HeldMail[]> {
  const [rows = []] = await runAsStaff(
    database,
    caller,
    { needs },
    {
      name: 'desk-held-mails',
      text: `SELECT ${columns} ${from} WHERE state = 'held' ORDER BY received_at, inbound_mails.id LIMIT ${maxListed}`,
    },
  );
  return rows.map(toMail);
}

export async function getMail(database: Database, caller: Caller, id: string): Promise<HeldMailDetail> {
  const [rows] = await runAsStaff(
    database,
    caller,
    { needs },
    {
      name: 'desk-mail',
      text: `SELECT ${columns}, full_text ${from} WHERE inbound_mails.id = $1`,
      values: [id],
    },
  );
  const [row] = rows ?? [];
  if (row === undefined) throw noMail;
  const text = String(row.at(-1));
  return { ...toMail(row), text, visibleText: visibleText(text) };
}

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
      text: 'SELECT sha256, size FROM inbound_mails WHERE id = $1',
      values: [id],
    },
  );
  const [sha256, size] = rows?.[0] ?? [];
  if (typeof sha256 !== 'string') throw noMail;
  const content = await files.storage.read('mail', sha256).catch((error: unknown) => {
    throw error instanceof FileMissingError ? new AccountError('file_missing', 'This file is not available.') : error;
  });
  return { size: Number(size), sha256, content };
}

const decided = (error: unknown): never => {
  const { code } = error as { code?: string };
  if (code === 'PT404') throw noMail;
  if (code === 'PT409')
    throw new ConflictError('changed_meanwhile', 'Somebody else has decided about this mail.', null);
  throw error;
};

/** Publishes what a staff member took from a mail, with its files, as written by its sender. */
export async function publishMail(
  deps: { database: Database; files: Files },
  caller: Caller,
  { id, ticketId, body }: PublishMail,
): Promise<PublishedMail> {
  const { database, files } = deps;
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
  const { content } = await openOriginal(deps, caller, id);
  const parsed = await parseMail(await buffer(content));
  // Stored before the transaction: if that fails, the files have no row and are removed as orphans.
  const { attachments, skipped } = await prepare(files, customerId, body, parsed.files);
  return inStaffTransaction(database, caller, { needs, customerId }, async (client) => {
    const { rows } = await client
      .query<{ id: string }>('SELECT publish_inbound_mail($1, $2, $3) AS id', [id, ticketId, body])
      .catch(decided);
    const messageId = rows[0]?.id ?? '';
    for (const attachment of attachments)
      await client.query('SELECT add_mail_file($1, $2)', [messageId, JSON.stringify(attachment)]);
    const of = { customer: customerId, entity: `ticket:${ticketId}` };
    await recordStaffEvent(client, { event: 'mail.published', ...of, details: { mail: id } }, traceOf(caller));
    return { messageId, skipped };
  });
}

export async function discardMail(database: Database, caller: Caller, id: string): Promise<void> {
  await inStaffTransaction(database, caller, { needs }, async (client) => {
    await client.query('SELECT discard_inbound_mail($1)', [id]).catch(decided);
    await recordStaffEvent(client, { event: 'mail.discarded', entity: `mail:${id}` }, traceOf(caller));
  });
}
