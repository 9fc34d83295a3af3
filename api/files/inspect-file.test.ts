import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { jpeg, pdf, png, webp, zipOf } from '#tests/support/files.ts';
import { inspectFile } from './inspect-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'inspect-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function inspect(name: string, content: Buffer | string) {
  count += 1;
  const path = join(folder, `${count}`);
  writeFileSync(path, content);
  return inspectFile(path, name);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const page = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>';
const docx = zipOf({
  '[Content_Types].xml':
    '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  'word/document.xml': '<w:document/>',
});

describe('accepted', () => {
  test.each<[string, Buffer | string, string, boolean]>([
    ['photo.png', png, 'image/png', true],
    ['photo.PNG', png, 'image/png', true],
    ['photo.jpg', jpeg, 'image/jpeg', true],
    ['photo.webp', webp, 'image/webp', true],
    ['report.pdf', pdf, 'application/pdf', false],
    ['report.docx', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', false],
    ['logs.zip', zipOf({ 'a.txt': 'a' }), 'application/zip', false],
    ['logs.gz', gzipSync('log'), 'application/gzip', false],
    ['server.log', '2026-11-16 08:00 <html> in a log line is text\n', 'text/plain', false],
    ['latin1.txt', Buffer.from('été', 'latin1'), 'text/plain', false],
    ['wide.txt', Buffer.from('\uFEFFété', 'utf16le'), 'text/plain', false],
    ['terminal.log', '\u001B[31mred\u001B[0m\n', 'text/plain', false],
    ['fleet.txt', 'BMW, two vans\n', 'text/plain', false],
    ['bikes.txt', 'MZ, two motorcycles\n', 'text/plain', false],
    ['pictures.md', 'GIF or PNG?\n', 'text/plain', false],
    ['letters.txt', `G${'a'.repeat(187)}G${'a'.repeat(187)}G\n`, 'text/plain', false],
    ['data.json', '{"a": 1}', 'application/json', false],
    ['config.xml', '<?xml version="1.0"?><config/>', 'application/xml', false],
  ])('%s', async (name, content, contentType, isPreviewable) => {
    expect(await inspect(name, content)).toEqual({ contentType, isPreviewable });
  });
});

describe('an image that is something else too is stored, and never shown', () => {
  test.each<[string, string, Buffer]>([
    ['an archive behind a PNG', 'a.png', Buffer.concat([png, zipOf({ 'a.html': page })])],
    ['a page behind a JPEG', 'a.jpg', Buffer.concat([jpeg, Buffer.from(page)])],
    ['a script in the comment of a JPEG', 'a.jpg', withComment(jpeg, '<script>alert(1)</script>')],
    ['a script behind the first 64 KB of a PNG', 'a.png', withText(png, `${'x'.repeat(200_000)}<script>`)],
    ['a script across two parts that are read', 'a.png', withText(png, `${'x'.repeat(65_536 - 33 - 8 - 3)}<script>`)],
    ['a page behind a WebP', 'a.webp', Buffer.concat([webp, Buffer.from(page)])],
  ])('%s', async (_description, name, content) => {
    expect(await inspect(name, content)).toMatchObject({ isPreviewable: false });
  });
});

describe('rejected', () => {
  test.each<[string, Buffer | string, string]>([
    ['empty.txt', '', 'file_empty'],
    ['empty.exe', '', 'file_empty'],
    ['program.txt', Buffer.from('MZ\u0090\0\u0003\0\0\0\u0004\0\0\0', 'latin1'), 'file_type_mismatch'],
    ['picture.txt', Buffer.from('GIF89a\u0001\0\u0001\0\u0080\0\0', 'latin1'), 'file_type_mismatch'],
    ['bitmap.txt', Buffer.from('BM\u003a\0\0\0\0\0\0\0\u0036\0\0\0', 'latin1'), 'file_type_mismatch'],
    ['drawing.svg', svg, 'file_type_not_allowed'],
    ['page.html', page, 'file_type_not_allowed'],
    ['page.xhtml', page, 'file_type_not_allowed'],
    ['program.exe', 'MZ', 'file_type_not_allowed'],
    ['script.js', 'alert(1)', 'file_type_not_allowed'],
    ['macro.docm', docx, 'file_type_not_allowed'],
    ['noextension', 'text', 'file_type_not_allowed'],
    ['constructor', 'text', 'file_type_not_allowed'],
    ['a.constructor', 'text', 'file_type_not_allowed'],
    ['a.__proto__', 'text', 'file_type_not_allowed'],
    ['drawing.png', svg, 'file_type_mismatch'],
    ['page.jpg', page, 'file_type_mismatch'],
    ['program.pdf', Buffer.from('MZ\u0090\0program', 'latin1'), 'file_type_mismatch'],
    ['photo.png', jpeg, 'file_type_mismatch'],
    ['photo.pdf', png, 'file_type_mismatch'],
    ['photo.txt', png, 'file_type_mismatch'],
    ['report.txt', pdf, 'file_type_mismatch'],
    ['archive.docx', zipOf({ 'a.txt': 'a' }), 'file_type_mismatch'],
    ['document.zip', docx, 'file_type_mismatch'],
    ['binary.txt', Buffer.from([0x41, 0x00, 0x42]), 'file_type_mismatch'],
    ['page.txt', page, 'file_type_mismatch'],
    ['page.txt', `\n \uFEFF<!-- ${'x'.repeat(3000)} -->\n${page}`, 'file_type_mismatch'],
    ['wide.txt', Buffer.from(`\uFEFF${page}`, 'utf16le'), 'file_type_mismatch'],
    ['drawing.xml', `<?xml version="1.0"?>${svg}`, 'file_type_mismatch'],
    ['drawing.csv', svg, 'file_type_mismatch'],
    ['cut.png', png.subarray(0, 4), 'file_type_mismatch'],
    ['cut.docx', docx.subarray(0, 30), 'file_type_mismatch'],
    ['bomb.docx', deflateRawSync(Buffer.alloc(1_000_000)), 'file_type_mismatch'],
  ])('%s', async (name, content, code) => {
    await expect(inspect(name, content)).rejects.toMatchObject({ name: 'FileRejectedError', code });
  });
});

/** A JPEG with a comment segment behind its first marker. */
function withComment(image: Buffer, comment: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  return Buffer.concat([
    image.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    length,
    Buffer.from(comment),
    image.subarray(2),
  ]);
}

/** In a text chunk behind the header of the image. */
function withText(image: Buffer, text: string): Buffer {
  const typed = Buffer.from(`tEXt${text}`);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(text.length);
  checksum.writeUInt32BE(crc32(typed));
  const header = 33;
  return Buffer.concat([image.subarray(0, header), length, typed, checksum, image.subarray(header)]);
}
