import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Files = Record<string, string>;

// Packages that resolve without the real node_modules: one listed, one for development, one that package.json ignores.
const packages = ['zod', 'hono', 'drizzle-orm', 'pg', 'vitest', 'stray'];

async function write(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Runs `check` in a small project of its own: our package.json, our configuration files, the given sources. */
export async function inSeededTree<T>(files: Files, configs: string[], check: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'arrows-'));
  try {
    for (const config of ['package.json', ...configs]) await copyFile(config, join(root, config));
    for (const name of packages) {
      await write(root, `node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
      await write(root, `node_modules/${name}/index.js`, '');
    }
    for (const [path, text] of Object.entries(files)) await write(root, path, text);
    return await check(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
