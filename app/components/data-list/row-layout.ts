import { useSyncExternalStore } from 'react';
import type { Column } from './list-definition.ts';

/** A table on wide screens, otherwise cards with two or four cells per line. Must match styles/portal.css. */
export type RowLayout = 'table' | 2 | 4;

const narrow = '(max-width: 63.99rem)';
const narrower = '(max-width: 47.99rem)';

export const useRowLayout = () =>
  useSyncExternalStore(
    (changed) => {
      const queries = [narrow, narrower].map((query) => window.matchMedia(query));
      for (const query of queries) query.addEventListener('change', changed);
      return () => {
        for (const query of queries) query.removeEventListener('change', changed);
      };
    },
    (): RowLayout => {
      if (!window.matchMedia(narrow).matches) return 'table';
      return window.matchMedia(narrower).matches ? 2 : 4;
    },
    (): RowLayout => 'table',
  );

// Height that the second line of a name adds to the card. Must match styles/portal.css.
const secondLine = (cardSlot: Column<never>['cardSlot']) => (cardSlot === 'title' ? 0.75 : 1.25);

/** In rem. Equal for all rows of a list, so that the position of a row is known without laying out the others. */
export function rowHeight(columns: readonly Pick<Column<never>, 'cardSlot' | 'isName'>[], layout: RowLayout): number {
  if (layout === 'table') return 3.25;
  const cells = columns.reduce((sum, { cardSlot }) => sum + (cardSlot === 'half' ? 1 : cardSlot === 'wide' ? 2 : 0), 0);
  const names = columns.reduce((sum, { cardSlot, isName }) => sum + (isName ? secondLine(cardSlot) : 0), 0);
  return 4.75 + Math.ceil(cells / layout) * 3 + names;
}
