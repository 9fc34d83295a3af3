import { queryOptions, useQuery } from '@tanstack/react-query';
import { Icon } from '#app/components/ui/icon.tsx';
import { api } from '#app/lib/api-client.ts';
import { useDesk } from '#app/desk/components/desk-context.ts';
import { useFormats } from '#app/lib/portal-context.ts';

const viewersQuery = queryOptions({
  queryKey: ['desk', 'viewers'],
  queryFn: ({ signal }) => api.desk.tickets.viewers.$get({}, { signal }),
  refetchInterval: 60_000,
});

type Seen = { name: string; isTyping: boolean };

/** Colleagues by the ticket that they have open. */
export function useViewers(): ReadonlyMap<string, Seen[]> {
  const { me } = useDesk();
  const { data } = useQuery(viewersQuery);
  const seen = new Map<string, Seen[]>();
  for (const { ticketId, userId, ...one } of data?.viewers ?? [])
    if (userId !== me.userId) seen.set(ticketId, [...(seen.get(ticketId) ?? []), one]);
  return seen;
}

export function Viewers({ viewers }: { viewers: Seen[] | undefined }) {
  const { copy } = useDesk();
  const formats = useFormats();
  if (viewers === undefined) return null;
  const typing = viewers.filter(({ isTyping }) => isTyping);
  const list = (people: Seen[]) => formats.list(people.map(({ name }) => name));
  const text = typing.length > 0 ? copy.ticket.typing(list(typing), typing.length) : copy.ticket.viewers(list(viewers));

  return (
    <span className="flex min-w-0 items-center gap-1 font-semibold text-ink">
      <Icon name="eye" className="size-4 shrink-0" />
      <span className="truncate">{text}</span>
    </span>
  );
}
