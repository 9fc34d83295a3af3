import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { drain, trackConnections } from './shutdown.ts';

const waiting = 20;

/** Sends requests whose connections wait for the server, and tells in a shared array how many, as nobody reads messages. */
const clients = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, connected } } = require('node:worker_threads');
const statuses = [];
for (let at = 0; at < ${waiting}; at += 1) {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 0\\r\\n\\r\\n', () => {
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
  });
  let text = '';
  socket.on('data', (data) => (text += data)).on('error', ({ code }) => (text = code));
  socket.on('close', () => {
    statuses.push(text.split('\\r\\n')[0]);
    if (statuses.length === ${waiting}) parentPort.postMessage(statuses);
  });
}`;

test('connections that wait when the server is told to stop are answered', async () => {
  const server = createServer((_req, res) => res.end('ok'));
  const connections = trackConnections(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const { port } = server.address() as AddressInfo;
  const worker = new Worker(clients, { eval: true, workerData: { port, connected } });
  await once(worker, 'online');
  for (let count = 0; count < waiting; count = Atomics.load(connected, 0)) Atomics.wait(connected, 0, count);
  const answers = once(worker, 'message');
  await drain({ server, inFlight: new Set(), connections });
  expect(await answers).toEqual([Array.from({ length: waiting }, () => 'HTTP/1.1 200 OK')]);
  await worker.terminate();
});
