import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endWithParent } from '../../../scripts/lib/processes.ts';
import { lockFolder } from './folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'portal-lock-')), 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inAnotherProcess = `import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
  try { lockFolder(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000); }
  catch (error) { console.log(error.message); }`;
const run = ['--input-type=module-typescript', '--no-warnings', '-e', inAnotherProcess];

test('a second server gets a message that the folder is in use', () => {
  const unlock = lockFolder(folder);
  const output = execFileSync(process.execPath, [...run, folder], { encoding: 'utf8' });
  expect(output).toBe(
    `The data folder ${folder} is in use by another server: stop it first, or give this one a folder of its own with DATA_DIR=/path/to/folder.\n`,
  );
  unlock();
  lockFolder(folder)();
});

test('a killed server releases the lock', async () => {
  const first = endWithParent(spawn(process.execPath, [...run, folder], { stdio: ['ignore', 'pipe', 'inherit'] }));
  const [said] = await once(first.stdout, 'data');
  expect(String(said)).toBe('locked\n');
  expect(() => lockFolder(folder)).toThrow('in use');
  first.kill('SIGKILL');
  await once(first, 'exit');
  lockFolder(folder)();
});

test('only the owner can read the folder', () => {
  const unlock = lockFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  unlock();
  chmodSync(folder, 0o755);
  lockFolder(folder)();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a folder that cannot be created is reported with the reason', () => {
  const file = `${folder}-file`;
  writeFileSync(file, '');
  expect(() => lockFolder(join(file, 'data'))).toThrow(/^The data folder .* cannot be used \(ENOTDIR\)/);
  rmSync(file);
});
