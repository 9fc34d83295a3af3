import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#api/lib/env.ts';
import { askInstances } from '#modules/monitoring/server/instances.ts';
import { createOwnerDatabase, hasPostgres } from '#tests/support/database.ts';
import { bundleServer, killServers, startServer, unreachableDatabase, waitUntilReady } from '#tests/support/server.ts';

beforeAll(bundleServer);
afterEach(killServers);

/** The first of so many ports in a row that are free. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = createServer().listen(0, '127.0.0.1');
    const servers = [first];
    await once(first, 'listening');
    const { port } = first.address() as AddressInfo;
    let isFree = port + count <= 65_535;
    for (let next = port + 1; isFree && next < port + count; next += 1) {
      const server = createServer().listen(next, '127.0.0.1');
      isFree = await once(server, 'listening').then(
        () => true,
        () => false,
      );
      if (isFree) servers.push(server);
    }
    for (const server of servers) server.close();
    await Promise.all(servers.map((server) => once(server, 'close')));
    if (isFree) return port;
  }
}

/** The first line that a mail server says, or why it says none. */
const greet = (port: number) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (data: Buffer) => {
      socket.destroy();
      resolve(data.toString());
    });
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code));
  });

test.runIf(hasPostgres)('two instances with every optional listener share one environment', async () => {
  const { url, drop } = await createOwnerDatabase();
  const first = await freePorts(5);
  const [one, other, metrics, lmtp] = [first, first + 1, first + 2, first + 4];
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'instances-')),
    UPSTREAMS: `127.0.0.1:${one},127.0.0.1:${other}`,
    METRICS: `127.0.0.1:${metrics}`,
    MAIL_IN: `lmtp://127.0.0.1:${lmtp}`,
    MAIL_IN_DOMAIN: 'support.example.com',
    AUTH_SECRET: unreachableDatabase.AUTH_SECRET,
  };
  const start = (port: number) => startServer({ ...settings, PORT: String(port) });
  const instances = await Promise.all([start(one), start(other)]);
  await Promise.all(instances.map(waitUntilReady));

  const ask = async () => {
    const listeners = await askInstances(readSettings(settings));
    return (listeners ?? []).map(({ name, fault = 'answers' }) => `${name} ${fault}`);
  };
  const names = [`127.0.0.1:${one}`, `127.0.0.1:${other}`, `METRICS=127.0.0.1:${metrics}`];
  const all = [...names, `METRICS=127.0.0.1:${metrics + 1}`, `MAIL_IN=${settings.MAIL_IN}`];
  expect(await ask()).toEqual(all.map((name) => `${name} answers`));
  for (const port of [metrics, metrics + 1])
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('portal_build_info');
  expect(await greet(lmtp)).toMatch(/^220 .* LMTP/);

  const [ended, remaining] = instances;
  expect(await ended.stop()).toBe(0);
  await expect.poll(() => greet(lmtp)).toMatch(/^220 .* LMTP/);
  expect(await ask()).toEqual(
    all.map(
      (name) => `${name} ${name.match(`:(?:${one}|${metrics})$`) ? 'does not answer (ECONNREFUSED)' : 'answers'}`,
    ),
  );
  expect(await remaining.stop()).toBe(0);
  expect(await greet(lmtp)).toBe('ECONNREFUSED');
  await drop();
});
