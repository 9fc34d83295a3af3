import type { ClientBase } from 'pg';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import { runBatch, type Statement } from '#api/db/batch.ts';
import { columns, flag, text } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import type { Files } from '#api/files/files.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import type { MailReader } from '#api/mail/inbound/mail-reader.ts';
import { filesOf, rejectDecision } from '#api/services/mail-in/held-mails.ts';
import { prepareFiles } from '#api/services/mail-in/prepare-files.ts';
import { addStored } from '#api/services/mail-in/publish-reply.ts';
import type { Colleagues } from '#contract/conversation.ts';
import type { NewStaffTicket, StaffTicketOpened } from '#contract/desk-conversation.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { readQueued } from './desk-tickets.ts';
import { attachToDescription, openAsStaffStatement, readCreated } from './open-ticket.ts';
import { discardUploads, type StoredAttachment } from './store-upload.ts';
import { noCustomer } from './ticket-store.ts';
import { colleagueList, toColleagues } from './watchers.ts';

const needs = ['support'] as const satisfies StaffPermission[];

interface OpenDeps {
  database: Database;
  files: Files;
  reader: MailReader;
}

const noRequester = new UserError('invalid_request', 'The requester may not see tickets of this customer.');
const rejectOpening = fromSqlState({
  PT404: noCustomer,
  'PT404 no such colleague': noRequester,
  // The customer was erased meanwhile.
  '23503': noCustomer,
});

/** Whom staff can open a ticket for. */
export async function listRequesters(database: Database, caller: Caller, customerId: string): Promise<Colleagues> {
  const [rows] = await runAsStaff(database, caller, { needs, customerId }, colleagueList);
  return toColleagues(rows);
}

/**
 * A ticket for a customer, by phone or from a held mail, which is then published as its description. The second of two staff
 * members who open one from the same mail gets a conflict that names the first ticket.
 */
export async function openTicket(
  deps: OpenDeps,
  caller: Caller,
  input: NewStaffTicket,
  idempotencyKey: string | undefined,
): Promise<StaffTicketOpened & { isReplay: boolean }> {
  const { database } = deps;
  const { customerId, mailId, isNotified, fileIds = [] } = input;
  const { description, attachments, skipped } = await filesOfMail(deps, caller, input);
  const ticket = { ...input, description, requestedFor: input.requestedFor ?? undefined, isQuiet: !isNotified };
  return inStaffTransaction(database, caller, { needs, customerId }, async (client) => {
    if (mailId !== undefined) await lockMail(client, { ...input, mailId });
    const [rows] = await runBatch(client, [openAsStaffStatement(caller, ticket, { idempotencyKey })]).catch(
      rejectOpening,
    );
    const created = readCreated(rows, ticket);
    const { id } = created.ticket;
    await attachToDescription(client, created, [...fileIds, ...(await addStored(client, null, attachments))]);
    if (mailId !== undefined) {
      await client.query('SELECT finish_held_mail($1, $2, NULL)', [mailId, id]);
      const published = { event: 'mail.published', entity: `ticket:${id}`, customer: customerId } as const;
      await recordStaffEvent(client, { ...published, details: { mail: mailId } }, traceOf(caller));
    }
    return { ticket: await readQueued(client, id), skipped, isReplay: created.isReplay };
  }).catch(async (error: unknown) => {
    await discardUploads(deps, attachments);
    if (mailId === undefined || !(error instanceof UserError) || error.code !== 'changed_meanwhile') throw error;
    return readExisting(database, caller, { mailId, idempotencyKey, error });
  });
}

async function filesOfMail(
  deps: OpenDeps,
  caller: Caller,
  { mailId, customerId, description }: NewStaffTicket,
): Promise<{ description: string; attachments: StoredAttachment[]; skipped: string[] }> {
  if (mailId === undefined) return { description, attachments: [], skipped: [] };
  const runAsSender = async (statement: Statement) =>
    (await runAsStaff(deps.database, caller, { needs }, statement)).at(0);
  const given = await filesOf(deps, caller, mailId);
  const { body, ...files } = await prepareFiles(deps, runAsSender, { customerId }, description, given);
  return { description: body, ...files };
}

async function lockMail(
  client: ClientBase,
  {
    mailId,
    customerId,
    isOtherCustomer = false,
  }: { mailId: string; customerId: string; isOtherCustomer?: boolean | undefined },
): Promise<void> {
  await client.query('SELECT lock_held_mail($1, $2, $3)', [mailId, customerId, isOtherCustomer]).catch(rejectDecision);
}

const existing = columns({
  id: text('tickets.id'),
  isOwn: flag('idempotency_key IS NOT NULL AND idempotency_key = $2'),
});

/** What became of a mail that is not held any longer: the ticket of a request that is repeated, or a colleague's. */
async function readExisting(
  database: Database,
  caller: Caller,
  { mailId, idempotencyKey, error }: { mailId: string; idempotencyKey: string | undefined; error: UserError },
): Promise<StaffTicketOpened & { isReplay: boolean }> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const statement = `SELECT ${existing.sql} FROM inbound_mails JOIN tickets ON tickets.id = ticket_id
      WHERE inbound_mails.id = $1 AND state = 'published'`;
    const [rows] = await runBatch(client, [{ text: statement, values: [mailId, idempotencyKey ?? null] }]);
    const found = existing.first(rows);
    if (found === undefined) throw error;
    const opened = { ticket: await readQueued(client, found.id), skipped: [] };
    if (found.isOwn) return { ...opened, isReplay: true };
    throw new UserError('changed_meanwhile', `This mail is in ${opened.ticket.ticketNumber}.`, opened);
  });
}
