import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Question {
  method?: 'GET' | 'POST';
  path: string;
  body?: unknown;
  headers?: Record<string, string | undefined>;
  /** One of this machine's many loopback addresses: every actor comes from its own, as visitors do. */
  from?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const patience = 20_000;

/** Lets go of the connections that are kept for the next question: what a server holds on to then is its own. */
export const hangUp = () => agent.destroy();

/** Nothing where the connection broke or nobody answered: then nothing was promised either. */
export function ask(
  origin: string,
  { method = 'GET', path, body, headers = {}, from }: Question,
): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const url = new URL(path, origin);
  const sent = request(url, {
    method,
    // Whoever comes from an address of their own comes once.
    ...(from === undefined ? { agent } : { agent: false, localAddress: from }),
    headers: { ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}), ...Object.fromEntries(given) },
  });
  sent.setTimeout(patience, () => sent.destroy());
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

export const jsonOf = <T>({ text }: Answer): T => JSON.parse(text) as T;

export const cookiesOf = ({ headers }: Answer) =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');

let last = 0;
/** 127.x.y.z, another each time. */
export function newAddress(): string {
  last += 1;
  return `127.${10 + (last >> 16)}.${(last >> 8) & 255}.${last & 255 || 1}`;
}
