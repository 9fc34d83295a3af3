/**
 * `npm run bench -- pages [times] [--without-floor] [--peer=ORIGIN] [paths...]`: Lighthouse's mobile setting on every public
 * page of the build, medians printed, each page in turns with its floor (that same page with every script removed) and with
 * a peer, for instance an older version of the site that already runs.
 */
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { siteManifestSchema } from '#main/server/site/load-site.ts';
import { chromiumArguments, findChromium } from '../scripts/lib/chromium.ts';
import { freePort } from '../scripts/lib/processes.ts';
import { startBuiltServer } from '#tests/support/server.ts';
import { median } from './measure.ts';

const compress = promisify(brotliCompress);

const ofTheConnection = new Set(['connection', 'content-encoding', 'content-length', 'date', 'keep-alive']);

/** The floor of a page: that same page, from the same files with the same headers, with every script removed. */
async function startScriptFree(origin: string): Promise<{ origin: string; stop: () => void }> {
  const responses = new Map<string, { headers: Record<string, string>; body: Buffer }>();
  const prepare = async (path: string) => {
    const fetched = await fetch(`${origin}${path}`);
    const type = fetched.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await fetched.arrayBuffer());
    const body = type.startsWith('text/html')
      ? Buffer.from(bytes.toString('utf8').replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, ''))
      : bytes;
    const isText = /^text|json|svg|xml/.test(type);
    return {
      headers: {
        ...Object.fromEntries([...fetched.headers].filter(([name]) => !ofTheConnection.has(name))),
        ...(isText ? { 'content-encoding': 'br' } : {}),
      },
      body: isText ? await compress(body) : body,
    };
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const send = ({ headers, body }: { headers: Record<string, string>; body: Buffer }) =>
      response.writeHead(200, headers).end(body);
    const known = responses.get(path);
    if (known) send(known);
    else {
      void prepare(path).then((made) => {
        responses.set(path, made);
        send(made);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

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
