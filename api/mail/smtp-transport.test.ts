import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { smtpTransport } from './smtp-transport.ts';

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

/** A mail server that offers no TLS, and all that it is told. */
async function plainServer(host: string) {
  const told: string[] = [];
  const server = createServer((socket) => {
    socket.setEncoding('utf8').write('220 plain\r\n');
    socket
      .on('error', () => undefined)
      .on('data', (line: string) => {
        told.push(line);
        const [command = ''] = line.split(/\s/);
        socket.write(`${{ DATA: '354', STARTTLS: '502' }[command] ?? '250'} so be it\r\n`);
      });
  });
  server.listen(0, host);
  await once(server, 'listening');
  closing.push(() => server.close());
  return { told, url: `smtp://${host}:${(server.address() as AddressInfo).port}` };
}

const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

test.runIf(elsewhere !== undefined)('to another machine no mail goes without TLS', async () => {
  const { told, url } = await plainServer(String(elsewhere));
  const transport = smtpTransport(url, settings);
  await expect(transport.send(mail)).rejects.toThrow('STARTTLS');
  transport.close();
  expect(told.join('')).toContain('EHLO');
  expect(told.join('')).not.toContain('MAIL FROM');
});

test('on this machine it may', async () => {
  const { told, url } = await plainServer('127.0.0.1');
  const transport = smtpTransport(url, settings);
  await transport.send(mail);
  transport.close();
  expect(told.join('')).toContain('MAIL FROM');
});
