import { CopyButton } from '#app/components/ui/copy-button.tsx';
import type { ListDefinition, Statuses } from '#app/components/data-list/list-view.ts';
import { badgeColumn, nameColumn } from '#app/components/data-list/columns.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatMoment, minuteOf } from '#app/lib/formats.ts';
import type { Ticket } from '#contract/tickets.ts';
import { ticketSorts } from '#contract/sorts.ts';

export const statuses: Statuses = {
  open: { label: 'Open', variant: 'default' },
  in_progress: { label: 'In Progress', variant: 'secondary' },
  waiting_customer: { label: 'Waiting for Customer', variant: 'warning' },
  resolved: { label: 'Resolved', variant: 'success' },
  closed: { label: 'Closed', variant: 'secondary' },
};

export const priorities: Statuses = {
  low: { label: 'Low', variant: 'success' },
  medium: { label: 'Medium', variant: 'secondary' },
  high: { label: 'High', variant: 'warning' },
  urgent: { label: 'Urgent', variant: 'destructive' },
};

export const ticketsPath = '/customer-portal/support';
export const ticketPath = (id: string) => `${ticketsPath}/${id}`;
/** Of a link from the list to a ticket: the search of the list. */
export type TicketLinkState = { search: string };

export const tickets: ListDefinition<Ticket> = {
  list: 'tickets',
  fetchPage: api.portal.tickets.$get,
  title: 'Support Tickets',
  noun: 'support tickets',
  searchHint: 'Number, subject or date',
  defaultSort: 'createdAt',
  defaultSortLabel: 'Created',
  sorts: ticketSorts,
  statuses,
  columns: [
    {
      label: 'Ticket #',
      sort: 'ticketNumber',
      widthPercent: 21,
      cardSlot: 'title',
      cell: ({ id, ticketNumber }) => (
        <span className="flex items-center gap-1">
          <a
            href={ticketPath(id)}
            data-ticket={id}
            className="min-w-0 truncate rounded-sm py-1 font-semibold text-azure underline-offset-4 hover:underline"
          >
            {ticketNumber}
          </a>
          <CopyButton text={ticketNumber} label="Copy ticket number" />
        </span>
      ),
      csv: ({ ticketNumber }) => ticketNumber,
    },
    nameColumn('subject', { label: 'Subject', widthPercent: 36 }),
    badgeColumn('priority', { label: 'Priority', widthPercent: 12, cardSlot: 'badge', known: priorities }),
    badgeColumn('status', { label: 'Status', widthPercent: 18, known: statuses }),
    {
      label: 'Created',
      sort: 'createdAt',
      widthPercent: 13,
      cardSlot: 'half',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
      csv: ({ createdAt }) => minuteOf(createdAt),
    },
  ],
};
