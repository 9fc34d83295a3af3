import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { searchable } from '#app/components/data-list/list-view.ts';
import { messageOf, useDesk } from '#app/desk/components/desk-context.ts';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import { Palette } from '#app/desk/components/palette.tsx';
import { api } from '#app/lib/api-client.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';

const shownTickets = '20';

type TicketChooserProps = {
  title: string;
  /** The tickets of a customer, which come first. */
  own?: { label: string; customerId: string } | undefined;
  /** The name of the group with the tickets of all other customers, if they can be chosen too. */
  others?: string;
  /** The id of a ticket that cannot be chosen. */
  except?: string;
  detailOf: (ticket: QueuedTicket) => string;
  onChoose: (ticket: QueuedTicket) => void;
  onClose: () => void;
};

export function TicketChooser({ title, own, others, except, detailOf, onChoose, onClose }: TicketChooserProps) {
  const { copy } = useDesk();
  const [query, setQuery] = useState('');
  const q = searchable(query).trim() || undefined;
  const ticketsOf = (customerId: string | undefined, enabled: boolean) => ({
    queryKey: ['desk', 'ticket-targets', q, customerId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.desk.tickets.$get({ query: { q, customerId, limit: shownTickets } }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const first = useQuery(ticketsOf(own?.customerId, own !== undefined));
  const all = useQuery(ticketsOf(undefined, others !== undefined));
  const ofCustomer = own === undefined ? [] : (first.data?.items ?? []);
  const optionsOf = (tickets: readonly QueuedTicket[]) =>
    tickets
      .filter(({ id }) => id !== except)
      .map((ticket) => ({
        id: ticket.id,
        icon: 'life-buoy',
        label: ticket.subject,
        detail: detailOf(ticket),
        aside: <DeskStatus of="tickets" value={ticket.status} />,
        onSelect: () => onChoose(ticket),
      }));
  const rest = (all.data?.items ?? []).filter((one) => !ofCustomer.some(({ id }) => id === one.id));
  const groups = [
    ...(own === undefined ? [] : [{ label: own.label, options: optionsOf(ofCustomer) }]),
    ...(others === undefined ? [] : [{ label: others, options: optionsOf(rest) }]),
  ];
  const { data, error, isFetching } = others === undefined ? first : all;
  const searching = isFetching && data === undefined ? copy.palette.searching : undefined;
  return (
    <Palette
      title={title}
      query={query}
      onQueryChange={setQuery}
      groups={groups}
      message={error === null ? searching : messageOf(error, copy)}
      onClose={onClose}
    />
  );
}
