import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { openFiles } from '#api/files/files.ts';
import { createLog } from '#api/lib/log.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { startClamd } from '#tests/support/clamd.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { freePort } from '../../scripts/lib/processes.ts';
import { hasSystemPart } from '../../scripts/lib/system-packages.ts';
import { probeServices } from './probe-services.ts';

async function warningsWith(settings: { clamd: string | undefined; s3Url: string; smtpUrl: string }) {
  const lines: string[] = [];
  const log = createLog(
    'warn',
    new PassThrough().on('data', (line) => lines.push(String(line))),
  );
  const all = {
    ...settings,
    dataDir: '/nowhere',
    databaseUrl: 'set',
    mailFrom: undefined,
    siteUrl: 'http://localhost',
  };
  await probeServices({ files: openFiles(all), transport: createMailTransport(all, log), log });
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg).toSorted();
}

test('services that do not answer at start are named', async () => {
  const port = await freePort();
  const s3Url = `http://key:secret@127.0.0.1:${port}/files?region=eu`;
  expect(await warningsWith({ clamd: `127.0.0.1:${port}`, s3Url, smtpUrl: `smtp://127.0.0.1:${port}` })).toEqual([
    `CLAMD=127.0.0.1:${port} does not answer: files wait until it does`,
    'the server in SMTP_URL takes no mails: they wait until it does',
    'the storage of files does not answer: uploads and downloads fail until it does',
  ]);
});

test('a wrong key and a wrong password are named too', async () => {
  const s3 = await startS3Server();
  const mail = await startMailServer({ rejectSignIn: new Error('wrong password') });
  onTestFinished(() => Promise.all([s3.close(), mail.close()]).then(() => undefined));
  expect(await warningsWith({ clamd: undefined, s3Url: s3.urlWith('wrong'), smtpUrl: mail.url })).toHaveLength(2);
});

test.skipIf(!(await hasSystemPart('clamd')))('services that answer are not mentioned', async () => {
  const [s3, mail, clamd] = [await startS3Server(), await startMailServer(), await startClamd()];
  onTestFinished(() => Promise.all([s3.close(), mail.close(), clamd.stop()]).then(() => undefined));
  expect(await warningsWith({ clamd: clamd.setting, s3Url: s3.url, smtpUrl: mail.url })).toEqual([]);
});
