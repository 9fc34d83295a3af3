import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeFolder, findAccessProblem, requireDataFolder } from './data-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'data-folder-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a folder that can be written is left as it was, but for the folders of files', async () => {
  const folder = join(root, 'new/data');
  await expect(requireDataFolder(folder)).resolves.toBeUndefined();
  expect(readdirSync(folder)).toEqual(['files']);
  expect(readdirSync(join(folder, 'files/incoming'))).toEqual([]);
  expect(await describeFolder({ folder: join(folder, 'files'), diskReserve: 7 })).toEqual({
    folder: join(folder, 'files'),
    isWritable: true,
    freeBytes: expect.any(Number),
    reserveBytes: 7,
  });
});

test('instances that start together on a new folder all get it', async () => {
  const folders = Array.from({ length: 200 }, (_, at) => join(root, `together-${at}/new/data`));
  const starts = folders.flatMap((folder) => [1, 2, 3].map(() => requireDataFolder(folder)));
  expect((await Promise.allSettled(starts)).filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('a file, a folder below /proc and one of which a part is a file are refused in one sentence', async () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  const occupied = join(root, 'occupied');
  mkdirSync(occupied);
  writeFileSync(join(occupied, 'files'), '');
  for (const [folder, reason] of [
    [file, 'is not a folder'],
    [occupied, 'is not a folder'],
    ['/proc/nowhere', 'cannot be created'],
  ] as const) {
    await expect(requireDataFolder(folder)).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(new RegExp(`^The data folder ${folder} ${reason} \\(E[A-Z]+\\): .*DATA_DIR=`)),
    });
  }
  expect(await describeFolder({ folder: join(occupied, 'files'), diskReserve: 0 })).toMatchObject({
    isWritable: false,
  });
  expect(await findAccessProblem(join(occupied, 'files'))).toBe('is not a folder');
  expect(await findAccessProblem(join(root, 'not yet'))).toBeUndefined();
  expect(readdirSync(root)).not.toContain('not yet');
});
