import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isBuiltFrom, sourceStamp, writeBuildStamp } from './build-stamp.ts';

function newProject(): { root: string; write: (file: string, text: string) => void } {
  const root = mkdtempSync(join(tmpdir(), 'project-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('main/web/root.tsx', 'export {};');
  write('content/site.ts', 'export {};');
  write('package-lock.json', '{}');
  return { root, write };
}

test('a build counts as fresh from its stamp until a source changes', () => {
  const { root, write } = newProject();
  const stamp = sourceStamp(root);
  expect(isBuiltFrom(root, stamp)).toBe(false);
  write('build/site.json', '{}');
  write('build/api/main.js', '');
  writeBuildStamp(root, stamp);
  expect(isBuiltFrom(root, sourceStamp(root))).toBe(true);
  write('content/site.ts', 'export const a = 1;');
  expect(isBuiltFrom(root, sourceStamp(root))).toBe(false);
});

test('a build that lost its server or its site is not fresh', () => {
  const { root, write } = newProject();
  const stamp = sourceStamp(root);
  write('build/site.json', '{}');
  write('build/api/main.js', '');
  writeBuildStamp(root, stamp);
  rmSync(join(root, 'build/api/main.js'));
  expect(isBuiltFrom(root, stamp)).toBe(false);
});

test('the stamp depends on LEADS and BOOKING, and not on tests, dates or other files', () => {
  const { root, write } = newProject();
  const stamp = sourceStamp(root);
  const delivers = sourceStamp(root, { leads: 'deliver' });
  expect(new Set([stamp, delivers, sourceStamp(root, { leads: 'deliver', hasBooking: true })]).size).toBe(3);
  expect(sourceStamp(root, { leads: 'off', hasBooking: false })).toBe(stamp);
  write('app/root.test.tsx', 'export {};');
  write('docs/readme.md', '');
  utimesSync(join(root, 'main/web/root.tsx'), new Date(), new Date());
  expect(sourceStamp(root)).toBe(stamp);
  write('app/new.ts', '');
  expect(sourceStamp(root)).not.toBe(stamp);
});
