import { createServer } from 'node:http';
import { serverName } from '#api/lib/instances.ts';
import { listenWhenFree } from '#api/lib/listen-when-free.ts';
import type { Log } from '#api/lib/log.ts';
import type { Metrics } from './metrics.ts';

interface MetricsListener {
  target: { host: string; port: number };
  read: Metrics['read'];
  /** Before each scrape. */
  update: () => Promise<void>;
  log: Pick<Log, 'info' | 'error'>;
}

/** A listener of its own, as the site's is public: GET /metrics and nothing else. */
export async function startMetricsListener({ target, read, update, log }: MetricsListener) {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000, maxHeaderSize: 8_192 }, (req, res) => {
    const refuse = (status: number, headers: Record<string, string> = {}) =>
      res
        .writeHead(status, {
          'Content-Type': 'text/plain; charset=utf-8',
          Connection: 'close',
          Server: serverName,
          ...headers,
        })
        .end();
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
  const stopTrying = await listenWhenFree({
    server,
    setting: `METRICS=${target.host}:${target.port}`,
    target,
    onBusy: (sentence) => log.error(sentence),
    log,
  });
  return {
    server,
    stop: () => {
      stopTrying();
      server.close();
      server.closeAllConnections();
    },
  };
}
