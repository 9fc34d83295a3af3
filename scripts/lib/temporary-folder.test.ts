import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.ts';

test('folders of processes that have ended are removed after a while, and no others', () => {
  const root = mkdtempSync(join(tmpdir(), 'folders-'));
  const ended = spawnSync('true').pid;
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  const kept = [`run-${ended}-young`, `run-${process.pid}-old`, `other-${ended}-old`, 'run-notes'];
  for (const name of [`run-${ended}-old`, ...kept]) {
    mkdirSync(join(root, name, 'data'), { recursive: true });
    if (!name.endsWith('young')) utimesSync(join(root, name), old, old);
  }
  const made = makeTemporaryFolder('run', root);
  expect(existsSync(made)).toBe(true);
  expect(readdirSync(root).toSorted()).toEqual([...kept, basename(made)].toSorted());
  rmSync(root, { recursive: true });
});
