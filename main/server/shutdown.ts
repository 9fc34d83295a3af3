import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '#api/lib/log.ts';

const shutdownTimeoutMs = 10_000;
// Ctrl-C under npm arrives twice, from the terminal and from npm.
const signalDebounceMs = 500;
// Requests that are already on their way to an idle connection are answered, not cut off.
const idleDelayMs = 300;
// Under a flood there is always another connection that waits.
const maxAcceptingMs = 3_000;

/** SIGTERM or SIGINT: stops gracefully, after `delay` seconds. A second signal, or the timeout, ends the process at once. */
export function stopOnSignals(log: Log, delay: number, stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const forceExit = (reason: string) => {
    log.warn({ reason }, 'stopped before everything had finished');
    process.exit(1);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > signalDebounceMs) forceExit('second signal');
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(() => forceExit('timeout'), delay * 1000 + shutdownTimeoutMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

export interface WebServer {
  server: Server;
  /** API responses in progress. */
  inFlight: ReadonlySet<ServerResponse>;
  connections: Connections;
}

/** Stops accepting, finishes requests in flight, and resolves when the last connection has closed. */
export async function drain({ server, inFlight, connections }: WebServer): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.prependListener('request', (_req, res) => {
    res.shouldKeepAlive = false;
  });
  for (const res of inFlight) res.shouldKeepAlive = false;
  await acceptWaiting(server);
  // Not http's own close(), which closes idle connections at once.
  NetServer.prototype.close.call(server);
  let sweep: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    sweep = setInterval(() => connections.closeIdle(), 50);
  }, idleDelayMs);
  await closed;
  clearTimeout(timer);
  clearInterval(sweep);
}

/**
 * The system resets connections that wait for a listener when it closes, and a proxy does not send a POST again. Node accepts
 * one in each turn of its event loop.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let hasAccepted = false;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on('connection', onConnection);
  await nextTurn();
  const end = performance.now() + maxAcceptingMs;
  do {
    hasAccepted = false;
    await nextTurn();
  } while (hasAccepted && performance.now() < end);
  server.off('connection', onConnection);
}

export interface Connections {
  /** Closes connections without a pending response. Node's `closeIdleConnections` spares those with a partial request head. */
  closeIdle(): void;
}

export function trackConnections(server: Server): Connections {
  const sockets = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (_req, res: ServerResponse) => {
    responses.add(res);
    res.once('close', () => responses.delete(res));
  });
  return {
    closeIdle() {
      const busy = new Set([...responses].map(({ req }) => req.socket));
      for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon();
    },
  };
}
