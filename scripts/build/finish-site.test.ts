import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type SiteFile, loadSite } from '#main/server/site/load-site.ts';
import { site } from '#content/site.ts';
import { typeOf } from './describe-file.ts';
import { securityTxt, securityTxtFile } from './finish-site.ts';

const text = securityTxt('https://www.example.com', new Date('2026-02-28T12:00:00Z'));

test('it has contact, canonical URL and languages, and expires after a year', () => {
  expect(text.split('\n')).toEqual([
    `Contact: mailto:${site.company.email}`,
    'Expires: 2027-02-28T12:00:00.000Z',
    'Preferred-Languages: fr, en',
    'Canonical: https://www.example.com/.well-known/security.txt',
    '',
  ]);
});

test('the server serves it as plain text, though its path begins with a dot', () => {
  const folder = mkdtempSync(join(tmpdir(), 'security-txt-'));
  const file = join(folder, 'client', securityTxtFile);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const listed: SiteFile = {
    path: `/${securityTxtFile}`,
    file: securityTxtFile,
    type: typeOf(securityTxtFile),
    cache: 'revalidate',
    etag: '"one"',
    encodings: [],
  };
  const manifest = { builtFor: 'https://www.example.com', files: [listed], notFound: listed.path };
  writeFileSync(join(folder, 'site.json'), JSON.stringify(manifest));
  const served = loadSite(folder, true).find('/.well-known/security.txt')?.encodings.identity;
  expect(served?.body.toString()).toBe(text);
  expect(served?.headers).toContain('text/plain; charset=utf-8');
});
