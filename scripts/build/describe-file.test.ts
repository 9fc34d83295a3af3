import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, describeFile, typeOf } from './describe-file.ts';

test.each(['a.html', 'a.js', 'a.json', 'a.css', 'a.svg', 'a.xml', 'a.txt', 'a.webmanifest'])(
  '%s is text, and says in which charset',
  (file) => expect(typeOf(file)).toMatch(/; charset=utf-8$/),
);

test('a type that is not known stops the build', () => {
  expect(() => typeOf('a.wasm')).toThrow('no content type is known for a.wasm');
});

const sha = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

test('every inline script and style of the page is named by its hash, and data is not', () => {
  const policy = contentSecurityPolicy(
    '<style>a{}</style><script>one()</script><script type="module" async="">two()</script><script src="/x.js"></script><script type="application/ld+json">{}</script>',
    false,
  );
  expect(policy).toContain(`script-src 'self' ${sha('one()')} ${sha('two()')};`);
  expect(policy).toContain(`style-src 'self' ${sha('a{}')};`);
  expect(policy).not.toContain('unsafe-inline');
});

test('the portal allows inline styles, never inline scripts', () => {
  const policy = contentSecurityPolicy('<script>one()</script>', true);
  expect(policy).toMatch(/style-src 'self' 'unsafe-inline'/);
  expect(policy.split('; ').find((part) => part.startsWith('script-src'))).not.toContain('unsafe-inline');
});

test('a PDF is shown inline, is in no search engine and is not compressed again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'describe-file-'));
  mkdirSync(join(folder, 'documents'));
  writeFileSync(join(folder, 'documents/a.pdf'), '%PDF-1.7');
  expect(await describeFile('documents/a.pdf', folder)).toEqual({
    path: '/documents/a.pdf',
    file: 'documents/a.pdf',
    type: 'application/pdf',
    cache: 'revalidate',
    etag: expect.any(String),
    encodings: [],
    noindex: true,
    inline: true,
  });
});
