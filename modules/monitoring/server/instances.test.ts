import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { metricsTargetOf, metricsTargets } from '#api/lib/instances.ts';
import { askInstances } from './instances.ts';
import { createProbes } from './probes.ts';

const alone = { upstreams: ['127.0.0.1:3000'], metrics: undefined, mailIn: undefined };

/** Any program that answers on a port, with 503 over HTTP. */
async function startOther(greeting?: string): Promise<number> {
  const server =
    greeting === undefined
      ? createServer((_request, response) => response.writeHead(503).end())
      : createNetServer((socket) => void socket.on('error', () => undefined).write(greeting));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('instances of a machine have the ports after METRICS, in the order of UPSTREAMS', () => {
  const settings = {
    metrics: { host: '127.0.0.1', port: 9464 },
    upstreams: ['10.0.0.1:3000', '10.0.0.1:3001', '10.0.0.2:3000', '10.0.0.2:3001'],
  };
  expect(metricsTargets(settings).map(({ instance, port }) => [instance, port])).toEqual([
    [3000, 9464],
    [3001, 9465],
  ]);
  expect(metricsTargetOf({ ...settings, port: 3001 })).toMatchObject({ port: 9465 });
  // Not one of UPSTREAMS.
  expect(metricsTargetOf({ ...settings, port: 4000 })).toEqual(settings.metrics);
  expect(metricsTargetOf({ ...settings, metrics: undefined, port: 3000 })).toBeUndefined();
});

test('one instance without other listeners has nothing to ask', async () => {
  expect(await askInstances(alone)).toBeUndefined();
});

test('an instance that is not ready, or gone, and another program on a port of ours are named', async () => {
  const port = await startOther();
  const mailIn = `lmtp://127.0.0.1:${await startOther('220 mx.example.com ESMTP Postfix\r\n')}`;
  const settings = {
    upstreams: [`127.0.0.1:${port}`, '127.0.0.1:1'],
    metrics: { host: '127.0.0.1', port },
    mailIn,
  };
  const listeners = await askInstances({ ...settings, upstreams: settings.upstreams.slice(0, 1) });
  expect(listeners).toEqual([
    { name: `METRICS=127.0.0.1:${port}`, fault: 'is another program' },
    { name: `MAIL_IN=${mailIn}`, fault: 'is another program' },
  ]);
  expect(await askInstances({ ...settings, metrics: undefined, mailIn: undefined })).toEqual([
    { name: `127.0.0.1:${port}`, fault: 'is not ready (503)' },
    { name: '127.0.0.1:1', fault: expect.stringMatching(/^does not answer/) },
  ]);
});

test('an instance that restarts is not silent yet, but a command says what it sees', async () => {
  const settings = {
    dataDir: '/',
    clamd: undefined,
    siteUrl: 'http://localhost:3000',
    tlsCertificate: undefined,
    ...alone,
    upstreams: ['127.0.0.1:1', '127.0.0.1:2'],
  };
  expect((await createProbes(settings)()).silent).toEqual([]);
  expect((await createProbes(settings, { isOnce: true })()).silent).toEqual(settings.upstreams);
});
