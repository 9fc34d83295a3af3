import type { z } from 'zod';
import type {
  appointmentNoticeValues,
  appointmentValues,
  digestValues,
  leadMailValues,
  leadReplyValues,
  newsletterValues,
  newsValues,
  reminderValues,
} from '#api/jobs/job-data.ts';
import { deskLanguages, isLanguage, type Language, languages, type PortalLanguage } from '#contract/languages.ts';
import { type CustomerRole, customerRoles } from '#contract/roles.ts';
import type { Rating } from '#contract/ticket-states.ts';
import { checklistPath } from '#contract/documents.ts';
import type { AlertItem, RestoreNotice } from './alert-item.ts';

export const locales = languages;
export type Locale = Language;

/** `link` opens the security tab, `resetLink` the form to request a new password. */
interface NewsData {
  link: string;
  resetLink: string;
}

/** How the factors of a staff member changed. */
export const staffFactorChanges = [
  'totp-added',
  'totp-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-renewed',
  'factors-reset',
  'password-disabled',
  'password-enabled',
] as const;
export type StaffFactorChange = (typeof staffFactorChanges)[number];

/** The data of each template. Links are absolute URLs, including any token. */
export interface MailData {
  'verify-email': { link: string };
  'reset-password': { link: string };
  /** Somebody signed up with an email address that has an account: only its owner may learn that. */
  'account-exists': { signInLink: string; resetLink: string };
  /** Somebody signed up with an email address that an account had until a few days ago, and may restore. */
  'email-reserved': { link: string };
  /** Changes to an account are reported afterwards, so that an owner who did not make them can react. */
  'password-changed': NewsData;
  /** `passkeys`: how many remain, as digits. */
  'password-reset': NewsData & { passkeys: string };
  'totp-added': NewsData;
  'totp-removed': NewsData;
  'passkey-added': NewsData;
  'passkey-removed': NewsData;
  'recovery-codes-renewed': NewsData;
  'password-disabled': NewsData;
  'password-enabled': NewsData;
  /** Somebody asked for a new password of an account without one. */
  'password-off': { link: string; contactLink: string };
  /** For the admins; `link` opens the audit log. */
  'staff-factors-changed': { name: string; email: string; change: StaffFactorChange; link: string };
  /** `left`: how many recovery codes remain, as digits. */
  'recovery-code-used': NewsData & { left: string };
  /** A sign-in from a browser that is new to this account. `browser` and `system` may be empty. */
  'new-device': { link: string; at: string; browser: string; system: string };
  /** The right password was followed by too many wrong codes. */
  'code-failures': { resetLink: string };
  /** Sent to the new email address of an account. */
  'confirm-email': { link: string };
  /** Sent to the current email address; the link cancels the change and locks the account. */
  'email-change-requested': { link: string };
  /** Sent to the previous email address; the link restores it and locks the account. */
  'email-changed': { link: string };
  /** Sent to the email address that is replaced by the restored one; `link` opens the contact page. */
  'email-change-undone': { link: string };
  /** An operator removed codes and passkeys at the request of a user who lost them. */
  'factors-removed': { link: string; resetLink: string };
  /** An operator locked an account that others may have. */
  'account-locked': { resetLink: string };
  /**
   * `customer`: the company whose records the user will see; `roles`: theirs there, separated by commas; `inviter`: the
   * email address of the owner who invites, empty for staff. Mails queued by an earlier version lack it.
   */
  invitation: { link: string; customer: string; roles: string; days: string; inviter?: string };
  /** An existing account now shows the records of `customer`. */
  'access-granted': { link: string; customer: string };
  /** For everybody who pays invoices. `account`: country and last four characters; `readyAt`: when it can be active at the earliest; `link` raises an alarm. */
  'bank-proposed': { account: string; readyAt: string; link: string; verifyLink: string };
  'bank-alarm': { account: string; link: string };
  'invoice-iban-staff': { number: string; sender: string; isRefused: 'yes' | 'no'; link: string };
  'restored-staff': RestoreNotice;
  /** For ALERT_TO: what began, continues or ended. `link` opens the page about the service's health. */
  'alert-staff': { items: AlertItem[]; link: string };
}

/** Roles as the data of a mail holds them. */
export const rolesIn = (roles: string): CustomerRole[] =>
  customerRoles.filter((role) => roles.split(',').includes(role));

