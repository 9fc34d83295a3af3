import {
  keepPreviousData,
  type Query,
  type QueryClient,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ListDefinition } from './list-definition.ts';
import { isFiltered, type ListView, viewKey } from './list-view.ts';
import { readPage, readSize } from './read-records.ts';
import { recordsKey } from './records-query.ts';
import { pageSize, RowPages } from './row-pages.ts';
import type { RowRange } from './use-virtual-rows.ts';

// Cached pages outside the viewport: enough to scroll back a little without a request, at a bounded memory cost.
const maxCachedPages = 12;

const pagesByClient = new WeakMap<QueryClient, Map<string, RowPages<unknown>>>();

function pagesOf<Item>(
  client: QueryClient,
  definition: ListDefinition<Item>,
  view: ListView,
  key: string,
): RowPages<Item> {
  const known = pagesByClient.get(client) ?? new Map<string, RowPages<unknown>>();
  pagesByClient.set(client, known);
  const name = `${definition.list}?${key}`;
  const pages = known.get(name) ?? new RowPages((request, signal) => readPage(definition, view, request, signal));
  known.set(name, pages);
  return pages as RowPages<Item>;
}

const isLaterPage = ({ queryKey }: { queryKey: readonly unknown[] }) => Number(queryKey[3]) > 0;
const isUnusedPage = (query: Query) => isLaterPage(query) && query.getObserversCount() === 0;

function dropOldPages(client: QueryClient, list: ListDefinition<unknown>['list']): void {
  const unused = client.getQueryCache().findAll({ queryKey: recordsKey(list), predicate: isUnusedPage });
  const oldestFirst = unused.toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  for (const query of oldestFirst.slice(0, Math.max(0, unused.length - maxCachedPages)))
    client.getQueryCache().remove(query);
}

const pageOf = (row: number) => Math.floor(row / pageSize);

/** Rows by index. Pages are requested where scrolling settles; while it moves, only cached rows are shown. */
export function useRows<Item extends { status: string }>(
  definition: ListDefinition<Item>,
  view: ListView,
  { range, settledRange }: { range: RowRange; settledRange: RowRange },
) {
  const client = useQueryClient();
  const { list, defaultSort } = definition;
  const key = viewKey(view, defaultSort);
  const queryKey = [...recordsKey(list), key];
  const pages = pagesOf(client, definition, view, key);

  const first = useQuery({
    queryKey: [...queryKey, 0],
    queryFn: async ({ signal }) => {
      const { items, total, hasChanged } = await pages.readFirst(signal);
      if (hasChanged) void client.invalidateQueries({ queryKey, predicate: isLaterPage });
      return { items, total };
    },
    placeholderData: keepPreviousData,
  });
  const total = first.data?.total ?? 0;

  const isReady = first.isSuccess && !first.isPlaceholderData;
  const requested = isReady ? wantedPages(settledRange, total) : [];
  const wanted = isReady ? [...new Set([...wantedPages(range, total), ...requested])] : [];
  const later = useQueries({
    queries: wanted.map((index) => ({
      queryKey: [...queryKey, index],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const items = await pages.read(index, signal);
        dropOldPages(client, list);
        return items;
      },
      enabled: requested.includes(index),
    })),
  });

  const size = useQuery({
    queryKey: [...recordsKey(list), 'size'],
    queryFn: ({ signal }) => readSize(definition, signal),
    enabled: isFiltered(view),
  });

  const rowAt = (row: number): Item | undefined =>
    row < pageSize ? first.data?.items[row] : later[wanted.indexOf(pageOf(row))]?.data?.[row % pageSize];
  /** The cached rows from the first one up to the first gap. */
  const loadedRows = (): Item[] => {
    const loaded = [...(client.getQueryData<{ items: Item[] }>([...queryKey, 0])?.items ?? [])];
    for (let index = 1; loaded.length === index * pageSize; index += 1) {
      loaded.push(...(client.getQueryData<Item[]>([...queryKey, index]) ?? []));
    }
    return loaded;
  };
  const retry = () => {
    if (first.isError) void first.refetch();
    for (const page of later) if (page.isError) void page.refetch();
  };
  return {
    total,
    /** Rows before any filter; undefined while unknown. */
    size: isFiltered(view) ? size.data : first.data?.total,
    rowAt,
    loadedRows,
    viewKey: key,
    statuses: [...(first.data?.items ?? []), ...later.flatMap((page) => page.data ?? [])].map(({ status }) => status),
    error: first.error ?? later.find((page) => page.error)?.error ?? null,
    retry,
    isLoading: first.isPending,
    /** The rows shown belong to the previous view. */
    isOutdated: first.isPlaceholderData,
  };
}

function wantedPages({ first, last }: RowRange, total: number): number[] {
  const end = pageOf(Math.min(last + pageSize / 2, total - 1));
  return Array.from({ length: Math.max(0, end - pageOf(first) + 1) }, (_, at) => pageOf(first) + at).filter(
    (page) => page > 0,
  );
}
