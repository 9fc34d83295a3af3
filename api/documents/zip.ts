import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

// A ZIP of stored files, written while it is sent: PDFs are compressed already, so there is nothing to gain. Memory holds one chunk of
// one file and, until the end, some sixty bytes per file. Of the field, archiver brings many packages, and fflate has no backpressure
// and would compute the same three records; Node has the checksum.

export interface ZipFile {
  name: string;
  on: Date;
  open: () => Readable | Promise<Readable>;
}

const limits = { bytes: 0xffff_ffff, files: 0xffff };
/** UTF-8 names; checksum and sizes follow the file, as they are not known before it. */
const flags = 0x0808;
const version = 20;

/** Reads a file only when the one before was sent. Destroying the stream, as a cut connection does, closes the file that is open. */
export const createZip = (files: AsyncIterable<ZipFile> | Iterable<ZipFile>): Readable =>
  Readable.from(write(files), { objectMode: false, highWaterMark: 64 * 1024 });

async function* write(files: AsyncIterable<ZipFile> | Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  const names = new Set<string>();
  let offset = 0;
  for await (const { name, on, open } of files) {
    const path = Buffer.from(unusedName(name, names));
    const header = localHeader(path, on);
    yield header;
    let size = 0;
    let checksum = 0;
    // Leaving the loop, also by an error or by `return`, destroys the stream.
    for await (const chunk of (await open()) as AsyncIterable<Buffer>) {
      size += chunk.length;
      checksum = crc32(chunk, checksum);
      if (offset + size > limits.bytes) throw new RangeError('A ZIP without extensions ends at 4 GB.');
      yield chunk;
    }
    const sums = numbers([4, checksum], [4, size], [4, size]);
    yield Buffer.concat([numbers([4, 0x0807_4b50]), sums]);
    directory.push(directoryEntry(path, on, sums, offset));
    if (directory.length > limits.files) throw new RangeError('A ZIP without extensions has at most 65,535 files.');
    offset += header.length + size + 16;
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  yield* directory;
  const { length } = directory;
  yield numbers([4, 0x0605_4b50], [2, 0], [2, 0], [2, length], [2, length], [4, size], [4, offset], [2, 0]);
}

/** No folders, as a name could lead out of the one where the ZIP is opened, and no name twice. */
function unusedName(name: string, names: Set<string>): string {
  const plain = name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '-').replace(/^\.+/, '') || 'document';
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(plain) ?? [];
  let unused = plain;
  for (let copy = 2; names.has(unused.toLowerCase()); copy += 1) unused = `${stem} (${copy})${extension}`;
  names.add(unused.toLowerCase());
  return unused;
}

/** Little endian, of two or four bytes. */
function numbers(...values: [2 | 4, number][]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

const time = (on: Date): [2, number] => [
  2,
  (on.getUTCHours() << 11) | (on.getUTCMinutes() << 5) | (on.getUTCSeconds() >> 1),
];
/** The format knows the years 1980 to 2107. */
const day = (on: Date): [2, number] => [
  2,
  ((Math.min(Math.max(on.getUTCFullYear(), 1980), 2107) - 1980) << 9) | ((on.getUTCMonth() + 1) << 5) | on.getUTCDate(),
];

const localHeader = (path: Buffer, on: Date) =>
  Buffer.concat([
    numbers(
      [4, 0x0403_4b50],
      [2, version],
      [2, flags],
      [2, 0],
      time(on),
      day(on),
      [4, 0],
      [4, 0],
      [4, 0],
      [2, path.length],
      [2, 0],
    ),
    path,
  ]);

const directoryEntry = (path: Buffer, on: Date, sums: Buffer, offset: number) =>
  Buffer.concat([
    numbers([4, 0x0201_4b50], [2, version], [2, version], [2, flags], [2, 0], time(on), day(on)),
    sums,
    numbers([2, path.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
    path,
  ]);
