import type { Formats } from '#app/lib/formats.ts';
import { minuteOf } from '#app/lib/formats.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import { statusLabel } from '#app/desk/components/desk-status.tsx';
import { type PaperColumn, paperColumn } from '#app/desk/components/list-actions.tsx';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import { describeSla } from './sla.tsx';

/** The queue on paper and in a file. */
export function queuePaper(copy: DeskCopy, formats: Formats): PaperColumn<QueuedTicket>[] {
  const { columns: labels, unassigned, unread } = copy.queue;
  return [
    paperColumn(labels.ticket, 8, ({ shortNumber }) => `#${shortNumber}`, { csv: ({ ticketNumber }) => ticketNumber }),
    paperColumn(labels.subject, 25, ({ subject }) => subject),
    paperColumn(labels.customer, 13, ({ customerName }) => customerName),
    paperColumn(labels.priority, 10, ({ priority }) => statusLabel(copy, 'priorities', priority)),
    paperColumn(labels.status, 11, ({ status }) => statusLabel(copy, 'tickets', status)),
    paperColumn(labels.assignee, 11, ({ assigneeName }) => assigneeName ?? unassigned),
    paperColumn(labels.due, 9, (ticket) => describeSla(ticket, copy, formats)?.text ?? '', {
      csv: ({ firstResponseDueAt }) => (firstResponseDueAt === null ? '' : minuteOf(firstResponseDueAt)),
    }),
    paperColumn(copy.records.tickets.columns.createdAt, 9, ({ createdAt }) => formats.momentDay(createdAt), {
      csv: ({ createdAt }) => minuteOf(createdAt),
    }),
    paperColumn(copy.queue.filters.unread, 4, ({ unreadSince }) => (unreadSince === null ? '' : unread)),
  ];
}
