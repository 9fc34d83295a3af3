import { maxMessageLength } from '#contract/ticket-states.ts';
import { storable } from '#api/services/mail-in/accept-mail.ts';
import type { PublishToLead } from '#api/services/mail-in/read-received.ts';

const maxFiles = 100;

/**
 * Writes what the prospect replied to the lead, with the row of the mail. Files belong to a customer's ticket, and a lead has none: they
 * stay in the original of the mail, and the lead names them.
 */
export const publishToLead: PublishToLead = async ({ pool }, { id, leadId, body, files, row, maxPerHour }) => {
  const attached = files.slice(0, maxFiles).map(({ name, content }) => ({
    name: storable(name, 150).replaceAll(/[\p{Cc}\p{Cf}]/gu, ' '),
    size: content.length,
  }));
  const { rows } = await pool.query<{ outcome: Awaited<ReturnType<PublishToLead>> }>(
    'SELECT publish_lead_mail($1, $2, $3, $4, $5, $6) AS outcome',
    [id, leadId, JSON.stringify(row), storable(body, maxMessageLength), JSON.stringify(attached), maxPerHour],
  );
  return rows[0]?.outcome ?? 'not_accepted';
};
