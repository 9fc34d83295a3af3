import type { ClientBase } from 'pg';
import { ormOn } from '#api/db/transaction-context.ts';
import type { JobData } from '#api/jobs/job-data.ts';
import type { DueJob } from '#api/jobs/queue.ts';
import type { JobHandlers, Outcome } from '#api/jobs/worker.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { createReplyAddress } from '#api/services/mail-in/reply-token.ts';
import { createRatingToken } from '#api/services/tickets/rating-link.ts';
import { addMinutes, nextMorning } from '#api/services/tickets/office-hours.ts';
import { digestHour, type NotificationEvent } from '#contract/notifications.ts';
import {
  deliveryOf,
  newsForCustomer,
  newsForStaff,
  type Notice,
  type Reader,
  readNotice,
  sortNews,
  type Span,
  targetOf,
} from './notice.ts';
import type { SlaKind } from '#contract/ticket-states.ts';

export interface NotificationSettings {
  /** The mailbox that learns of tickets nobody is assigned to; without it, only assignees get mails. */
  supportTo: string | undefined;
  /** The domain of reply addresses, where mails are received. */
  replyDomain?: string | undefined;
}

/** The jobs by which customers and staff learn of what happens in tickets. */
export function notificationHandlers(settings: NotificationSettings): JobHandlers {
  return {
    'ticket-notice': { transact: (client, job, now) => notify(client, job, settings, now) },
    'sla-warning': { transact: (client, job, now) => warn(client, job, settings, now) },
    'sla-alert': { transact: (client, job, now) => alert(client, job, settings, now) },
    digest: { transact: sendDigest },
  };
}

/** Everything since the first event of the job becomes one mail per person, or part of their digest. */
async function notify(
  client: ClientBase,
  { ticketId, data: { since, isQuiet } }: DueJob<'ticket-notice'>,
  settings: NotificationSettings,
  now: Date,
): Promise<Outcome> {
  const notice = ticketId === null ? undefined : await readNotice(client, ticketId, { since });
  if (notice === undefined) return 'discard';
  const span = { since, until: notice.version };
  const told = isQuiet === true ? { ...span, since: Math.max(since, 1) } : span;
  for (const reader of notice.people) {
    const sorted = sortNews(newsForCustomer(notice, told, reader.userId), reader.preferences);
    if (sorted.delivery === 'digest')
      await addToDigest(client, reader, { notice, span: told, ...sorted, isStaff: false }, now);
    if (sorted.delivery === 'mail') {
      const { userId } = reader;
      const replyTo =
        settings.replyDomain &&
        (await createReplyAddress(client, { ticketId: notice.id, userId, domain: settings.replyDomain }));
      const to = { recipient: reader.email, locale: 'en', ticketId: notice.id, userId } as const;
      const isRated = notice.status === 'closed' && sorted.events.includes('status');
      const ratingToken = isRated ? await createRatingToken(client, { ticketId: notice.id, userId }) : undefined;
      const data = { ...told, events: sorted.events, replyTo, ratingToken };
      await enqueueMail(ormOn(client), { template: 'ticket-news', ...to, data });
    }
  }
  await notifyStaff(client, notice, span, settings, now);
  return 'done';
}

async function notifyStaff(
  client: ClientBase,
  notice: Notice,
  span: Span,
  { supportTo }: NotificationSettings,
  now: Date,
): Promise<void> {
  const { staff } = notice;
  const sorted = sortNews(newsForStaff(notice, span, staff?.userId ?? null), staff?.preferences ?? null);
  if (sorted.delivery === 'none') return;
  if (staff !== null && sorted.delivery === 'digest') {
    await addToDigest(client, staff, { notice, span, ...sorted, isStaff: true }, now);
    return;
  }
  const recipient = staff?.email ?? supportTo;
  if (recipient === undefined) return;
  const to = { recipient, locale: 'fr', ticketId: notice.id, userId: staff?.userId ?? null } as const;
  const data = { ...span, events: sorted.events };
  await enqueueMail(ormOn(client), { template: 'ticket-news-staff', ...to, data });
}

/** Colleagues whom a note of this version mentions. The note itself is not mailed. */
export async function notifyMentioned(
  client: ClientBase,
  { ticketId, version, userIds }: { ticketId: string; version: number; userIds: readonly string[] },
  now: Date,
): Promise<void> {
  const span = { since: version, until: version };
  const notice = await readNotice(client, ticketId, span);
  const events: NotificationEvent[] = ['mentioned'];
  for (const reader of notice?.mentioned ?? []) {
    const delivery = userIds.includes(reader.userId) ? deliveryOf(reader.preferences, 'mentioned') : 'none';
    if (notice !== undefined && delivery === 'digest')
      await addToDigest(client, reader, { notice, span, events, isStaff: true }, now);
    if (delivery !== 'mail') continue;
    const to = { recipient: reader.email, locale: 'fr', ticketId, userId: reader.userId } as const;
    await enqueueMail(ormOn(client), { template: 'ticket-news-staff', ...to, data: { ...span, events } });
  }
}

