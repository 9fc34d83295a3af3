import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Style sheets are fetched again for one experimental rule only, which is not among these.
  preload: { assets: ['media'] },
};

const colourRules = ['color-contrast', 'link-in-text-block'];
const only = (values: string[]): RunOptions => ({ ...options, runOnly: { type: 'rule', values } });

export const desktop = { width: 1440, height: 900 };
export const tablet = { width: 768, height: 1024 };
export const phone = { width: 390, height: 844 };

/** In the page: a colour halfway between two themes has a contrast that no reader ever sees. */
async function violationsIn(given: RunOptions) {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const isEndless = (animation: Animation) => animation.effect?.getComputedTiming().endTime === Infinity;
  const ending = document.getAnimations().filter((animation) => !isEndless(animation));
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { axe } = window as unknown as {
    axe: { run(root: Document | Element, options: RunOptions): Promise<AxeResults> };
  };
  // Behind a modal dialog, everything is inert.
  const { violations } = await axe.run([...document.querySelectorAll(':modal')].at(-1) ?? document, given);
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 160)) }));
}

// The dark theme changes colours, and nothing else that axe could tell from the light one.
const light = { colorScheme: 'light', options } as const;
const dark = { colorScheme: 'dark', options: only(colourRules) } as const;

const checksEverything = process.env.TESTS === 'all';
const seenInTheDark = new Set<string>();

/** Runs in the page: the screen, whichever record it shows, and whether a dialog covers it. */
const screenOf = () =>
  location.pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d+/g, '#') +
  (document.querySelector(':modal') ? ' dialog' : '');

/**
 * Checks one loaded page: in the first viewport, and its colours in the dark theme once per screen and worker. `npm run test:all` checks
 * every state in both themes and in every viewport.
 */
export async function expectNoViolation(page: Page, state: string, sizes = [desktop, phone]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const screen = await page.evaluate(screenOf);
  const themes = checksEverything || !seenInTheDark.has(screen) ? [dark, light] : [light];
  seenInTheDark.add(screen);
  for (const size of checksEverything ? sizes : sizes.slice(0, 1)) {
    await page.setViewportSize(size);
    for (const { colorScheme, options: asked } of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await page.evaluate(violationsIn, asked), `${state}, ${colorScheme}, ${size.width} px`).toEqual([]);
    }
  }
  // Journeys go on in the last one.
  await page.setViewportSize(sizes.at(-1) ?? desktop);
}
