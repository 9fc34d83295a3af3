import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  /** As it came over the wire. */
  raw: string;
  messageId: string;
  /** Decoded headers and parts, for assertions. */
  readable: string;
}

interface MailServerOptions {
  port?: number;
  /** The reason, with an SMTP code, for not taking a mail after its data. */
  rejectData?: () => Error | undefined;
  rejectRecipient?: (recipient: string) => Error | undefined;
  /** Requires authentication and rejects it with this error. */
  rejectSignIn?: Error;
  onMail?: (mail: ReceivedMail) => void;
}

/** An SMTP error response. */
export const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** A real mail server on loopback. */
export async function startMailServer({
  port = 0,
  rejectData,
  rejectRecipient,
  rejectSignIn,
  onMail,
}: MailServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: rejectSignIn === undefined,
    allowInsecureAuth: true,
    disabledCommands: rejectSignIn === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    logger: false,
    onAuth: (_auth, _session, done) => done(rejectSignIn),
    onRcptTo: ({ address }, _session, done) => done(rejectRecipient?.(address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const rejection = rejectData?.();
        if (rejection !== undefined) return done(rejection);
        const raw = Buffer.concat(chunks).toString('utf8');
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const messageId = /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '';
        const mail = { to, raw, messageId, readable: decode(raw) };
        received.push(mail);
        onMail?.(mail);
        return done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actual } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${rejectSignIn === undefined ? '' : 'user:password@'}127.0.0.1:${actual}`,
    port: actual,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function decode(raw: string): string {
  const unfolded = raw.replaceAll(/=\r?\n/g, '');
  const bytes = unfolded.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
