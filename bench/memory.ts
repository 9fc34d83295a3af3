/**
 * `npm run bench -- memory [seconds]`: resident memory of one instance on each engine, at its first start, at rest and after load, by
 * what holds it; and what the embedded engine costs with and without V8's optimizing compiler. Linux only, about four minutes.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { makeCustomer, secret } from '#tests/support/api.ts';
import { startBuiltServer } from '#tests/support/server.ts';
import { startPostgres } from '../scripts/lib/postgres.ts';
import { cleanUp, cleanUpOnSignals, freePort, runCommand, whenDone } from '../scripts/lib/processes.ts';
import { measure, prepareWrk } from './measure.ts';
import type { ThreadMemory } from './memory-probe.ts';

const seconds = Number(process.argv[2] ?? 20);
const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0).padStart(5);

async function start(databaseUrl: string | undefined, dataDir: string) {
  const port = await freePort();
  const server = await startBuiltServer({
    DATA_DIR: dataDir,
    AUTH_SECRET: secret,
    READ_LIMIT: '0',
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'memory-probe.ts')}`,
    BENCH_MEMORY_PORT: String(port),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  whenDone(async () => void (await server.stop()));
  return {
    ...server,
    readThreads: async () => (await (await fetch(`http://127.0.0.1:${port}`)).json()) as ThreadMemory[],
  };
}

type Started = Awaited<ReturnType<typeof start>>;

async function say(what: string, { pid, readThreads }: Started): Promise<void> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  const threads = await readThreads();
  const sum = (key: 'heapTotal' | 'external' | 'wasm') => megabytes(threads.reduce((all, one) => all + one[key], 0));
  console.log(
    `${what.padEnd(34)}${megabytes(field('VmRSS'))}${megabytes(field('VmHWM')).padStart(9)}${megabytes(field('RssFile')).padStart(9)}` +
      `${sum('heapTotal').padStart(9)}${sum('external').padStart(9)}${sum('wasm').padStart(9)}`,
  );
}

async function report(name: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-memory-'));
  whenDone(() => rm(dataDir, { recursive: true, force: true }));
  const first = await start(databaseUrl, dataDir);
  await wait(5_000);
  await say(`${name}, first start`, first);
  await first.stop();
  const database = await openDatabase({ databaseUrl, dataDir }, createLog('silent'));
  const { cookie } = await makeCustomer(database, 'Cabinet');
  await database.close();
  const second = await start(databaseUrl, dataDir);
  await wait(5_000);
  await say(`${name}, at rest`, second);
  const headers = { Cookie: cookie };
  for (const path of ['/api/portal/invoices', '/api/portal/tickets?count=true&q=a', '/'])
    await measure({ url: `${second.url}${path}`, seconds: seconds / 2, headers });
  await say(`${name}, after ${1.5 * seconds} s of load`, second);
  await wait(20_000);
  await say(`${name}, 20 s later`, second);
  await second.stop();
}

interface EngineRun {
  times: Record<string, number>;
  peak: number;
}

/** Alternates, so that other load on the machine affects both equally. */
async function compareCompilers(): Promise<void> {
  const run = async (...flags: string[]) => {
    const { ok, output } = await runCommand(process.execPath, [...flags, 'bench/engine-child.ts']);
    if (!ok) throw new Error(output);
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as EngineRun;
  };
  const optimized = await run();
  const baseline = await run('--no-wasm-tier-up', '--no-wasm-dynamic-tiering');
  console.log(
    `\nThe engine alone, without the optimizing compiler: ${baseline.peak.toFixed(0)} MB at most, with it ${optimized.peak.toFixed(0)} MB`,
  );
  for (const [what, ms] of Object.entries(baseline.times))
    console.log(`  ${what}: ${(ms / (optimized.times[what] ?? Number.NaN)).toFixed(2)} of the CPU time with it`);
}

cleanUpOnSignals();
try {
  await prepareWrk();
  console.log(`${'MB'.padEnd(34)}resident  at most  program  V8 heap  buffers     wasm`);
  await report('PostgreSQL', (await startPostgres()).url);
  await report('embedded', undefined);
  await compareCompilers();
} finally {
  await cleanUp();
}
