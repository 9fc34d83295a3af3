import { leadFields, leadReasons } from '#content/desk/en/lead-fields.ts';
import type { LeadField, LeadForm, LeadReason, LeadVerdict } from '#contract/leads.ts';
import { ticketEnglish } from './ticket-english.ts';

/** What staff read about a new lead. The visitor's mail is in French, as the site is. */
export interface LeadNoticeCopy {
  fields: Record<LeadField, string>;
  field: (label: string, value: string) => string;
  subject: (form: LeadForm, from: string) => string;
  title: (form: LeadForm) => string;
  verdict: (verdict: LeadVerdict, reasons: readonly LeadReason[]) => string;
  due: (at: string) => string;
  page: (path: string) => string;
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
  field: (label, value) => `${label}: ${value}`,
  subject: (form, from) => `New request (${forms[form]}): ${from}`,
  title: (form) => `New request: ${forms[form]}`,
  verdict: (verdict, why) =>
    why.length === 0
      ? `This request seems ${verdict}.`
      : `This request seems ${verdict}: ${why.map((one) => leadReasons[one]).join(', ')}.`,
  due: (at) => `A response is due by ${ticketEnglish.moment(at)}.`,
  page: (path) => `Source page: ${path}`,
  day: dayIn('en-GB'),
  accepted: 'yes',
  open: 'Open the request',
  automatic: (company) => `This message was sent automatically by the site of ${company}.`,
};
