import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What the server of a journey writes, beside its data: serve.ts keeps it there. */
export const serverLogOf = (dataDir: string) => join(dataDir, 'server.log');

const longest = 4000;

/** Returns a function that reads what the server has logged in the meantime: its end, if it is long. */
export function watchServerLog(dataDir: string): () => Promise<string> {
  const file = serverLogOf(dataDir);
  const sizeNow = () =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  const before = sizeNow();
  return async () => {
    const [start, end] = [await before, await sizeNow()];
    const length = Math.min(end - start, longest);
    if (length <= 0) return '';
    const handle = await open(file);
    try {
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, end - length);
      // From its first whole line on.
      return buffer.toString().slice(length < longest ? 0 : buffer.indexOf('\n') + 1);
    } finally {
      await handle.close();
    }
  };
}
