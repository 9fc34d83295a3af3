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

/** The names of colleagues by the ticket that they have open. */
export function useViewers(): ReadonlyMap<string, string[]> {
  const { me } = useDesk();
  const { data } = useQuery(viewersQuery);
  const names = new Map<string, string[]>();
  for (const { ticketId, userId, name } of data?.viewers ?? [])
    if (userId !== me.userId) names.set(ticketId, [...(names.get(ticketId) ?? []), name]);
  return names;
}

export function Viewers({ names }: { names: string[] | undefined }) {
  const { copy } = useDesk();
  const formats = useFormats();
  if (names === undefined) return null;
  return (
    <span className="flex min-w-0 items-center gap-1 font-semibold text-ink">
      <Icon name="eye" className="size-4 shrink-0" />
      <span className="truncate">{copy.ticket.viewers(formats.list(names))}</span>
    </span>
  );
}
