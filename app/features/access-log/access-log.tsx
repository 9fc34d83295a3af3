import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { api } from '#app/lib/api-client.ts';
import { minuteOf } from '#app/lib/formats.ts';
import type { StaffReadPage } from '#contract/staff.ts';

const pages: Record<StaffReadPage, string> = {
  customer: 'Your company’s page',
  people: 'Your people',
  ticket: 'A ticket',
  invoices: 'Your invoices',
  contracts: 'Your contracts',
  payments: 'Your payments',
  licenses: 'Your licenses',
  tickets: 'Your tickets',
  portal: 'The portal, as you see it (read only)',
};

const pageSize = '20';

/** For owners: which of our staff looked at the company's data, and when. */
export function AccessLog() {
  const query = useInfiniteQuery({
    queryKey: ['access-log'],
    queryFn: ({ signal, pageParam }) =>
      api.portal['staff-reads'].$get({ query: { limit: pageSize, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const reads = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section
      aria-labelledby="access-log-title"
      className="grid gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <div>
        <h2 id="access-log-title" className="flex items-center gap-2.5 text-lg">
          <Icon name="eye" className="size-5 text-azure" />
          Who looked at our data
        </h2>
        <p className="mt-1 text-sm text-muted">
          Every time one of our staff opens a page with your company’s data, it is listed here.
        </p>
      </div>
      {data === undefined ? (
        <QueryState what="the access log" query={query} />
      ) : reads.length === 0 ? (
        <p className="text-sm text-muted">Nobody has looked at your data yet.</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {reads.map(({ id, happenedAt, staffName, page, entity }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5 text-sm">
              <span className="min-w-0">
                <bdi className="font-semibold wrap-anywhere">{staffName ?? 'A former staff member'}</bdi>
                <span className="block text-muted">{entity === null ? pages[page] : `${pages[page]}: ${entity}`}</span>
              </span>
              <time dateTime={happenedAt} className="text-muted tabular-nums">
                {minuteOf(happenedAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          variant="secondary"
          size="sm"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          className="justify-self-start"
        >
          Show more
        </Button>
      )}
    </section>
  );
}
