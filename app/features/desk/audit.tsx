import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { TableColumn } from '#app/components/data-list/list-view.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { api } from '#app/lib/api-client.ts';
import type { AuditEvent } from '#contract/desk.ts';
import type { DeskCopy } from '#content/schema/desk.ts';
import { useDesk, useTitle } from './desk-context.ts';
import { FilterSelect, ListHeader, useUrlFilters } from './desk-filters.tsx';
import { DeskList, nextCursor, pageSize, rowLink, rowsOf } from './desk-list.tsx';
import { fill, formatMoment } from './formats.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function Audit() {
  const { copy } = useDesk();
  const { get, set } = useUrlFilters();
  const uuidOf = (name: string) => (uuid.test(get(name) ?? '') ? get(name) : undefined);
  const event = Object.keys(copy.audit.kinds).find((kind) => kind === get('event'));
  const filter = { event, customerId: uuidOf('customer'), userId: uuidOf('user') };
  const query = useInfiniteQuery({
    queryKey: ['desk', 'audit', filter],
    queryFn: ({ signal, pageParam }) =>
      api.desk.audit.$get({ query: { ...filter, limit: pageSize, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
  });
  useTitle(copy.audit.title);
  const rows = rowsOf(query);
  const nameOf = {
    customer: rows.find(({ customerId }) => customerId === filter.customerId)?.customerName ?? filter.customerId,
    user: rows.find(({ userId }) => userId === filter.userId)?.userEmail ?? filter.userId,
  };
  return (
    <section className="grid gap-4">
      <ListHeader title={copy.audit.title} />
      <div role="group" aria-label={copy.audit.filters.label} className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <FilterSelect
          label={copy.audit.filters.event}
          any={copy.audit.filters.any}
          name="event"
          options={Object.entries(copy.audit.kinds)}
        />
        {(['customer', 'user'] as const).map(
          (name) =>
            nameOf[name] !== undefined && (
              <button
                key={name}
                type="button"
                onClick={() => set({ [name]: undefined })}
                aria-label={fill(copy.audit.filters.remove, { name: nameOf[name] })}
                className="chip flex items-center gap-2"
                aria-pressed="true"
              >
                <span className="truncate">{fill(copy.audit.filters[name], { name: nameOf[name] })}</span>
                <Icon name="x" className="size-3.5" />
              </button>
            ),
        )}
      </div>
      <DeskList
        title={copy.audit.title}
        columns={columnsOf(copy, set)}
        query={query}
        empty={copy.audit.empty}
        onClear={
          Object.values(filter).some((value) => value !== undefined)
            ? () => set({ event: undefined, customer: undefined, user: undefined })
            : undefined
        }
      />
    </section>
  );
}

function columnsOf(
  copy: DeskCopy,
  onFilter: (filter: { user: string } | { customer: string }) => void,
): TableColumn<AuditEvent>[] {
  const { columns: labels } = copy.audit;
  return [
    {
      label: labels.event,
      widthPercent: 24,
      cardSlot: 'title',
      cell: ({ id, event: name, outcome, times }) => (
        <span {...{ [rowLink]: id }} tabIndex={-1} className="flex min-w-0 items-center gap-2 rounded-sm">
          <TruncatedText text={copy.audit.events[name] ?? name} className="font-semibold" />
          {times > 1 && <span className="shrink-0 text-xs text-muted">{fill(copy.audit.times, { count: times })}</span>}
          {outcome === 'rejected' && <Badge variant="destructive">{copy.audit.rejected}</Badge>}
        </span>
      ),
    },
    {
      label: labels.when,
      widthPercent: 19,
      cardSlot: 'half',
      cell: ({ happenedAt }) => (
        <time dateTime={happenedAt} className="tabular-nums">
          {formatMoment(happenedAt)}
        </time>
      ),
    },
    {
      label: labels.who,
      widthPercent: 22,
      cardSlot: 'half',
      cell: ({ actor, userId, userEmail }) =>
        userId === null ? (
          <TruncatedText text={copy.audit.actors[actor] ?? actor} className="text-muted" />
        ) : (
          <FilterButton
            text={userEmail ?? copy.audit.deletedUser}
            label={fill(copy.audit.onlyUser, { name: userEmail ?? copy.audit.deletedUser })}
            onClick={() => onFilter({ user: userId })}
          />
        ),
    },
    {
      label: labels.customer,
      widthPercent: 16,
      cardSlot: 'half',
      cell: ({ customerId, customerName }) =>
        customerId === null ? (
          copy.states.none
        ) : (
          <FilterButton
            text={customerName ?? customerId.slice(0, 8)}
            label={fill(copy.audit.onlyCustomer, { name: customerName ?? customerId.slice(0, 8) })}
            onClick={() => onFilter({ customer: customerId })}
          />
        ),
    },
    {
      label: labels.details,
      widthPercent: 19,
      cardSlot: 'wide',
      cell: (entry) => <TruncatedText text={detailsOf(entry) || copy.states.none} className="text-muted" />,
    },
  ];
}

const detailsOf = ({ entity, details, network }: AuditEvent) =>
  [entity, ...Object.entries(details).map(([name, value]) => `${name} ${value}`), network].filter(Boolean).join(' · ');

function FilterButton({ text, label, onClick }: { text: string; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={label}
      className="block max-w-full text-left hover:text-azure hover:underline"
    >
      <TruncatedText text={text} />
    </button>
  );
}
