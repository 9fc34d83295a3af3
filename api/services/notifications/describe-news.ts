import { company } from '#api/lib/company.ts';
import { type Locale, type MailContent, type MailMessage, siteLinks } from '#api/mail/mail.ts';
import type { TicketCopy } from '#api/mail/templates/ticket-english.ts';
import type { NotificationEvent } from '#contract/notifications.ts';
import { ratings, type SlaKind } from '#contract/ticket-states.ts';
import { type MergeTarget, type News, type Notice, type NoticeFile, type NoticeItem, targetOf } from './notice.ts';

export interface NewsStyle {
  copy: TicketCopy;
  siteUrl: string;
  isStaff: boolean;
  preferencesLink: string | undefined;
  canReply: boolean;
  /** The links by which a closed ticket is rated. Mails of the version before have none: the page of the ticket asks. */
  rating: { token: string; locale: Locale } | undefined;
  /** The response is due soon, and not overdue yet. */
  isWarning: boolean;
  /** Which target is due or was missed. */
  target: SlaKind;
  /** Without a target if the reader may not see it. */
  merge: { target: MergeTarget | undefined } | undefined;
}

// The most important first: it becomes the title.
const order: NotificationEvent[] = ['overdue', 'mentioned', 'received', 'reply', 'status', 'assigned', 'watching'];
const maxMessages = 10;

export const ticketLink = (
  { id, customerId }: Pick<Notice, 'id' | 'customerId'>,
  { siteUrl, isStaff }: Pick<NewsStyle, 'siteUrl' | 'isStaff'>,
) => (isStaff ? siteLinks(siteUrl).deskTicket(id) : siteLinks(siteUrl).ticket(id, customerId));

export const numbersOf = ({ ticketNumber, shortNumber }: Notice) => `#${shortNumber} (${ticketNumber})`;

export function describeNews(notice: Notice, news: readonly News[], style: NewsStyle): MailContent {
  const { copy, isStaff } = style;
  const main = order.find((event) => news.some((one) => one.event === event)) ?? 'status';
  const title = titleOf(main, notice, style);
  const fact = factOf(main, notice, style);
  const messages = messagesOf(notice, news, style);
  const link = ticketLink(notice, style);
  const target = style.merge?.target;
  const rates =
    !isStaff && notice.status === 'closed' && style.merge === undefined && news.some(({ event }) => event === 'status');
  const asks =
    !isStaff && notice.status === 'resolved' && news.some(({ event }) => event === 'status' || event === 'reply');
  return {
    // The same for all mails about a ticket: mail clients group them by it.
    subject: `[#${notice.shortNumber}] ${notice.subject}${isStaff ? ` (${notice.customerName})` : ` – ${company.name}`}`,
    preview: messages.at(-1)?.body.slice(0, 150) ?? title,
    title,
    about: copy.ticket(numbersOf(notice), notice.subject),
    fact,
    paragraphs: [
      ...(isStaff ? [copy.of(notice.customerName)] : []),
      ...linesOf(notice, news, style).filter((line) => line !== fact?.text),
      ...(messages.length > maxMessages ? [copy.earlier(messages.length - maxMessages)] : []),
    ],
    messages: messages.slice(-maxMessages),
    button:
      target === undefined
        ? { label: copy.open, link }
        : { label: copy.merged.open, link: ticketLink({ ...target, customerId: notice.customerId }, style) },
    ...(rates && {
      choices: {
        question: copy.rate,
        answers: ratingLinks(link, style),
        // The page of the ticket needs a session.
        note: style.rating && copy.rates,
      },
    }),
    ...(asks && {
      choices: {
        ...copy.asks,
        answers: [
          { label: copy.works, link: `${link}&answer=works` },
          { label: copy.broken, link: `${link}&answer=broken` },
        ],
      },
    }),
    after: [
      ...(isStaff ? [] : [style.canReply ? copy.canReply : copy.cannotReply]),
      ...(style.preferencesLink === undefined ? [] : [copy.preferences(style.preferencesLink)]),
    ],
  };
}

function ratingLinks(page: string, { copy, siteUrl, rating }: NewsStyle) {
  if (rating === undefined) return [{ label: copy.open, link: `${page}#rating` }];
  const { token, locale } = rating;
  return ratings.map((choice) => ({
    label: copy.ratings[choice],
    link: siteLinks(siteUrl).rate({ token, locale, choice }),
  }));
}

function titleOf(
  main: NotificationEvent,
  { openedBy }: Notice,
  { copy, isStaff, isWarning, target, merge }: NewsStyle,
): string {
  if (isWarning) return target === 'resolution' ? copy.resolution.dueSoon : copy.dueSoon;
  if (main === 'overdue' && target === 'resolution') return copy.resolution.overdue;
  if (main === 'received' && openedBy !== null && !isStaff) return copy.opened.title;
  if (main === 'status' && merge !== undefined) return copy.merged.title;
  const titles: Partial<Record<NotificationEvent, string>> = isStaff ? copy.staffTitle : copy.title;
  return titles[main] ?? copy.title.status;
}

