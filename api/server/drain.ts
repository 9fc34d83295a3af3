import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import type { WebServer } from './create-server.ts';

// A request that was already under way to an idle connection is answered, not cut off.
const grace = 300;

/** Stops accepting, lets what is in flight finish, and resolves when the last connection has closed. */
export async function drain({ server, inFlight, lane }: WebServer): Promise<void> {
  const closed = once(server, 'close');
  server.prependListener('request', (_req, res) => {
    res.shouldKeepAlive = false;
  });
  for (const res of inFlight) res.shouldKeepAlive = false;
  lane.retire();
  // Not http's own close(), which cuts idle connections off at once.
  NetServer.prototype.close.call(server);
  let sweep: NodeJS.Timeout | undefined;
  const wait = setTimeout(() => {
    sweep = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of lane.waiting) socket.destroySoon();
    }, 50);
  }, grace);
  await closed;
  clearTimeout(wait);
  clearInterval(sweep);
}
