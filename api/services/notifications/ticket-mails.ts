import { digestValues, newsValues } from '#api/jobs/job-data.ts';
import type { Connection, DueJob } from '#api/jobs/queue.ts';
import { company } from '#api/lib/company.ts';
import type { PreparedMail, PrepareMail } from '#api/mail/delivery.ts';
import { isolateArabicValues } from '#api/mail/isolate.ts';
import { type Locale, type MailContent, type MailMessage, siteLinks } from '#api/mail/mail.ts';
import { ticketArabic } from '#api/mail/templates/ticket-arabic.ts';
import { type TicketCopy, ticketEnglish } from '#api/mail/templates/ticket-english.ts';
import { ticketFrench } from '#api/mail/templates/ticket-french.ts';
import { describeNews, linesOf, messagesOf, type NewsStyle, numbersOf, ticketLink } from './describe-news.ts';
import type { NotificationEvent } from '#contract/notifications.ts';
import {
  findMergeTarget,
  type News,
  newsForCustomer,
  newsForStaff,
  type Notice,
  readNotice,
  targetOf,
} from './notice.ts';

// What mails about tickets say is read when they are sent, and only for those who may still read it. The queue holds ids.

export const ticketCopies: Record<Locale, TicketCopy> = {
  en: isolateArabicValues(ticketEnglish),
  fr: isolateArabicValues(ticketFrench),
  ar: ticketArabic,
};

interface PrepareDeps {
  /** Undefined until the database has opened. */
  database: () => { pool: Connection } | undefined;
  siteUrl: string;
  /** The mailbox of the support gets mails as long as it is configured. */
  supportTo: string | undefined;
}

/** By template, for the delivery of mails. */
export function prepareTicketMails({ database, siteUrl, supportTo }: PrepareDeps): Record<string, PrepareMail> {
  const connect = () => {
    const current = database();
    if (current === undefined) throw new Error('The database is not open.');
    return current.pool;
  };
  const of = (isStaff: boolean) => ({ connection: connect(), siteUrl, supportTo, isStaff });
  return {
    'ticket-news': (job) => prepareNews(job, of(false)),
    'ticket-news-staff': (job) => prepareNews(job, of(true)),
    'ticket-due-soon': (job) => prepareNews(job, of(true)),
    'ticket-overdue': (job) => prepareNews(job, of(true)),
    'ticket-digest': (job) => prepareDigest(job, of(false)),
    'ticket-digest-staff': (job) => prepareDigest(job, of(true)),
  };
}

interface Context {
  connection: Connection;
  siteUrl: string;
  supportTo: string | undefined;
  isStaff: boolean;
}

/** The email address of the recipient today; undefined if they may no longer read the ticket. */
function addressOf(notice: Notice, userId: string | null, { isStaff, supportTo }: Context): string | undefined {
  if (!isStaff) return notice.people.find((reader) => reader.userId === userId)?.email;
  if (userId === null) return supportTo;
  return [notice.staff, ...notice.leads, ...notice.mentioned].find((reader) => reader?.userId === userId)?.email;
}

async function prepareNews(
  { ticketId, userId, data: { template, locale, values } }: DueJob<'mail'>,
  context: Context,
): Promise<PreparedMail | undefined> {
  const { since, until, events: wanted, replyTo, ratingToken, target } = newsValues.parse(values);
  const { connection, isStaff, siteUrl } = context;
  const notice = ticketId === null ? undefined : await readNotice(connection, ticketId, { since, until });
  const recipient = notice && addressOf(notice, userId, context);
  if (notice === undefined || recipient === undefined) return undefined;
  const isWarning = template === 'ticket-due-soon';
  // The alert follows.
  if (isWarning && !targetOf(notice, target).isAwaited) return undefined;
  const news = newsOf(notice, since, userId, isStaff, wanted);
  if (news.length === 0) return undefined;
  const content = describeNews(notice, news, {
    copy: ticketCopies[locale],
    siteUrl,
    isStaff,
    preferencesLink: preferencesLink(userId, context),
    canReply: replyTo !== undefined,
    rating: ratingToken === undefined ? undefined : { token: ratingToken, locale },
    isWarning,
    target,
    merge: await readMerge(notice, news, userId, context),
  });
  return { recipient, locale, content, replyTo, thread: `ticket-${notice.id}` };
}

