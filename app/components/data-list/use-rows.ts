import {
  type Query,
  type QueryClient,
  keepPreviousData,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { recordsKey, refetchRecordsInAllTabs } from '#app/lib/query-client.ts';
import type { Page } from '#contract/lists.ts';
import {
  type ListDefinition,
  type ListView,
  type PageRequest,
  allRecords,
  isFiltered,
  readPage,
  readSize,
  viewKey,
} from './list-view.ts';
import type { RowRange } from './use-virtual-rows.ts';

export const pageSize = 100;
type FetchPage<Item> = (request: PageRequest, signal: AbortSignal) => Promise<Page<Item>>;

/**
 * Random access to the pages of a keyset-paginated list. It remembers the cursor at which each visited page begins; an
 * unvisited page is read from the nearest known cursor with `skip`, forwards or backwards. It stores cursors, never rows.
 */
export class RowPages<Item> {
  readonly #fetchPage: FetchPage<Item>;
  #total = 0;
  readonly #forwardCursors = new Map<number, string | undefined>([[0, undefined]]);
  readonly #backwardCursors = new Map<number, string | undefined>();

  constructor(fetchPage: FetchPage<Item>) {
    this.#fetchPage = fetchPage;
  }

  /** The first page, with the total. Drops the cursors when the list has changed since. */
  async readFirst(signal: AbortSignal): Promise<{ items: Item[]; total: number; hasChanged: boolean }> {
    const { items, nextCursor, total } = await this.#fetchPage({ limit: pageSize, isCounted: true }, signal);
    const count = total ?? items.length;
    const isKnown = this.#forwardCursors.size > 1 || this.#backwardCursors.size > 0;
    const hasChanged = isKnown && (count !== this.#total || this.#forwardCursors.get(1) !== (nextCursor ?? undefined));
    if (hasChanged || !isKnown) this.#reset(count);
    if (nextCursor !== null) this.#forwardCursors.set(1, nextCursor);
    return { items, total: count, hasChanged };
  }

  async read(index: number, signal: AbortSignal): Promise<Item[]> {
    const [before, after] = this.#neighbours(index);
    return index - before <= after - index
      ? this.#readForwards(before, index, signal)
      : this.#readBackwards(after, index, signal);
  }

  #reset(total: number): void {
    this.#total = total;
    this.#forwardCursors.clear();
    this.#forwardCursors.set(0, undefined);
    this.#backwardCursors.clear();
    if (total > pageSize) this.#backwardCursors.set(this.#last, undefined);
  }

  get #last(): number {
    return Math.max(0, Math.ceil(this.#total / pageSize) - 1);
  }

  #rowsIn(from: number, to: number): number {
    return Math.min(this.#total, (to + 1) * pageSize) - from * pageSize;
  }

  #neighbours(index: number): [before: number, after: number] {
    const before = Math.max(...[...this.#forwardCursors.keys()].filter((known) => known <= index));
    const after = Math.min(...[...this.#backwardCursors.keys()].filter((known) => known >= index), Infinity);
    return [before, after];
  }

  async #readForwards(from: number, index: number, signal: AbortSignal): Promise<Item[]> {
    const { items, nextCursor } = await this.#fetchPage(
      { cursor: this.#forwardCursors.get(from), skip: (index - from) * pageSize, limit: pageSize },
      signal,
    );
    if (nextCursor !== null) this.#forwardCursors.set(index + 1, nextCursor);
    return items;
  }

  async #readBackwards(from: number, index: number, signal: AbortSignal): Promise<Item[]> {
    const { items, nextCursor } = await this.#fetchPage(
      {
        cursor: this.#backwardCursors.get(from),
        skip: from === index ? 0 : this.#rowsIn(index + 1, from),
        limit: this.#rowsIn(index, index),
        isReversed: true,
      },
      signal,
    );
    if (nextCursor !== null) this.#backwardCursors.set(index - 1, nextCursor);
    return items.toReversed();
  }
}

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

/** Shows a new record at the top of its list at once, then refetches what it has changed. */
export function showNewRecord<Item>(
  client: QueryClient,
  { list, defaultSort }: Pick<ListDefinition<Item>, 'list' | 'defaultSort'>,
  item: Item,
): void {
  client.setQueryData<{ items: Item[]; total: number }>(
    [...recordsKey(list), viewKey(allRecords, defaultSort), 0],
    (page) => page && { items: [item, ...page.items].slice(0, pageSize), total: page.total + 1 },
  );
  refetchRecordsInAllTabs(client, list);
}
