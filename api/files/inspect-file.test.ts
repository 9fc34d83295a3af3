import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
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
    ['a page behind a WebP', 'a.webp', Buffer.concat([webp, Buffer.from(page)])],
  ])('%s', async (_description, name, content) => {
    expect(await inspect(name, content)).toMatchObject({ isPreviewable: false });
  });
});

describe('rejected', () => {
  test.each<[string, Buffer | string, string]>([
    ['empty.txt', '', 'empty'],
    ['empty.exe', '', 'empty'],
    ['drawing.svg', svg, 'type_not_allowed'],
    ['page.html', page, 'type_not_allowed'],
    ['page.xhtml', page, 'type_not_allowed'],
    ['program.exe', 'MZ', 'type_not_allowed'],
    ['script.js', 'alert(1)', 'type_not_allowed'],
    ['macro.docm', docx, 'type_not_allowed'],
    ['noextension', 'text', 'type_not_allowed'],
    ['constructor', 'text', 'type_not_allowed'],
    ['a.constructor', 'text', 'type_not_allowed'],
    ['a.__proto__', 'text', 'type_not_allowed'],
    ['drawing.png', svg, 'type_mismatch'],
    ['page.jpg', page, 'type_mismatch'],
    ['program.pdf', Buffer.from('MZ\u0090\0program', 'latin1'), 'type_mismatch'],
    ['photo.png', jpeg, 'type_mismatch'],
    ['photo.pdf', png, 'type_mismatch'],
    ['photo.txt', png, 'type_mismatch'],
    ['report.txt', pdf, 'type_mismatch'],
    ['archive.docx', zipOf({ 'a.txt': 'a' }), 'type_mismatch'],
    ['document.zip', docx, 'type_mismatch'],
    ['binary.txt', Buffer.from([0x41, 0x00, 0x42]), 'type_mismatch'],
    ['page.txt', page, 'type_mismatch'],
    ['page.txt', `\n \uFEFF<!-- ${'x'.repeat(3000)} -->\n${page}`, 'type_mismatch'],
    ['wide.txt', Buffer.from(`\uFEFF${page}`, 'utf16le'), 'type_mismatch'],
    ['drawing.xml', `<?xml version="1.0"?>${svg}`, 'type_mismatch'],
    ['drawing.csv', svg, 'type_mismatch'],
    ['cut.png', png.subarray(0, 4), 'type_mismatch'],
    ['cut.docx', docx.subarray(0, 30), 'type_mismatch'],
    ['bomb.docx', deflateRawSync(Buffer.alloc(1_000_000)), 'type_mismatch'],
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