/** A target was missed. Staff are told in office hours, unless it was reached meanwhile. */
async function alert(
  client: ClientBase,
  { ticketId, data: { target } }: DueJob<'sla-alert'>,
  settings: NotificationSettings,
  now: Date,
): Promise<Outcome> {
  const opens = addMinutes('office', now, 0);
  if (opens.getTime() > now.getTime()) return { notBefore: opens };
  const notice = ticketId === null ? undefined : await readNotice(client, ticketId, { since: 0, until: 0 });
  if (notice === undefined || !targetOf(notice, target).isOverdue) return 'discard';
  const told = await tellStaff(client, notice, { template: 'ticket-overdue', target }, settings);
  for (const lead of notice.leads)
    if (lead.userId !== notice.staff?.userId && deliveryOf(lead.preferences, 'overdue') !== 'none')
      await sendWarning(client, notice, { template: 'ticket-overdue', target }, lead);
  return notice.leads.length > 0 ? 'done' : told;
}

/** A target is due soon. Staff are told while the clock of the ticket runs, unless it was reached meanwhile. */
async function warn(
  client: ClientBase,
  { ticketId, data: { target } }: DueJob<'sla-warning'>,
  settings: NotificationSettings,
  now: Date,
): Promise<Outcome> {
  const notice = ticketId === null ? undefined : await readNotice(client, ticketId, { since: 0, until: 0 });
  if (notice === undefined || !targetOf(notice, target).isAwaited) return 'discard';
  const opens = addMinutes(notice.slaCalendar ?? 'office', now, 0);
  if (opens.getTime() > now.getTime()) return { notBefore: opens };
  return tellStaff(client, notice, { template: 'ticket-due-soon', target }, settings);
}

interface Warning {
  template: 'ticket-due-soon' | 'ticket-overdue';
  target: SlaKind;
}

async function tellStaff(
  client: ClientBase,
  notice: Notice,
  warning: Warning,
  { supportTo }: NotificationSettings,
): Promise<Outcome> {
  const { staff } = notice;
  const email = staff?.email ?? supportTo;
  if (email === undefined || (staff !== null && deliveryOf(staff.preferences, 'overdue') === 'none')) return 'discard';
  await sendWarning(client, notice, warning, { email, userId: staff?.userId ?? null });
  return 'done';
}

async function sendWarning(
  client: ClientBase,
  { id }: Notice,
  { template, target }: Warning,
  { email: recipient, userId }: { email: string; userId: string | null },
): Promise<void> {
  const to = { recipient, locale: 'fr', ticketId: id, userId } as const;
  await enqueueMail(ormOn(client), { template, ...to, data: { since: 0, until: 0, events: ['overdue'], target } });
}

interface DigestPart {
  notice: Notice;
  span: Span;
  events: NotificationEvent[];
  isStaff: boolean;
}

/** One digest waits per user. A transaction that adds to it while it is carried out waits, and begins the next one. */
async function addToDigest(
  client: ClientBase,
  { userId }: Reader,
  { notice, span, events, isStaff }: DigestPart,
  now: Date,
): Promise<void> {
  const data: JobData<'digest'> = { isStaff, items: [{ ticketId: notice.id, ...span, events }] };
  await client.query(
    `INSERT INTO jobs (kind, key, user_id, data, next_attempt_at) VALUES ('digest', $1, $2, $3, $4)
    ON CONFLICT (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL
    DO UPDATE SET data = jsonb_set(jobs.data, '{items}', (jobs.data->'items') || (EXCLUDED.data->'items'))`,
    [isStaff ? `${userId}:staff` : userId, userId, JSON.stringify(data), nextMorning(now, digestHour)],
  );
}

async function sendDigest(client: ClientBase, { userId, data }: DueJob<'digest'>): Promise<Outcome> {
  const { isStaff, items } = data;
  const { rows } = await client.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  const recipient = rows[0]?.email;
  if (recipient === undefined) return 'discard';
  const to = { recipient, locale: isStaff ? 'fr' : 'en', ticketId: null, userId } as const;
  const template = isStaff ? 'ticket-digest-staff' : 'ticket-digest';
  await enqueueMail(ormOn(client), { template, ...to, data: { items } });
  return 'done';
}
