import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Customer, markers, type Target } from './target.ts';
import type { ChaosResults } from './results.ts';

export interface ChaosRun {
  target: Target;
  results: ChaosResults;
  /** Aborted when the run is over. */
  signal: AbortSignal;
}

/** Sends requests until the run is over. */
export interface Client {
  name: string;
  run(chaos: ChaosRun): Promise<void>;
}

export const pause = (milliseconds: number, signal: AbortSignal) =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined);

/** Repeats the work until the run is over, with pauses of about this length. */
export async function repeat({ signal }: ChaosRun, pauseMs: number, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await pause(pauseMs * (0.5 + Math.random()), signal);
  }
}

export const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

export interface ChaosRequest {
  method?: 'GET' | 'POST';
  path: string;
  body?: unknown;
  headers?: Record<string, string | undefined>;
  /** One of the loopback IP addresses: clients come from different ones, as visitors do. */
  from?: string;
}

export interface ChaosResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request for a customer or for nobody, and checks what every response must fulfil. */
export async function sendAs(
  { target, results }: ChaosRun,
  client: string,
  message: ChaosRequest,
  customer?: Customer,
): Promise<ChaosResponse | undefined> {
  const tally = results.tally(client);
  tally.sent += 1;
  const origin = target.origin();
  const headers = { ...(message.method === 'POST' ? { Origin: origin } : {}), ...message.headers };
  const response = await send(origin, { ...message, headers });
  if (response === undefined) {
    tally.unanswered += 1;
    return undefined;
  }
  const { status, text } = response;
  if (status === 503) tally.unavailable += 1;
  else if (status >= 400) tally.rejected += 1;
  else tally.done += 1;
  if (status >= 500 && (status !== 503 || response.headers['retry-after'] === undefined))
    results.addViolation(`${target.name}: ${message.path.split('?')[0]} responded ${status}`);
  if ((text.match(markers) ?? []).some((marker) => marker !== customer?.marker))
    results.addViolation(`${target.name}: ${client}: a response contained another customer's row`);
  return response;
}

/** Adds a violation unless the status is one of these, or there was no response, or a 503 with Retry-After. */
export function expectStatus(
  { results, target }: ChaosRun,
  client: string,
  response: ChaosResponse | undefined,
  ...statuses: number[]
): boolean {
  if (response === undefined || response.status === 503) return false;
  if (statuses.includes(response.status)) return true;
  results.addViolation(`${target.name}: ${client}: got ${response.status} instead of ${statuses.join(' or ')}`);
  return false;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const timeoutMs = 20_000;

/** So that afterwards a server's open connections are only its own. */
export const closeIdleConnections = () => agent.destroy();

/** Resolves with nothing if the connection broke or timed out: then nothing was acknowledged. */
function send(
  origin: string,
  { method = 'GET', path, body, headers = {}, from }: ChaosRequest,
): Promise<ChaosResponse | undefined> {
  const { promise, resolve } = Promise.withResolvers<ChaosResponse | undefined>();
  const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const sent = request(new URL(path, origin), {
    method,
    // A connection from another IP address is used once.
    ...(from === undefined ? { agent } : { agent: false, localAddress: from }),
    headers: { ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}), ...Object.fromEntries(given) },
  });
  sent.setTimeout(timeoutMs, () => sent.destroy());
  sent.on('error', () => resolve(undefined));
  sent.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    response.on('error', () => resolve(undefined)).on('aborted', () => resolve(undefined));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

export const parseJson = <T>({ text }: ChaosResponse): T => JSON.parse(text) as T;

export const cookiesOf = ({ headers }: ChaosResponse) =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');

let lastIpAddress = 0;
/** 127.x.y.z, another one each time. */
export function newIpAddress(): string {
  lastIpAddress += 1;
  return `127.${10 + (lastIpAddress >> 16)}.${(lastIpAddress >> 8) & 255}.${lastIpAddress & 255 || 1}`;
}
