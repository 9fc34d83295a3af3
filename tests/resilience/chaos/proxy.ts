import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Proxy {
  origin: string;
  close(): Promise<void>;
}

/** May answer by itself, in place of a server; true if it did. */
export type Intruder = (incoming: IncomingMessage, answer: ServerResponse) => boolean;

/** A plain reverse proxy: takes turns, appends whom it was called by, and hangs up where a server did. */
export async function startProxy(upstreams: () => string[], intrude: Intruder = () => false): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, answer) => {
    if (intrude(incoming, answer)) return;
    const [first, ...others] = upstreams();
    const all = first === undefined ? [] : [first, ...others];
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
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => incoming.destroy()).pipe(answer);
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
