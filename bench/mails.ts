/** What strangers can send, at most 25 MB. Each begins with its headers, behind From, Subject and Message-ID. */

const megabytes = (count: number, piece: string) => piece.repeat(Math.floor((count * 1024 * 1024) / piece.length));
const multipart = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary="B"\r\n\r\n${parts.map((part) => `--B\r\n${part}\r\n`).join('')}--B--\r\n`;
const repeated = (part: string, count: number) => multipart(...Array.from({ length: count }, () => part));
const nested = (depth: number, text: string): string =>
  depth === 0
    ? `Content-Type: text/plain\r\n\r\n${text}\r\n`
    : `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n${nested(depth - 1, text)}\r\n--b${depth}--\r\n`;
const html = (text: string) => `Content-Type: text/html\r\n\r\n${text}`;
const encodedLine = `${'QUJD'.repeat(19)}\r\n`;

export const ordinary = '\r\nHello,\r\n\r\nthe printer is offline again.\r\n';

export const hostile: Record<string, () => string> = {
  '99,000 blank lines, 190 KB': () => `\r\n${'\r\n'.repeat(99_000)}`,
  '99,000 quoted lines, 0.5 MB': () => `\r\n${'> a\r\n'.repeat(99_000)}`,
  'groups of addresses, 250 KB': () => `Cc: ${'a:'.repeat(128_000)};\r\n\r\nx`,
  '7 nested multiparts, 6.5 MB': () => nested(7, megabytes(6.5, `${'x'.repeat(400)}\r\n`)),
  '16 parts of HTML paragraphs, 8 MB': () => repeated(html('<p>a'.repeat(131_072)), 16),
  '12 parts of HTML quotations, 24 MB': () => repeated(html('<blockquote>'.repeat(25) + '<br>'.repeat(524_288)), 12),
  '24.9 MB on one line': () => `\r\n${megabytes(24.9, 'x')}`,
  '24.9 MB of dots on one line': () => `\r\n${megabytes(24.9, '.')}`,
  '24.9 MB of lines of one dot': () => `\r\n${megabytes(24.9, '.\r\n')}`,
  '24.9 MB of blank lines': () => `\r\n${megabytes(24.9, '\r\n')}`,
  'a million header lines, 8 MB': () => `${'X-A: b\r\n'.repeat(1_000_000)}\r\nx`,
  'a header of 24.9 MB': () => `X-A: ${megabytes(24.9, 'b')}\r\n\r\nx`,
  '100,000 nested multiparts, 11 MB': () =>
    Array.from(
      { length: 100_000 },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
    ).join(''),
  '24.9 MB of text': () => `Content-Type: text/plain\r\n\r\n${megabytes(24.9, `${'word '.repeat(40)}\r\n`)}`,
  '24.9 MB of an encoded file': () =>
    `Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${megabytes(24.9, encodedLine)}`,
  '24.9 MB in 49 encoded files': () =>
    repeated(
      `Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${megabytes(0.5, encodedLine)}`,
      49,
    ),
};

const attached = (name: string, content: Buffer) =>
  `Content-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n')}`;
const withFiles = (...files: string[]) => multipart('Content-Type: text/plain\r\n\r\nHello.', ...files);

const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex');
/** Chunks that have a name only, until one has the pixels. */
const pngOfChunks = (count: number) =>
  Buffer.concat([
    png,
    ...Array.from({ length: count }, () => Buffer.from('0000000074455874ffffffff', 'hex')),
    Buffer.from('0000000049454e44ae426082', 'hex'),
  ]);
const pngOfPixels = (size: number) => {
  const data = Buffer.alloc(size, 0x55);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(size);
  return Buffer.concat([
    png,
    length,
    Buffer.from('IDAT'),
    data,
    Buffer.from('000000000000000049454e44ae426082', 'hex'),
  ]);
};
/** Entries without content, whose names tell no type. */
const zipOfEntries = (count: number) => {
  const header = Buffer.alloc(31, 0);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(1, 26);
  header.write('a', 30);
  return Buffer.concat(Array.from({ length: count }, () => header));
};
/** An ID3 tag is skipped before the type is looked for, and any number may follow each other. */
const mp3OfTags = (count: number) =>
  Buffer.concat([
    ...Array.from({ length: count }, () => Buffer.from('49443303000000000000', 'hex')),
    Buffer.from('fffb9064', 'hex'),
    Buffer.alloc(400),
  ]);

const fileSize = 18 * 1024 * 1024;

/** Replies with a token: their files are stored, so the sender is a customer. */
export const replies: Record<string, () => string> = {
  'a reply with an image of 18 MB': () => withFiles(attached('a.png', pngOfPixels(fileSize))),
  'a reply with an image of 1.5 million chunks': () => withFiles(attached('a.png', pngOfChunks(fileSize / 12))),
  'a reply with an archive of 600,000 entries': () => withFiles(attached('a.zip', zipOfEntries(600_000))),
  'a reply with an MP3 of 1.8 million tags': () => withFiles(attached('a.mp3', mp3OfTags(fileSize / 10))),
  'a reply with a text file of 18 MB': () => withFiles(attached('a.txt', Buffer.alloc(fileSize, 'line of text\n'))),
  'a reply with 48 files': () =>
    withFiles(...Array.from({ length: 48 }, (_, at) => attached(`${at}.txt`, Buffer.alloc(380_000, `${at} text\n`)))),
  'a reply of 2 MB of text': () => `\r\n${megabytes(2, `${'word '.repeat(40)}\r\n`)}`,
};
