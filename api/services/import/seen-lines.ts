import { hash } from 'node:crypto';

/**
 * Remembers the line of each value. A Map of texts takes 100 bytes and more for each; this takes 12 to 48, so that a file of a million
 * rows fits into memory. Values are compared by 64 bits of their hash.
 */
export function createSeenLines() {
  let capacity = 1024;
  let hashes = new Uint32Array(2 * capacity);
  // Lines are counted from 1: 0 is free.
  let lines = new Uint32Array(capacity);
  let size = 0;

  const slotOf = (high: number, low: number) => {
    let at = low & (capacity - 1);
    while (lines[at] !== 0 && (hashes[2 * at] !== high || hashes[2 * at + 1] !== low)) at = (at + 1) & (capacity - 1);
    return at;
  };
  const put = (high: number, low: number, line: number) => {
    const at = slotOf(high, low);
    hashes[2 * at] = high;
    hashes[2 * at + 1] = low;
    lines[at] = line;
  };
  const grow = () => {
    const [oldHashes, oldLines] = [hashes, lines];
    capacity *= 2;
    hashes = new Uint32Array(2 * capacity);
    lines = new Uint32Array(capacity);
    for (const [at, line] of oldLines.entries())
      if (line !== 0) put(oldHashes[2 * at] ?? 0, oldHashes[2 * at + 1] ?? 0, line);
  };
  const read = (value: string) => {
    const digest = hash('sha256', value, 'buffer');
    return [digest.readUInt32LE(0), digest.readUInt32LE(4)] as const;
  };

  return {
    /** The line where the value was first, if it was. */
    get: (value: string): number | undefined => lines[slotOf(...read(value))] || undefined,
    add: (value: string, line: number): void => {
      if (2 * size >= capacity) grow();
      const [high, low] = read(value);
      if (lines[slotOf(high, low)] === 0) size += 1;
      put(high, low, line);
    },
  };
}

export type SeenLines = ReturnType<typeof createSeenLines>;
