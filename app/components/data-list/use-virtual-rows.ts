import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Column } from './list-view.ts';

// Rows are added and removed in blocks, so that scrolling re-renders every few frames instead of every frame.
const blockSize = 10;

export interface RowRange {
  first: number;
  /** Exclusive. */
  last: number;
}

/** The rows of equal height inside the viewport, with a margin above and below. */
export function rowRange({
  top,
  height,
  windowHeight,
}: {
  top: number;
  height: number;
  windowHeight: number;
}): RowRange {
  const above = Math.floor(Math.max(0, -top) / height / blockSize) * blockSize;
  const inWindow = Math.ceil(windowHeight / height / blockSize) * blockSize;
  return { first: Math.max(0, above - blockSize), last: above + inWindow + 2 * blockSize };
}

const isSame = (one: RowRange, other: RowRange) => one.first === other.first && one.last === other.last;

/**
 * Renders only the rows near the viewport. `recompute` is for callers that move the rows without a scroll or resize
 * event, `firstRow` the row that the first rendering must contain.
 *
 * Our own hook instead of TanStack Virtual, which is on React Compiler's list of incompatible libraries (TanStack/virtual
 * issue 736): the compiler would skip every component that uses it. Rows of one fixed height also need no measuring.
 */
export function useVirtualRows(
  rows: RefObject<HTMLElement | null>,
  heightInRem: number,
  firstRow = 0,
): [RowRange, recompute: () => void] {
  const [range, setRange] = useState<RowRange>({
    first: Math.max(0, firstRow - blockSize),
    last: firstRow + 3 * blockSize,
  });
  const recompute = useCallback(() => {
    if (rows.current === null) return;
    const height = heightInRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const next = rowRange({ top: rows.current.getBoundingClientRect().top, height, windowHeight: window.innerHeight });
    setRange((current) => (isSame(current, next) ? current : next));
  }, [rows, heightInRem]);
  useEffect(() => {
    window.addEventListener('scroll', recompute, { passive: true });
    window.addEventListener('resize', recompute);
    return () => {
      window.removeEventListener('scroll', recompute);
      window.removeEventListener('resize', recompute);
    };
  }, [recompute]);
  return [range, recompute];
}

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

// Must match styles/portal.css.
const cellsOfSlot = (cardSlot: Column<never>['cardSlot'], layout: RowLayout) => {
  if (cardSlot === 'half' || (cardSlot === 'short' && layout === 4)) return 1;
  return cardSlot === 'wide' || (cardSlot === 'line' && layout === 4) ? 2 : 0;
};

/** In rem. Equal for all rows of a list, so that the position of a row is known without laying out the others. */
export function rowHeight(
  columns: readonly Pick<Column<never>, 'cardSlot' | 'isName' | 'hasSubtitle' | 'hasSecondLine'>[],
  layout: RowLayout,
  isCompact = false,
): number {
  if (layout === 'table') {
    if (isCompact) return 2.3125;
    return columns.some(({ hasSecondLine }) => hasSecondLine) ? 3.25 : 2.75;
  }
  const cells = columns.reduce((sum, { cardSlot }) => sum + cellsOfSlot(cardSlot, layout), 0);
  const count = (slot: Column<never>['cardSlot']) => columns.filter(({ cardSlot }) => cardSlot === slot).length;
  const lines = layout === 2 ? count('line') * 1.5 + Math.ceil(count('short') / 2) * 1.75 : 0;
  const names = columns.filter(({ isName }) => isName).length;
  const subtitle = columns.some(({ hasSubtitle }) => hasSubtitle) ? 0.75 : 0;
  return 4.25 + Math.ceil(cells / layout) * 3 + lines + names * 0.75 + subtitle;
}
