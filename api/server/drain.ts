import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import type { WebServer } from './create-server.ts';

// A request that was already under way to an idle connection is answered, not cut off.
const grace = 300;

/** Stops accepting, lets what is in flight finish, and resolves when the last connection has closed. */
export async function drain({ server, inFlight, connections }: WebServer): Promise<void> {
  const closed = once(server, 'close');
  server.prependListener('request', (_req, res) => {
    res.shouldKeepAlive = false;
  });
  for (const res of inFlight) res.shouldKeepAlive = false;
  // Not http's own close(), which cuts idle connections off at once.
  NetServer.prototype.close.call(server);
  let sweep: NodeJS.Timeout | undefined;
  const wait = setTimeout(() => {
    sweep = setInterval(() => connections.closeIdle(), 50);
  }, grace);
  await closed;
  clearTimeout(wait);
  clearInterval(sweep);
}
