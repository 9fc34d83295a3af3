import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, test } from 'vitest';
import { FileTooLargeError } from '#api/files/receive-file.ts';
import { createLog } from '#api/lib/log.ts';
import { addressOf, mail, replier, replyToken } from '#tests/fixtures/mails/build-mail.ts';
import { canStartPostfix, startPostfix } from '#tests/support/postfix.ts';
import type { Envelope } from './judge-mail.ts';
import { type DeliveredMail, MailRejectedError, startLmtp } from './lmtp-server.ts';
import { maxMailSize } from './structure.ts';

const log = createLog('silent');
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

interface Received {
  envelope: Envelope;
  raw: Buffer;
}

async function startServer(
  receive?: (one: Received) => Promise<void>,
  isRecipient = (address: string) => Promise.resolve(address.endsWith('@support.example')),
) {
  const received: Received[] = [];
  const server = await startLmtp({
    url: 'lmtp://127.0.0.1:0',
    log,
    isRecipient,
    receive: async ({ envelope, content }: DeliveredMail) => {
      const one = { envelope, raw: await buffer(limited(content)) };
      await receive?.(one);
      received.push(one);
    },
  });
  stops.push(server.stop);
  return { port: server.port, received };
}

/** As the disk takes it. */
async function* limited(content: AsyncIterable<Uint8Array>) {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxMailSize) throw new FileTooLargeError();
    yield chunk;
  }
}

function client(port: number) {
  const transport = createTransport({ lmtp: true, host: '127.0.0.1', port, ignoreTLS: true });
  stops.push(async () => transport.close());
  return async (raw: Buffer | string, to: string[] = [addressOf(replyToken)], from = replier) => {
    const { rejectedErrors = [] } = await transport.sendMail({ envelope: { from, to }, raw });
    // LMTP responds per recipient; to us all get the same.
    if (rejectedErrors[0] !== undefined) throw rejectedErrors[0];
  };
}

test('takes a mail as it is, with its envelope', async () => {
  const { port, received } = await startServer();
  const raw = mail({}, '.\r\n..dots\r\nété\r\n');
  await client(port)(raw, [addressOf(replyToken), 'support@support.example']);
  expect(received).toEqual([
    { envelope: { sender: replier, recipients: [addressOf(replyToken), 'support@support.example'] }, raw },
  ]);
});

test('takes a bounce, whose sender is empty', async () => {
  const { port, received } = await startServer();
  await client(port)(mail({}), undefined, '');
  expect(received[0]?.envelope.sender).toBe('');
});

test('takes mails at once, more than it has places', async () => {
  const { port, received } = await startServer(() => wait(20));
  const send = client(port);
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => send(mail({ 'X-Number': `${index}` }))),
  );
  // Those who find no place are told to come again, and nothing of theirs is received.
  const accepted = results.filter(({ status }) => status === 'fulfilled');
  expect(received).toHaveLength(accepted.length);
  expect(accepted.length).toBeGreaterThan(0);
  const rejected = results.filter((result) => result.status === 'rejected');
  expect(rejected.map(({ reason }) => (reason as { responseCode?: number }).responseCode)).toEqual(
    rejected.map(() => 421),
  );
});

test('a failure to keep the mail is temporary', async () => {
  let attempts = 0;
  const { port, received } = await startServer(() => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(new Error('The disk is full.')) : Promise.resolve();
  });
  const send = client(port);
  const failure: unknown = await send(mail({})).catch((error: unknown) => error);
  expect(failure).toMatchObject({ responseCode: 451, message: expect.not.stringContaining('disk') });
  await send(mail({}));
  expect(received).toHaveLength(1);
});

test('more than 25 MB is rejected for good, and 25 MB is taken', async () => {
  const { port, received } = await startServer();
  const send = client(port);
  const line = `${'x'.repeat(70)}\r\n`;
  await expect(send(mail({}, line.repeat(400_000)))).rejects.toMatchObject({ responseCode: 552 });
  expect(received).toEqual([]);
  await send(mail({}, line.repeat(300_000)));
  expect(received).toHaveLength(1);
});

test('a recipient that is not ours is rejected before the mail is sent, and only for good if that is certain', async () => {
  const { port, received } = await startServer(undefined, (address) =>
    address.startsWith('outage')
      ? Promise.reject(new Error('No database.'))
      : Promise.resolve(address === 'a@b.example'),
  );
  const send = client(port);
  await expect(send(mail({}), ['x@b.example'])).rejects.toMatchObject({ responseCode: 550 });
  await expect(send(mail({}), ['outage@b.example'])).rejects.toMatchObject({ responseCode: 451 });
  await send(mail({}), ['a@b.example']);
  expect(received).toHaveLength(1);
});

test('a mail beyond the limits is rejected for now, and the connection is usable afterwards', async () => {
  let isFull = true;
  const { port, received } = await startServer(() =>
    isFull ? Promise.reject(new MailRejectedError('too_many')) : Promise.resolve(),
  );
  const send = client(port);
  await expect(send(mail({}))).rejects.toMatchObject({ responseCode: 452 });
  isFull = false;
  await send(mail({}));
  expect(received).toHaveLength(1);
});

