import { crc32 } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';

const centralHeader = 0x02014b50;
const endHeaderBytes = 22;

/** The files by their names, read by another program's reader. It does not compare checksums: this does. */
export function unzip(zip: Buffer): Record<string, string> {
  const files = unzipSync(zip);
  let at = zip.readUInt32LE(zip.length - endHeaderBytes + 16);
  for (const [name, content] of Object.entries(files)) {
    if (zip.readUInt32LE(at) !== centralHeader) throw new Error('The directory of the ZIP is damaged.');
    if (zip.readUInt32LE(at + 16) !== crc32(content)) throw new Error(`The checksum of ${name} is wrong.`);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strFromU8(content)]));
}
