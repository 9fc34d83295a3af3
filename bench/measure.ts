import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../scripts/lib/processes.ts';
import { installSystemPart } from '../scripts/lib/system-packages.ts';

export interface Load {
  url: string;
  seconds: number;
  headers?: Record<string, string>;
  /** Sent by POST. */
  body?: string;
  /** One after the other, a request each: as many visitors. */
  cookies?: string[];
  /** Milliseconds that each connection rests between two requests: the same load then for a fast server and a slow one. */
  pause?: number;
}

export interface Measured {
  perSecond: number;
  /** 99th percentile of the response time, in milliseconds. */
  p99: number;
}

const connections = 20;

export function median(values: number[]): number {
  const known = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? Number.NaN;
}

export async function prepareWrk(): Promise<void> {
  const failure = await installSystemPart('wrk');
  if (failure !== undefined) throw new Error(failure);
}

export interface Compared {
  /** Rate relative to the baseline; median of the rounds. */
  ratio: number;
  rate: number;
  base: number;
}

const rounds = 3;

/** Alternates, so that other load on the machine affects both equally. */
export async function compare(load: Load, base: Load): Promise<Compared> {
  const pairs: Compared[] = [];
  // Warm-up for the JIT compiler.
  for (const one of [base, load]) await measure({ ...one, seconds: Math.min(one.seconds, 2) });
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = [await measure(base), await measure(load)];
    pairs.push({ ratio: other.perSecond / one.perSecond, rate: other.perSecond, base: one.perSecond });
  }
  const middle = pairs.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds / 2)];
  if (middle === undefined) throw new Error('Nothing was measured.');
  return middle;
}

const inMilliseconds: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };
const milliseconds = (found: RegExpExecArray | null) =>
  Number(found?.[1]) * (inMilliseconds[found?.[2] ?? ''] ?? Number.NaN);

/** Errors cost less than responses, so a figure that includes them means nothing: the benchmark exits with 1. */
function reportFailures(url: string, output: string): void {
  const failures = output.match(/Non-2xx or 3xx responses: \d+|Socket errors: .+/g);
  if (failures === null) return;
  console.error(`FAILED: ${url}: ${failures.join(', ')}`);
  process.exitCode = 1;
}

const quoted = (text: string) => JSON.stringify(text);

/** Throughput and p99 with twenty connections. A failed request makes the process exit with 1. */
export async function measure({ url, seconds, headers = {}, body, cookies, pause }: Load): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-wrk-'));
  const script = join(folder, 'load.lua');
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`);
  if (body !== undefined) lines.push('wrk.method = "POST"', `wrk.body = ${quoted(body)}`);
  if (cookies !== undefined)
    lines.push(
      `local cookies, at = {${cookies.map(quoted).join(',')}}, 0`,
      'function request() at = at % #cookies + 1; wrk.headers["Cookie"] = cookies[at]; return wrk.format() end',
    );
  if (pause !== undefined) lines.push(`function delay() return ${pause} end`);
  await writeFile(script, lines.join('\n'));
  try {
    const { ok, output } = await runCommand('wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      // A slow response is slow, not failed.
      '--timeout=60s',
      '--latency',
      '-s',
      script,
      url,
    ]);
    const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
    if (!ok || rate === undefined) throw new Error(`wrk failed: ${output}`);
    reportFailures(url, output);
    return { perSecond: Number(rate), p99: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(output)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The text of a response, which must not be an error. */
export async function readText(url: string, init?: RequestInit): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${text}`);
  return text;
}
