import type { Database } from '#api/db/connect.ts';
import type { HeldReason } from '#api/mail/inbound/judge-mail.ts';
import type { MailFile } from '#api/mail/inbound/parse-mail.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import { storable } from '#api/services/mail-in/accept-mail.ts';
import type { InboundRow } from '#api/services/mail-in/publish-reply.ts';

interface Reply {
  /** The mail's row. */
  id: string;
  leadId: string;
  body: string;
  files: readonly MailFile[];
  row: InboundRow;
  /** Two programs that answer each other write more. */
  maxPerHour: number;
}

type Outcome = 'published' | 'done_before' | HeldReason;
const maxFiles = 100;

/**
 * Writes what the prospect replied to the lead, with the row of the mail. Files belong to a customer's ticket, and a lead has none: they
 * stay in the original of the mail, and the lead names them.
 */
export async function publishToLead(
  { pool }: Pick<Database, 'pool'>,
  { id, leadId, body, files, row, maxPerHour }: Reply,
): Promise<Outcome> {
  const attached = files.slice(0, maxFiles).map(({ name, content }) => ({
    name: storable(name, 150).replaceAll(/[\p{Cc}\p{Cf}]/gu, ' '),
    size: content.length,
  }));
  const { rows } = await pool.query<{ outcome: Outcome }>(
    'SELECT publish_lead_mail($1, $2, $3, $4, $5, $6) AS outcome',
    [id, leadId, JSON.stringify(row), storable(body, maxMessageLength), JSON.stringify(attached), maxPerHour],
  );
  return rows[0]?.outcome ?? 'not_accepted';
}
