import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { unzip } from '#tests/support/unzip.ts';
import { createZip, type ZipFile } from './zip.ts';

const on = new Date('2026-11-02T10:20:30Z');
const file = (name: string, content: string | Buffer): ZipFile => ({
  name,
  on,
  open: () => Readable.from([Buffer.from(content)]),
});

describe('createZip', () => {
  it('is read by another program, with names in UTF-8', async () => {
    const zip = createZip([file('été.pdf', 'un'), file('b.xml', '<b/>'.repeat(100_000)), file('empty', '')]);
    expect(unzip(await buffer(zip))).toEqual({ 'été.pdf': 'un', 'b.xml': '<b/>'.repeat(100_000), empty: '' });
  });

  it.each(['1970-01-01', '2200-01-01'])('takes a file of a day that the format does not know, %s', async (day) => {
    const zip = createZip([{ ...file('a', 'a'), on: new Date(day) }]);
    expect(unzip(await buffer(zip))).toEqual({ a: 'a' });
  });

  it('is valid without a file', async () => {
    expect(unzip(await buffer(createZip([])))).toEqual({});
  });

  it('leaves no folder, and no name twice', async () => {
    const zip = createZip([file('../../etc/passwd', 'a'), file('A.pdf', 'b'), file('a.pdf', 'c'), file('\0', 'd')]);
    expect(unzip(await buffer(zip))).toEqual({ '-..-etc-passwd': 'a', 'A.pdf': 'b', 'a (2).pdf': 'c', '-': 'd' });
  });

  it('reads no faster than it is read, and closes the open file of a cut download', async () => {
    let opened = 0;
    let read = 0;
    const streams: Readable[] = [];
    async function* many() {
      for (let index = 0; index < 1000; index += 1) {
        yield {
          name: `${index}.pdf`,
          on,
          open: () => {
            opened += 1;
            const stream = Readable.from(
              (function* () {
                for (let part = 0; part < 100; part += 1) {
                  read += 1;
                  yield Buffer.alloc(64 * 1024);
                }
              })(),
            );
            streams.push(stream);
            return stream;
          },
        };
      }
    }
    const zip = createZip(many());
    const chunks = zip[Symbol.asyncIterator]();
    for (let index = 0; index < 3; index += 1) await chunks.next();
    for (let index = 0; index < 100; index += 1) await turn();
    expect(opened).toBe(1);
    expect(read).toBeLessThan(20);
    zip.destroy();
    for (let index = 0; index < 10; index += 1) await turn();
    expect(streams.every((stream) => stream.destroyed)).toBe(true);
    expect(opened).toBe(1);
  });

  it('fails if a file cannot be read', async () => {
    const broken: ZipFile = { name: 'b', on, open: () => Promise.reject(new Error('gone')) };
    await expect(buffer(createZip([file('a', 'a'), broken]))).rejects.toThrow('gone');
  });
});
