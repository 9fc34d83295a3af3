import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { securityHeaders, type Header } from '#api/lib/security-headers.ts';
import { endSocket } from './end-socket.ts';

/** Short answers for requests that reach neither a page nor the API. */
export interface Refusals {
  send(res: ServerResponse, status: number, extra?: readonly Header[]): void;
  /** For a connection whose request could not even be parsed; it is closed afterwards. */
  sendRaw(socket: Socket, status: number): void;
}

export function createRefusals({ isHttps, closeTimeout }: { isHttps: boolean; closeTimeout: number }): Refusals {
  const headersOf = (status: number): { headers: Header[]; body: string } => {
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
      const { headers, body } = headersOf(status);
      res.writeHead(status, [...headers, ...extra].flat());
      res.end(body);
    },
    sendRaw(socket, status) {
      const { headers, body } = headersOf(status);
      const lines = [...headers, ['Connection', 'close'] as const].map(([name, value]) => `${name}: ${value}`);
      const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n`;
      endSocket(socket, head + body, closeTimeout);
    },
  };
}
