/**
 * `npm run bench -- portal`: the portal in Chromium for a customer with 50 invoices and one with 100,000: first rows, frames
 * while scrolling from top to bottom, heap, and a switch of tabs.
 */
import { availableParallelism } from 'node:os';
import { type Browser, chromium, type Page } from '@playwright/test';
import { cleanUp, cleanUpOnSignals, whenDone } from '../scripts/lib/processes.ts';
import { findChromium } from '../scripts/lib/chromium.ts';
import { startPostgres } from '../scripts/lib/postgres.ts';
import { type Signed, startSubject, type Subject } from './subject.ts';
import { median } from './measure.ts';

type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
};

const longMs = 50;

/** The main thread's tasks during some work, as Chromium traced them: one over 50 ms is a frame that the reader missed. */
async function longFrames(browser: Browser, page: Page, work: () => Promise<void>) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = trace.traceEvents
    .filter(({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && threads.has(`${pid}:${tid}`))
    .map(({ dur = 0 }) => dur / 1000);
  const frames = trace.traceEvents.filter(({ name }) => name === 'FireAnimationFrame').length;
  return { all: frames, long: tasks.filter((ms) => ms > longMs).length, longest: Math.max(0, ...tasks) };
}

const rounds = 7;
const firstRow = (page: Page) => page.locator('[aria-rowindex="2"] [data-label="Amount"]', { hasText: '$' });

async function openInvoices(browser: Browser, { origin }: Subject, { cookie }: Signed): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', ...value] = cookie.split('=');
  await context.addCookies([{ name, value: value.join('='), url: origin }]);
  const page = await context.newPage();
  await page.goto(`${origin}/customer-portal/invoices`);
  await firstRow(page).waitFor();
  return page;
}

async function timeToFirstRows(browser: Browser, subject: Subject, customer: Signed): Promise<number> {
  const started = performance.now();
  const page = await openInvoices(browser, subject, customer);
  const took = performance.now() - started;
  await page.context().close();
  return took;
}

async function heap(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await client.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 1024 / 1024;
}

/** Scrolls from the first row to the last, one step per frame. */
async function scrollThrough(page: Page, steps: number): Promise<void> {
  await page.evaluate(async (count) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const end = () => document.documentElement.scrollHeight - innerHeight;
    for (let step = 0; step <= count; step += 1) {
      scrollTo(0, (end() * step) / count);
      await frame();
    }
  }, steps);
}

async function switchTabs(page: Page): Promise<boolean> {
  await page.getByRole('tab', { name: 'Payments' }).click();
  await page
    .getByRole('heading', { name: /Payment/ })
    .first()
    .waitFor();
  // Cached rows must be in the first frame of the tab, before any response.
  return page.evaluate(async () => {
    const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) =>
      one.textContent?.includes('Invoices'),
    );
    tab?.click();
    for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return document.querySelectorAll('[data-label="Amount"]').length > 10;
  });
}

cleanUpOnSignals();
try {
  const subject = await startSubject((await startPostgres()).url);
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  whenDone(() => browser.close());
  console.log(`on ${availableParallelism()} cores; the browser, the server and the database share them`);
  await timeToFirstRows(browser, subject, subject.small);
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.small.push(await timeToFirstRows(browser, subject, subject.small));
    times.large.push(await timeToFirstRows(browser, subject, subject.large));
  }
  const ratio = median(times.large) / median(times.small);
  console.log(
    `first rows of 100,000, of those of 50:    ${ratio.toFixed(2)}  (${median(times.large).toFixed(0)} ms, ${median(times.small).toFixed(0)} ms)`,
  );

  const small = await openInvoices(browser, subject, subject.small);
  const large = await openInvoices(browser, subject, subject.large);
  await scrollThrough(large, 60);
  const frames = await longFrames(browser, large, () => scrollThrough(large, 400));
  console.log(
    `frames over 50 ms while scrolling through:  ${frames.long} of ${frames.all}, the longest ${frames.longest.toFixed(0)} ms`,
  );
  const [heapOfMany, heapOfFew] = [await heap(large), await heap(small)];
  console.log(
    `heap after that, of the heap with 50:       ${(heapOfMany / heapOfFew).toFixed(2)}  (${heapOfMany.toFixed(1)} MB, ${heapOfFew.toFixed(1)} MB)`,
  );
  await large.evaluate(() => scrollTo(0, 0));
  await firstRow(large).waitFor();
  console.log(`a tab that was open before shows its rows at once: ${(await switchTabs(large)) ? 'yes' : 'NO'}`);
} finally {
  await cleanUp();
}