/** The status, or when we will answer, is what the mail is about. */
function factOf(main: NotificationEvent, notice: Notice, style: NewsStyle): MailContent['fact'] {
  const { copy, isStaff, merge } = style;
  if (main === 'status' && merge === undefined) {
    const value = statusOf(notice, style);
    return { value, text: copy.statusIs(value), isMoment: value.length > 16 };
  }
  if (main !== 'received' || isStaff || notice.dueAt === null || notice.status !== 'open') return undefined;
  return { ...copy.answer(new Date(notice.dueAt)), text: copy.dueBy(copy.moment(notice.dueAt)), isMoment: true };
}

const statusOf = ({ status }: Notice, { copy, isStaff }: Pick<NewsStyle, 'copy' | 'isStaff'>) =>
  isStaff && status === 'waiting_customer' ? copy.waitingForCustomer : (copy.status[status] ?? status);

/** What happened, without what was written. */
export function linesOf(
  notice: Notice,
  news: readonly News[],
  style: Pick<NewsStyle, 'copy' | 'isWarning' | 'target' | 'merge' | 'siteUrl' | 'isStaff'>,
): string[] {
  const { copy, isWarning, target: kind, merge, isStaff } = style;
  const has = (event: NotificationEvent) => news.some((one) => one.event === event);
  const lines: string[] = [];
  if (has('received') && notice.openedBy !== null) {
    const name = notice.openedBy.name ?? copy.somebody.staff;
    lines.push(isStaff ? copy.opened.by(name) : copy.opened.forYou(name));
  }
  const { dueAt } = targetOf(notice, kind);
  if (has('overdue') && dueAt !== null) {
    const words = kind === 'resolution' ? copy.resolution : copy;
    lines.push((isWarning ? words.dueBy : words.wasDue)(copy.moment(dueAt)));
  } else if (has('received') && notice.dueAt !== null && notice.status === 'open')
    lines.push(copy.dueBy(copy.moment(notice.dueAt)));
  if (has('status') && merge !== undefined) {
    const { target } = merge;
    lines.push(
      target === undefined ? copy.merged.elsewhere : copy.merged.into(copy.ticket(target.ticketNumber, target.subject)),
    );
  } else if (has('status')) {
    lines.push(copy.statusIs(statusOf(notice, style)));
  }
  if (has('assigned') && notice.assigneeId !== null) lines.push(copy.assignedTo(notice.assigneeName));
  if (has('watching')) lines.push(copy.watching);
  if (has('mentioned')) lines.push(copy.mentioned);
  return lines;
}

// Their reader may not know the ticket yet.
const describedEvents: NotificationEvent[] = ['received', 'watching', 'overdue', 'mentioned'];

const namesOf = (files: readonly NoticeFile[], copy: TicketCopy): MailMessage['files'] =>
  files.length === 0
    ? undefined
    : { label: copy.files(files.length), names: files.map(({ fileName, size }) => copy.file(fileName, size)) };

export function messagesOf(
  notice: Notice,
  news: readonly News[],
  style: Pick<NewsStyle, 'copy' | 'isStaff' | 'siteUrl'>,
): MailMessage[] {
  const { copy, isStaff } = style;
  const link = ticketLink(notice, style);
  const described = news.some(({ event }) => describedEvents.includes(event) || (isStaff && event === 'assigned'));
  const replies = news.flatMap(({ event, item }) => (event === 'reply' && item !== undefined ? [item] : []));
  const name = ({ authorName, unverifiedSender, authorKind }: NoticeItem) =>
    unverifiedSender === null ? (authorName ?? copy.somebody[authorKind]) : copy.unverified(unverifiedSender);
  return [
    ...(described
      ? [
          {
            heading: copy.wrote(notice.ticketNumber, copy.moment(notice.createdAt)),
            ...shorten(notice.description, copy, link),
            files: namesOf(notice.files, copy),
          },
        ]
      : []),
    ...replies.map((item) => ({
      heading: copy.wrote(name(item), copy.moment(item.createdAt)),
      ...shorten(item.body ?? '', copy, link),
      files: namesOf(item.files, copy),
    })),
  ];
}

// A pasted log would push everything below it out of sight. A few lines more are not worth a link.
const maxLines = 24;
const spareLines = 6;

function shorten(body: string, copy: TicketCopy, link: string): Pick<MailMessage, 'body' | 'more'> {
  const lines = body.split('\n');
  if (lines.length <= maxLines + spareLines) return { body };
  return {
    body: lines.slice(0, maxLines).join('\n'),
    more: { label: copy.more(lines.length - maxLines), link },
  };
}
