import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { DatabaseHandle } from '#api/db/database-handle.ts';
import type { Database } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { hasSystemPart } from '../../../scripts/lib/system-packages.ts';
import { browser, openApi, siteUrl } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { createWebServer } from '../create-server.ts';
import { drain } from '../shutdown.ts';
import { addDatabaseGauges } from './database-gauges.ts';
import { startMetricsListener } from './listener.ts';
import { createMetrics } from './metrics.ts';

const log = createLog('silent');
const monitoring = join(import.meta.dirname, '../../../docs/monitoring');
const settings = { clamd: undefined, hasReminders: false, hasBooking: false };
const probes = { freeSpace: 0.5, isScannerUp: undefined, certificateEnds: new Date(), silent: undefined };
const hasPromtool = await hasSystemPart('Prometheus');

async function scrapeOf(handle: Pick<DatabaseHandle<Database>, 'current'>, now?: () => number) {
  const metrics = createMetrics();
  const gauges = {
    registry: metrics.registry,
    handle,
    live: { size: 3 },
    readProbes: () => Promise.resolve(probes),
    settings,
  };
  const { update } = addDatabaseGauges({ ...gauges, ...(now && { now }) });
  const { server, stop } = await startMetricsListener({
    target: { host: '127.0.0.1', port: 0 },
    read: metrics.read,
    update,
    log,
  });
  const { port } = server.address() as AddressInfo;
  afterAll(stop);
  const url = `http://127.0.0.1:${port}`;
  const scrape = async () => (await fetch(`${url}/metrics`)).text();
  return { metrics, url, scrape };
}

const samplesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const namesOf = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));

