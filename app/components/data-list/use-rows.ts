import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { maxPageSize } from '#contract/limits.ts';
import type { Page } from '#contract/lists.ts';
import type { PageRequest } from './list-view.ts';

// Most customers have fewer rows: theirs are complete at once, for the browser's own search and print commands.
const pageSize = 100;

type RowsSource<Item> = {
  queryKey: readonly unknown[];
  fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<Page<Item>>;
  refetchIntervalMs?: number;
};

/** The rows of a list, one page after the other. The first page brings the total. */
export function useRows<Item>({ queryKey, fetchPage, refetchIntervalMs }: RowsSource<Item>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      fetchPage({ limit: pageSize, cursor: pageParam, isCounted: pageParam === undefined }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs ?? false,
  });
  const { data, fetchNextPage } = query;
  async function* readAll(signal: AbortSignal): AsyncGenerator<Item[]> {
    let cursor: string | undefined;
    do {
      const page = await fetchPage({ limit: maxPageSize, cursor }, signal);
      yield page.items;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  return {
    /** Undefined until the first page arrives. */
    rows: data?.pages.flatMap(({ items }) => items),
    total: data?.pages[0]?.total ?? undefined,
    error: query.error,
    refetch: query.refetch,
    /** The rows shown belong to the previous view. */
    isOutdated: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    hasMoreFailed: query.isFetchNextPageError,
    /** Resolves to whether others follow. */
    loadMore: async () => {
      const { hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false });
      return { hasMore: hasNextPage && !isError };
    },
    /** All matching rows in the order shown, page by page, for files and paper. */
    readAll,
  };
}

export type Rows<Item> = ReturnType<typeof useRows<Item>>;
