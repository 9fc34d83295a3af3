import { type RefObject, useCallback, useEffect, useState } from 'react';

// Rows are added and removed by tens: a change each few frames instead of each frame.
const block = 10;

export interface RowRange {
  first: number;
  /** The row after the last. */
  last: number;
}

/** Which rows of equal height stand in the window, with a margin above and below. */
export function rowRange({
  top,
  height,
  windowHeight,
}: {
  top: number;
  height: number;
  windowHeight: number;
}): RowRange {
  const above = Math.floor(Math.max(0, -top) / height / block) * block;
  const inWindow = Math.ceil(windowHeight / height / block) * block;
  return { first: Math.max(0, above - block), last: above + inWindow + 2 * block };
}

/** Only the rows near the window are in the page, whatever their number. `lookAgain`: what stands above them has changed. */
export function useVirtualRows(
  rows: RefObject<HTMLElement | null>,
  heightInRem: number,
): [RowRange, lookAgain: () => void] {
  const [range, setRange] = useState<RowRange>({ first: 0, last: 3 * block });
  const lookAgain = useCallback(() => {
    if (rows.current === null) return;
    const height = heightInRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const next = rowRange({ top: rows.current.getBoundingClientRect().top, height, windowHeight: window.innerHeight });
    setRange((current) => (current.first === next.first && current.last === next.last ? current : next));
  }, [rows, heightInRem]);
  useEffect(() => {
    window.addEventListener('scroll', lookAgain, { passive: true });
    window.addEventListener('resize', lookAgain);
    return () => {
      window.removeEventListener('scroll', lookAgain);
      window.removeEventListener('resize', lookAgain);
    };
  }, [lookAgain]);
  return [range, lookAgain];
}

const settleMs = 80;

/** The range once the scrolling has paused: what only flew past is not worth a request. */
export function useSettled(range: RowRange): RowRange {
  const [settled, setSettled] = useState(range);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(range), settleMs);
    return () => clearTimeout(timer);
  }, [range]);
  return settled;
}