describe('without a database', () => {
  test('a scrape says that it is away, and leaves out what only it knows', async () => {
    const { scrape } = await scrapeOf({ current: undefined });
    const samples = samplesOf(await scrape());
    expect(samples).toContain('portal_database_up 0');
    expect(samples).toContain('portal_check_ok{check="database"} 0');
    expect(samples).toContain('portal_live_streams 3');
    expect(samples.filter((line) => /^portal_(?:jobs_pending|tickets_overdue|backup_last)/.test(line))).toEqual([]);
  });

  test('a scrape does not wait for one that hangs or throws', async () => {
    for (const query of [() => new Promise(() => {}), () => Promise.reject(new Error('away'))]) {
      const pool = { query, totalCount: 10, idleCount: 0, waitingCount: 7 };
      const { scrape } = await scrapeOf({ current: { pool } as unknown as Database });
      const samples = samplesOf(await scrape());
      expect(samples).toContain('portal_database_up 0');
      expect(samples).toContain('portal_db_pool_waiting 7');
    }
  });

  test.each([
    ['GET', '/', 404],
    ['GET', '/metrics/', 404],
    ['GET', '//metrics', 404],
    ['GET', '/metrics/../etc/passwd', 404],
    ['POST', '/metrics', 405],
    ['PUT', '/metrics', 405],
    ['HEAD', '/metrics', 405],
    ['DELETE', '/', 404],
  ])('%s %s is %i', async (method, path, status) => {
    const { url } = await scrapeOf({ current: undefined });
    const req = request(url, { method, path }).end();
    const [response] = (await once(req, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(status);
  });

  test('while another process has the port it says so, and listens there once it is free', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const target = { host: '127.0.0.1', port: (other.address() as AddressInfo).port };
    const { read } = createMetrics();
    const said: string[] = [];
    const listener = await startMetricsListener({
      target,
      read,
      update: () => Promise.resolve(),
      log: { ...log, error: (sentence: string) => said.push(sentence) },
    });
    afterAll(listener.stop);
    expect(said).toEqual([expect.stringContaining(`METRICS=127.0.0.1:${target.port}: another process listens there`)]);
    other.close();
    await expect.poll(() => listener.server.listening).toBe(true);
  });

  test('an address that is none of this machine is a sentence for the operator', async () => {
    const { read } = createMetrics();
    const target = { host: '192.0.2.1', port: 9464 };
    await expect(startMetricsListener({ target, read, update: () => Promise.resolve(), log })).rejects.toThrow(
      /^The setting METRICS is 192\.0\.2\.1:9464, where the server cannot listen \(EADDRNOTAVAIL\)/,
    );
  });
});

describeApi({ settings: { readLimit: 0 } }, ({ database, customer }) => {
  const start = async () => {
    const scraped = await scrapeOf({ current: database });
    const app = await openApi(database, { readLimit: 0 });
    const web = createWebServer({
      app,
      site: undefined,
      settings: { siteUrl, trustProxy: 1 },
      log,
      onRequest: scraped.metrics.onRequest,
    });
    web.server.listen(0, '127.0.0.1');
    await once(web.server, 'listening');
    const { port } = web.server.address() as AddressInfo;
    return { ...scraped, app, web, site: `http://127.0.0.1:${port}` };
  };

  test('hundreds of paths, methods and ids are a few labels', async () => {
    const { web, site, scrape } = await start();
    const ids = Array.from({ length: 400 }, (_, at) => at);
    const send = async (path: string, init: RequestInit = {}) => (await fetch(`${site}${path}`, init)).text();
    const headers = { Cookie: customer.cookie };
    for (let at = 0; at < ids.length; at += 100) {
      await Promise.all(
        ids.slice(at, at + 100).map((id) => {
          if (id % 4 === 0) return send(`/api/portal/tickets/${id}`, { headers });
          if (id % 4 === 1) return send(`/wp-admin/${id}.php`);
          if (id % 4 === 2) return send(`/api/${id}/x`);
          return send(`/api/portal/invoices?q=${id}`, { headers });
        }),
      );
    }
    await send('/api/portal/invoices', { method: 'PROPFIND', headers });
    const text = await scrape();
    const counted = samplesOf(text).filter((line) => line.startsWith('portal_http_requests_total'));
    expect(counted.length).toBeLessThan(20);
    const total = counted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    expect(total).toBe(ids.length + 1);
    expect(text).toContain('route="/api/portal/invoices",method="GET",status="200"');
    expect(text).toContain('route="unknown"');
    expect(text).not.toMatch(/wp-admin|PROPFIND|\/396/);
    expect(samplesOf(text).length).toBeLessThan(300);
    await drain(web);
  });

  test('sign-ins and uploads are counted by result', async () => {
    const { web, site, scrape } = await start();
    const headers = { 'Content-Type': 'application/json', Origin: siteUrl, Cookie: customer.cookie };
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' });
    const signIn = await fetch(`${site}/api/auth/sign-in/password`, { method: 'POST', headers, body });
    expect([signIn.status, await signIn.json()]).toEqual([401, expect.anything()]);
    const query = `ticketId=${customer.id}&name=a.exe`;
    await fetch(`${site}/api/portal/tickets/file?${query}`, { method: 'PUT', headers, body: 'MZ' });
    await fetch(`${site}/api/v1/documents/F-1`, { method: 'PUT', body: 'no key' });
    const samples = samplesOf(await scrape());
    expect(samples).toContain('portal_sign_ins_total{result="rejected"} 1');
    expect(samples).toContain('portal_uploads_total{result="unauthorized"} 1');
    expect(samples).toContain('portal_sign_ins_total{result="done"} 0');
    expect(samples.filter((line) => line.startsWith('portal_uploads_total'))).toHaveLength(3);
    await drain(web);
  });

  test('what the database knows is read once for many scrapes', async () => {
    let queries = 0;
    let time = 0;
    const pool = new Proxy(database.pool, {
      get: (target, name) => {
        if (name === 'query') queries += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { scrape } = await scrapeOf({ current: { ...database, pool } }, () => time);
    const all = await Promise.all(Array.from({ length: 10 }, scrape));
    for (const text of all) expect(samplesOf(text)).toContain('portal_database_up 1');
    expect(queries).toBe(1);
    time += 16_000;
    await scrape();
    expect(queries).toBe(2);
  });

  test('rules and dashboard name metrics that exist', async () => {
    const { scrape, metrics } = await scrapeOf({ current: database });
    metrics.onJob('mail', 'done');
    const existing = namesOf(await scrape());
    const files = ['alerts.yml', 'alerts.test.yml', 'grafana-dashboard.json'];
    const documented = readFileSync(join(monitoring, '../operations.md'), 'utf8');
    const used = (text: string) =>
      [...text.matchAll(/\b(?:portal|process|nodejs)_[a-z\d_]+[a-z\d]/g)].map(([name]) =>
        name.replace(/_(?:bucket|sum|count)$/, ''),
      );
    for (const file of files) {
      const names = used(readFileSync(join(monitoring, file), 'utf8'));
      expect(names.length).toBeGreaterThan(10);
      expect([file, names.filter((name) => !existing.has(name))]).toEqual([file, []]);
    }
    const ours = [...existing].filter((name) => name?.startsWith('portal_') === true);
    expect(ours.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
    const board = used(readFileSync(join(monitoring, 'grafana-dashboard.json'), 'utf8'));
    expect(ours.filter((name) => !board.includes(name ?? ''))).toEqual([]);
  });

  test.skipIf(!hasPromtool)('promtool accepts a scrape', async () => {
    const { web, app, scrape, metrics } = await start();
    await browser(app, { cookie: customer.cookie }).get('/api/portal/invoices');
    metrics.onQuery(5);
    metrics.onJob('mail', 'retried');
    const result = spawnSync('promtool', ['check', 'metrics'], { input: await scrape(), encoding: 'utf8' });
    expect(`${result.stdout}${result.stderr}`).toBe('');
    expect(result.status).toBe(0);
    await drain(web);
  });
});

test.skipIf(!hasPromtool)('promtool accepts the rules, and every rule has a test that passes', () => {
  const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: monitoring, encoding: 'utf8' });
  expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS');
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  const tested = readFileSync(join(monitoring, 'alerts.test.yml'), 'utf8');
  const rules = [...readFileSync(join(monitoring, 'alerts.yml'), 'utf8').matchAll(/- alert: (\w+)/g)];
  expect(rules.length).toBeGreaterThan(10);
  expect(rules.filter(([, name]) => !tested.includes(`alertname: ${name}`))).toEqual([]);
});
