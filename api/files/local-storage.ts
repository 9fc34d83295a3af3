import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileStorage, FileMissingError, assertFileKey, isFolderName, isHashName } from './file-storage.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** In `DATA_DIR/files/<folder>/<sha256>`. */
export function localStorage(filesFolder: string): FileStorage {
  const pathOf = (folder: string, sha256: string) => {
    assertFileKey(folder, sha256);
    return join(filesFolder, folder, sha256);
  };

  return {
    store: async (folder, { path, sha256, size }) => {
      const target = pathOf(folder, sha256);
      await mkdir(join(filesFolder, folder), { recursive: true, mode: 0o700 });
      if (await isStored(target, size)) {
        const now = new Date();
        await utimes(target, now, now);
        await rm(path, { force: true });
      } else await rename(path, target);
      // The rename is durable with the folder, and a new folder with the one above.
      await syncFolder(join(filesFolder, folder));
      await syncFolder(filesFolder);
    },
    read: async (folder, sha256) => {
      try {
        return (await open(pathOf(folder, sha256), 'r')).createReadStream();
      } catch (error) {
        throw isMissing(error) ? new FileMissingError('The file is not in the storage.') : error;
      }
    },
    remove: (folder, sha256) => rm(pathOf(folder, sha256), { force: true }),
    removeFolder: async (folder) => {
      if (!isFolderName(folder)) throw new Error('Not the name of a folder of files.');
      await rm(join(filesFolder, folder), { recursive: true, force: true });
    },
    list: async function* list(only) {
      const folders = only === undefined ? await namesIn(filesFolder) : [only];
      for (const folder of folders.filter(isFolderName)) {
        for (const sha256 of (await namesIn(join(filesFolder, folder))).filter(isHashName)) {
          const found = await stat(join(filesFolder, folder, sha256)).catch(() => undefined);
          if (found !== undefined) yield { folder, sha256, size: found.size, modifiedAt: found.mtime };
        }
      }
    },
  };
}

async function isStored(path: string, size: number): Promise<boolean> {
  try {
    return (await stat(path)).size === size;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and keeps names without it.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
