import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Actor, oneOf, repeatedly } from '#tests/resilience/chaos/chaos-test.ts';

const most = 60;

const openings = [
  // Headers that never end.
  'GET /services HTTP/1.1\r\nHost: siege\r\nX-Slow: ',
  // A body that never comes.
  'POST /api/portal/tickets HTTP/1.1\r\nHost: siege\r\nOrigin: http://siege\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
  // A connection that is kept and not used.
  'GET /healthz HTTP/1.1\r\nHost: siege\r\nConnection: keep-alive\r\n\r\n',
];

/** Clients that hold on to a connection and let nothing come of it; the others must not notice. */
export const slowClients: Actor = {
  name: 'slow clients',
  act: async (siege) => {
    const open = new Set<Socket>();
    const tally = siege.ledger.tally('slow clients');
    await repeatedly(siege, 100, async () => {
      for (const socket of open) if (Math.random() < 0.2) socket.write('a');
      const url = oneOf(siege.target.copies.urls());
      if (open.size >= most || url === undefined) return;
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      open.add(socket);
      tally.asked += 1;
      socket.on('error', () => undefined).once('close', () => open.delete(socket));
      socket.resume().write(oneOf(openings));
      await wait(0);
    });
    for (const socket of open) socket.destroy();
  },
};
