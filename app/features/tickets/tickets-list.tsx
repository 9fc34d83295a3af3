import { classNames } from '#app/components/ui/class-names.ts';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { badges, type ListDefinition } from '#app/components/data-list/list-view.ts';
import { usePortalList } from '#app/components/data-list/columns.tsx';
import { api } from '#app/lib/api-client.ts';
import { minuteOf } from '#app/lib/formats.ts';
import { useCommonCopy, useFormats } from '#app/lib/portal-context.ts';
import type { TicketsCopy } from '#content/portal/en/tickets.ts';
import type { ListedTicket, Ticket } from '#contract/tickets.ts';
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

function TicketNumber({
  ticket: { id, ticketNumber, shortNumber },
  copyLabel,
}: {
  ticket: ListedTicket;
  copyLabel: string;
}) {
  const { copied } = useCommonCopy();
  return (
    <span className="copied flex items-center gap-1 print:flex-wrap print:gap-y-0">
      <a
        href={ticketPath(id)}
        data-ticket={id}
        className="copied-text min-w-0 shrink-0 truncate rounded-sm py-1 font-semibold max-[22.5rem]:text-xs text-azure underline-offset-4 hover:underline"
      >
        <bdi>{ticketNumber}</bdi>
      </a>
      {/* On the narrowest phones, it is on the page of the ticket. */}
      <span className="max-[22.5rem]:hidden lg:order-last">
        <CopyButton text={ticketNumber} label={copyLabel} copiedLabel={copied} />
      </span>
      <bdi className="copied-text shrink-0 me-auto text-xs text-muted max-md:hidden lg:max-xl:hidden">
        #{shortNumber}
      </bdi>
    </span>
  );
}

export const ticketsSource = {
  list: 'tickets',
  fetchPage: api.portal.tickets.$get,
  defaultSort: tickets.defaultSort,
} satisfies Partial<ListDefinition<ListedTicket>>;

/** The columns are product §2: what else there is to know stands below the subject. */
function Subject({
  ticket: { subject, shortNumber, requesterName, isForYou, lastActivityAt, isUnread },
  copy,
}: SubjectProps) {
  const formats = useFormats();
  return (
    // In a table the subject has one line, so that there is room for what is below it.
    <span className="grid min-w-0">
      <TruncatedText
        text={subject}
        lines={2}
        className={classNames('lg:line-clamp-1 print:line-clamp-none', isUnread && 'font-semibold')}
      />
      {/* What does not fit is on a line that is not shown. */}
      <span className="flex h-[1lh] min-w-0 flex-wrap gap-x-2 overflow-hidden text-xs whitespace-nowrap text-muted print:hidden">
        {/* The number of a card has no room for it. */}
        <bdi className="shrink-0 md:hidden">#{shortNumber}</bdi>
        {isUnread && (
          <span className="shrink-0 font-semibold text-azure">
            <span aria-hidden="true">● </span>
            {copy.newReply}
          </span>
        )}
        <time dateTime={lastActivityAt} className="shrink-0">
          {copy.updated(formats.moment(lastActivityAt))}
        </time>
        {requesterName !== null && (
          <bdi className={isForYou ? 'shrink-0' : 'min-w-0 grow basis-12 truncate'}>
            {isForYou ? copy.you : requesterName}
          </bdi>
        )}
      </span>
    </span>
  );
}
type SubjectProps = { ticket: ListedTicket; copy: TicketsCopy };

/** A ticket that was just created is added to the list without reading it again. */
export const asListed = (ticket: Ticket): ListedTicket => ({
  ...ticket,
  requesterName: null,
  isForYou: false,
  lastActivityAt: ticket.createdAt,
  isUnread: false,
});

export const useTicketsList = (copy: TicketsCopy): ListDefinition<ListedTicket> =>
  usePortalList<typeof tickets, ListedTicket>(tickets, copy, {
    fetchPage: ticketsSource.fetchPage,
    known: { status: ticketStatuses(copy), priority: ticketPriorities(copy) },
    changes: {
      ticketNumber: {
        cardSlot: 'title',
        isName: false,
        cell: (ticket) => <TicketNumber ticket={ticket} copyLabel={copy.copyNumber} />,
      },
      subject: { hasSecondLine: true, cell: (ticket) => <Subject ticket={ticket} copy={copy} /> },
      priority: { cardSlot: 'badge' },
      status: { cardSlot: 'half' },
      createdAt: { csv: ({ createdAt }) => minuteOf(createdAt) },
    },
  });
