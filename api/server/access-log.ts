import type { IncomingMessage, ServerResponse } from 'node:http';
import { loggedPath } from '#api/lib/logged-path.ts';
import type { Log } from '#api/lib/log.ts';

export interface LoggedRequest {
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
  /** Pages that were found are of interest to a debugger only. */
  isPage: boolean;
}

/** One line per answer, when it has left: never the query, a cookie, an address of a person or of a machine. */
export function logAnswer(log: Log, { req, res, requestId, isPage }: LoggedRequest): void {
  const started = performance.now();
  const { socket } = req;
  const bytesBefore = socket.bytesWritten;
  res.once('close', () => {
    const status = res.statusCode;
    const level = status >= 500 ? 'error' : isPage && status < 400 ? 'debug' : 'info';
    log[level](
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
