import type { Database } from '#api/db/connect.ts';
import type { HeldReason } from '#api/mail/inbound/judge-mail.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import type { InboundRow } from './publish-reply.ts';

interface Reply {
  /** The mail's row. */
  id: string;
  leadId: string;
  body: string;
  fileNames: readonly string[];
  row: InboundRow;
  /** Two programs that answer each other write more. */
  maxPerHour: number;
}

type Outcome = 'published' | 'done_before' | HeldReason;

/** Writes what the prospect replied to the lead, with the row of the mail. Files stay in the original of the mail: leads have none. */
export async function publishToLead(
  { pool }: Pick<Database, 'pool'>,
  { id, leadId, body, fileNames, row, maxPerHour }: Reply,
): Promise<Outcome> {
  const { rows } = await pool.query<{ outcome: Outcome }>('SELECT publish_lead_mail($1, $2, $3, $4, $5) AS outcome', [
    id,
    leadId,
    JSON.stringify(row),
    describe(body, fileNames),
    maxPerHour,
  ]);
  return rows[0]?.outcome ?? 'not_accepted';
}

const names = (fileNames: readonly string[]) => (fileNames.length === 0 ? '' : `[${fileNames.join(', ')}]`);

function describe(body: string, fileNames: readonly string[]): string {
  const attached = names(fileNames).slice(0, 2000);
  const cut = body.slice(0, maxMessageLength - attached.length - 2);
  return [cut, attached]
    .filter((part) => part !== '')
    .join('\n\n')
    .toWellFormed()
    .replaceAll('\0', '');
}
