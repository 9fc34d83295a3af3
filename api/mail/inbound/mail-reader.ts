import { createLimitedThread } from '#api/lib/limited-thread.ts';
import type { ThreadRequest } from './mail-thread.ts';
import { type ReadMail, type ReadRequest, unreadable } from './read-mail.ts';

// Beside this file in the sources, beside the bundle in a build.
const file = import.meta.url.endsWith('.ts')
  ? new URL('./mail-thread.ts', import.meta.url)
  : new URL('./mail-thread.js', import.meta.url);

/** The largest ordinary mails take a tenth of it. */
const maxCpuMs = 3_000;

export interface StoredMail extends Omit<ReadRequest, 'raw'> {
  original: AsyncIterable<Uint8Array>;
}

export interface MailReader {
  /** One mail at a time. A mail that exceeds the limits of memory or time is malformed. Its bytes are transferred. */
  read: (mail: StoredMail) => Promise<ReadMail>;
  close: () => Promise<void>;
}

export function createMailReader({ cpuMs = maxCpuMs } = {}): MailReader {
  const thread = createLimitedThread<ThreadRequest, ReadMail>({ file, cpuMs });
  return {
    read: async ({ original, ...mail }) => {
      const pieces = await piecesOf(original);
      const transfer = pieces.map(({ buffer }) => buffer as ArrayBuffer);
      return (await thread.run({ ...mail, pieces }, transfer)) ?? unreadable;
    },
    close: thread.close,
  };
}

/** The thread joins them: that takes 50 ms for 25 MB. Copies those that share their memory, which cannot be transferred. */
async function piecesOf(original: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of original)
    pieces.push(piece.byteLength === piece.buffer.byteLength ? piece : new Uint8Array(piece));
  return pieces;
}
