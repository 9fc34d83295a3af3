import { leadFields, leadReasons } from '../../copy/fields.en.ts';
import type { LeadField, LeadForm, LeadReason, LeadVerdict } from '#contract/leads.ts';
import { ticketEnglish } from '#api/mail/templates/ticket-english.ts';

/** What staff read about a new lead. The visitor's mail is in French, as the site is. */
export interface LeadNoticeCopy {
  fields: Record<LeadField, string>;
  subject: (form: LeadForm, from: string) => string;
  title: (form: LeadForm) => string;
  verdict: (verdict: LeadVerdict, reasons: readonly LeadReason[]) => string;
  /** Labels of rows: by when a response is due, and the page of the form. */
  due: string;
  moment: (at: string) => string;
  page: string;
  /** `2026-12-01` */
  day: (date: string) => string;
  accepted: string;
  open: string;
  automatic: (company: string) => string;
}

const forms: Record<LeadForm, string> = {
  checklist: 'checklist',
  contact: 'message',
  audit: 'free audit',
  consultation: 'consultation',
};

/** A day without a time, wherever it is read. */
export const dayIn = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  return (date: string) => format.format(new Date(date));
};

export const leadNoticeEnglish: LeadNoticeCopy = {
  fields: leadFields,
  subject: (form, from) => `New request (${forms[form]}): ${from}`,
  title: (form) => `New request: ${forms[form]}`,
  verdict: (verdict, why) =>
    why.length === 0
      ? `This request seems ${verdict}.`
      : `This request seems ${verdict}: ${why.map((one) => leadReasons[one]).join(', ')}.`,
  due: 'Response due by',
  moment: ticketEnglish.moment,
  page: 'Source page',
  day: dayIn('en-GB'),
  accepted: 'yes',
  open: 'Open the request',
  automatic: (company) => `This message was sent automatically by the site of ${company}.`,
};
