import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition, extensionOf, maxFileNameLength, sanitizeFileName } from './file-name.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  [String.raw`C:\Users\me\Desktop\log.txt`, 'log.txt'],
  ['..', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['.htaccess', 'htaccess'],
  ['.pdf', 'pdf'],
  ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie_ x=1.txt'],
  ['a\0.png', 'a.png'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['\u2066photo\u2069\u200F.png', 'photo.png'],
  ['report.exe.pdf', 'report_exe.pdf'],
  ['page.HTML.txt', 'page_HTML.txt'],
  ['a.svg .png', 'a_svg.png'],
  ['release.1.2.3.log', 'release.1.2.3.log'],
  ['evil.exe. . ', 'evil.exe'],
  ['notes.txt::$DATA', 'notes.txt__$DATA'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['console.txt', 'console.txt'],
  ['Facture n°12 – août.pdf', 'Facture n°12 – août.pdf'],
  ['e\u0301tude.pdf', 'étude.pdf'],
  ['فاتورة.pdf', 'فاتورة.pdf'],
  ['half\ud800.txt', 'half\ufffd.txt'],
])('%j becomes %j', (given, expected) => {
  expect(sanitizeFileName(given)).toBe(expected);
});

test('a long name keeps its extension', () => {
  const name = sanitizeFileName(`${'é'.repeat(5000)}.docx`);
  expect(name).toHaveLength(maxFileNameLength);
  expect(name.endsWith('.docx')).toBe(true);
  expect(sanitizeFileName(`${'😀'.repeat(500)}.png`).isWellFormed()).toBe(true);
});

test('every name can be shown, saved and sent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = sanitizeFileName(given);
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(maxFileNameLength + 1);
      expect(name).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cf}]|^\.|\.$/u);
      expect(sanitizeFileName(name)).toBe(name);
      expect(
        new Headers({ 'Content-Disposition': contentDisposition('attachment', name) }).has('content-disposition'),
      ).toBe(true);
    }),
  );
});

test('an extension is the last one, in lower case', () => {
  expect(['a.TAR.GZ', 'a', '.bashrc', 'a.'].map(extensionOf)).toEqual(['gz', '', '', '']);
});

test('a name in a header is quoted and encoded', () => {
  expect(contentDisposition('attachment', 'été "1"\'.pdf')).toBe(
    `attachment; filename="_t_ _1_'.pdf"; filename*=UTF-8''%C3%A9t%C3%A9%20%221%22%27.pdf`,
  );
});
