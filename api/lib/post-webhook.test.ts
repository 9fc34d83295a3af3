import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { isPublicAddress } from '#api/lib/public-address.ts';
import { makeTemporaryFolder } from '../../scripts/lib/processes.ts';
import { postWebhook } from './post-webhook.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::10.0.0.1',
  '2002:7f00:1::',
  '2001:db8::1',
  'not an address',
])('%s is not on the Internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is on the Internet', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const resolve =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

test.each([['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:169.254.169.254'], []])(
  'a name that resolves to %s is not called',
  async (...addresses) => {
    await expect(postWebhook('https://rebound.example/', {}, '{}', { resolve: resolve(...addresses) })).rejects.toThrow(
      'not_public',
    );
  },
);

test('loopback is allowed only where it is said, and plain http nowhere else', async () => {
  await expect(postWebhook('http://x.example/', {}, '{}', { resolve: resolve('8.8.8.8') })).rejects.toThrow(
    'not_https',
  );
  await expect(postWebhook('http://127.0.0.1:1/', {}, '{}')).rejects.toThrow('not_public');
  await expect(
    postWebhook('http://x.example/', {}, '{}', { allowsLoopback: true, resolve: resolve('127.0.0.1', '10.0.0.1') }),
  ).rejects.toThrow('not_public');
});

test('the connection goes to the address that was checked: the name is resolved once', async () => {
  const hosts: string[] = [];
  const server = createServer((request, response) => {
    hosts.push(request.headers.host ?? '');
    // More than anybody needs to answer.
    response.end('x'.repeat(1024 * 1024));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  let resolved = 0;
  // The second time, it would lead elsewhere.
  const rebinding = () => resolve((resolved += 1) === 1 ? '127.0.0.1' : '10.0.0.1')();
  const status = await postWebhook(`http://rebound.example:${port}/`, {}, '{}', {
    allowsLoopback: true,
    resolve: rebinding,
  });
  expect([status, hosts, resolved]).toEqual([200, [`rebound.example:${port}`], 1]);
  server.close();
});

test('an endpoint that does not respond is given up', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await expect(
    postWebhook(`http://127.0.0.1:${port}/`, {}, '{}', { allowsLoopback: true, timeoutMs: 50 }),
  ).rejects.toThrow('timeout');
  server.closeAllConnections();
  server.close();
});

test.each([
  ['is cut off', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc', 'no_response'],
  ['is cut off in a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab', 'no_response'],
  ['is another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', 'no_response'],
  ['has no valid status', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n', 'no_response'],
  ['is not HTTP', 'SSH-2.0-OpenSSH\r\n', 'no_response'],
  ['has too many headers', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 'no_response'],
  ['is a redirect', 'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n', 302],
])('a response that %s ends the attempt', async (_what, bytes, outcome) => {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const sent = postWebhook(`http://127.0.0.1:${port}/`, {}, '{}', { allowsLoopback: true });
  expect(await sent.catch((error: Error) => error.message)).toBe(outcome);
  server.close();
});

test('the certificate must be that of the name, from an authority that is trusted', async () => {
  const folder = makeTemporaryFolder('webhook');
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'].concat([
      '-subj',
      '/CN=books.example',
      '-addext',
      'subjectAltName=DNS:books.example',
      '-keyout',
      key,
      '-out',
      cert,
    ]),
    { stdio: 'ignore' },
  );
  let requests = 0;
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
    requests += 1;
    response.writeHead(204).end();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const post = (host: string) =>
    postWebhook(`https://${host}:${port}/`, {}, '{}', { allowsLoopback: true, resolve: resolve('127.0.0.1') });
  await expect(post('books.example')).rejects.toThrow('no_response');
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, readFileSync(cert, 'utf8')]);
  try {
    expect(await post('books.example')).toBe(204);
    await expect(post('other.example')).rejects.toThrow('no_response');
  } finally {
    setDefaultCACertificates(trusted);
    server.close();
  }
  expect(requests).toBe(1);
});
