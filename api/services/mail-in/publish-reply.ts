import type { Database } from '#api/db/connect.ts';
import { rethrowForbidden } from '#api/db/tenant.ts';
import { Rollback, withTransaction } from '#api/db/transaction.ts';
import { AccountError } from '#api/auth/account-error.ts';
import { ForbiddenError } from '#api/lib/errors.ts';
import type { StoredAttachment } from '#api/services/tickets/attachments.ts';
import { writeIn } from '#api/services/tickets/conversation.ts';
import { rethrowRejected } from '#api/services/tickets/open-ticket.ts';

/** As `save_inbound_mail` takes it. */
export interface InboundRow {
  deliveryKey: string;
  sha256: string;
  size: number;
  sender: string;
  recipients: string[];
  from: string | null;
  subject: string;
  messageId: string | null;
  text: string;
  fileCount: number;
  ticketId: string | null;
  userId: string | null;
}

interface Reply {
  body: string;
  attachments: readonly StoredAttachment[];
  emailMessageId: string | null;
  row: InboundRow;
}

/**
 * Writes the reply with the rights of the user of its token, its files and the row of the mail, in one transaction. Returns
 * false, and writes nothing, if the mail was delivered before.
 */
export async function publishReply(
  { pool }: Pick<Database, 'pool'>,
  { hash, ticketId }: { hash: string; ticketId: string },
  { body, attachments, emailMessageId, row }: Reply,
): Promise<boolean> {
  return withTransaction<boolean>(pool, async (client) => {
    const { rows } = await client.query<{ user: string | null }>('SELECT set_reply_context($1) AS user', [hash]);
    if ((rows[0]?.user ?? null) === null) throw new AccountError('not_found', 'The token has expired.');
    const fileIds: string[] = [];
    for (const attachment of attachments) {
      const added = await client.query<{ id: string }>('SELECT id FROM add_attachment($1, $2)', [
        ticketId,
        JSON.stringify(attachment),
      ]);
      if (added.rows[0] !== undefined) fileIds.push(added.rows[0].id);
    }
    const written = { id: ticketId, body, action: 'customer_replies' as const, source: 'email' as const, fileIds };
    const replied = await writeIn(client, {}, { ...written, emailMessageId: emailMessageId ?? undefined }, {});
    await client.query('SET LOCAL ROLE portal_app');
    const saved = await client.query<{ id: string | null }>('SELECT save_inbound_mail($1) AS id', [
      JSON.stringify({ ...row, state: 'published', ticketId: replied.ticket.id, ticketMessageId: replied.messageId }),
    ]);
    return saved.rows[0]?.id === null ? new Rollback(false) : true;
  })
    .catch(rethrowForbidden)
    .catch((error: unknown) => {
      if (error instanceof ForbiddenError)
        throw new AccountError('forbidden', 'The user may not write to this ticket.');
      return rethrowRejected(error);
    });
}
