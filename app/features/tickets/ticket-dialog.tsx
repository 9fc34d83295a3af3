import { queryOptions, useQuery } from '@tanstack/react-query';
import { LoadError, Loading } from '#app/components/data-list/list-states.tsx';
import { allRecords } from '#app/components/data-list/list-view.ts';
import { readPage } from '#app/components/data-list/read-records.ts';
import { recordsKey } from '#app/components/data-list/records-query.ts';
import { StatusBadge } from '#app/components/data-list/cells.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { formatMoment } from '#app/lib/formats.ts';
import type { Ticket } from '#contract/tickets.ts';
import { priorities, statuses, tickets } from './tickets-list.tsx';

// A ticket number is a timestamp: more matches than this are not possible.
const maxMatches = 100;

/** Finds a ticket by its number in the list, as the API has no route for a single ticket. */
const ticketQuery = (ticketNumber: string) =>
  queryOptions({
    queryKey: [...recordsKey('tickets'), 'ticket', ticketNumber],
    queryFn: async ({ signal }) => {
      const view = { ...allRecords, q: ticketNumber };
      const { items } = await readPage(tickets, view, { limit: maxMatches }, signal);
      return items.find((ticket) => ticket.ticketNumber === ticketNumber) ?? null;
    },
  });

type TicketDialogProps = {
  ticketNumber: string;
  /** The ticket from its row, shown while the current one is loading. */
  shown: Ticket | undefined;
  onClose: () => void;
  returnTo: () => HTMLElement | null;
};

export function TicketDialog({ ticketNumber, shown, onClose, returnTo }: TicketDialogProps) {
  const { data: ticket = shown, error, refetch } = useQuery(ticketQuery(ticketNumber));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      returnTo={returnTo}
      title={ticket?.subject ?? 'Support ticket'}
      description={ticketNumber}
    >
      {ticket && <TicketText ticket={ticket} />}
      {ticket === null && <p className="py-10 text-center text-sm text-muted">You have no ticket with this number.</p>}
      {ticket === undefined && error === null && <Loading what="ticket" />}
      {ticket === undefined && error !== null && (
        <LoadError what="this ticket" message={error.message} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}

function TicketText({ ticket: { priority, status, createdAt, description } }: { ticket: Ticket }) {
  return (
    <>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3 text-sm">
        <div className="min-w-0">
          <dt className="text-xs text-muted">Priority</dt>
          <dd>
            <StatusBadge value={priority} known={priorities} />
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-xs text-muted">Status</dt>
          <dd>
            <StatusBadge value={status} known={statuses} />
          </dd>
        </div>
        <div>
          <dt className="text-xs text-muted">Created</dt>
          <dd>
            <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          </dd>
        </div>
      </dl>
      <h3 className="mt-4 font-sans text-sm font-semibold tracking-normal">Description</h3>
      {/* Text direction per paragraph. */}
      <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">{description}</p>
    </>
  );
}
