import { useSyncExternalStore } from 'react';
import type { Column } from './definition.ts';

/** A table where there is room for one; elsewhere cards, with two or four cells to a line. As in styles/portal.css. */
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

// What the second line of a name adds to its line of the card. As in styles/portal.css.
const secondLine = (place: Column<never>['place']) => (place === 'title' ? 0.75 : 1.25);

/** In rem: the same for every row of a list, so that the place of any of them is known without laying out the others. */
export function rowHeight(columns: readonly Pick<Column<never>, 'place' | 'isName'>[], layout: RowLayout): number {
  if (layout === 'table') return 3.25;
  const cells = columns.reduce((sum, { place }) => sum + (place === 'half' ? 1 : place === 'wide' ? 2 : 0), 0);
  const names = columns.reduce((sum, { place, isName }) => sum + (isName ? secondLine(place) : 0), 0);
  return 4.75 + Math.ceil(cells / layout) * 3 + names;
}
