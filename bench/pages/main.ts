/**
 * `npm run bench -- pages [times] [--without-floor] [paths...]`: Lighthouse's mobile setting on every public page of the
 * build, medians printed, each page in turns with its floor: that same page with every script removed.
 */
import { readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { siteManifestSchema } from '../../api/site/manifest.ts';
import { chromiumArguments } from '../../scripts/test/chromium-arguments.ts';
import { findChromium } from '../../scripts/test/find-chromium.ts';
import { freePort } from '../../scripts/test/free-port.ts';
import { serveBuild } from '../serve-build.ts';
import { startScriptFree } from './script-free.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const columns = ['perf', 'a11y', 'best', 'seo', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'KB'];

type Measured = { numbers: number[]; failed: string[] };

async function measure(url: string, port: number, onlyCategories: string[]): Promise<Measured> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories });
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { categories: scored, audits } = result.lhr;
  const valueOf = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const failed = categories
    .filter((id) => id !== 'performance')
    .flatMap((id) => scored[id]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  const scores = categories.map((id) => Math.round((scored[id]?.score ?? Number.NaN) * 100));
  return { numbers: [...scores, ...timings.map(valueOf), valueOf('total-byte-weight') / 1024], failed };
}

function median(values: number[]): number {
  const known = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? Number.NaN;
}
const shown = (value: number, column: string) => (column === 'CLS' ? value.toFixed(3) : String(Math.round(value)));
const line = (cells: string[], page: string) => `${cells.map((cell) => cell.padStart(8)).join('')}  ${page}`;

/** Not the portal's, which asks who is there first; and not the page that search engines are told to leave alone. */
async function publicPaths(): Promise<string[]> {
  const { files } = siteManifestSchema.parse(JSON.parse(await readFile('build/site.json', 'utf8')));
  return files.filter(({ csp, noindex }) => csp !== undefined && noindex !== true).map(({ path }) => path);
}

const floorless = '--without-floor';
const hasFloor = !process.argv.includes(floorless);
const [times, ...wanted] = process.argv.slice(2).filter((argument) => argument !== floorless);
const runs = Number(times ?? 5);
/** First and largest paint, by their columns. */
const compared = hasFloor ? [4, 5] : [];
/** The floor has no script of ours: what blocks it is the browser's own start. */
const blocking = hasFloor ? [6] : [];
const paths = wanted.length > 0 ? wanted : await publicPaths();

const site = await serveBuild();
const floor = await startScriptFree(site.origin);
const executablePath = findChromium();
const port = await freePort();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [`--remote-debugging-port=${port}`, '--headless=new', ...chromiumArguments],
});
// On a busy machine a tab now and then closes before Lighthouse has asked it everything.
const measureAgain = (url: string, only: string[]) => measure(url, port, only).catch(() => measure(url, port, only));
const medianAt = (rounds: Measured[], at: number) => median(rounds.map(({ numbers }) => numbers[at] ?? Number.NaN));
try {
  const ratioNames = compared.map((at) => `${columns[at]?.slice(0, 3)}/fl.`);
  console.log(line([...columns, ...ratioNames, ...blocking.map(() => 'TBT fl.')], `(median of ${runs})`));
  for (const path of paths) {
    const rounds: Measured[] = [];
    const floors: Measured[] = [];
    for (let run = 0; run < runs; run += 1) {
      // What does not depend on the clock is the same every time.
      rounds.push(await measureAgain(`${site.origin}${path}`, run === 0 ? categories : ['performance']));
      if (hasFloor) floors.push(await measureAgain(`${floor.origin}${path}`, ['performance']));
    }
    const medians = columns.map((column, at) => shown(medianAt(rounds, at), column));
    const ratios = compared.map((at) => (medianAt(rounds, at) / medianAt(floors, at)).toFixed(2));
    const blocked = blocking.map((at) => shown(medianAt(floors, at), 'TBT ms'));
    console.log(
      line([...medians, ...ratios, ...blocked], [path, ...new Set(rounds.flatMap(({ failed }) => failed))].join('  ')),
    );
  }
} finally {
  await browser.close();
  floor.stop();
  await site.stop();
}
