import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '#api/lib/errors.ts';
import { type IncomingDisk, incomingFolder } from './receive-file.ts';

const reasons: Record<string, string> = {
  EROFS: 'is on a read-only file system',
  EACCES: 'belongs to another user',
  EPERM: 'belongs to another user',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  ENOENT: 'cannot be created',
  ENOSPC: 'is on a disk that is full',
};

const describe = (error: unknown) => {
  const { code = String(error) } = error as NodeJS.ErrnoException;
  return `${reasons[code] ?? 'cannot be written'} (${code})`;
};

/** Without changing anything: a folder that another user creates would not be the server's. */
export async function findAccessProblem(filesFolder: string): Promise<string | undefined> {
  try {
    await access(filesFolder, constants.W_OK);
    return (await stat(filesFolder)).isDirectory() ? undefined : reasons['ENOTDIR'];
  } catch (error) {
    // Before the first start.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : describe(error);
  }
}

// Node's own recursive mkdir never returns below /proc. Other instances may create the same folders at the same time.
async function createFolder(folder: string): Promise<void> {
  const make = async () => {
    try {
      await mkdir(folder, { mode: 0o700 });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
    }
  };
  try {
    await make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await createFolder(dirname(folder));
    await make();
  }
}

/** Writes where uploads are received. Returns why it cannot, as the end of a sentence. */
async function findFolderProblem(filesFolder: string): Promise<string | undefined> {
  const incoming = incomingFolder(filesFolder);
  const path = join(incoming, randomUUID());
  try {
    await createFolder(incoming);
    await writeFile(path, 'test', { mode: 0o600, flag: 'wx' });
    return undefined;
  } catch (error) {
    return describe(error);
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** At start: without the folder, uploads, mails that come in and, without SMTP_URL, mails that go out would fail later. */
export async function requireDataFolder(dataDir: string): Promise<void> {
  const problem = await findFolderProblem(join(dataDir, 'files'));
  // A full disk may have room again; the pages need none.
  if (problem === undefined || problem.endsWith('(ENOSPC)')) return;
  throw new OperatorError(
    `The data folder ${dataDir} ${problem}: give it to the user that runs the server, or name another with DATA_DIR=/path/to/folder.`,
  );
}

export interface FolderState {
  folder: string;
  isWritable: boolean;
  freeBytes: number | null;
  reserveBytes: number;
}

/** For the page on the state of the service. */
export async function describeFolder({ folder, diskReserve }: IncomingDisk): Promise<FolderState> {
  const isWritable = (await findFolderProblem(folder)) === undefined;
  const disk = await statfs(folder).catch(() => undefined);
  const freeBytes = disk === undefined ? null : disk.bavail * disk.bsize;
  return { folder, isWritable, freeBytes, reserveBytes: diskReserve };
}
