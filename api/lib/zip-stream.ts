import { crc32 } from 'node:zlib';

export interface ZipEntry {
  /** Unique in the archive. */
  name: string;
  content: () => Promise<AsyncIterable<Uint8Array>>;
}

/** A ZIP without ZIP64 cannot hold more. */
export const maxZipBytes = 4_000_000_000;
export const maxZipEntries = 60_000;

const version = 20;
// Sizes follow the content, and names are UTF-8.
const flags = 0x0808;
// 1 January 1980: the archive of the same files is the same.
const dosDate = 0x0021;

function header(signature: number, fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(4 + fields.reduce((total, [, bytes]) => total + bytes, 0));
  let at = buffer.writeUInt32LE(signature);
  for (const [value, bytes] of fields)
    at = bytes === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value, at);
  return buffer;
}

/**
 * A ZIP of files as they are read, one after the other: memory does not grow with their size. Stored, not compressed: PDFs are already.
 * A reader that stops ends it, and no further file is opened.
 */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  let count = 0;
  for (const { name, content } of entries) {
    const fileName = Buffer.from(name);
    const start = offset;
    const local = header(0x04034b50, [
      [version, 2],
      [flags, 2],
      [0, 2],
      [0, 2],
      [dosDate, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [fileName.length, 2],
      [0, 2],
    ]);
    let sum = 0;
    let size = 0;
    const source = await content();
    yield Buffer.concat([local, fileName]);
    for await (const chunk of source) {
      sum = crc32(chunk, sum);
      size += chunk.length;
      yield chunk;
    }
    const described = header(0x08074b50, [
      [sum, 4],
      [size, 4],
      [size, 4],
    ]);
    yield described;
    offset += local.length + fileName.length + size + described.length;
    if (offset > maxZipBytes) throw new Error('The archive is too large.');
    count += 1;
    directory.push(
      header(0x02014b50, [
        [version, 2],
        [version, 2],
        [flags, 2],
        [0, 2],
        [0, 2],
        [dosDate, 2],
        [sum, 4],
        [size, 4],
        [size, 4],
        [fileName.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [start, 4],
      ]),
      fileName,
    );
  }
  const central = Buffer.concat(directory);
  yield central;
  yield header(0x06054b50, [
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [central.length, 4],
    [offset, 4],
    [0, 2],
  ]);
}
