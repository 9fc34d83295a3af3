import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * How long clients may take to send a body. Node's own `requestTimeout` is one for all routes, so it is that of uploads, and
 * the shorter one of every other request is here.
 */

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Reports a body that takes longer as node reports its own timeout. */
export function limitRequestTime(server: Server, milliseconds: number): void {
  // Before the request is handled.
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = req.headers;
    if (length === '0' && encoding === undefined) return;
    const onTimeout = () => {
      if (req.complete) return;
      // It has its response, and only the rest of a body that nobody reads is missing.
      if (res.writableEnded) return void req.socket.destroy();
      const error = Object.assign(new Error('The request took too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, req.socket);
    };
    const timer = setTimeout(onTimeout, milliseconds).unref();
    timers.set(req, timer);
    req.once('close', () => clearTimeout(timer));
  });
}

/** Leaves the body the time of an upload. Call it once it is known that the caller may send so much. */
export function allowUploadTime(req: IncomingMessage | undefined): void {
  if (req !== undefined) clearTimeout(timers.get(req));
}

/** What must arrive while we wait for an upload: 1 kB a second. */
const minProgress = { bytes: 32 * 1024, milliseconds: 30_000 };

/** The body of an upload arrives too slowly. */
export class BodyTooSlowError extends Error {
  override name = 'BodyTooSlowError';
}

type Read = () => Promise<{ done: boolean; value?: Uint8Array | undefined }>;

/** Ends a body that makes no progress. The time in which we do not read counts for nothing. */
export async function* requireProgress(read: Read, progress = minProgress): AsyncGenerator<Uint8Array> {
  let waited = 0;
  let received = 0;
  for (;;) {
    const startedAt = performance.now();
    const { done, value } = await withTimeout(read(), progress.milliseconds - waited);
    waited += performance.now() - startedAt;
    if (done || value === undefined) return;
    received += value.length;
    if (received >= progress.bytes) [waited, received] = [0, 0];
    yield value;
  }
}

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const onTimeout = () => reject(new BodyTooSlowError('The body arrives too slowly.'));
  const timer = setTimeout(onTimeout, Math.max(0, milliseconds));
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
