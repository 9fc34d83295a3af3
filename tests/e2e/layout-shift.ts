import { type BrowserContext, expect, type Page } from '@playwright/test';

// What a reader sees must stay where it is while the rest of a page loads: a button that moves is pressed by mistake.

declare global {
  var layoutShifts: { value: number; of: string }[] | undefined;
}

/** Runs in every page before its own scripts. Moves that follow a press or a key within half a second are meant. */
function observeShifts(): void {
  const shifts: typeof globalThis.layoutShifts = [];
  globalThis.layoutShifts = shifts;
  type LayoutShift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  };
  const nameOf = (node: Node | null) =>
    node instanceof Element
      ? `${node.localName}.${node.getAttribute('class') ?? ''}`
      : (node?.textContent ?? 'removed');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      const of = sources.map(
        ({ node, previousRect: from, currentRect: to }) =>
          `${nameOf(node)} from ${Math.round(from.x)}, ${Math.round(from.y)} to ${Math.round(to.x)}, ${Math.round(to.y)}`,
      );
      shifts.push({ value, of: `${value.toFixed(4)}: ${of.join('; ')}` });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

export const watchShifts = (page: Page | BrowserContext): Promise<unknown> => page.addInitScript(observeShifts);

/** A text that grows by a digit moves its neighbours; nothing larger may move. */
const maxShift = 0.01;

/** The page has loaded. Its shifts add up to its CLS, as none of these pages lives longer than five seconds before. */
export async function expectStill(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const shifts = await page.evaluate(() => globalThis.layoutShifts);
  if (shifts === undefined) throw new Error('watchShifts() comes before the page.');
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, [page.url(), ...shifts.map(({ of }) => of)].join('\n')).toBeLessThan(maxShift);
}

export const widths = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
