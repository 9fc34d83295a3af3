import type { Files } from '#api/files/files.ts';
import { scanFile } from '#api/files/scan-file.ts';
import type { Log } from '#api/lib/log.ts';
import type { MailTransport } from '#api/mail/transports.ts';

interface Services {
  files: Pick<Files, 'clamd' | 'storage'>;
  transport: Pick<MailTransport, 'verify'>;
  log: Pick<Log, 'warn'>;
}

/** Asks each service that the settings name once, and warns of each that does not answer. */
export async function probeServices({ files: { clamd, storage }, transport, log }: Services): Promise<void> {
  const probe = (warning: string, ask: () => Promise<unknown>) =>
    ask().catch((error: unknown) => log.warn({ err: error }, warning));
  await Promise.all([
    probe('the server in SMTP_URL takes no mails: they wait until it does', () => transport.verify()),
    probe('the storage of files does not answer: uploads and downloads fail until it does', () =>
      readOne(storage.list()),
    ),
    clamd !== undefined &&
      probe(`CLAMD=${clamd} does not answer: files wait until it does`, () => scanFile(clamd, noContent())),
  ]);
}

async function* noContent(): AsyncGenerator<Uint8Array> {}

async function readOne(files: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of files) return;
}
