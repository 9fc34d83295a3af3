import { expect, test } from 'vitest';
import { sendRaw, startFixtureServer } from '#tests/support/http-server.ts';

const get = (target: string, ...headers: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

test('every request has one line, with the request id of its response', async () => {
  const { port, lines, server } = await startFixtureServer();
  const page = await sendRaw(port, get('/services'));
  await sendRaw(port, get('/nowhere'));
  const received = await sendRaw(port, get('/api/nothing'));
  server.close();
  expect(lines).toMatchObject([
    { method: 'GET', path: '/services', status: 200, bytes: page.length },
    { method: 'GET', path: '/nowhere', status: 404 },
    { method: 'GET', path: '/api/nothing', status: 404, ms: expect.any(Number), bytes: received.length },
  ]);
  expect(page.toLowerCase()).toContain(`x-request-id: ${String(lines[0]?.['requestId'])}`);
  expect(received.toLowerCase()).toContain(`x-request-id: ${String(lines[2]?.['requestId'])}`);
});

test('no line contains a query, a cookie, an email address or an IP address', async () => {
  const { port, lines, server } = await startFixtureServer({ logLevel: 'trace' });
  const personal = ['Cookie: session=abcdef', 'X-Forwarded-For: 203.0.113.9', 'Referer: http://x/?mail=a@b.example'];
  await sendRaw(port, get('/services?email=claire@cabinet.example', ...personal));
  await sendRaw(port, get('/api/claire@cabinet.example?token=abcdef', ...personal));
  await sendRaw(port, get('/%00?token=abcdef', ...personal));
  await sendRaw(port, 'garbage claire@cabinet.example\r\n\r\n');
  server.close();
  expect(lines.length).toBe(4);
  expect(JSON.stringify(lines)).not.toMatch(/claire|abcdef|203\.0\.113|127\.0\.0\.1|\?/);
});

test('a response that the client did not wait for is marked as aborted', async () => {
  const { port, lines, server, app } = await startFixtureServer();
  app.get('/api/slow', async (c) => {
    c.env.incoming?.socket.destroy();
    return c.text('too late');
  });
  await sendRaw(port, get('/api/slow'));
  server.close();
  expect(lines).toMatchObject([{ path: '/api/slow', aborted: true }]);
});
