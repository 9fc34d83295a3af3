import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { serverName } from '#api/lib/instances.ts';
import { listenWhenFree } from '#api/lib/listen-when-free.ts';
import type { Log } from '#api/lib/log.ts';
import { FileTooLargeError } from '#api/files/receive-file.ts';
import type { Envelope } from './judge-mail.ts';
import { maxMailSize } from './structure.ts';

export interface DeliveredMail {
  envelope: Envelope;
  content: AsyncIterable<Uint8Array>;
}

const rejections = {
  unknown_recipient: 'Nobody receives mails at this email address.',
  too_many: 'Too many mails have arrived in the last hour.',
  no_room: 'Too many mails wait for a decision of staff.',
  too_many_pieces: 'Too many lines of the mail begin with a dot.',
} as const;

/** A mail that is not accepted, for good or for now. */
export class MailRejectedError extends Error {
  override name = 'MailRejectedError';
  readonly reason: keyof typeof rejections;

  constructor(reason: keyof typeof rejections) {
    super(rejections[reason]);
    this.reason = reason;
  }
}

interface LmtpOptions {
  /** `lmtp://host:port`, the setting MAIL_IN. */
  url: string;
  /** The mail is on the disk once it resolves. If it fails, the mail server keeps the mail and tries again. */
  receive: (mail: DeliveredMail) => Promise<void>;
  /** Whether mails to this email address are received. If it fails, the mail server tries again. */
  isRecipient: (address: string) => Promise<boolean>;
  /** Whether another instance of this machine may receive mails: one does, and the next takes over when it ends. */
  hasSiblings?: boolean;
  log: Log;
}

// The mail server waits for its turn.
const maxClients = 4;
const socketTimeoutMs = 60_000;
const closeTimeoutMs = 10_000;

/** LMTP (RFC 2033) for the mail server of the machine: no authentication, so it must listen on loopback only. */
export async function startLmtp({ url, receive, isRecipient, hasSiblings = false, log }: LmtpOptions) {
  const { hostname, port } = new URL(url);
  const receiving = new Set<Promise<void>>();
  // Permanent where a second attempt could not succeed: the mail server then tells the sender.
  const rejection = (error: unknown) => {
    if (error instanceof FileTooLargeError) return smtpError(552, '5.3.4 The mail is too large.');
    if (error instanceof MailRejectedError && error.reason === 'unknown_recipient') return unknownRecipient;
    if (error instanceof MailRejectedError && error.reason === 'too_many_pieces')
      return smtpError(554, `5.6.0 ${error.message}`);
    if (error instanceof MailRejectedError) {
      log.warn({ reason: error.reason }, 'mail not received: the mail server will try again');
      return smtpError(452, `4.2.2 ${error.message}`);
    }
    log.error({ err: error }, 'mail not received: the mail server will try again');
    return smtpError(451, '4.3.0 Please try again later.');
  };
  const receiveWhole = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    try {
      await receive({ envelope: envelopeOf(session), content: blocksIn(stream) });
    } finally {
      await readToEnd(stream);
    }
  };
  const server = new SMTPServer({
    lmtp: true,
    banner: serverName,
    size: maxMailSize,
    maxClients,
    socketTimeout: socketTimeoutMs,
    closeTimeout: closeTimeoutMs,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, respond) {
      isRecipient(address).then(
        (isKnown) => respond(isKnown ? null : unknownRecipient),
        (error: unknown) => respond(rejection(error)),
      );
    },
    onData(stream, session, respond) {
      const work = receiveWhole(stream, session)
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
  const stopTrying = await listenWhenFree({
    server: server.server,
    setting: `MAIL_IN=${url}`,
    target: { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) },
    onBusy: (sentence) => (hasSiblings ? log.info(sentence) : log.error(sentence)),
    log,
  });
  return {
    get port() {
      return (server.server.address() as AddressInfo).port;
    },
    stop: async () => {
      stopTrying();
      const closed = new Promise<void>((resolve) => server.close(resolve));
      await Promise.all(receiving);
      await closed;
    },
  };
}

const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

const unknownRecipient = smtpError(550, '5.1.1 Nobody receives mails at this email address.');

const envelopeOf = ({ envelope: { mailFrom, rcptTo } }: SMTPServerSession): Envelope => ({
  sender: mailFrom === false ? '' : mailFrom.address,
  recipients: rcptTo.map(({ address }) => address),
});

const blockSize = 64 * 1024;
const smallPieceSize = 200;
const maxSmallPieces = 20_000;

/**
 * The library cuts a mail at each line that begins with a dot: 12 MB of them took 22 seconds of CPU time. It drops the rest, ten
 * times faster, once the stream is destroyed. Throws if the connection ends before the mail does.
 */
async function* blocksIn(stream: SMTPServerDataStream): AsyncGenerator<Uint8Array> {
  let pieces: Buffer[] = [];
  let size = 0;
  let smallPieces = 0;
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    if ((piece as Buffer).length < smallPieceSize) smallPieces += 1;
    if (smallPieces > maxSmallPieces) {
      stream.destroy();
      throw new MailRejectedError('too_many_pieces');
    }
    pieces.push(piece as Buffer);
    size += (piece as Buffer).length;
    if (size < blockSize) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    size = 0;
  }
  yield Buffer.concat(pieces);
}

/** The response comes behind the last byte, also of a mail that is not accepted. */
async function readToEnd(stream: SMTPServerDataStream): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return;
  stream.resume();
  await once(stream, 'close').catch(() => undefined);
}