/** Where a ticket went that was merged and not reopened since. */
async function readMerge(
  { id, status }: Notice,
  news: readonly News[],
  userId: string | null,
  { connection, isStaff }: Context,
): Promise<NewsStyle['merge']> {
  const isMerged = !isStaff && status === 'closed' && news.some(({ item }) => item?.kind === 'merged_into');
  return isMerged ? { target: await findMergeTarget(connection, id, userId) } : undefined;
}

/** What is not in the timeline of the ticket. */
const besideTimeline: NotificationEvent[] = ['overdue', 'mentioned'];

function newsOf(
  notice: Notice,
  since: number,
  userId: string | null,
  isStaff: boolean,
  wanted: readonly NotificationEvent[],
): News[] {
  const forCustomer = () => (userId === null ? [] : newsForCustomer(notice, { since }, userId));
  const news = isStaff ? newsForStaff(notice, { since }, userId) : forCustomer();
  const besides = besideTimeline.map((event) => ({ event }));
  return [...news, ...besides].filter(({ event }) => wanted.includes(event));
}

/** Where the recipient chooses which mails to get. The support mailbox belongs to nobody and gets them all. */
function preferencesLink(userId: string | null, { isStaff, siteUrl }: Pick<Context, 'isStaff' | 'siteUrl'>) {
  const { notifications, deskPreferences } = siteLinks(siteUrl);
  if (!isStaff) return notifications;
  return userId === null ? undefined : deskPreferences;
}

const maxDigestTickets = 50;
const maxExcerpt = 1000;

async function prepareDigest(
  { userId, data: { locale, values } }: DueJob<'mail'>,
  context: Context,
): Promise<PreparedMail | undefined> {
  const { connection, isStaff, siteUrl } = context;
  const copy = ticketCopies[locale];
  let recipient: string | undefined;
  const tickets = new Map<string, DigestItem>();
  for (const { ticketId, since, until, events: wanted } of digestValues.parse(values).items) {
    const notice = await readNotice(connection, ticketId, { since, until });
    const email = notice && addressOf(notice, userId, context);
    if (notice === undefined || email === undefined) continue;
    const news = newsOf(notice, since, userId, isStaff, wanted);
    if (news.length === 0) continue;
    recipient = email;
    const heading = copy.digest.ticket(copy.ticket(numbersOf(notice), notice.subject), notice.customerName);
    const known = tickets.get(ticketId) ?? { heading, link: ticketLink(notice, context), lines: [], quotes: [] };
    known.lines.push(
      ...linesOf(notice, news, {
        copy,
        isWarning: false,
        target: 'response',
        siteUrl,
        isStaff,
        merge: await readMerge(notice, news, userId, context),
      }),
    );
    known.quotes.push(
      ...messagesOf(notice, news, { copy, isStaff, siteUrl }).map(({ heading: above, body, files }) => ({
        heading: above,
        body: excerpt(body),
        files,
      })),
    );
    tickets.set(ticketId, known);
  }
  if (recipient === undefined) return undefined;
  const content = describeDigest([...tickets.values()], {
    copy,
    portalLink: isStaff ? `${siteUrl}/desk` : siteLinks(siteUrl).portal,
    preferencesLink: preferencesLink(userId, context),
  });
  return { recipient, locale, content };
}

interface DigestItem {
  heading: string;
  link: string;
  lines: string[];
  quotes: NonNullable<MailMessage['quotes']>;
}

interface DigestStyle {
  copy: TicketCopy;
  portalLink: string;
  preferencesLink: string | undefined;
}

export function describeDigest(
  tickets: readonly DigestItem[],
  { copy, portalLink, preferencesLink: preferences }: DigestStyle,
): MailContent {
  return {
    subject: `${copy.digest.subject} – ${company.name}`,
    preview: copy.digest.preview(tickets.length),
    title: copy.digest.title,
    paragraphs: [`${copy.digest.preview(tickets.length)} ${copy.digest.intro}`],
    messages: tickets.slice(0, maxDigestTickets).map(({ lines, ...ticket }) => ({
      ...ticket,
      body: lines.join('\n\n'),
    })),
    button: { label: copy.digest.button, link: portalLink },
    after: preferences === undefined ? [] : [copy.preferences(preferences)],
  };
}

const excerpt = (text: string) => (text.length > maxExcerpt ? `${text.slice(0, maxExcerpt)}…` : text);
