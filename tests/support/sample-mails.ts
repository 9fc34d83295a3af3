import type { Locale, MailContent, MailData, Template } from '#api/mail/mail.ts';
import { type RenderedMail, renderContent, renderMail } from '#api/mail/render-mail.ts';
import { appointmentArabic } from '#modules/appointments/server/mails/appointment-arabic.ts';
import { appointmentEnglish, noticeEnglish } from '#modules/appointments/server/mails/appointment-english.ts';
import { appointmentFrench, noticeFrench } from '#modules/appointments/server/mails/appointment-french.ts';
import { reminderArabic } from '#modules/reminders/server/mails/reminder-arabic.ts';
import { reminderEnglish } from '#modules/reminders/server/mails/reminder-english.ts';
import { reminderFrench } from '#modules/reminders/server/mails/reminder-french.ts';
import { describeNews, linesOf, messagesOf, type NewsStyle } from '#api/services/notifications/describe-news.ts';
import type { News, Notice, NoticeItem } from '#api/services/notifications/notice.ts';
import { describeDigest, ticketCopies } from '#api/services/notifications/ticket-mails.ts';
import { formatMoney } from '#contract/money.ts';
import { leadMails, newsletterMails } from './sample-lead-mails.ts';

const siteUrl = 'https://www.example.com';
const link = `${siteUrl}/customer-auth#token=abc-`;
const resetLink = `${siteUrl}/customer-auth?view=forgot`;
const news = { link, resetLink };

/** Values of every template that customers get. */
const values: {
  [
    Name in Exclude<
      Template,
      'staff-factors-changed' | 'bank-alarm' | 'invoice-iban-staff' | 'restored-staff' | 'alert-staff'
    >
  ]: MailData[Name];
} = {
  'verify-email': { link },
  'reset-password': { link },
  'account-exists': { signInLink: link, resetLink },
  'email-reserved': { link },
  'password-changed': news,
  'password-reset': { ...news, passkeys: '2' },
  'totp-added': news,
  'totp-removed': news,
  'passkey-added': news,
  'passkey-removed': news,
  'recovery-codes-renewed': news,
  'password-disabled': news,
  'password-enabled': news,
  'password-off': { link, contactLink: `${siteUrl}/contact` },
  'recovery-code-used': { ...news, left: '3' },
  'new-device': { link, at: '2026-11-18T09:30:00Z', browser: 'Firefox 140', system: 'Windows' },
  'code-failures': { resetLink },
  'confirm-email': { link },
  'email-change-requested': { link },
  'email-changed': { link },
  'email-change-undone': { link },
  'factors-removed': news,
  'account-locked': { resetLink },
  invitation: {
    link,
    customer: 'Atlas Distribution (Tunis)',
    roles: 'billing,technical',
    days: '14',
    inviter: 'karim@atlas-distribution.example',
  },
  'access-granted': { link, customer: 'Cabinet Masséna' },
  'bank-proposed': {
    account: 'FR 9042',
    readyAt: '2026-11-21T09:30:00Z',
    link: `${siteUrl}/#bank-alarm=abc`,
    verifyLink: `${siteUrl}/verifier`,
  },
};

const message: NoticeItem = {
  position: 1,
  kind: 'message',
  authorKind: 'staff',
  authorId: 'staff',
  authorName: 'Nora Lemaire',
  unverifiedSender: null,
  body: 'Bonjour, le tunnel est rétabli :\n\n- vérifiez `vpn.example.com`\n- redémarrez le poste 12\n\n> لا يعمل الاتصال VPN منذ الصباح\n> على 12 جهازا',
  files: [{ fileName: 'تقرير (final) v2.pdf', size: 2_450_000 }],
  payload: {},
  createdAt: '2026-11-18T10:05:00Z',
};

const notice: Notice = {
  id: '5',
  ticketNumber: 'TKT-1794996300000',
  shortNumber: 128,
  subject: 'لا يعمل VPN (Fortinet) في فرع تونس',
  description: 'لا يعمل الاتصال منذ الصباح على 12 جهازا.\n\n1. أعدنا تشغيل الموجه\n2. الخطأ: `ERR-809`',
  priority: 'high',
  status: 'open',
  version: 2,
  customerId: '1',
  customerName: 'Atlas Distribution',
  openedBy: null,
  assigneeId: 'staff',
  assigneeName: 'Nora Lemaire',
  createdAt: '2026-11-18T08:00:00Z',
  resolvedAt: null,
  dueAt: '2026-11-18T12:00:00Z',
  isOverdue: false,
  slaCalendar: 'office',
  isAwaited: true,
  resolutionDueAt: null,
  isResolutionOverdue: null,
  isResolutionAwaited: null,
  people: [],
  staff: null,
  leads: [],
  mentioned: [],
  files: [{ fileName: 'capture d’écran.png', size: 84_000 }],
  items: [message],
};

const reminderCopies = { en: reminderEnglish, fr: reminderFrench, ar: reminderArabic };

