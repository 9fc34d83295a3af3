import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Files = Record<string, string>;

/** Runs `check` in a small project of its own: our package.json, our configuration files, the given sources. */
export async function inSeededTree<T>(
  files: Files,
  configs: string[],
  check: (root: string) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'import-rules-'));
  try {
    for (const config of ['package.json', ...configs]) await copyFile(config, join(root, config));
    for (const [path, text] of Object.entries(files)) {
      const file = join(root, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return await check(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
