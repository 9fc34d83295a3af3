import { z } from 'zod';
import { leadMailValues } from '#api/jobs/job-data.ts';
import type { Connection, DueJob } from '#api/jobs/queue.ts';
import { company } from '#api/lib/company.ts';
import type { PrepareMail } from '#api/mail/delivery.ts';
import { isolateArabic } from '#api/mail/isolate.ts';
import { type MailContent, siteLinks } from '#api/mail/mail.ts';
import { type LeadNoticeCopy, leadNoticeEnglish } from './mails/lead-english.ts';
import { leadNoticeFrench, leadReceipt } from './mails/lead-french.ts';
import {
  type LeadField,
  type LeadForm,
  leadFields,
  leadForms,
  leadReasons,
  leadStatuses,
  leadVerdicts,
} from '#contract/leads.ts';
import { choiceLabel } from './lead-choices.ts';
import { inviteTo } from './lead-invitation.ts';
import { requestedSlot } from './requested-slot.ts';

const mailedLead = z.object({
  form: z.enum(leadForms),
  values: z.record(z.string(), z.string()),
  email: z.string(),
  page: z.string(),
  verdict: z.enum(leadVerdicts),
  // Another version may know more.
  reasons: z.array(z.string()).transform((given) => leadReasons.filter((one) => given.includes(one))),
  status: z.enum(leadStatuses),
  dueAt: z.date().nullable(),
});
export type MailedLead = z.output<typeof mailedLead>;

interface PrepareDeps {
  /** Undefined until the database has opened. */
  database: () => { pool: Connection } | undefined;
  siteUrl: string;
  mailFrom: string | undefined;
  /** With it, visitors book times themselves. */
  hasBooking: boolean;
}

/** What mails about leads say, read when they are sent: nothing is sent about a lead that was erased, or became spam. */
export function prepareLeadMails(deps: PrepareDeps): Record<string, PrepareMail> {
  const { database, siteUrl, hasBooking } = deps;
  const links = siteLinks(siteUrl);
  const read = async (job: DueJob<'mail'>) => {
    const pool = database()?.pool;
    if (pool === undefined) throw new Error('The database is not open.');
    const { leadId } = leadMailValues.parse(job.data.values);
    const { rows } = await pool.query<Record<string, unknown>>(
      'SELECT form, "values", email, page, verdict, reasons, status, due_at AS "dueAt" FROM lead_for_mail($1)',
      [leadId],
    );
    return rows[0] === undefined ? undefined : { ...mailedLead.parse(rows[0]), id: leadId };
  };
  return {
    'lead-receipt': async (job) => {
      const lead = await read(job);
      if (lead === undefined) return undefined;
      const { name, phone } = company;
      const takesSlot = lead.form === 'consultation' && !hasBooking;
      // A time that has passed since is left out.
      const slot = takesSlot ? (requestedSlot(lead.values, new Date()) ?? null) : undefined;
      const content = leadReceipt({
        form: lead.form,
        choices: chosenIn(lead),
        slot,
        siteLink: `${siteUrl}/`,
        checklistLink: links.checklist,
        company: name,
        phone,
      });
      // The site speaks French, whatever the portal offers.
      return {
        recipient: lead.email,
        locale: 'fr',
        content,
        thread: `lead-${lead.id}`,
        ...(slot && { invitation: inviteTo({ ...lead, ...slot, state: 'requested', sequence: 0 }, deps) }),
      };
    },
    'lead-notice-staff': async (job) => {
      const lead = await read(job);
      // Answered meanwhile, or met by an appointment that was confirmed.
      if (lead === undefined || lead.status === 'answered' || lead.status === 'converted') return undefined;
      const { locale, recipient } = job.data;
      const copy = locale === 'en' ? leadNoticeEnglish : leadNoticeFrench;
      const content = describeLead(lead, copy, links.deskLead(lead.id));
      return { recipient, locale: locale === 'en' ? 'en' : 'fr', content, replyTo: lead.email };
    },
  };
}

/** As the page showed it: the receipt repeats choices, and nothing that was typed. */
export const chosenIn = ({ form, values }: Pick<MailedLead, 'form' | 'values'>) =>
  leadFields[form].flatMap((field) => {
    const label = choiceLabel(form, field, values[field] ?? '');
    return label === undefined ? [] : [{ label: leadNoticeFrench.fields[field], value: label }];
  });

function valueOf(form: LeadForm, field: LeadField, value: string, copy: LeadNoticeCopy): string {
  if (field === 'agreeTerms') return copy.accepted;
  if (field === 'preferredDate') return copy.day(value);
  return choiceLabel(form, field, value) ?? isolateArabic(value);
}

const longFields = ['message', 'currentChallenges', 'additionalInfo'];

/** For staff: the verdict and all fields. */
export function describeLead(lead: MailedLead, copy: LeadNoticeCopy, link: string): MailContent {
  const { form, values, verdict, reasons, dueAt, page } = lead;
  const filled = leadFields[form].filter((field) => (values[field] ?? '') !== '');
  const short = filled.filter((field) => !longFields.includes(field));
  const said = copy.verdict(verdict, reasons);
  return {
    subject: copy.subject(form, values['company'] ?? ''),
    preview: said,
    title: copy.title(form),
    paragraphs: [said],
    rows: [
      ...(dueAt === null ? [] : [{ label: copy.due, value: copy.moment(dueAt.toISOString()) }]),
      ...short.map((field) => ({
        label: copy.fields[field],
        value: valueOf(form, field, values[field] ?? '', copy),
      })),
      { label: copy.page, value: page },
    ],
    messages: filled
      .filter((field) => longFields.includes(field))
      .map((field) => ({ heading: copy.fields[field], body: values[field] ?? '' })),
    button: { label: copy.open, link },
    after: [],
    automatic: copy.automatic(company.name),
  };
}
