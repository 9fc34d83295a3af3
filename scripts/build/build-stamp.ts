import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder } from './build-folder.ts';
import type { BuildSettings } from './build-settings.ts';

const sources = [
  '{app,api,main,modules,content,contract,public}/**/*',
  'scripts/{build,content-lint}/**/*',
  'package-lock.json',
  'tsconfig.json',
  '{vite,react-router}.config.ts',
];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** Hash of all inputs of a build: the source files, LEADS and BOOKING. */
export function sourceStamp(root: string, { leads = 'off', hasBooking = false }: Partial<BuildSettings> = {}): string {
  const hash = createHash('sha256');
  if (leads !== 'off') hash.update(`leads ${leads}\n`);
  if (hasBooking) hash.update('booking\n');
  for (const file of globSync(sources, { cwd: root, exclude: isTest }).toSorted()) {
    const path = join(root, file);
    if (!statSync(path).isFile()) continue;
    const content = readFileSync(path);
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

const stampOf = (root: string, folder: string) => join(root, folder, 'stamp');

export function writeBuildStamp(root: string, stamp: string, folder = buildFolder): void {
  writeFileSync(stampOf(root, folder), `${stamp}\n`);
}

/** Whether the build of these sources has this stamp. */
export function isBuiltFrom(root: string, stamp: string, folder = buildFolder): boolean {
  try {
    statSync(join(root, folder, 'site.json'));
    statSync(join(root, folder, 'api/main.js'));
    return readFileSync(stampOf(root, folder), 'utf8').trim() === stamp;
  } catch {
    return false;
  }
}
