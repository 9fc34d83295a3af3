import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { Log } from '#api/lib/log.ts';
import { isEnding } from './end-socket.ts';
import type { Refusals } from './refusal.ts';

const statusOf: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what node's parser refuses, with our headers; at debug level only, as any scanner could fill a log with it. */
export function answerClientErrors(
  server: Server,
  { refusals, inFlight, log }: { refusals: Refusals; inFlight: ReadonlySet<ServerResponse>; log: Log },
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, connection: Duplex) => {
    const socket = connection as Socket;
    // The parser reports each further byte and the end of a request that was already refused.
    if (isEnding(socket)) return;
    log.debug({ code: error.code }, 'request refused by the parser');
    // A browser opens connections in advance: one that never asked anything gets no response.
    const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    if (error.code === 'ECONNRESET' || isUnused || !socket.writable || hasOlderRequest(socket, inFlight)) {
      socket.destroy();
    } else refusals.sendRaw(socket, statusOf[error.code ?? ''] ?? 400);
  });
  server.on('checkExpectation', (_req, res: ServerResponse) => refusals.send(res, 417));
  server.on('connect', (_req, connection: Duplex) => refusals.sendRaw(connection as Socket, 405));
}

// An answer is still owed to an earlier request on this connection: an error written now would be taken for it.
function hasOlderRequest(socket: Socket, inFlight: ReadonlySet<ServerResponse>): boolean {
  for (const { req, headersSent } of inFlight) {
    if (req.socket === socket && (req.complete || headersSent)) return true;
  }
  return false;
}