export type Template = keyof MailData;
/** Mails that notify the owner of an account of a change to it. */
export type AccountNews =
  | Exclude<StaffFactorChange, 'factors-reset'>
  | 'password-changed'
  | 'password-reset'
  | 'recovery-code-used';

export type Mail = {
  [Name in Template]: {
    template: Name;
    recipient: string;
    /** For a recipient whose language is not stored. English where it is unknown, as the portal is. */
    locale?: Locale | undefined;
    /** Where the same mail is also sent without the queue. */
    id?: string;
    data: MailData[Name];
  };
}[Template];

/** What it says is read when it is sent. */
export interface TicketMail {
  template: `ticket-${'news' | 'news-staff' | 'due-soon' | 'overdue' | 'digest' | 'digest-staff'}`;
  recipient: string;
  /** For a user whose language is not stored, and for the mailbox of the support. */
  locale: Locale;
  ticketId: string | null;
  userId: string | null;
  data: z.input<typeof newsValues> | z.input<typeof digestValues>;
}

/** What is still owed is read when it is sent. */
export interface ReminderMail {
  template: 'invoice-reminder';
  recipient: string;
  userId: string;
  data: z.input<typeof reminderValues>;
}

/** What it says is read when it is sent. */
export interface LeadMail {
  template: 'lead-receipt' | 'lead-notice-staff';
  recipient: string;
  locale: Locale;
  /** Not before; at once unless given. */
  nextAttemptAt?: Date;
  data: z.input<typeof leadMailValues>;
}

/** From a staff member to the prospect of a lead. */
export interface LeadReplyMail {
  template: 'lead-reply';
  recipient: string;
  locale: Locale;
  data: z.input<typeof leadReplyValues>;
}

/** What it says is read when it is sent. */
export interface NewsletterMail {
  template: 'newsletter-confirm' | 'newsletter-welcome';
  recipient: string;
  locale: Locale;
  data: z.input<typeof newsletterValues>;
}

export const appointmentTemplates = ['confirm', 'booked', 'rescheduled', 'cancelled', 'reminder'] as const;
export type AppointmentTemplate = (typeof appointmentTemplates)[number];

/** To a host, whose calendar takes the invitation too. */
export const appointmentNotices = ['booked', 'rescheduled', 'cancelled'] as const;
export type AppointmentNotice = (typeof appointmentNotices)[number];

/** To the guest, or to the host. When the appointment is, is read when the mail is sent. */
export type AppointmentMail =
  | {
      template: `appointment-${AppointmentTemplate}`;
      recipient: string;
      /** For a user whose language is not stored, and for visitors. */
      locale: Locale;
      /** Null for a visitor. */
      userId: string | null;
      data: z.input<typeof appointmentValues>;
    }
  | {
      template: `appointment-${AppointmentNotice}-staff`;
      recipient: string;
      locale: Locale;
      userId: string;
      data: z.input<typeof appointmentNoticeValues>;
    };

/** Staff read French or English: the mailbox of the support has no account. */
const forStaff = /^(?:staff-|bank-alarm$)|-staff$|^ticket-(?:due-soon|overdue)$/;

/** The language of a mail whose reader may have chosen one that is no longer offered. */
export function localeFor(template: string, locale: Locale, offered: readonly PortalLanguage[]): Locale {
  const choice = forStaff.test(template) ? deskLanguages : offered.filter(isLanguage);
  return choice.find((one) => one === locale) ?? choice[0] ?? 'en';
}

/** One mail in one language as plain text; rendering escapes it. */
export interface MailContent {
  subject: string;
  /** Shown by mail clients beside the subject. */
  preview: string;
  title: string;
  /** What it is about, below the title. */
  about?: string;
  /** The largest line, or two of them, which no paragraph repeats; `text` replaces it in the text part. Struck out if it no longer holds. */
  fact?: { value: string; note?: string; text?: string; isOver?: boolean; isMoment?: boolean } | undefined;
  paragraphs: string[];
  /** A table, below the first paragraph: what happened, its facts, then what to do. */
  rows?: MailRow[];
  /** What people wrote. */
  messages?: MailMessage[];
  /** A letter may have none. With a variant where the mail asks for nothing. */
  button?: MailLink & { variant?: 'danger-outline' };
  /** A question below the button, with a link for each answer. */
  choices?: { question: string; answers: MailLink[]; note?: string | undefined } | undefined;
  /** Paragraphs below the button, and small print below them. */
  after: string[];
  fine?: string[];
  /** Why the reader gets it, where that is not the portal. */
  automatic?: string;
  /** A person wrote it: without a greeting and a line about how it was sent, and without a title unless there is a fact. */
  letter?: { body: string; signature: string };
}

