import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#api/db/connect.ts';
import { tickets } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { createReplyAddress } from '#api/services/mail-in/reply-token.ts';
import { mailInKey } from '#tests/resilience/acknowledged-conversation.ts';
import { makeCustomer, makeCustomers as makeBareCustomers, makeUser, secret } from '#tests/support/api.ts';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseSettings } from '#api/lib/env.ts';
import { residentMegabytes, type RunningServer, startServer, waitUntilReady } from '#tests/support/server.ts';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const password = 'a password under load';
export const rowsPerList = 7;

export interface Customer {
  id: string;
  /** In every row of this customer: no other customer may see it. */
  marker: string;
  email: string;
  /** A session from before the run that must stay valid. */
  cookie: string;
  /** To which the user can reply by mail. */
  replyAddresses: string[];
}

export const lists = ['invoices', 'contracts', 'payments', 'licenses', 'tickets'] as const;

export const markers = /mark-[\da-f]{12}/g;

const newMarker = () => `mark-${randomBytes(6).toString('hex')}`;

export async function makeCustomers(database: Database, count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (let at = 0; at < count; at += 1) {
    const marker = newMarker();
    const { id } = await makeCustomer(database, marker);
    const { userId, email, cookie } = await makeUser(database, { customerId: id, password });
    await asOperator(database, async (tx) => {
      const row = sql`generate_series(1, ${rowsPerList}) AS n`;
      await tx.execute(
        sql`INSERT INTO invoices (customer_id, number, amount, status) SELECT ${id}::uuid, 'FA-' || ${marker}::text || n, n, ${marker}::text FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO contracts (customer_id, contract_number, title) SELECT ${id}::uuid, ${marker}::text || n, ${marker}::text FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method) SELECT ${id}::uuid, ${marker}::text || n, n, current_date, 'check' FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO licenses (customer_id, product_name, license_key, license_type) SELECT ${id}::uuid, 'Suite', ${marker}::text || n, 'trial' FROM ${row}`,
      );
      await tx.execute(
        sql`INSERT INTO tickets (customer_id, ticket_number, subject, description) SELECT ${id}::uuid, 'TKT-' || ${at * 100}::int + n, ${marker}::text, 'D' FROM ${row}`,
      );
    });
    const seeded = await asOperator(database, (tx) => tx.select().from(tickets).where(eq(tickets.customerId, id)));
    const replyAddresses: string[] = [];
    for (const { id: ticketId } of seeded)
      replyAddresses.push(await createReplyAddress(database.pool, { ticketId, userId, domain: 'support.example' }));
    customers.push({ id, marker, email, cookie, replyAddresses });
  }
  return customers;
}

/** Customers that only create tickets: one alone would reach the rate limit. */
export async function makeWriters(database: Database, count: number): Promise<Customer[]> {
  const made = await makeBareCustomers(database, count, newMarker);
  return made.map(({ name, ...customer }) => ({ ...customer, marker: name, replyAddresses: [] }));
}

/** One or more instances on one database, and the URL that clients use. */
export interface Target {
  name: string;
  engine: Database['engine'];
  origin(): string;
  customers: Customer[];
  /** Create tickets, in turn. */
  writers: Customer[];
  /** A staff member's session. */
  deskCookie: string;
  instances: Instances;
  operated: DatabaseSettings;
}

export interface Instances {
  urls(): string[];
  all(): RunningServer[];
  /** Kills one with SIGKILL and starts another. */
  killOne(): Promise<void>;
  /** Stops all with SIGTERM; resolves with their exit codes. */
  stop(): Promise<(number | null)[]>;
}

/** Restarts instances that exit, as a supervisor does; `onEnd` gets each instance that exited by itself. */
export async function startInstances(
  count: number,
  settings: Record<string, string>,
  onEnd: (instance: RunningServer) => void,
): Promise<Instances> {
  let running: RunningServer[] = [];
  const expected = new Set<RunningServer>();
  const start = async () => {
    // The default rate limits, which startServer disables.
    const limits = { TICKET_LIMIT: '', READ_LIMIT: '' };
    const mailIn = { MAIL_IN_KEY: mailInKey, MAIL_IN_DOMAIN: 'support.example' };
    const instance = await startServer({ AUTH_SECRET: secret, LOG_LEVEL: 'fatal', ...limits, ...mailIn, ...settings });
    running = [...running, instance];
    void instance.exitCode.then(() => replace(instance));
  };
  const replace = async (instance: RunningServer): Promise<void> => {
    running = running.filter((one) => one !== instance);
    if (expected.has(instance)) return;
    onEnd(instance);
    await wait(300);
    await start();
  };
  await Promise.all(Array.from({ length: count }, start));
  await Promise.all(running.map((instance) => waitUntilReady(instance)));
  return {
    urls: () => running.map(({ url }) => url),
    all: () => running,
    killOne: async () => {
      const victim = running[Math.floor(Math.random() * running.length)];
      if (victim === undefined) return;
      expected.add(victim);
      victim.signal('SIGKILL');
      await victim.exitCode;
      await start();
    },
    stop: async () => {
      const last = running;
      for (const instance of last) expected.add(instance);
      return Promise.all(last.map((instance) => instance.stop()));
    },
  };
}

// The embedded engine opens the file of a table or index at its first use and keeps it open.
const isTable = (handle: string) => {
  try {
    return readlinkSync(handle).includes('/postgres/');
  } catch {
    return true;
  }
};

export interface ResourceUsage {
  megabytes: number;
  /** Open file descriptors. */
  handles: number;
}

/** Nothing if the system has no /proc. */
export function readUsage(pid: number | undefined): ResourceUsage | undefined {
  try {
    const handles = readdirSync(`/proc/${pid}/fd`).filter((name) => !isTable(`/proc/${pid}/fd/${name}`)).length;
    return { megabytes: residentMegabytes(pid ?? 0), handles };
  } catch {
    return undefined;
  }
}

export interface HttpProxy {
  origin: string;
  close(): Promise<void>;
}

/** May respond instead of a server; returns true if it did. */
export type Interceptor = (incoming: IncomingMessage, response: ServerResponse) => boolean;

/** A round-robin reverse proxy that appends X-Forwarded-For and closes the connection when a server does. */
export async function startHttpProxy(
  upstreams: () => string[],
  intercept: Interceptor = () => false,
): Promise<HttpProxy> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, response) => {
    if (intercept(incoming, response)) return;
    const all = upstreams();
    turn += 1;
    const chosen = all[turn % Math.max(all.length, 1)];
    if (chosen === undefined) {
      incoming.destroy();
      return;
    }
    const hops = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean).join(', ');
    const passed = request(new URL(incoming.url ?? '/', chosen), {
      agent,
      method: incoming.method,
      headers: { ...incoming.headers, 'x-forwarded-for': hops },
    });
    passed.on('error', () => incoming.destroy());
    passed.on('response', (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.on('error', () => incoming.destroy()).pipe(response);
    });
    // A client that leaves a stream.
    response.once('close', () => {
      if (!response.writableFinished) passed.destroy();
    });
    incoming.on('error', () => passed.destroy()).pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
