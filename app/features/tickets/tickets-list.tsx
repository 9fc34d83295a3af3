import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { FullText } from '#app/components/ui/full-text.tsx';
import type { ListDefinition } from '#app/components/records/definition.ts';
import { StatusBadge, type Statuses, statusLabel } from '#app/components/records/status-badge.tsx';
import { formatMoment, minuteOf } from '#app/lib/formats.ts';
import type { Ticket, ticketSorts } from '#contract/tickets.ts';

export const statuses: Statuses = {
  open: { label: 'Open', look: 'default' },
  in_progress: { label: 'In Progress', look: 'secondary' },
  waiting_customer: { label: 'Waiting for Customer', look: 'warning' },
  resolved: { label: 'Resolved', look: 'success' },
  closed: { label: 'Closed', look: 'secondary' },
};

export const priorities: Statuses = {
  low: { label: 'Low', look: 'success' },
  medium: { label: 'Medium', look: 'secondary' },
  high: { label: 'High', look: 'warning' },
  urgent: { label: 'Urgent', look: 'destructive' },
};

const sorts = ['createdAt', 'ticketNumber', 'subject', 'priority', 'status'] satisfies (typeof ticketSorts)[number][];

export const tickets: ListDefinition<Ticket> = {
  list: 'tickets',
  title: 'Support Tickets',
  noun: 'support tickets',
  searchHint: 'Number, subject or date',
  defaultSort: 'createdAt',
  defaultSortLabel: 'Created',
  sorts,
  statuses: Object.keys(statuses),
  statusLabel: statusLabel(statuses),
  columns: [
    {
      label: 'Ticket #',
      sort: 'ticketNumber',
      share: 21,
      place: 'title',
      cell: ({ ticketNumber }) => (
        <span className="flex items-center gap-1">
          <a
            href={`/customer-portal/support?ticket=${encodeURIComponent(ticketNumber)}`}
            data-ticket={ticketNumber}
            className="min-w-0 truncate rounded-sm py-1 font-semibold text-azure underline-offset-4 hover:underline"
          >
            {ticketNumber}
          </a>
          <CopyButton text={ticketNumber} label="Copy ticket number" />
        </span>
      ),
      csv: ({ ticketNumber }) => ticketNumber,
    },
    {
      label: 'Subject',
      sort: 'subject',
      share: 36,
      place: 'wide',
      isName: true,
      cell: ({ subject }) => <FullText text={subject} lines={2} />,
      csv: ({ subject }) => subject,
    },
    {
      label: 'Priority',
      sort: 'priority',
      share: 12,
      place: 'badge',
      cell: ({ priority }) => <StatusBadge value={priority} known={priorities} />,
      csv: ({ priority }) => statusLabel(priorities)(priority),
    },
    {
      label: 'Status',
      sort: 'status',
      share: 18,
      place: 'half',
      cell: ({ status }) => <StatusBadge value={status} known={statuses} />,
      csv: ({ status }) => statusLabel(statuses)(status),
    },
    {
      label: 'Created',
      sort: 'createdAt',
      share: 13,
      place: 'half',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
      csv: ({ createdAt }) => minuteOf(createdAt),
    },
  ],
};
