import { parentPort } from 'node:worker_threads';
import { type ReadRequest, readMail } from './read-mail.ts';

// In a thread, as strangers write mails: one that takes long must not stop the server.

export interface ThreadRequest extends Omit<ReadRequest, 'raw'> {
  pieces: Uint8Array[];
}

if (parentPort === null) throw new Error('Mails are read in a thread.');
const parent = parentPort;
parent.on('message', ({ pieces, ...request }: ThreadRequest) => {
  void readMail({ ...request, raw: Buffer.concat(pieces) }).then((mail) =>
    parent.postMessage(
      mail,
      mail.files.map(({ content }) => content.buffer as ArrayBuffer),
    ),
  );
});
parent.postMessage('ready');
