import { z } from 'zod';
import { leadReplyValues } from '#api/jobs/job-data.ts';
import type { Connection } from '#api/jobs/queue.ts';
import { company } from '#api/lib/company.ts';
import type { PrepareMail } from '#api/mail/delivery.ts';
import { type MailContent, siteLinks } from '#api/mail/mail.ts';
import { leadReceipt } from './mails/lead-french.ts';
import { leadSlotTexts } from './mails/lead-slot-french.ts';
import { leadForms, slotDecisions } from '#contract/leads.ts';
import { describeConsultation, inviteTo } from './lead-invitation.ts';

const mailedReply = z.object({
  leadId: z.uuid(),
  form: z.enum(leadForms),
  email: z.string(),
  body: z.string(),
  author: z.string().nullable(),
  earlier: z.array(z.string()),
  values: z.record(z.string(), z.string()),
  slotState: z.enum(slotDecisions).nullable(),
  startsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
  sequence: z.number().nullable(),
});
type MailedReply = z.output<typeof mailedReply>;

interface PrepareDeps {
  /** Undefined until the database has opened. */
  database: () => { pool: Connection } | undefined;
  siteUrl: string;
  mailFrom: string | undefined;
}

/**
 * What staff reply to prospects, read when it is sent: nothing is sent about a lead that was erased, or became spam. A letter, in the thread
 * of the receipt: it has its subject, and refers to it and to what the prospect wrote.
 */
export const prepareLeadReplies = ({ database, ...sender }: PrepareDeps): Record<string, PrepareMail> => ({
  'lead-reply': async (job) => {
    const pool = database()?.pool;
    if (pool === undefined) throw new Error('The database is not open.');
    const { messageId, replyTo } = leadReplyValues.parse(job.data.values);
    const { rows } = await pool.query<Record<string, unknown>>(
      `SELECT lead_id AS "leadId", form, email, body, author, earlier, "values", slot_state AS "slotState",
        slot_starts_at AS "startsAt", slot_ends_at AS "endsAt", slot_sequence AS sequence FROM lead_reply_for_mail($1)`,
      [messageId],
    );
    if (rows[0] === undefined) return undefined;
    const reply = mailedReply.parse(rows[0]);
    const { leadId, email, earlier } = reply;
    const slot = toSlot(reply);
    // The site speaks French, whatever the portal offers.
    return {
      recipient: email,
      locale: 'fr',
      content: describeReply(reply, slot, sender.siteUrl),
      ...(slot && { invitation: inviteTo({ ...reply, ...slot, id: leadId }, sender) }),
      replyTo,
      thread: `lead-${leadId}`,
      earlier,
      isPersonal: true,
    };
  },
});

function toSlot({ slotState, startsAt, endsAt, sequence }: MailedReply) {
  if (slotState === null || startsAt === null || endsAt === null || sequence === null) return undefined;
  return { state: slotState, startsAt, endsAt, sequence };
}

type Slot = NonNullable<ReturnType<typeof toSlot>>;
type Written = Pick<MailedReply, 'form' | 'values' | 'body' | 'author'>;

/** A letter with the text, and what was decided about the slot around it. */
export function describeReply(
  { form, values, body, author }: Written,
  slot: Slot | undefined,
  siteUrl: string,
): MailContent {
  const { name, phone } = company;
  const { checklist } = siteLinks(siteUrl);
  const { subject } = leadReceipt({ form, siteLink: `${siteUrl}/`, checklistLink: checklist, company: name, phone });
  const letter = {
    subject: `Re: ${subject}`,
    letter: { body, signature: author === null ? name : `${author}, ${name}` },
  };
  if (slot === undefined) return { ...letter, title: subject, preview: body.slice(0, 120), paragraphs: [], after: [] };
  const { state, startsAt, endsAt } = slot;
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  return { ...letter, ...leadSlotTexts(state, { ...describeConsultation(values), startsAt, minutes }) };
}
