import type { Socket } from 'node:net';

const ending = new WeakSet<Socket>();

/** Whether the last response has been written: what still arrives is not read as a request. */
export const isEnding = (socket: Socket): boolean => ending.has(socket);

/**
 * Writes the last response to a socket that node's HTTP server no longer looks after, and closes it. For CONNECT, node takes
 * its own `error` and `timeout` listeners off: without ours a reset would be an uncaught exception, and a client that
 * never closes its side would hold the socket for ever. What the client still sends is discarded rather than left unread,
 * as closing with unread bytes resets the connection and can lose the response.
 */
export function endSocket(socket: Socket, response: string, timeout: number): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  const destroy = () => socket.destroy();
  // Not socket.setTimeout, which starts again with every byte that the client sends.
  const timer = setTimeout(destroy, timeout).unref();
  socket.on('error', destroy);
  socket.once('close', () => clearTimeout(timer));
  socket.end(response);
  socket.resume();
}
