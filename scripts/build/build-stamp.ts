import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = [
  '{app,api,content,contract,public}/**/*',
  'scripts/{build,content-lint}/**/*',
  'package-lock.json',
  'tsconfig.json',
  '{vite,react-router}.config.ts',
];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** What a build is made of: the content of its sources, and the address that it writes into pages. */
export function sourceStamp(root: string, siteUrl: string | undefined): string {
  const hash = createHash('sha256').update(`site ${siteUrl ?? ''}\n`);
  for (const file of globSync(sources, { cwd: root, exclude: isTest }).toSorted()) {
    const path = join(root, file);
    if (!statSync(path).isFile()) continue;
    const content = readFileSync(path);
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

const stampOf = (root: string) => join(root, 'build/stamp');

export function writeBuildStamp(root: string, stamp: string): void {
  writeFileSync(stampOf(root), `${stamp}\n`);
}

/** Whether the build of this folder was made from these sources, for this address. */
export function isBuiltFrom(root: string, stamp: string): boolean {
  try {
    statSync(join(root, 'build/site.json'));
    statSync(join(root, 'build/api/main.js'));
    return readFileSync(stampOf(root), 'utf8').trim() === stamp;
  } catch {
    return false;
  }
}
