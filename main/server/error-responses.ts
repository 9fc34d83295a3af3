import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '#api/lib/log.ts';
import { type Header, securityHeaders } from '#api/lib/security-headers.ts';

/** Plain-text responses for requests that reach neither a page nor the API. */
export interface ErrorResponses {
  send(res: ServerResponse, status: number, extra?: readonly Header[]): void;
  /** For a connection whose request could not be parsed; closes it. */
  sendRaw(socket: Socket, status: number): void;
}

export function createErrorResponses({
  isHttps,
  closeTimeout,
}: {
  isHttps: boolean;
  closeTimeout: number;
}): ErrorResponses {
  const build = (status: number): { headers: Header[]; body: string } => {
    const body = `${STATUS_CODES[status]}\n`;
    return {
      body,
      headers: [
        ['Content-Type', 'text/plain; charset=utf-8'],
        ['Content-Length', String(body.length)],
        ['Cache-Control', 'no-store'],
        ...securityHeaders({ isHttps }),
      ],
    };
  };
  return {
    send(res, status, extra = []) {
      const { headers, body } = build(status);
      res.writeHead(status, [...headers, ...extra].flat());
      res.end(body);
    },
    sendRaw(socket, status) {
      const { headers, body } = build(status);
      const lines = [...headers, ['Connection', 'close'] as const].map(([name, value]) => `${name}: ${value}`);
      const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n`;
      endSocket(socket, head + body, closeTimeout);
    },
  };
}

const parserStatuses: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Responds to what node's parser rejects, with our headers. Logged at debug level only: any scanner could fill a log. */
export function handleClientErrors(
  server: Server,
  { errors, inFlight, log }: { errors: ErrorResponses; inFlight: ReadonlySet<ServerResponse>; log: Log },
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, connection: Duplex) => {
    const socket = connection as Socket;
    // The parser reports each further byte and the end of a request that was already rejected.
    if (ending.has(socket)) return;
    log.debug({ code: error.code }, 'request rejected by the parser');
    // Browsers open connections in advance: an unused one gets no response.
    const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    if (error.code === 'ECONNRESET' || isUnused || !socket.writable || hasPendingResponse(socket, inFlight)) {
      socket.destroy();
    } else errors.sendRaw(socket, parserStatuses[error.code ?? ''] ?? 400);
  });
  server.on('checkExpectation', (_req, res: ServerResponse) => errors.send(res, 417));
  server.on('connect', (_req, connection: Duplex) => errors.sendRaw(connection as Socket, 405));
}

// An error written now would be taken for the response to the earlier request.
function hasPendingResponse(socket: Socket, inFlight: ReadonlySet<ServerResponse>): boolean {
  for (const { req, headersSent } of inFlight) {
    if (req.socket === socket && (req.complete || headersSent)) return true;
  }
  return false;
}

const ending = new WeakSet<Socket>();

/**
 * Writes the last response to a socket that node's HTTP server no longer manages, and closes it. For CONNECT, node removes
 * its own `error` and `timeout` listeners: without ours a reset would be an uncaught exception, and a client that
 * never closes its side would hold the socket for ever. What the client still sends is read and discarded: closing with
 * unread bytes resets the connection and can lose the response.
 */
function endSocket(socket: Socket, response: string, timeout: number): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  const destroy = () => socket.destroy();
  // Not socket.setTimeout, which every byte from the client restarts.
  const timer = setTimeout(destroy, timeout).unref();
  socket.on('error', destroy);
  socket.once('close', () => clearTimeout(timer));
  socket.end(response);
  socket.resume();
}
