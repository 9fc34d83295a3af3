import type { QueryClient } from '@tanstack/react-query';
import type { ListDefinition } from './list-definition.ts';
import { allRecords, viewKey } from './list-view.ts';
import { recordsKey } from './records-query.ts';
import { pageSize } from './row-pages.ts';

interface FirstPage<Item> {
  items: Item[];
  total: number;
}

/** Shows a new record at the top of its list at once, then refetches the list. */
export function showNewRecord<Item>(
  client: QueryClient,
  { list, defaultSort }: ListDefinition<Item>,
  item: Item,
): void {
  const key = [...recordsKey(list), viewKey(allRecords, defaultSort), 0];
  client.setQueryData<FirstPage<Item>>(
    key,
    (page) => page && { items: [item, ...page.items].slice(0, pageSize), total: page.total + 1 },
  );
  void client.invalidateQueries({ queryKey: recordsKey(list) });
}
