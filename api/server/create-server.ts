import { createServer, type Server, type ServerResponse } from 'node:http';
import type { App } from '#api/app.ts';
import type { Settings } from '#api/lib/env.ts';
import type { Log } from '#api/lib/log.ts';
import type { Site } from '#api/server/site/load-site.ts';
import { createApiListener } from './api-listener.ts';
import { answerClientErrors } from './client-errors.ts';
import { trackConnections, type Connections } from './connections.ts';
import { createListener } from './listener.ts';
import { createRefusals } from './refusal.ts';

/** How long, in milliseconds, and how much a slow or hostile client may take. */
export const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than the idle time of usual proxies (60 s): the side that reuses a connection must be the one that gives up first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  /** A connection on which nothing moves, such as a client that stops reading. */
  idleTimeout: 120_000,
  /** A connection that was refused, such as CONNECT: how long its client may take to read the response and close. */
  closeTimeout: 5_000,
  maxHeaderSize: 16_384,
  maxHeadersCount: 100,
  /** Of all clients together; one more is closed at once. Below the 4,096 open files that some systems allow a process. */
  maxConnections: 2_000,
};

export interface ServerDeps {
  app: App;
  site: Site | undefined;
  settings: Pick<Settings, 'siteUrl' | 'trustProxy'>;
  log: Log;
  limits?: typeof limits;
}

export interface WebServer {
  server: Server;
  /** API answers that are still being made. */
  inFlight: ReadonlySet<ServerResponse>;
  connections: Connections;
}

export function createWebServer({
  app,
  site,
  settings,
  log,
  limits: { idleTimeout, closeTimeout, maxHeadersCount, maxConnections, ...options } = limits,
}: ServerDeps) {
  const isHttps = settings.siteUrl.startsWith('https:');
  const inFlight = new Set<ServerResponse>();
  const refusals = createRefusals({ isHttps, closeTimeout });
  const api = createApiListener({ app, log, isHttps, inFlight });
  const listener = createListener({ site, api, refusals, log, trustProxy: settings.trustProxy });
  const server = createServer({ ...options, requireHostHeader: false }, listener);
  server.maxHeadersCount = maxHeadersCount;
  server.maxConnections = maxConnections;
  server.timeout = idleTimeout;
  answerClientErrors(server, { refusals, inFlight, log });
  warnOfDroppedConnections(server, log);
  return { server, inFlight, connections: trackConnections(server) } satisfies WebServer;
}

const warningInterval = 60_000;

function warnOfDroppedConnections(server: Server, log: Log): void {
  let dropped = 0;
  let warnedAt = -Infinity;
  server.on('drop', () => {
    dropped += 1;
    // Once a minute: what fills the connections must not fill the log.
    if (performance.now() - warnedAt < warningInterval) return;
    warnedAt = performance.now();
    log.warn({ dropped, maxConnections: server.maxConnections }, 'too many connections: new ones are closed');
  });
}
