import type { ClientBase } from 'pg';
import { type Row, runBatch } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { Rollback, withTransaction } from '#api/db/transaction.ts';
import { RateLimitError, UserError } from '#api/lib/errors.ts';
import type { HeldReason } from '#api/mail/inbound/judge-mail.ts';
import type { MailFile } from '#api/mail/inbound/parse-mail.ts';
import {
  attachToDescription,
  createTicketStatementOf,
  readCreated,
  rejectTicket,
} from '#api/services/tickets/open-ticket.ts';
import { discardUploads, type RunAsSender, type UploadDeps } from '#api/services/tickets/store-upload.ts';
import { hasVisibleText, maxTicketSubjectLength } from '#contract/limits.ts';
import { prepareFiles } from './prepare-files.ts';
import { addStored, type InboundRow } from './publish-reply.ts';

/**
 * A program that answers our receipts and does not say so would open tickets for ever. More than a person opens by mail; what
 * follows is held.
 */
export const maxTicketsPerHour = 5;

interface NewMail {
  /** The mail's row. */
  id: string;
  /** Verified by our mail server. */
  from: string;
  body: string;
  files: readonly MailFile[];
  row: InboundRow;
}

type Outcome = 'opened' | 'done_before' | HeldReason;

/** Opens a ticket for the customer of its sender (MAIL_IN_TICKETS=members), or says why the mail is held. */
export async function openByMail(deps: UploadDeps, mail: NewMail): Promise<Outcome> {
  const { pool } = deps.database;
  const found = await withTransaction(pool, (client) => becomeSender(client, mail));
  if (typeof found === 'string') return found;
  const runAsSender: RunAsSender = ({ text, values = [] }) =>
    withTransaction(pool, async (client) => {
      await becomeSender(client, mail);
      return (await client.query<Row>({ text, values, rowMode: 'array' })).rows;
    });
  try {
    const { body, attachments } = await prepareFiles(deps, runAsSender, found, mail.body, mail.files);
    const outcome = await writeTicket(deps.database, mail, body, attachments).catch(async (error: unknown) => {
      await discardUploads(deps, attachments);
      throw error;
    });
    if (outcome !== 'opened') await discardUploads(deps, attachments);
    return outcome;
  } catch (error) {
    // The limits of the customer, and of files.
    if (error instanceof RateLimitError) return 'too_many_tickets';
    if (error instanceof UserError) return 'not_accepted';
    throw error;
  }
}

async function writeTicket(
  { pool }: Pick<Database, 'pool'>,
  mail: NewMail,
  description: string,
  attachments: Parameters<typeof addStored>[2],
): Promise<Outcome> {
  return withTransaction<Outcome>(pool, async (client) => {
    const found = await becomeSender(client, mail);
    if (typeof found === 'string') return found;
    const subject = mail.row.subject.replaceAll(/\s+/g, ' ').trim().slice(0, maxTicketSubjectLength).toWellFormed();
    const ticket = { subject: hasVisibleText(subject) ? subject : 'No subject', description, priority: 'medium' };
    const [rows] = await runBatch(client, [createTicketStatementOf({}, ticket, { origin: 'email' })]);
    const created = readCreated(rows, ticket);
    await attachToDescription(client, created, await addStored(client, null, attachments));
    const { rows: users } = await client.query<{ id: string }>('SELECT app_user_id() AS id');
    await client.query('SET LOCAL ROLE portal_app');
    const saved = await client.query<{ done: boolean }>('SELECT finish_inbound_mail($1, $2) AS done', [
      mail.id,
      JSON.stringify({ ...mail.row, state: 'published', ticketId: created.ticket.id, userId: users[0]?.id }),
    ]);
    return saved.rows[0]?.done === true ? 'opened' : new Rollback('done_before');
  }).catch(rejectTicket);
}

/** Continues with the rights of the sender, or says why they cannot open a ticket now. */
async function becomeSender(client: ClientBase, { id, from }: NewMail): Promise<{ customerId: string } | HeldReason> {
  const { rows } = await client.query<{ customer: string | null; customers: number }>(
    'SELECT customer, customers FROM set_mail_context($1, $2)',
    [id, from],
  );
  const { customer, customers } = rows[0] ?? { customer: null, customers: 0 };
  if (customer === null) return customers > 1 ? 'several_customers' : 'no_token';
  const { rows: opened } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM tickets
    WHERE author_id = app_user_id() AND origin = 'email' AND created_at > now() - interval '1 hour'`,
  );
  return (opened[0]?.count ?? 0) >= maxTicketsPerHour ? 'too_many_tickets' : { customerId: customer };
}
