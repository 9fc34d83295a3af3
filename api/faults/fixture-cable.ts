import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface Cable {
  /** The same address, through the cable. */
  url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** What lies between the server and its database, to be cut and mended: connections break, new ones are refused. */
export async function layCable(databaseUrl: string): Promise<Cable> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  const mend = async () => {
    server = createServer((near) => {
      const far = connect(Number(target.port || 5432), target.hostname);
      for (const socket of [near, far]) {
        open.add(socket);
        socket.on('error', () => undefined).once('close', () => open.delete(socket));
      }
      near.pipe(far).on('close', () => near.destroy());
      far.pipe(near).on('close', () => far.destroy());
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  await mend();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    mend,
    cut: async () => {
      const closed = server === undefined ? undefined : once(server, 'close');
      server?.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
