import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { badges, type ListDefinition } from '#app/components/data-list/list-view.ts';
import { usePortalList } from '#app/components/data-list/columns.tsx';
import { api } from '#app/lib/api-client.ts';
import { minuteOf } from '#app/lib/formats.ts';
import { useCommonCopy } from '#app/lib/portal-context.ts';
import type { TicketsCopy } from '#content/portal/en/tickets.ts';
import type { Ticket } from '#contract/tickets.ts';
import { tickets } from '#contract/record-lists.ts';

export const ticketStatuses = ({ statuses }: Pick<TicketsCopy, 'statuses'>) =>
  badges(statuses, {
    open: 'default',
    in_progress: 'secondary',
    waiting_customer: 'warning',
    resolved: 'success',
    closed: 'secondary',
  });

export const ticketPriorities = ({ priorities }: Pick<TicketsCopy, 'priorities'>) =>
  badges(priorities, { low: 'success', medium: 'secondary', high: 'warning', urgent: 'destructive' });

export const ticketsPath = '/customer-portal/support';
export const ticketPath = (id: string) => `${ticketsPath}/${id}`;
/** The state of a link from the list to a ticket: the search of the list. */
export type TicketLinkState = { search: string };

function TicketNumber({ ticket: { id, ticketNumber }, copyLabel }: { ticket: Ticket; copyLabel: string }) {
  const { copied } = useCommonCopy();
  return (
    <span className="flex items-center gap-1">
      <a
        href={ticketPath(id)}
        data-ticket={id}
        className="min-w-0 truncate rounded-sm py-1 font-semibold text-azure underline-offset-4 hover:underline"
      >
        {ticketNumber}
      </a>
      <CopyButton text={ticketNumber} label={copyLabel} copiedLabel={copied} />
    </span>
  );
}

export const ticketsSource = {
  list: 'tickets',
  fetchPage: api.portal.tickets.$get,
  defaultSort: tickets.defaultSort,
} satisfies Partial<ListDefinition<Ticket>>;

export const useTicketsList = (copy: TicketsCopy): ListDefinition<Ticket> =>
  usePortalList(tickets, copy, {
    fetchPage: ticketsSource.fetchPage,
    known: { status: ticketStatuses(copy), priority: ticketPriorities(copy) },
    changes: {
      ticketNumber: {
        cardSlot: 'title',
        isName: false,
        cell: (ticket) => <TicketNumber ticket={ticket} copyLabel={copy.copyNumber} />,
      },
      priority: { cardSlot: 'badge' },
      status: { cardSlot: 'half' },
      createdAt: { csv: ({ createdAt }) => minuteOf(createdAt) },
    },
  });
