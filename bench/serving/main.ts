/** `npm run bench -- serving [seconds]`: pages and assets from one process, against nginx with one worker and the same files. */
import { readFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { cleanUp, cleanUpOnSignals, whenDone } from '../../scripts/ci/clean-up.ts';
import { measure, type Measured, prepareWrk } from '../api/wrk.ts';
import { serveBuild } from '../serve-build.ts';
import { startNginx } from './nginx.ts';

const seconds = Number(process.argv[2] ?? 4);
const rounds = 5;
const script = readdirSync('build/client/assets').find((file) => /^site-.*\.js$/.test(file));
const paths = ['/', '/services/cybersecurity', `/assets/${script}`, '/favicon.svg'];

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const residentMegabytes = async (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

type Pair = { ours: Measured; theirs: Measured };

async function inTurns(ours: string, theirs: string, pause?: number): Promise<Pair[]> {
  const pairs: Pair[] = [];
  const load = (url: string) => ({ url, seconds, headers: { 'Accept-Encoding': 'gzip' }, ...(pause ? { pause } : {}) });
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ theirs: await measure(load(theirs)), ours: await measure(load(ours)) });
  }
  return pairs;
}

cleanUpOnSignals();
try {
  await prepareWrk();
  const nginx = await startNginx();
  const site = await serveBuild();
  whenDone(site.stop);
  const before = await residentMegabytes(site.pid);
  console.log('rate, of nginx    p99, of nginx');
  for (const path of paths) {
    const pairs = await inTurns(`${site.origin}${path}`, `${nginx}${path}`);
    const rate = median(pairs.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond));
    // Latency at full speed is only the rate again; under the same load it is the server's own.
    const paced = await inTurns(`${site.origin}${path}`, `${nginx}${path}`, 2);
    const late = median(paced.map(({ ours, theirs }) => ours.p99 / theirs.p99));
    const delays = `${median(paced.map(({ ours }) => ours.p99)).toFixed(2)} ms beside ${median(paced.map(({ theirs }) => theirs.p99)).toFixed(2)} ms at ${median(paced.map(({ ours }) => ours.perSecond)).toFixed(0)}/s`;
    const rates = `${median(pairs.map(({ ours }) => ours.perSecond)).toFixed(0)}/s beside ${median(pairs.map(({ theirs }) => theirs.perSecond)).toFixed(0)}/s`;
    const failed = pairs.reduce((sum, { ours, theirs }) => sum + ours.failed + theirs.failed, 0);
    console.log(
      `${rate.toFixed(2).padStart(14)}${late.toFixed(2).padStart(17)}  ${path.padEnd(28)} ${rates}, ${delays}${failed > 0 ? `, ${failed} FAILED` : ''}`,
    );
  }
  console.log(`\nmemory: ${before} MB at rest, ${await residentMegabytes(site.pid)} MB after all of it`);
} finally {
  await cleanUp();
}
