import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Log, loggedPath } from '#api/lib/log.ts';

interface LoggedRequest {
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
}

/** One line per response once it is sent, without query, cookies, email addresses and IP addresses. */
export function logRequest(log: Log, { req, res, requestId }: LoggedRequest): void {
  const started = performance.now();
  const { socket } = req;
  const bytesBefore = socket.bytesWritten;
  res.once('close', () => {
    const status = res.statusCode;
    log[status >= 500 ? 'error' : 'info'](
      {
        requestId,
        method: req.method,
        path: loggedPath(req.url ?? ''),
        status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        bytes: socket.bytesWritten - bytesBefore,
        ...(res.writableFinished ? {} : { aborted: true }),
      },
      'request',
    );
  });
}
