import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /** Closes every connection that is owed no response. Node's `closeIdleConnections` spares those that have not sent a whole head yet. */
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
