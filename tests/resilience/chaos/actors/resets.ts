import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Actor, oneOf, repeatedly } from '#tests/resilience/chaos/chaos-test.ts';

const requests = [
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /services HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /api/portal/invoices HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST /api/portal/tickets HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n{',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'not a request\r\n\r\n',
];

/** Clients that reset their connection in the middle of a request: no copy may end of it. */
export const resets: Actor = {
  name: 'reset connections',
  act: (siege) =>
    repeatedly(siege, 100, async () => {
      const url = oneOf(siege.target.copies.urls());
      if (url === undefined) return;
      siege.ledger.tally('reset connections').asked += 1;
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
      socket.write(oneOf(requests));
      await wait(Math.random() * 30);
      socket.resetAndDestroy();
    }),
};
