import type { Locale, MailContent } from '#api/mail/mail.ts';
import { leadNoticeEnglish } from '#modules/leads/server/mails/lead-english.ts';
import { leadNoticeFrench, leadReceipt } from '#modules/leads/server/mails/lead-french.ts';
import { newsletterConfirm, newsletterWelcome } from '#modules/newsletter/server/mails/newsletter-french.ts';
import { chosenIn, describeLead, type MailedLead } from '#modules/leads/server/lead-mails.ts';
import { describeReply } from '#modules/leads/server/lead-replies.ts';
import { checklistPath } from '#contract/documents.ts';
import { type LeadForm, leadForms, slotDecisions } from '#contract/leads.ts';

const person = { name: 'Claire Vidal', company: 'Cabinet Masséna', email: 'claire@cabinet-massena.example' };
const values: Record<LeadForm, Record<string, string>> = {
  checklist: { ...person, service: 'managed' },
  contact: {
    ...person,
    name: 'كريم بن علي',
    company: 'Atlas <b>Distribution</b> & Fils',
    phone: '+33 4 65 71 00 06',
    service: 'microsoft',
    message: 'Bonjour,\n\nnous sommes **douze** :\n- à Nice\n- à تونس\n\nMerci, https://www.atlas.example',
  },
  audit: {
    ...person,
    phone: '+33 4 65 71 00 06',
    employees: '1-10',
    industry: 'accounting',
    priority: 'modernization',
    timeline: '6+months',
    currentChallenges: 'Lenteurs depuis le déménagement.',
    agreeTerms: 'true',
  },
  consultation: {
    ...person,
    consultationType: 'microsoft365',
    preferredDate: '2026-12-01',
    preferredTime: '15h30-16h30',
    meetingType: 'onsite',
    additionalInfo: 'Trois sites.',
  },
};

/** Visitors read French, as the site is; staff their own language. */
export function leadMails(locale: Locale, siteUrl: string): Record<string, MailContent> {
  if (locale === 'ar') return {};
  const lead = (form: LeadForm): MailedLead => ({
    form,
    values: values[form],
    email: person.email,
    page: form === 'checklist' ? '/' : `/${form}`,
    verdict: form === 'contact' ? 'doubtful' : 'clean',
    reasons: form === 'contact' ? ['markup', 'no_proof'] : [],
    status: 'new',
    dueAt: form === 'checklist' ? null : new Date('2026-11-24T09:30:00Z'),
  });
  const copy = locale === 'en' ? leadNoticeEnglish : leadNoticeFrench;
  const notices = leadForms.map((form) => [
    `lead-notice-${form}`,
    describeLead(lead(form), copy, `${siteUrl}/desk/leads/5`),
  ]);
  if (locale === 'en') return Object.fromEntries(notices) as Record<string, MailContent>;
  const receiptOf = (form: LeadForm, slot?: { startsAt: Date } | null) =>
    leadReceipt({
      form,
      slot,
      choices: chosenIn(lead(form)),
      siteLink: `${siteUrl}/`,
      checklistLink: `${siteUrl}${checklistPath}`,
      company: 'Rempart Azur',
      phone: '+33 4 65 71 00 06',
    });
  const startsAt = new Date('2026-11-24T09:30:00Z');
  const endsAt = new Date('2026-11-24T10:15:00Z');
  const body = 'Bonjour,\n\noui, nous intervenons à Nice et à Tunis :\n\n- mardi\n- jeudi\n\nBien à vous,\nNora';
  const reply = { form: 'consultation' as const, values: values.consultation, body, author: 'Nora Lemaire' };
  return {
    ...(Object.fromEntries(notices) as Record<string, MailContent>),
    ...Object.fromEntries(leadForms.map((form) => [`lead-receipt-${form}`, receiptOf(form)])),
    'lead-receipt-slot': receiptOf('consultation', { startsAt }),
    'lead-receipt-no-slot': receiptOf('consultation', null),
    'lead-reply': describeReply(reply, undefined, siteUrl),
    ...Object.fromEntries(
      slotDecisions.map((state) => {
        const text = state === 'confirmed' ? '' : body;
        const slot = { state, startsAt, endsAt, sequence: 1 };
        return [`lead-${state}`, describeReply({ ...reply, body: text }, slot, siteUrl)];
      }),
    ),
  };
}

/** For readers of the newsletter. The site speaks French. */
export function newsletterMails(locale: Locale, siteUrl: string): Record<string, MailContent> {
  if (locale !== 'fr') return {};
  const company = 'Rempart Azur';
  const unsubscribeLink = `${siteUrl}/api/newsletter/unsubscribe/abc`;
  return {
    'newsletter-confirm': newsletterConfirm({ link: `${siteUrl}/api/newsletter/confirm/abc`, company }),
    'newsletter-welcome': newsletterWelcome({ siteLink: `${siteUrl}/`, unsubscribeLink, company }),
  };
}
