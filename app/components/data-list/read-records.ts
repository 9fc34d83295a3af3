import { callApi } from '#app/lib/api-client.ts';
import type { Page } from '#contract/lists.ts';
import type { ListDefinition } from './list-definition.ts';
import { allRecords, type ListView, type PageRequest, toQuery } from './list-view.ts';

type ListSource = Pick<ListDefinition<unknown>, 'list' | 'defaultSort'>;

export const readPage = <Item>(
  { list, defaultSort }: ListSource,
  view: ListView,
  request: PageRequest,
  signal: AbortSignal,
) => callApi<Page<Item>>(`/portal/${list}?${toQuery(view, defaultSort, request)}`, { signal });

/** The number of rows before any filter. */
export async function readSize(definition: ListSource, signal: AbortSignal): Promise<number> {
  const { total } = await readPage(definition, allRecords, { limit: 1, isCounted: true }, signal);
  return total ?? 0;
}

const maxPageSize = 500;

/** All matching rows in the order shown, page by page. */
export async function* readAllPages<Item>(
  definition: ListSource,
  view: ListView,
  signal: AbortSignal,
): AsyncGenerator<Item[]> {
  let cursor: string | undefined;
  do {
    const page = await readPage<Item>(definition, view, { limit: maxPageSize, cursor }, signal);
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
