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

const restMs = 80;

interface Seen {
  range: RowRange;
  /** The range where the scrolling last rested: what only flew past is not worth a request. */
  rested: RowRange;
}

const isSame = (one: RowRange, other: RowRange) => one.first === other.first && one.last === other.last;

/** Only the rows near the window are in the page, whatever their number. `lookAgain`: what stands above them has changed. */
export function useVirtualRows(
  rows: RefObject<HTMLElement | null>,
  heightInRem: number,
): [Seen, lookAgain: () => void] {
  const [seen, setSeen] = useState<Seen>(() => {
    const range = { first: 0, last: 3 * block };
    return { range, rested: range };
  });
  const { range } = seen;
  const lookAgain = useCallback(() => {
    if (rows.current === null) return;
    const height = heightInRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const next = rowRange({ top: rows.current.getBoundingClientRect().top, height, windowHeight: window.innerHeight });
    setSeen((current) => (isSame(current.range, next) ? current : { ...current, range: next }));
  }, [rows, heightInRem]);
  useEffect(() => {
    window.addEventListener('scroll', lookAgain, { passive: true });
    window.addEventListener('resize', lookAgain);
    return () => {
      window.removeEventListener('scroll', lookAgain);
      window.removeEventListener('resize', lookAgain);
    };
  }, [lookAgain]);
  useEffect(() => {
    let frame = 0;
    const rest = () => setSeen((current) => (current.range === range ? { range, rested: range } : current));
    // On a slow machine the time is up between two steps of one long scroll: the next frame tells whether it goes on.
    const timer = setTimeout(() => (frame = requestAnimationFrame(rest)), restMs);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [range]);
  return [seen, lookAgain];
}
