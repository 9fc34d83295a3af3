import { useRef, useState } from 'react';
import { maxChangedTickets } from '#contract/limits.ts';

/** With `id` or without it. From `anchor` to `id` as `id` becomes, if an anchor is given. */
export function toggled(
  chosen: ReadonlySet<string>,
  ids: readonly string[],
  id: string,
  anchor?: string,
): ReadonlySet<string> {
  const [from = -1, to = -1] = [ids.indexOf(anchor ?? id), ids.indexOf(id)].toSorted((one, other) => one - other);
  const range = from === -1 ? [id] : ids.slice(from, to + 1);
  const others = [...chosen].filter((one) => !range.includes(one));
  return new Set((chosen.has(id) ? others : [...others, ...range]).slice(0, maxChangedTickets));
}

/** The rows of a list that were chosen to be changed together. Another list, which has another `key`, begins without any. */
export function useSelection<Item extends { id: string }>(items: readonly Item[], key: string) {
  const [state, setState] = useState<{ key: string; ids: ReadonlySet<string> }>({ key, ids: new Set() });
  const anchor = useRef<string>(undefined);
  const ids = state.key === key ? state.ids : new Set<string>();
  const choose = (next: ReadonlySet<string>) => setState({ key, ids: next });
  return {
    items: items.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    toggle: (id: string, isRange = false) => {
      choose(
        toggled(
          ids,
          items.map((item) => item.id),
          id,
          isRange ? anchor.current : undefined,
        ),
      );
      anchor.current = id;
    },
    all: () => choose(new Set(items.slice(0, maxChangedTickets).map(({ id }) => id))),
    clear: () => choose(new Set()),
  };
}
export type Selection<Item extends { id: string }> = ReturnType<typeof useSelection<Item>>;