function ticketMails(locale: Locale): Record<string, MailContent> {
  const copy = ticketCopies[locale];
  const style: NewsStyle = {
    copy,
    siteUrl,
    isStaff: false,
    preferencesLink: `${siteUrl}/customer-portal/account#mails`,
    canReply: true,
    rating: { token: 'abc', locale },
    isWarning: false,
    target: 'response',
    merge: undefined,
  };
  const item = (kind: string): NoticeItem => ({ ...message, kind, body: null, files: [] });
  const status: News = { event: 'status', item: item('status') };
  const long = { ...message, body: Array.from({ length: 40 }, (_, at) => `سطر ${at}`).join('\n') };
  const target = { id: '6', ticketNumber: 'TKT-1794996400000', subject: 'VPN: فرع صفاقس' };
  const mail = (all: News[], part: Partial<Notice> = {}, how: Partial<NewsStyle> = {}) =>
    describeNews({ ...notice, ...part }, all, { ...style, ...how });
  const heading = copy.digest.ticket(copy.ticket('#128 (TKT-1794996300000)', notice.subject), notice.customerName);
  const ticketPage = `${siteUrl}/customer-portal/support/5`;
  const lines = linesOf(notice, [status], style);
  return {
    received: mail([{ event: 'received' }]),
    opened: mail([{ event: 'received' }], { openedBy: { name: 'Nora Lemaire' } }, { canReply: false }),
    reply: mail([{ event: 'reply', item: message }]),
    'long-reply': mail(Array.from({ length: 13 }, () => ({ event: 'reply', item: long }))),
    'unverified-reply': mail([{ event: 'reply', item: { ...message, unverifiedSender: 'k@atlas.example' } }]),
    status: mail([status], { status: 'waiting_customer' }),
    resolved: mail([status], { status: 'resolved' }),
    closed: mail([status], { status: 'closed' }),
    merged: mail([status], { status: 'closed' }, { merge: { target } }),
    'merged-elsewhere': mail([status], { status: 'closed' }, { merge: { target: undefined } }),
    assigned: mail([{ event: 'assigned' }]),
    watching: mail([{ event: 'watching' }]),
    overdue: mail([{ event: 'overdue' }], { isOverdue: true }),
    digest: describeDigest(
      [
        { heading, link: ticketPage, lines, quotes: [] },
        {
          heading,
          link,
          lines,
          quotes: messagesOf(notice, [{ event: 'reply', item: message }], style),
        },
      ],
      { copy, portalLink: `${siteUrl}/customer-portal`, preferencesLink: style.preferencesLink },
    ),
  };
}

function reminderMails(locale: Locale): Record<string, MailContent> {
  const copy = reminderCopies[locale];
  const item = (number: string | null, days: number, customer?: string) => ({
    number,
    customer,
    amount: formatMoney('1250.50', 'EUR', copy.formats),
    due: '2026-11-20',
    days,
    link: `${siteUrl}/customer-portal/invoices${number === null ? '' : `/${number}`}?customer=1`,
  });
  const content = (items: ReturnType<typeof item>[], isOverdue: boolean) =>
    copy.content({
      items,
      total: formatMoney(items.length === 1 ? '1250.50' : '3751.50', 'EUR', copy.formats),
      isOverdue,
      fingerprint: 'lavande phare granit olivier',
      verifyLink: `${siteUrl}/verifier`,
      invoicesLink: `${siteUrl}/customer-portal/invoices`,
      settingsLink: `${siteUrl}/customer-portal/account#mails`,
      company: 'Rempart Azur',
    });
  return {
    'reminder-due': content([item('F-2026-0101', -3)], false),
    'reminder-overdue': content(
      [item('F-2026-0102', 14, 'Atlas Distribution'), item('F-2026-0103', 0, 'Cabinet Masséna'), item(null, 2)],
      true,
    ),
  };
}

const appointmentCopies = { en: appointmentEnglish, fr: appointmentFrench, ar: appointmentArabic };

const guest = {
  guest: 'Claire Vidal',
  guestCompany: 'Cabinet Masséna',
  email: 'claire@cabinet-massena.example',
  phone: '+33 4 65 71 00 06',
  additionalInfo: 'Trois sites, soixante postes.\nNous quittons un serveur de messagerie de 2014.',
  before: undefined,
};

function appointmentMails(locale: Locale): Record<string, MailContent> {
  const { kinds, meetings, moment, fact, contents, automatic } = appointmentCopies[locale];
  const data = {
    kind: kinds.microsoft365,
    meeting: meetings.video,
    at: moment(new Date('2026-11-24T08:00:00Z'), 'Asia/Dubai'),
    fact: fact(new Date('2026-11-24T08:00:00Z'), 'Asia/Dubai'),
    minutes: 45,
    host: 'Nora Lemaire',
    link: `${siteUrl}/schedule-consultation#appointment=abc`,
    newLink: `${siteUrl}/schedule-consultation`,
    company: 'Rempart Azur',
  };
  const mails = Object.entries(contents).map(
    ([name, write]) => [`appointment-${name}`, { ...write(data), automatic: automatic(data.company) }] as const,
  );
  const desk = locale === 'en' ? noticeEnglish : noticeFrench;
  // Staff read French or English.
  const notices = (locale === 'ar' ? [] : Object.entries(desk.notices)).map(([name, write]) => {
    const at = new Date('2026-11-24T08:00:00Z');
    const told = { ...data, ...guest, at: moment(at), fact: fact(at), isLost: false };
    return [`appointment-${name}-staff`, write({ ...told, link: `${siteUrl}/desk/appointments` })] as const;
  });
  return Object.fromEntries([...mails, ...notices]);
}

/** Every kind of mail that customers and prospects get. */
export function sampleMails(locale: Locale): Record<string, RenderedMail> {
  const accounts = Object.entries(values).map(([template, data]) => [
    template,
    renderMail({ template, locale, data: { ...data } }),
  ]);
  const others = Object.entries({
    ...ticketMails(locale),
    ...reminderMails(locale),
    ...appointmentMails(locale),
    ...leadMails(locale, siteUrl),
    ...newsletterMails(locale, siteUrl),
  }).map(([name, content]) => [name, renderContent(content, locale)]);
  return Object.fromEntries([...accounts, ...others]) as Record<string, RenderedMail>;
}
