import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
