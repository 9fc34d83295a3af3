import { callApi } from '#app/lib/api-client.ts';
import type { Page } from '#contract/lists.ts';
import type { ListDefinition } from './definition.ts';
import { allRecords, type ListView, type PageRequest, toQuery } from './list-view.ts';

type Named = Pick<ListDefinition<unknown>, 'list' | 'defaultSort'>;

export const recordsKey = (list: ListDefinition<unknown>['list']) => ['records', list] as const;

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
