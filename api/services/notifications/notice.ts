import type { Connection } from '#api/jobs/queue.ts';
import type { SlaCalendar, SlaKind } from '#contract/ticket-states.ts';
import { type Delivery, defaultDelivery, type NotificationEvent } from '#contract/notifications.ts';

/** A user who may learn of the ticket now. */
export interface Reader {
  userId: string;
  email: string;
  /** Without what the user has not chosen. */
  preferences: Partial<Record<string, Delivery>> | null;
}

export interface NoticeFile {
  fileName: string;
  size: number;
}

/** Something that happened: a message, or an event of the timeline. */
export interface NoticeItem {
  position: number;
  kind: string;
  authorKind: 'customer' | 'staff' | 'system';
  authorId: string | null;
  /** The name for staff, the email address for others. */
  authorName: string | null;
  /** The email address in a mail whose sender was not verified. */
  unverifiedSender: string | null;
  body: string | null;
  /** The files of a message, without infected ones. */
  files: NoticeFile[];
  payload: { from?: string; to?: string; userId?: string | null };
  createdAt: string;
}

/** What mails about a ticket are made of. */
export interface Notice {
  id: string;
  ticketNumber: string;
  shortNumber: number;
  subject: string;
  description: string;
  priority: string;
  status: string;
  version: number;
  customerId: string;
  customerName: string;
  /** The staff member who opened it for the customer, without a name if they are gone; null if the customer did. */
  openedBy: { name: string | null } | null;
  assigneeId: string | null;
  assigneeName: string | null;
  createdAt: string;
  resolvedAt: string | null;
  dueAt: string | null;
  isOverdue: boolean | null;
  slaCalendar: SlaCalendar | null;
  /** Nobody has answered, and there is still time. */
  isAwaited: boolean | null;
  resolutionDueAt: string | null;
  isResolutionOverdue: boolean | null;
  isResolutionAwaited: boolean | null;
  /** Staff who hear of every target that was missed. */
  leads: Reader[];
  /** Requester, author and watchers who may still see the ticket. */
  people: Reader[];
  /** The assignee, if they may still work on tickets. */
  staff: Reader | null;
  /** Staff whom internal notes mention, if they may still work on tickets. */
  mentioned: Reader[];
  /** The files of the description. */
  files: NoticeFile[];
  items: NoticeItem[];
}

/** The versions of a ticket that a mail is about, both included; 0 is the ticket itself. */
export interface Span {
  since: number;
  until: number;
}

/** The target of a ticket that a mail is about. */
export const targetOf = (notice: Notice, kind: SlaKind) =>
  kind === 'response'
    ? { dueAt: notice.dueAt, isOverdue: notice.isOverdue === true, isAwaited: notice.isAwaited === true }
    : {
        dueAt: notice.resolutionDueAt,
        isOverdue: notice.isResolutionOverdue === true,
        isAwaited: notice.isResolutionAwaited === true,
      };

const lastVersion = 2 ** 31 - 1;

/** Undefined if the ticket is gone. */
export async function readNotice(
  connection: Connection,
  ticketId: string,
  { since, until = lastVersion }: { since: number; until?: number },
): Promise<Notice | undefined> {
  const { rows } = await connection.query<{ notice: Notice | null }>(
    'SELECT read_ticket_notice($1, $2, $3) AS notice',
    [ticketId, since, until],
  );
  return rows[0]?.notice ?? undefined;
}

/** Where the conversation of a merged ticket continues. */
export interface MergeTarget {
  id: string;
  ticketNumber: string;
  subject: string;
}

/** Undefined if the reader may not see that ticket. */
export async function findMergeTarget(connection: Connection, ticketId: string, userId: string | null) {
  const { rows } = await connection.query<MergeTarget>(
    'SELECT id, ticket_number AS "ticketNumber", subject FROM find_merge_target($1, $2)',
    [ticketId, userId],
  );
  return rows[0];
}

export interface News {
  event: NotificationEvent;
  /** Undefined for the ticket itself. */
  item?: NoticeItem;
}

// A ticket that was resolved long before it was closed for silence: the first run of `auto-close` closes all of them.
const maxSilenceMs = 10 * 24 * 60 * 60 * 1000;

const isOldClosing = ({ authorKind, createdAt }: NoticeItem, { resolvedAt }: Notice) =>
  authorKind === 'system' && resolvedAt !== null && Date.parse(createdAt) - Date.parse(resolvedAt) > maxSilenceMs;

/**
 * What is new for a user of the customer. Nobody is told what they did themselves, except that their ticket was received:
 * that mail is the receipt.
 */
export function newsForCustomer(notice: Notice, { since }: Pick<Span, 'since'>, userId: string): News[] {
  const news: News[] = since === 0 ? [{ event: 'received' }] : [];
  for (const item of notice.items) {
    if (item.authorId === userId) continue;
    const event = customerEvent(item, userId);
    if (event !== undefined && !(event === 'status' && isOldClosing(item, notice))) news.push({ event, item });
  }
  return news;
}

function customerEvent({ kind, payload }: NoticeItem, userId: string): NotificationEvent | undefined {
  if (kind === 'message') return 'reply';
  if (kind === 'status_changed' || kind === 'reopened' || kind === 'merged_into') return 'status';
  if (kind === 'assigned') return payload.userId ? 'assigned' : undefined;
  return kind === 'watcher_added' && payload.userId === userId ? 'watching' : undefined;
}

/** What is new for the assignee, or for the mailbox of the support (null) if there is none: what customers do. */
export function newsForStaff(notice: Notice, { since }: Pick<Span, 'since'>, userId: string | null): News[] {
  const news: News[] = since === 0 ? [{ event: 'received' }] : [];
  for (const item of notice.items) {
    const event = staffEvent(item, userId);
    if (event !== undefined) news.push({ event, item });
  }
  return news;
}

function staffEvent({ kind, authorKind, authorId, payload }: NoticeItem, userId: string | null) {
  if (kind === 'assigned')
    return userId !== null && payload.userId === userId && authorId !== userId ? 'assigned' : undefined;
  if (authorKind !== 'customer') return undefined;
  if (kind === 'message') return 'reply';
  return kind === 'status_changed' || kind === 'reopened' ? 'status' : undefined;
}

export const deliveryOf = (preferences: Reader['preferences'], event: NotificationEvent): Delivery =>
  preferences?.[event] ?? defaultDelivery;

export interface Sorted {
  delivery: Delivery;
  events: NotificationEvent[];
}

/** A mail takes along what would wait for the digest. */
export function sortNews(news: readonly News[], preferences: Reader['preferences']): Sorted {
  const wanted = news.filter(({ event }) => deliveryOf(preferences, event) !== 'none');
  const events = [...new Set(wanted.map(({ event }) => event))];
  if (events.length === 0) return { delivery: 'none', events };
  return { delivery: events.some((event) => deliveryOf(preferences, event) === 'mail') ? 'mail' : 'digest', events };
}
