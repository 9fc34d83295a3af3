import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer } from 'node:net';
import type { App } from '../app.ts';
import type { Settings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';
import type { Log } from '#api/lib/log.ts';
import { limitRequestTime } from '#api/lib/request-time.ts';
import { quoteValue } from '#api/lib/setting-checks.ts';
import { createErrorResponses, handleClientErrors } from './error-responses.ts';
import { createRequestListener, type OnRequest } from './request-listener.ts';
import { type WebServer, trackConnections } from './shutdown.ts';
import type { Site } from './site/load-site.ts';

/** Limits for slow and hostile clients; times in milliseconds. */
export const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** For routes that take files: 25 MB at 28 kB a second. */
  uploadTimeout: 15 * 60_000,
  // Longer than the idle timeout of usual proxies (60 s): the side that reuses a connection must be the first to close it.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  /** A connection without traffic, e.g. a client that stops reading. */
  idleTimeout: 120_000,
  /** After an error response, e.g. to CONNECT: how long the client may take to read it and close. */
  closeTimeout: 5_000,
  maxHeaderSize: 16_384,
  maxHeadersCount: 100,
  /**
   * All clients together; further ones are closed at once. Some systems allow a process 4,096 open files: a connection has one,
   * an upload or download another one. At most 50 uploads run at once (api/routes/files.ts).
   */
  maxConnections: 2_000,
};

export interface ServerDeps {
  app: App;
  site: Site | undefined;
  settings: Pick<Settings, 'siteUrl' | 'trustProxy'> & Partial<Pick<Settings, 'slowMs'>>;
  log: Log;
  onRequest?: OnRequest | undefined;
  limits?: typeof limits;
}

export function createWebServer({
  app,
  site,
  settings,
  log,
  onRequest,
  limits: {
    idleTimeout,
    closeTimeout,
    maxHeadersCount,
    maxConnections,
    requestTimeout,
    uploadTimeout,
    ...options
  } = limits,
}: ServerDeps) {
  const isHttps = settings.siteUrl.startsWith('https:');
  const inFlight = new Set<ServerResponse>();
  const errors = createErrorResponses({ isHttps, closeTimeout });
  const { trustProxy, slowMs } = settings;
  const listener = createRequestListener({
    app,
    site,
    errors,
    inFlight,
    log,
    isHttps,
    trustProxy,
    slowMs,
    onRequest,
  });
  const server = createServer({ ...options, requestTimeout: uploadTimeout, requireHostHeader: false }, listener);
  limitRequestTime(server, requestTimeout);
  server.maxHeadersCount = maxHeadersCount;
  server.maxConnections = maxConnections;
  server.timeout = idleTimeout;
  handleClientErrors(server, { errors, inFlight, log });
  logDroppedConnections(server, log);
  return { server, inFlight, connections: trackConnections(server) } satisfies WebServer;
}

const warningIntervalMs = 60_000;

function logDroppedConnections(server: Server, log: Log): void {
  let dropped = 0;
  let warnedAt = -Infinity;
  server.on('drop', () => {
    dropped += 1;
    // Once a minute: a flood of connections must not flood the log.
    if (performance.now() - warnedAt < warningIntervalMs) return;
    warnedAt = performance.now();
    log.warn({ dropped, maxConnections: server.maxConnections }, 'too many connections: new ones are closed');
  });
}

type ListenSettings = Pick<Settings, 'port' | 'host'>;

/** PORT=0: lets the system choose a port before the server is created, since pages and mails contain it. */
export async function reservePort({ host }: ListenSettings): Promise<{ port: number; reserved: NetServer }> {
  const reserved = createNetServer().listen(0, host);
  await waitForListening(reserved, { port: 0, host });
  return { port: (reserved.address() as AddressInfo).port, reserved };
}

/** Before the database is migrated: a port that another program has is the operator's mistake. */
export async function requireFreePort(settings: ListenSettings): Promise<void> {
  const tried = createNetServer().listen(settings.port, settings.host);
  await waitForListening(tried, settings);
  tried.close();
  await once(tried, 'close');
}

/** Starts to accept connections and returns a URL that a browser can open. */
export async function listen(server: Server, { port, host }: ListenSettings, reserved?: NetServer): Promise<string> {
  if (reserved === undefined) server.listen(port, host);
  else server.listen(reserved);
  await waitForListening(server, { port, host });
  const { port: actual } = server.address() as AddressInfo;
  return `http://${openableHost(host)}:${actual}`;
}

async function waitForListening(server: NetServer, { port, host }: ListenSettings): Promise<void> {
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new OperatorError(describeListenError((error as NodeJS.ErrnoException).code, port, host));
  }
}

function describeListenError(code: string | undefined, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use: stop the other program, or choose another port, for example PORT=${port + 1}.`;
    case 'EACCES':
      return `Port ${port} requires privileges: choose one from 1024 up, for example PORT=3000.`;
    default:
      return `The setting HOST is ${quoteValue(host)}, which is not an IP address of this machine (${code}): use one that is, for example HOST=127.0.0.1.`;
  }
}

function openableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
