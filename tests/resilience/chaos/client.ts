import { randomBytes } from 'node:crypto';
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
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  /** JSON, or bytes as they are. */
  body?: unknown;
  /** Resets the connection after half of the body. */
  isCut?: boolean;
  headers?: Record<string, string | undefined>;
  /** One of the loopback IP addresses: clients come from different ones, as visitors do. */
  from?: string;
}

export interface ChaosResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

// They write files: a full disk is a 507 of theirs.
const storingPaths = ['/api/portal/tickets/file', '/api/mail/inbound'];
const internalText = /internal-[\da-f]{12}/;
export const newInternalText = () => `internal-${randomBytes(6).toString('hex')}`;

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
  const headers = { ...((message.method ?? 'GET') === 'GET' ? {} : { Origin: origin }), ...message.headers };
  const response = await send(origin, { ...message, headers });
  if (response === undefined) {
    tally.unanswered += 1;
    return undefined;
  }
  const { status, text } = response;
  if (status === 503 || status === 507) tally.unavailable += 1;
  else if (status >= 400) tally.rejected += 1;
  else tally.done += 1;
  const path = message.path.split('?')[0] ?? '';
  const isAnnounced = status === 503 && response.headers['retry-after'] !== undefined;
  if (status >= 500 && !isAnnounced && !(status === 507 && storingPaths.includes(path)))
    results.addViolation(`${target.name}: ${path} responded ${status}`);
  if ((text.match(markers) ?? []).some((marker) => marker !== customer?.marker))
    results.addViolation(`${target.name}: ${client}: a response contained another customer's row`);
  if (internalText.test(text) && !path.startsWith('/api/desk/'))
    results.addViolation(`${target.name}: ${client}: a customer saw an internal note`);
  return response;
}

/** Adds a violation unless the status is one of these, or there was no response, a 503 with Retry-After, or no room for a file. */
export function expectStatus(
  { results, target }: ChaosRun,
  client: string,
  response: ChaosResponse | undefined,
  ...statuses: number[]
): boolean {
  if (response === undefined || response.status === 503 || response.status === 507) return false;
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
  { method = 'GET', path, body, isCut = false, headers = {}, from }: ChaosRequest,
): Promise<ChaosResponse | undefined> {
  const { promise, resolve } = Promise.withResolvers<ChaosResponse | undefined>();
  const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const sent = request(new URL(path, origin), {
    method,
    // A connection from another IP address is used once.
    ...(from === undefined ? { agent } : { agent: false, localAddress: from }),
    headers: {
      ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
      ...(isCut ? { 'Content-Length': String((body as Buffer).length) } : {}),
      ...Object.fromEntries(given),
    },
  });
  sent.setTimeout(timeoutMs, () => sent.destroy());
  sent.on('error', () => resolve(undefined));
  sent.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    response.on('error', () => resolve(undefined)).on('aborted', () => resolve(undefined));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
  });
  if (isCut) {
    const bytes = body as Buffer;
    sent.write(bytes.subarray(0, bytes.length / 2), () => sent.destroy());
  } else sent.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body));
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
