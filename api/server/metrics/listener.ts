import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { OperatorError } from '#api/lib/errors.ts';
import type { Log } from '#api/lib/log.ts';
import type { Metrics } from './metrics.ts';

interface MetricsListener {
  target: { host: string; port: number };
  read: Metrics['read'];
  /** Before each scrape. */
  update: () => Promise<void>;
  log: Log;
}

/** A listener of its own, as the site's is public: GET /metrics and nothing else. */
export async function startMetricsListener({ target, read, update, log }: MetricsListener): Promise<Server> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000, maxHeaderSize: 8_192 }, (req, res) => {
    const refuse = (status: number, headers: Record<string, string> = {}) =>
      res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close', ...headers }).end();
    if (req.url?.split('?', 1)[0] !== '/metrics') return void refuse(404);
    if (req.method !== 'GET') return void refuse(405, { Allow: 'GET' });
    update()
      .then(read)
      .then(({ contentType, text }) =>
        res.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(text),
      )
      .catch((error: unknown) => {
        log.error({ err: error }, 'metrics could not be read');
        refuse(500);
      });
  });
  server.maxConnections = 20;
  server.keepAliveTimeout = 65_000;
  server.listen(target.port, target.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `The setting METRICS is ${target.host}:${target.port}, where the server cannot listen (${code}): choose another port, for example METRICS=127.0.0.1:9464.`,
    );
  }
  return server;
}
