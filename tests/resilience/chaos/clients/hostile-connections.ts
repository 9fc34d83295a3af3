import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, pick, repeat } from './client.ts';

const maxSlowClients = 60;

const unfinishedRequests = [
  // Headers that never end.
  'GET /services HTTP/1.1\r\nHost: chaos\r\nX-Slow: ',
  // A body that never comes.
  'POST /api/portal/tickets HTTP/1.1\r\nHost: chaos\r\nOrigin: http://chaos\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
  // A connection that is kept and not used.
  'GET /healthz HTTP/1.1\r\nHost: chaos\r\nConnection: keep-alive\r\n\r\n',
];

/** Clients that hold connections open without finishing a request must not affect others. */
export const slowClients: Client = {
  name: 'slow clients',
  run: async (chaos) => {
    const open = new Set<Socket>();
    const tally = chaos.results.tally('slow clients');
    await repeat(chaos, 100, async () => {
      for (const socket of open) if (Math.random() < 0.2) socket.write('a');
      const url = pick(chaos.target.instances.urls());
      if (open.size >= maxSlowClients || url === undefined) return;
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      open.add(socket);
      tally.sent += 1;
      socket.on('error', () => undefined).once('close', () => open.delete(socket));
      socket.resume().write(pick(unfinishedRequests));
      await wait(0);
    });
    for (const socket of open) socket.destroy();
  },
};

const resetRequests = [
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /services HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /api/portal/invoices HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST /api/portal/tickets HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n{',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'not a request\r\n\r\n',
];

/** Clients that reset their connection during a request: no instance may exit because of it. */
export const connectionResets: Client = {
  name: 'connection resets',
  run: (chaos) =>
    repeat(chaos, 100, async () => {
      const url = pick(chaos.target.instances.urls());
      if (url === undefined) return;
      chaos.results.tally('connection resets').sent += 1;
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
      socket.write(pick(resetRequests));
      await wait(Math.random() * 30);
      socket.resetAndDestroy();
    }),
};