test('a mail of lines that begin with a dot is rejected for good, and the connection is usable afterwards', async () => {
  const { port, received } = await startServer();
  const send = client(port);
  await expect(send(mail({}, '.\r\n'.repeat(200_000)))).rejects.toMatchObject({ responseCode: 554 });
  await send(mail({}, '.\r\n'.repeat(1_000)));
  expect(received).toHaveLength(1);
});

test('a connection that ends in the middle of a mail delivers nothing', async () => {
  const { port, received } = await startServer();
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8');
  const say = async (line: string) => {
    const reply = once(socket, 'data');
    socket.write(`${line}\r\n`);
    return String((await reply)[0]);
  };
  await once(socket, 'data');
  await say('LHLO client.example');
  await say(`MAIL FROM:<${replier}>`);
  await say(`RCPT TO:<${addressOf(replyToken)}>`);
  expect(await say('DATA')).toMatch(/^354/);
  socket.write('From: x\r\n\r\nthe first half');
  await wait(50);
  socket.destroy();
  await client(port)(mail({}));
  expect(received.map(({ raw }) => raw.toString().includes('first half'))).toEqual([false]);
});

test('stopping waits for a mail that is being kept', async () => {
  const started = Promise.withResolvers<void>();
  const kept = Promise.withResolvers<void>();
  const { port, received } = await startServer(() => {
    started.resolve();
    return kept.promise;
  });
  const sent = client(port)(mail({}));
  await started.promise;
  const stopped = (stops[0] as () => Promise<void>)();
  kept.resolve();
  await Promise.all([sent, stopped]);
  expect(received).toHaveLength(1);
});

const nothing = { receive: () => Promise.resolve(), isRecipient: () => Promise.resolve(true) };
test('an instance takes over the port of one that ends', async () => {
  const { port } = await startServer();
  const second = await startLmtp({ url: `lmtp://127.0.0.1:${port}`, log, ...nothing, hasSiblings: true });
  stops.push(second.stop);
  await stops[0]?.();
  await expect.poll(() => client(port)(mail({})).then(() => 'received', String)).toBe('received');
});

test('one that never had the port ends', async () => {
  const { port } = await startServer();
  const second = await startLmtp({ url: `lmtp://127.0.0.1:${port}`, log, ...nothing });
  await expect(second.stop()).resolves.toBeUndefined();
});

test('an address that is none of this machine is an error for the operator', async () => {
  const started = startLmtp({ url: 'lmtp://192.0.2.1:2424', log, ...nothing });
  await expect(started).rejects.toMatchObject({ name: 'OperatorError', message: expect.stringContaining('MAIL_IN') });
});

// A mail that was deferred waits for the next run of its queue, which takes longer on a busy machine.
describe.runIf(await canStartPostfix())("Debian's Postfix", () => {
  async function deliver(receive?: (one: Received) => Promise<void>) {
    const server = await startServer(receive);
    const postfix = await startPostfix({ domain: 'support.example', lmtpPort: server.port });
    stops.push(postfix.stop);
    const transport = createTransport({ url: postfix.url, ignoreTLS: true });
    stops.push(async () => transport.close());
    const until = async (count: number) => {
      for (let tries = 0; server.received.length < count; tries += 1) {
        if (tries % 400 === 399) await postfix.reload();
        if (tries > 4000) throw new Error(`Not delivered:\n${postfix.log()}`);
        await wait(50);
      }
    };
    return { ...server, postfix, transport, until };
  }

  test('delivers replies, bounces and large mails', async () => {
    const { received, transport, until } = await deliver();
    const to = addressOf(replyToken);
    await transport.sendMail({ envelope: { from: replier, to }, raw: mail({}, 'Bonjour,\nça marche.\n') });
    await until(1);
    expect(received[0]?.envelope).toEqual({ sender: replier, recipients: [to] });
    expect(received[0]?.raw.toString()).toContain('ça marche.');
    expect(received[0]?.raw.toString()).toMatch(/^Received: .+by mx\.support\.example \(Postfix\)/s);
    await transport.sendMail({ envelope: { from: '', to }, raw: mail({}) });
    await until(2);
    expect(received[1]?.envelope.sender).toBe('');
    await transport.sendMail({
      envelope: { from: replier, to },
      raw: mail({}, `${'x'.repeat(70)}\r\n`.repeat(280_000)),
    });
    await until(3);
    expect(received[2]?.raw.length).toBeGreaterThan(19_000_000);
    for (const unknown of ['sales@support.example', 'reply+abc@support.example'])
      await expect(
        transport.sendMail({ envelope: { from: replier, to: unknown }, raw: mail({}) }),
      ).rejects.toMatchObject({ responseCode: 550 });
  });

  test('keeps a mail that could not be kept here, and delivers it later', async () => {
    let attempts = 0;
    const { received, transport, until, postfix } = await deliver(() => {
      attempts += 1;
      return attempts < 3 ? Promise.reject(new Error('The disk is full.')) : Promise.resolve();
    });
    await transport.sendMail({ envelope: { from: replier, to: addressOf(replyToken) }, raw: mail({}) });
    await until(1);
    expect(received).toHaveLength(1);
    expect(postfix.log()).toContain('status=deferred');
  });
});
