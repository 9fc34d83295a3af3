/**
 * `npm run bench:lighthouse`: Lighthouse's mobile setting on the built site, each page several times, medians printed.
 * `npm run bench:lighthouse -- 5 / /contact` measures these pages five times each.
 */
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findChromium } from '../scripts/test/find-chromium.ts';
import { freePort } from '../scripts/test/free-port.ts';
import { serveBuild } from './serve-build.ts';

const sample = [
  '/',
  '/services',
  '/services/cybersecurity',
  '/formations',
  '/formations/iso-27001-lead-implementer',
  '/why-us',
  '/contact',
  '/schedule-consultation',
  '/politique-confidentialite',
];

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const columns = ['perf', 'a11y', 'best', 'seo', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'KB'];

async function measure(url: string, port: number): Promise<{ numbers: number[]; failed: string[] }> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: categories });
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { categories: scored, audits } = result.lhr;
  const valueOf = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const failed = categories
    .filter((id) => id !== 'performance')
    .flatMap((id) => scored[id]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  const scores = categories.map((id) => Math.round((scored[id]?.score ?? 0) * 100));
  return { numbers: [...scores, ...timings.map(valueOf), valueOf('total-byte-weight') / 1024], failed };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const shown = (value: number, column: string) => (column === 'CLS' ? value.toFixed(3) : String(Math.round(value)));
const line = (cells: string[], page: string) => `${cells.map((cell) => cell.padStart(8)).join('')}  ${page}`;

const [times, ...wanted] = process.argv.slice(2);
const runs = Number(times ?? 3);
const paths = wanted.length > 0 ? wanted : sample;

const site = await serveBuild();
const executablePath = findChromium();
const port = await freePort();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [`--remote-debugging-port=${port}`, '--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  console.log(line(columns, `(median of ${runs})`));
  for (const path of paths) {
    const rounds: number[][] = [];
    const failed = new Set<string>();
    for (let run = 0; run < runs; run += 1) {
      const url = `${site.origin}${path}`;
      // On a busy machine a tab now and then closes before Lighthouse has asked it everything.
      const round = await measure(url, port).catch(() => measure(url, port));
      rounds.push(round.numbers);
      for (const id of round.failed) failed.add(id);
    }
    const medians = columns.map((column, index) =>
      shown(median(rounds.map((round) => round[index] ?? Number.NaN)), column),
    );
    console.log(line(medians, [path, ...failed].join('  ')));
  }
} finally {
  await browser.close();
  await site.stop();
}
