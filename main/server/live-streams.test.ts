import { once } from 'node:events';
import { Agent, type ClientRequest, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import { createLiveUpdates } from '#api/services/live/live-updates.ts';
import { browser, makeCustomer, makeCustomers, openApi, secret, siteUrl } from '#tests/support/api.ts';
import { readEvents } from '#tests/support/event-stream.ts';
import { describeApi, describeDatabase } from '#tests/support/fixtures.ts';
import { bundleServer, killServers, startReadyServer } from '#tests/support/server.ts';
import { createWebServer, limits } from './create-server.ts';
import { drain } from './shutdown.ts';

describeApi(({ database, customer }) => {
  async function start(changes: Partial<typeof limits> = {}) {
    const lines: Record<string, unknown>[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
    const live = createLiveUpdates({ log });
    const app = await openApi(database, { readLimit: 0 }, undefined, undefined, live);
    const settings = { siteUrl, trustProxy: 0 };
    const web = createWebServer({ app, site: undefined, settings, log, limits: { ...limits, ...changes } });
    web.server.listen(0, '127.0.0.1');
    await once(web.server, 'listening');
    const { port } = web.server.address() as AddressInfo;
    return { app, web, live, lines, url: `http://127.0.0.1:${port}` };
  }
  const open = async (url: string, cookie = customer.cookie) => {
    const stream = readEvents(await fetch(`${url}/api/portal/events`, { headers: { Cookie: cookie } }));
    expect(await stream.next()).toMatchObject({ type: 'reread' });
    return stream;
  };

  test('a stream outlives the timeouts of the server, and its end is one ordinary line in the log', async () => {
    const { app, web, live, lines, url } = await start({
      requestTimeout: 200,
      headersTimeout: 200,
      connectionsCheckingInterval: 10,
    });
    // On a busy machine even the headers may arrive too late.
    let stream: Awaited<ReturnType<typeof open>> | undefined;
    while (stream === undefined) stream = await open(url).catch(() => undefined);
    await wait(600);
    const ticket = { subject: 'S', description: 'D' };
    const { body } = await browser(app, { cookie: customer.cookie }).post('/api/portal/tickets', ticket);
    expect(await stream.next()).toMatchObject({ data: { id: body.id } });
    await stream.close();
    while (live.size > 0 || web.inFlight.size > 0) await wait(5);
    const logged = lines.filter(({ path }) => path === '/api/portal/events');
    expect(logged).toMatchObject([{ level: 30, status: 200, method: 'GET' }]);
    expect(logged[0]).not.toHaveProperty('aborted');
    await drain(web);
  });

  test('streams end when the server stops, and no others begin', async () => {
    const { app, web, live, url } = await start();
    const stream = await open(url);
    live.close();
    const stopped = drain(web);
    expect(await stream.next()).toBeUndefined();
    expect(stream.retries).toHaveLength(2);
    const late = await app.request('/api/portal/events', { headers: { Cookie: customer.cookie } });
    expect(late.status).toBe(503);
    await stopped;
  });

  test('a thousand streams that are opened and dropped leave nothing behind', async () => {
    const { web, live, lines, url } = await start();
    const people = await makeCustomers(database, 50);
    const agent = new Agent({ maxSockets: Infinity });
    const requests: ClientRequest[] = [];
    for (const { cookie } of people) {
      const responses = Array.from({ length: 20 }, async () => {
        const request = get(`${url}/api/portal/events`, { agent, headers: { Cookie: cookie } });
        request.on('error', () => undefined);
        requests.push(request);
        const [response] = await once(request, 'response');
        return response.statusCode as number;
      });
      expect(new Set(await Promise.all(responses))).toEqual(new Set([200]));
    }
    expect(live.size).toBe(1_000);
    for (const request of requests) request.destroy();
    while (live.size > 0 || web.inFlight.size > 0) await wait(5);
    expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([]);
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
    await drain(web);
  });

  test('a client that leaves before the response begins leaves nothing behind', async () => {
    const { web, live, url } = await start();
    for (let at = 0; at < 30; at += 1) {
      const request = get(`${url}/api/portal/events`, { headers: { Cookie: customer.cookie } });
      request.on('error', () => undefined);
      await once(request, 'socket').then(([socket]) => once(socket, 'connect'));
      await wait(at % 4);
      request.destroy();
    }
    await drain(web);
    while (live.size > 0) await wait(5);
    expect(live.size).toBe(0);
  });
});

describeDatabase({ only: 'postgresql' }, ({ database }) => {
  beforeAll(bundleServer);
  afterEach(killServers);

  test('two processes share their changes, and one that is stopped ends its streams and exits', async () => {
    const env = { DATABASE_URL: database.url ?? '', AUTH_SECRET: secret };
    const [a, b] = [await startReadyServer(env), await startReadyServer(env)];
    const { cookie } = await makeCustomer(database, 'Two processes');
    const stream = readEvents(await b.fetch('/api/portal/events', { headers: { Cookie: cookie } }));
    expect(await stream.next()).toMatchObject({ type: 'reread' });
    const ticket = { subject: 'S', description: 'D' };
    const opened = await a.post('/api/portal/tickets', ticket, { Cookie: cookie });
    const { id } = (await opened.json()) as { id: string };
    expect(await stream.next()).toMatchObject({ type: 'ticket', data: { id } });
    b.signal('SIGTERM');
    expect(await stream.next()).toBeUndefined();
    expect(stream.retries).toHaveLength(2);
    expect(await b.exitCode).toBe(0);
    expect(await a.stop()).toBe(0);
  });
});
