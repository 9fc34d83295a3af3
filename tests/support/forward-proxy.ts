import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A forward proxy on loopback, which notes every request and every tunnel that a browser asks for. */
export async function startForwardProxy() {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    requests.push(`${method} ${url}`);
    const forwarded = request(url, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ url = '' }, socket: Socket, head: Buffer) => {
    requests.push(`CONNECT ${url}`);
    const [host, port] = url.split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const)
      one.on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
