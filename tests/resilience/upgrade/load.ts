import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

export interface Target {
  /** The port of nginx. */
  port: number;
  /** What browsers send as the origin; with https, nginx has a certificate for it. */
  siteUrl: string;
  cookie: string;
}

interface Counted {
  sent: number;
  failed: number;
  /** Milliseconds between two successful responses, with all clients together. */
  longestGap: number;
}

type Kind = 'pages' | 'reads' | 'writes';

export interface Measured extends Record<Kind, Counted> {
  /** Streams of live updates that ended and were opened again. */
  reopened: number;
  /** Pages that nginx served from its cache while no instance answered. */
  stale: number;
  /** What failed, by status or error. */
  failures: Record<string, number>;
}

class Counter {
  sent = 0;
  failed = 0;
  #longestGap = 0;
  #lastSuccess = performance.now();

  succeed(): void {
    this.#longestGap = this.#currentGap();
    this.#lastSuccess = performance.now();
  }

  #currentGap(): number {
    return Math.max(this.#longestGap, performance.now() - this.#lastSuccess);
  }

  read(): Counted {
    return { sent: this.sent, failed: this.failed, longestGap: Math.round(this.#currentGap()) };
  }
}

const newCounters = (): Record<Kind, Counter> => ({
  pages: new Counter(),
  reads: new Counter(),
  writes: new Counter(),
});
const pauseMs = 25;
const timeoutMs = 30_000;
/** Longer than nginx leaves out an instance that did not answer. */
const settleMs = 3_000;
const apiPaths = [
  '/api/portal/tickets',
  '/api/portal/invoices',
  '/api/portal/customers/current',
  '/api/portal/contracts',
];
const pagePaths = ['/', '/customer-portal'];

/** Clients that read, write and listen through nginx until they are stopped, each with an IP address of its own. */
export class Load {
  readonly #target: Target;
  readonly #running: Promise<void>[] = [];
  readonly #streams = new Set<ClientRequest>();
  #isOver = false;
  #counters = newCounters();
  #reopened = 0;
  #stale = 0;
  #failures = new Map<string, number>();
  /** Subjects of the tickets that were acknowledged. */
  readonly acknowledged = new Set<string>();

  constructor(target: Target) {
    this.#target = target;
  }

  get #client() {
    return this.#target.siteUrl.startsWith('https:') ? https : http;
  }

  start({ readers = 6, visitors = 2, writers = 3, listeners = 4 } = {}): void {
    let client = 1;
    const run = (count: number, work: (localAddress: string) => Promise<void>) => {
      for (let at = 0; at < count; at += 1) this.#running.push(work(`127.0.1.${(client += 1)}`));
    };
    run(readers, (address) => this.#read(address, 'reads', apiPaths));
    run(visitors, (address) => this.#read(address, 'pages', pagePaths));
    run(writers, (address) => this.#write(address));
    run(listeners, (address) => this.#listen(address));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    for (const stream of this.#streams) stream.destroy();
    await Promise.all(this.#running);
  }

  /** What happened while `work` ran, and for a moment after it. */
  async measure(work: () => Promise<void>): Promise<Measured> {
    [this.#counters, this.#failures] = [newCounters(), new Map()];
    [this.#reopened, this.#stale] = [0, 0];
    await work();
    await wait(settleMs);
    return {
      pages: this.#counters.pages.read(),
      reads: this.#counters.reads.read(),
      writes: this.#counters.writes.read(),
      reopened: this.#reopened,
      stale: this.#stale,
      failures: Object.fromEntries(this.#failures),
    };
  }

  async #read(localAddress: string, kind: Kind, paths: string[]): Promise<void> {
    const agent = new this.#client.Agent({ keepAlive: true, maxSockets: 1 });
    for (let at = 0; !this.#isOver; at += 1) {
      const path = paths[at % paths.length] ?? '/';
      await this.#count(kind, () => this.#send('GET', path, { agent, localAddress }));
      await wait(pauseMs);
    }
    agent.destroy();
  }

  async #write(localAddress: string): Promise<void> {
    while (!this.#isOver) {
      const [subject, key] = [`Load ${randomUUID()}`, randomUUID()];
      const body = JSON.stringify({ subject, description: 'Created during an upgrade', priority: 'low' });
      // Like the portal's own client: the same key until there is a response.
      for (let isFirst = true; !this.#isOver; isFirst = false) {
        const send = () => this.#send('POST', '/api/portal/tickets', { localAddress, body, key });
        if (isFirst ? await this.#count('writes', send) : (await send().catch(() => 0)) === 201) {
          this.acknowledged.add(subject);
          break;
        }
        await wait(500);
      }
      await wait(pauseMs);
    }
  }

  async #listen(localAddress: string): Promise<void> {
    for (let isFirst = true; !this.#isOver; isFirst = false) {
      if (!isFirst) this.#reopened += 1;
      const stream = this.#request('GET', '/api/portal/events', { localAddress });
      this.#streams.add(stream);
      try {
        stream.end();
        const [response] = (await once(stream, 'response')) as [IncomingMessage];
        response.resume();
        await once(response, 'close');
      } catch {
        // Opened again below, as browsers do.
      }
      this.#streams.delete(stream);
      if (!this.#isOver) await wait(500);
    }
  }

  /** Counted when it ends: what was sent before a measurement may fail during it. */
  async #count(kind: Kind, send: () => Promise<number>): Promise<boolean> {
    const status = await send().catch((error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error));
    const counter = this.#counters[kind];
    counter.sent += 1;
    if (status === 200 || status === 201) {
      counter.succeed();
      return true;
    }
    // Stopped by ourselves.
    if (this.#isOver) return false;
    counter.failed += 1;
    this.#failures.set(String(status), (this.#failures.get(String(status)) ?? 0) + 1);
    return false;
  }

  #request(method: string, path: string, { localAddress, agent = false, key }: Sent): ClientRequest {
    const { port, siteUrl, cookie } = this.#target;
    return this.#client.request({
      port,
      host: '127.0.0.1',
      servername: new URL(siteUrl).hostname,
      method,
      path,
      localAddress,
      agent,
      timeout: timeoutMs,
      headers: {
        Host: new URL(siteUrl).host,
        Origin: siteUrl,
        ...(path.startsWith('/api/') ? { Cookie: cookie } : {}),
        ...(key === undefined ? {} : { 'Idempotency-Key': key, 'Content-Type': 'application/json' }),
      },
    });
  }

  async #send(method: string, path: string, sent: Sent): Promise<number> {
    const out = this.#request(method, path, sent);
    out.on('timeout', () => out.destroy(new Error('timeout')));
    try {
      out.end(sent.body);
      const [response] = (await once(out, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'close');
      if (!response.complete) throw new Error('incomplete response');
      if (response.headers['x-portal-cache'] === 'STALE') this.#stale += 1;
      return response.statusCode ?? 0;
    } catch (error) {
      // Browsers repeat what they sent on a connection that the server had already closed, on a new one.
      if (out.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET' && sent.agent)
        return this.#send(method, path, { ...sent, agent: false });
      throw error;
    }
  }
}

interface Sent {
  localAddress: string;
  agent?: Agent | false;
  body?: string;
  key?: string;
}
