import type { Browser, Page } from '@playwright/test';

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
export async function longFrames(browser: Browser, page: Page, work: () => Promise<void>) {
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
