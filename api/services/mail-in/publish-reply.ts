import type { ClientBase } from 'pg';
import { type Row, runBatch } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { Rollback, withTransaction } from '#api/db/transaction.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import type { Authentication } from '#api/mail/inbound/read-mail.ts';
import { rejectTicket } from '#api/services/tickets/open-ticket.ts';
import type { RunAsSender, StoredAttachment } from '#api/services/tickets/store-upload.ts';
import { type Speaker, writeReply, type WrittenReply } from '#api/services/tickets/write-reply.ts';

/** As `finish_inbound_mail` takes it. */
export interface InboundRow {
  from: string | null;
  subject: string;
  messageId: string | null;
  text: string;
  visibleText: string;
  fileCount: number;
  authentication: Authentication;
  ticketId: string | null;
  userId: string | null;
}

interface Reply {
  /** The mail's row. */
  id: string;
  body: string;
  attachments: readonly StoredAttachment[];
  emailMessageId: string | null;
  row: InboundRow;
}

/**
 * Writes the reply with the rights of the user of its token, its files and the row of the mail, in one transaction. Returns
 * false, and writes nothing, if another instance was faster.
 */
export async function publishReply(
  { pool }: Pick<Database, 'pool'>,
  { hash, ticketId }: { hash: string; ticketId: string },
  { id, body, attachments, emailMessageId, row }: Reply,
): Promise<boolean> {
  return withTransaction<boolean>(pool, async (client) => {
    await becomeReplier(client, hash);
    const replied = await writeMail(client, { kind: 'customer' }, { ticketId, body, attachments, emailMessageId });
    await client.query('SET LOCAL ROLE portal_app');
    const saved = await client.query<{ done: boolean }>('SELECT finish_inbound_mail($1, $2) AS done', [
      id,
      JSON.stringify({ ...row, state: 'published', ticketId: replied.ticketId, ticketMessageId: replied.messageId }),
    ]);
    return saved.rows[0]?.done === true ? true : new Rollback(false);
  })
    .catch(fromSqlState({ '42501': notAllowed }))
    .catch(rejectTicket);
}

/** Writes the text of a mail and its files to a ticket. */
export async function writeMail(
  client: ClientBase,
  speaker: Speaker,
  {
    ticketId,
    body,
    attachments,
    emailMessageId,
  }: Pick<Reply, 'body' | 'attachments' | 'emailMessageId'> & { ticketId: string },
): Promise<WrittenReply> {
  const fileIds = await addStored(client, ticketId, attachments);
  const written = { id: ticketId, body, action: 'customer_replies', source: 'email', fileIds } as const;
  return writeReply(client, speaker, { ...written, emailMessageId: emailMessageId ?? undefined }, {});
}

/** Turns reservations into files that can be sent, and returns their ids. Without a ticket: for one that is about to be opened. */
export async function addStored(
  client: ClientBase,
  ticketId: string | null,
  attachments: readonly StoredAttachment[],
): Promise<string[]> {
  const adding = attachments.map((file) => ({
    text: 'SELECT id FROM add_attachment($1, $2)',
    values: [ticketId, JSON.stringify(file)],
  }));
  const added = adding.length === 0 ? [] : await runBatch(client, adding);
  return added.flatMap((rows) => rows.map(([id]) => String(id)));
}

const notAllowed = new UserError('forbidden', 'The user may not write to this ticket.');

async function becomeReplier(client: ClientBase, hash: string): Promise<void> {
  const { rows } = await client.query<{ user: string | null }>('SELECT set_reply_context($1) AS user', [hash]);
  if ((rows[0]?.user ?? null) === null) throw new UserError('not_found', 'The token has expired.');
}

/** Reserves the files of a reply with the rights of the user of its token. */
export const runWithToken =
  ({ pool }: Pick<Database, 'pool'>, { hash }: { hash: string }): RunAsSender =>
  ({ text, values = [] }) =>
    withTransaction(pool, async (client) => {
      await becomeReplier(client, hash);
      const { rows } = await client.query<Row>({ text, values, rowMode: 'array' });
      return rows;
    });
