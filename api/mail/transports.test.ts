import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { smtpTransport } from './transports.ts';

const settings = { mailFrom: undefined, siteUrl: 'https://www.example.com' };
const mail = {
  id: '1',
  template: 'verify-email',
  recipient: 'a@b.example',
  createdAt: new Date(),
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
  link: 'https://www.example.com/a-link',
};

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** A mail server without TLS that records what it receives. */
async function plainServer(host: string) {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.setEncoding('utf8').write('220 plain\r\n');
    socket
      .on('error', () => undefined)
      .on('data', (line: string) => {
        received.push(line);
        const [command = ''] = line.split(/\s/);
        socket.write(`${{ DATA: '354', STARTTLS: '502' }[command] ?? '250'} ok\r\n`);
      });
  });
  server.listen(0, host);
  await once(server, 'listening');
  closing.push(() => server.close());
  return { received, url: `smtp://${host}:${(server.address() as AddressInfo).port}` };
}

const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

test.runIf(elsewhere !== undefined)('TLS is required to another machine', async () => {
  const { received, url } = await plainServer(String(elsewhere));
  const transport = smtpTransport(url, settings);
  await expect(transport.send(mail)).rejects.toThrow('STARTTLS');
  transport.close();
  expect(received.join('')).toContain('EHLO');
  expect(received.join('')).not.toContain('MAIL FROM');
});

test('TLS is optional on this machine', async () => {
  const { received, url } = await plainServer('127.0.0.1');
  const transport = smtpTransport(url, settings);
  await transport.send(mail);
  transport.close();
  expect(received.join('')).toContain('MAIL FROM');
});

test('a mail that says where to unsubscribe has both headers of RFC 8058, and no other mail has them', async () => {
  const { received, url } = await plainServer('127.0.0.1');
  const transport = smtpTransport(url, settings);
  await transport.send(mail);
  expect(received.join('')).not.toContain('List-');
  const unsubscribe = `https://www.example.com/api/newsletter/unsubscribe/${'x'.repeat(46)}`;
  await transport.send({ ...mail, unsubscribe });
  transport.close();
  const unfolded = received
    .join('')
    .replaceAll(/\r\n (?=<)/g, ' ')
    .replaceAll('  ', ' ');
  expect(unfolded).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`);
  expect(unfolded).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
});
