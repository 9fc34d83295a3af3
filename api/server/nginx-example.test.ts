import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endWithParent } from '../../scripts/ci/end-with-parent.ts';
import { startFixtureServer } from '#tests/support/http-server.ts';

const canRun = ['nginx', 'openssl'].every((program) => spawnSync(program, ['-v']).error === undefined);

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(async (server) => once(server.close(), 'close')));
  return ports;
}

/** The example as it stands in docs/operations.md, in places of this test. */
function example(folder: string, { http, https, server }: Record<'http' | 'https' | 'server', number | undefined>) {
  const [, text = ''] = /```nginx\n([^]*?)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  const site = text
    .replaceAll('listen 80 ', `listen 127.0.0.1:${http} `)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${https} `)
    .replace('127.0.0.1:3000', `127.0.0.1:${server}`)
    .replaceAll('/etc/letsencrypt/live/www.example.com', folder)
    .replaceAll('/var/log/nginx', folder)
    // Slow enough that a busy machine does not earn more requests while the test runs.
    .replaceAll(/rate=\d+r\/s/g, 'rate=1r/m')
    .replace(/limit_conn portal_connections \d+;/, 'limit_conn portal_connections 5;')
    .replace('zone=portal_sign_in burst=30', 'zone=portal_sign_in burst=3');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events {}
    http { ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} ${site} }`;
}

describe.runIf(canRun)('the nginx example of docs/operations.md', () => {
  let nginx: ReturnType<typeof spawn>;
  let port = 0;
  let fixture: Awaited<ReturnType<typeof startFixtureServer>>;
  const released = Promise.withResolvers<void>();
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));

  function ask(path: string, method = 'GET'): Promise<number | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const to = { host: '127.0.0.1', port, servername: 'www.example.com', headers: { Host: 'www.example.com' } };
    request({ ...to, path, method, agent: false, rejectUnauthorized: false }, (res) => {
      res.resume();
      resolve(res.statusCode);
    })
      .on('error', reject)
      .on('connect', (res) => resolve(res.statusCode))
      .end();
    return promise;
  }

  beforeAll(async () => {
    fixture = await startFixtureServer();
    fixture.app.get('/api/slow', async (c) => {
      await released.promise;
      return c.text('at last');
    });
    const [http, https] = await freePorts(2);
    port = https ?? 0;
    chmodSync(folder, 0o755);
    const certificate = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
    const subject = ['-nodes', '-days', '1', '-subj', '/CN=www.example.com'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', ...subject, ...certificate],
      { stdio: 'ignore' },
    );
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, example(folder, { http, https, server: fixture.port }));
    execFileSync('nginx', ['-t', '-p', folder, '-c', file], { stdio: 'pipe' });
    nginx = endWithParent(spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' }));
    while ((await ask('/nowhere').catch(() => undefined)) === undefined) await wait(50);
  });
  afterAll(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
    fixture.server.closeAllConnections();
    fixture.server.close();
  });

  test('passes pages and the API on, and refuses CONNECT itself', async () => {
    expect(await ask('/services')).toBe(200);
    expect(await ask('/healthz')).toBe(200);
    expect(await ask('www.example.com:443', 'CONNECT')).toBeGreaterThanOrEqual(400);
  });

  test('limits sign-ins of one IP address, and leaves it its pages', async () => {
    const statuses: (number | undefined)[] = [];
    for (let nth = 0; nth < 5; nth += 1) statuses.push(await ask('/api/auth/nothing'));
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    expect(await ask('/services')).toBe(200);
  });

  test('limits requests of one IP address that are under way at once', async () => {
    const held = Array.from({ length: 5 }, () => ask('/api/slow'));
    while (fixture.inFlight.size < held.length) await wait(20);
    expect(await ask('/services')).toBe(429);
    released.resolve();
    expect(await Promise.all(held)).toEqual([200, 200, 200, 200, 200]);
    while ((await ask('/services')) !== 200) await wait(20);
  });
});
