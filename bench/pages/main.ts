/**
 * `npm run bench -- pages [times] [--without-floor] [--peer=ORIGIN] [paths...]`: Lighthouse's mobile setting on every public
 * page of the build, medians printed, each page in turns with its floor (that same page with every script removed) and with
 * a peer, for instance an older version of the site that already runs.
 */
import { readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { siteManifestSchema } from '#api/server/site/load-site.ts';
import { chromiumArguments, findChromium } from '../../scripts/lib/chromium.ts';
import { freePort } from '../../scripts/lib/processes.ts';
import { startBuiltServer } from '#tests/support/server.ts';
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
const shown = (value: number, column: string) =>
  Number.isNaN(value) ? '–' : column === 'CLS' ? value.toFixed(3) : String(Math.round(value));
const line = (cells: string[], page: string) => `${cells.map((cell) => cell.padStart(8)).join('')}  ${page}`;

/** Without the portal, which loads the session first, and without noindex pages. */
async function publicPaths(): Promise<string[]> {
  const { files } = siteManifestSchema.parse(JSON.parse(await readFile('build/site.json', 'utf8')));
  return files.filter(({ csp, noindex }) => csp !== undefined && noindex !== true).map(({ path }) => path);
}

const isOption = (argument: string) => argument.startsWith('--');
const options = process.argv.slice(2).filter(isOption);
const [times, ...wanted] = process.argv.slice(2).filter((argument) => !isOption(argument));
const runs = Number(times ?? 5);
const peer = options.find((option) => option.startsWith('--peer='))?.slice('--peer='.length);
const paths = wanted.length > 0 ? wanted : await publicPaths();

const site = await startBuiltServer();
const floor = await startScriptFree(site.url);
const variants = [
  { name: '', origin: site.url },
  ...(options.includes('--without-floor') ? [] : [{ name: '(floor)', origin: floor.origin }]),
  ...(peer === undefined ? [] : [{ name: '(peer)', origin: peer }]),
];
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
  console.log(line(columns, `(median of ${runs})`));
  for (const path of paths) {
    const rounds: Measured[][] = variants.map(() => []);
    for (let run = 0; run < runs; run += 1) {
      for (const [at, { name, origin }] of variants.entries()) {
        // What does not depend on the clock is the same every time.
        const only = run === 0 && name !== '(floor)' ? categories : ['performance'];
        rounds[at]?.push(await measureAgain(`${origin}${path}`, only));
      }
    }
    for (const [at, { name }] of variants.entries()) {
      const measured = rounds[at] ?? [];
      const medians = columns.map((column, index) => shown(medianAt(measured, index), column));
      console.log(line(medians, [path, name, ...new Set(measured.flatMap(({ failed }) => failed))].join('  ')));
    }
  }
} finally {
  await browser.close();
  floor.stop();
  await site.stop();
}