interface MailLink {
  label: string;
  link: string;
}

/** What something is, or one of several things and its amount. */
export type MailRow = { label: string; value: string } | (MailLink & { note: string; amount: string; isLate: boolean });

export interface MailMessage {
  heading: string;
  /** The heading's. */
  link?: string;
  /** In the Markdown of the pages. */
  body: string;
  /** Where the rest is, if the body was shortened. */
  more?: MailLink | undefined;
  /** What others wrote in the same ticket, each with its own heading. */
  quotes?: Pick<MailMessage, 'heading' | 'body' | 'files'>[];
  /** Names and sizes. The files themselves are on the page of the ticket. */
  files?: { label: string; names: string[] } | undefined;
}

/** The subject is the title and the company's name, unless it is given. */
export type TemplateContent = Partial<Pick<MailContent, 'subject' | 'after'>> & Omit<MailContent, 'subject' | 'after'>;
export type Templates = { [Name in Template]: (data: MailData[Name], company: string) => TemplateContent };

export interface Layout {
  greeting: string;
  linkFallback: string;
  automatic: (company: string) => string;
}

/** The links that mails carry. A token is in the fragment: browsers do not send it, so it is in no log and no Referer header. */
export const siteLinks = (siteUrl: string) => ({
  contact: `${siteUrl}/contact`,
  portal: `${siteUrl}/customer-portal`,
  security: `${siteUrl}/customer-portal/security`,
  notifications: `${siteUrl}/customer-portal/account#mails`,
  /** Names the customer, since the reader may be looking at another one. */
  ticket: (id: string, customerId: string) => `${siteUrl}/customer-portal/support/${id}?customer=${customerId}`,
  verify: `${siteUrl}/verifier`,
  bankAlarm: (token: string) => `${siteUrl}/#bank-alarm=${token}`,
  invoice: (number: string | null, customerId: string) =>
    `${siteUrl}/customer-portal/invoices${number === null ? '' : `/${encodeURIComponent(number)}`}?customer=${customerId}`,
  checklist: `${siteUrl}${checklistPath}`,
  /** Both are pages with one button, which work without JavaScript. The second takes requests of mail services too (RFC 8058). */
  confirmSubscription: (token: string) => `${siteUrl}/api/newsletter/confirm/${token}`,
  unsubscribe: (token: string) => `${siteUrl}/api/newsletter/unsubscribe/${token}`,
  deskLead: (id: string) => `${siteUrl}/desk/leads/${id}`,
  /** The page has one button: mail scanners follow links. */
  confirmAppointment: (token: string) => `${siteUrl}/schedule-consultation#confirm=${token}`,
  /** To move or cancel it. */
  appointment: (token: string) => `${siteUrl}/schedule-consultation#appointment=${token}`,
  deskAppointments: `${siteUrl}/desk/appointments`,
  deskAudit: `${siteUrl}/desk/audit`,
  deskBank: `${siteUrl}/desk/bank-accounts`,
  deskHealth: `${siteUrl}/desk/health`,
  deskPreferences: `${siteUrl}/desk/preferences`,
  deskTicket: (id: string) => `${siteUrl}/desk/tickets/${id}`,
  signIn: `${siteUrl}/customer-auth`,
  forgotPassword: `${siteUrl}/customer-auth?view=forgot`,
  /** With the language of the mail, which the page speaks unless its reader has chosen another one. */
  acceptInvitation: (key: string, lang: Locale) => `${siteUrl}/customer-auth#invitation=${key}&language=${lang}`,
  resetPassword: (token: string) => `${siteUrl}/customer-auth#reset=${token}`,
  verifyEmail: (token: string) => `${siteUrl}/#verify=${token}`,
  confirmEmail: (token: string) => `${siteUrl}/#confirm-email=${token}`,
  cancelEmailChange: (token: string) => `${siteUrl}/#cancel-email=${token}`,
  revertEmailChange: (token: string) => `${siteUrl}/#revert-email=${token}`,
  /** With the language of the mail, which the page speaks, and the answer that it suggests. */
  rate: ({ token, locale, choice }: { token: string; locale: Locale; choice: Rating }) =>
    `${siteUrl}/#rate=${locale}.${choice}.${token}`,
});
