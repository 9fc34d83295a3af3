import { callApi } from '#app/lib/api-client.ts';
import type { Page } from '#contract/lists.ts';
import type { ListDefinition } from './definition.ts';
import { allRecords, type ListView, type PageRequest, toQuery } from './list-view.ts';

type Named = Pick<ListDefinition<unknown>, 'list' | 'defaultSort'>;

export const readPage = <Item>(
  { list, defaultSort }: Named,
  view: ListView,
  request: PageRequest,
  signal: AbortSignal,
) => callApi<Page<Item>>(`/portal/${list}?${toQuery(view, defaultSort, request)}`, { signal });

/** How many rows there are before any filter. */
export async function readSize(definition: Named, signal: AbortSignal): Promise<number> {
  const { total } = await readPage(definition, allRecords, { limit: 1, isCounted: true }, signal);
  return total ?? 0;
}

const largestPage = 500;

/** The rows that the search and the filters leave, in the order shown, page after page to the end of the list. */
export async function* readAllPages<Item>(
  definition: Named,
  view: ListView,
  signal: AbortSignal,
): AsyncGenerator<Item[]> {
  let cursor: string | undefined;
  do {
    const page = await readPage<Item>(definition, view, { limit: largestPage, cursor }, signal);
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
