import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { OperatorError } from '#api/lib/errors.ts';
import type { Log } from '#api/lib/log.ts';
import type { Envelope } from './judge-mail.ts';
import { maxMailSize } from './structure.ts';

export interface DeliveredMail {
  envelope: Envelope;
  raw: Buffer;
}

interface LmtpOptions {
  /** `lmtp://host:port`, the setting MAIL_IN. */
  url: string;
  /** The mail is on the disk once it resolves. If it fails, the mail server keeps the mail and tries again. */
  receive: (mail: DeliveredMail) => Promise<void>;
  log: Log;
}

// A mail is in memory while it is received: the mail server waits for its turn.
const maxClients = 4;
const socketTimeoutMs = 60_000;
const closeTimeoutMs = 10_000;

/** LMTP (RFC 2033) for the mail server of the machine: no authentication, so it must listen on loopback only. */
export async function startLmtp({ url, receive, log }: LmtpOptions) {
  const { hostname, port } = new URL(url);
  const receiving = new Set<Promise<void>>();
  // Permanent where a second attempt could not succeed: the mail server then tells the sender.
  const rejection = (error: unknown) => {
    if (error instanceof MailTooLargeError) return smtpError(552, '5.3.4 The mail is too large.');
    log.error({ err: error }, 'mail not received: the mail server will try again');
    return smtpError(451, '4.3.0 Please try again later.');
  };
  const server = new SMTPServer({
    lmtp: true,
    size: maxMailSize,
    maxClients,
    socketTimeout: socketTimeoutMs,
    closeTimeout: closeTimeoutMs,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, respond) {
      const work = receiveData(stream, session)
        .then(receive)
        .then(
          () => respond(null),
          (error: unknown) => respond(rejection(error)),
        )
        .finally(() => receiving.delete(work));
      receiving.add(work);
    },
  });
  // Connections that break are the mail server's to repeat.
  server.on('error', (error) => log.debug({ err: error }, 'LMTP connection failed'));
  const listening = server.listen(Number(port), hostname.replaceAll(/[[\]]/g, ''));
  try {
    await once(listening, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(`The setting MAIL_IN is "${url}", where nothing can listen (${code}).`);
  }
  return {
    port: (listening.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      await Promise.all(receiving);
      await closed;
    },
  };
}

class MailTooLargeError extends Error {
  override name = 'MailTooLargeError';
}

const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** Throws if the connection ends before the mail does. */
async function receiveData(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<DeliveredMail> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Read to its end in any case: the response comes behind it.
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size <= maxMailSize) chunks.push(chunk as Buffer);
    else chunks.length = 0;
  }
  // The server's own limit is what the client declares; this is what it sends.
  if (size > maxMailSize) throw new MailTooLargeError('The mail is too large.');
  const { mailFrom, rcptTo } = envelope;
  return {
    envelope: { sender: mailFrom === false ? '' : mailFrom.address, recipients: rcptTo.map(({ address }) => address) },
    raw: Buffer.concat(chunks),
  };
}
