import { maxPageSize } from '#contract/limits.ts';
import type { ListDefinition } from './list-definition.ts';
import { allRecords, type ListView, type PageRequest, toQuery } from './list-view.ts';

type ListSource<Item> = Pick<ListDefinition<Item>, 'fetchPage' | 'defaultSort'>;

export const readPage = <Item>(list: ListSource<Item>, view: ListView, request: PageRequest, signal: AbortSignal) =>
  list.fetchPage({ query: toQuery(view, list.defaultSort, request) }, { signal });

/** The number of rows before any filter. */
export async function readSize(list: ListSource<unknown>, signal: AbortSignal): Promise<number> {
  const { total } = await readPage(list, allRecords, { limit: 1, isCounted: true }, signal);
  return total ?? 0;
}

/** All matching rows in the order shown, page by page. */
export async function* readAllPages<Item>(
  list: ListSource<Item>,
  view: ListView,
  signal: AbortSignal,
): AsyncGenerator<Item[]> {
  let cursor: string | undefined;
  do {
    const page = await readPage(list, view, { limit: maxPageSize, cursor }, signal);
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
