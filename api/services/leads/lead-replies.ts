import { z } from 'zod';
import { leadReplyValues } from '#api/jobs/job-data.ts';
import type { Connection } from '#api/jobs/queue.ts';
import { company } from '#api/lib/company.ts';
import type { PrepareMail } from '#api/mail/delivery.ts';
import { type MailContent, siteLinks } from '#api/mail/mail.ts';
import { leadReceipt } from '#api/mail/templates/lead-french.ts';
import { leadForms } from '#contract/leads.ts';

const mailedReply = z.object({
  leadId: z.uuid(),
  form: z.enum(leadForms),
  email: z.string(),
  body: z.string(),
  author: z.string().nullable(),
  earlier: z.array(z.string()),
});

interface PrepareDeps {
  /** Undefined until the database has opened. */
  database: () => { pool: Connection } | undefined;
  siteUrl: string;
}

/**
 * What staff reply to prospects, read when it is sent: nothing is sent about a lead that was erased, or became spam. A letter, in the thread
 * of the receipt: it has its subject, and refers to it and to what the prospect wrote.
 */
export const prepareLeadReplies = ({ database, siteUrl }: PrepareDeps): Record<string, PrepareMail> => ({
  'lead-reply': async (job) => {
    const pool = database()?.pool;
    if (pool === undefined) throw new Error('The database is not open.');
    const { messageId, replyTo } = leadReplyValues.parse(job.data.values);
    const { rows } = await pool.query<Record<string, unknown>>(
      'SELECT lead_id AS "leadId", form, email, body, author, earlier FROM lead_reply_for_mail($1)',
      [messageId],
    );
    if (rows[0] === undefined) return undefined;
    const { leadId, form, email, body, author, earlier } = mailedReply.parse(rows[0]);
    const content = describeReply({ form, body, author }, siteUrl);
    // The site speaks French, whatever the portal offers.
    return {
      recipient: email,
      locale: 'fr',
      content,
      replyTo,
      thread: `lead-${leadId}`,
      earlier,
      isPersonal: true,
    };
  },
});

/** A letter with the subject of the receipt. */
export function describeReply(
  { form, body, author }: Pick<z.output<typeof mailedReply>, 'form' | 'body' | 'author'>,
  siteUrl: string,
): MailContent {
  const { name, phone } = company;
  const { checklist } = siteLinks(siteUrl);
  const { subject } = leadReceipt({ form, siteLink: `${siteUrl}/`, checklistLink: checklist, company: name, phone });
  return {
    subject: `Re: ${subject}`,
    preview: body.slice(0, 120),
    title: subject,
    paragraphs: [],
    messages: [{ heading: author === null ? name : `${author}, ${name}`, body }],
    after: [],
    isLetter: true,
  };
}
