import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { BodyTooSlowError, requireProgress } from './request-time.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { readFile } from '#api/routes/router.ts';
import { startFixtureServer } from '#tests/support/http-server.ts';

const statusesOf = (received: string) => received.match(/(?<=HTTP\/1\.1 )\d{3}/g);

test('an upload has more time than other bodies, and only while it is read', async () => {
  const { port, server, app } = await startFixtureServer({
    // Longer than the upload takes to reach its handler.
    limits: { requestTimeout: 5000, connectionsCheckingInterval: 50 },
  });
  app.post('/api/upload', async (c) => c.text(`${(await readFile(c, 'text/plain', 10)).length} bytes`));
  app.post('/api/text', async (c) => c.text(await c.req.text()));
  app.post('/api/rejected', (c) => c.text('not you', 401));
  const sendHalf = (path: string) => {
    const socket = connect(port, '127.0.0.1');
    const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Origin: https://www.example.com'];
    socket.write(`${[...head, 'Content-Type: text/plain', 'Content-Length: 6'].join('\r\n')}\r\n\r\nabc`);
    let received = '';
    socket.on('data', (data) => (received += data.toString())).on('error', () => undefined);
    const closed = once(socket, 'close').then(() => received);
    return { socket, closed, received: () => received };
  };
  const upload = sendHalf('/api/upload');
  // Both began after the upload, and end before it.
  const [text, rejected] = [sendHalf('/api/text'), sendHalf('/api/rejected')];
  expect(statusesOf(await text.closed)).toEqual(['408']);
  expect(statusesOf(await rejected.closed)).toEqual(['401']);
  expect(upload.received()).toBe('');
  upload.socket.write('def');
  while (!upload.received().endsWith('6 bytes')) await once(upload.socket, 'data');
  expect(statusesOf(upload.received())).toEqual(['200']);
  upload.socket.destroy();
  server.close();
});

/** Sends a byte after each pause. */
const drip = (pauseMs: number, count: number) => {
  let sent = 0;
  return async () => {
    await wait(pauseMs);
    sent += 1;
    return sent > count ? { done: true } : { done: false, value: new Uint8Array(1) };
  };
};
const receive = async (read: ReturnType<typeof drip>, bytes: number, { workMs = 0, milliseconds = 200 } = {}) => {
  let received = 0;
  for await (const chunk of requireProgress(read, { bytes, milliseconds })) {
    received += chunk.length;
    await wait(workMs);
  }
  return received;
};

test('a body without progress ends, also one that sends a byte from time to time', async () => {
  await expect(receive(() => new Promise(() => undefined), 1)).rejects.toThrow(BodyTooSlowError);
  await expect(receive(drip(20, 1000), 100)).rejects.toThrow(BodyTooSlowError);
});

test('a body with enough progress is received, however long we take to write it', async () => {
  // Twice as long as a body without progress has, which is long enough for a byte on a busy machine.
  expect(await receive(drip(1, 20), 1, { workMs: 200, milliseconds: 2000 })).toBe(20);
});
