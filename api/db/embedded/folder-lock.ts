import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#api/lib/errors.ts';

/**
 * Two processes on one embedded database would silently lose rows. The first takes a lock that the kernel releases when the
 * process ends, however it ends: an exclusive transaction on a small SQLite file.
 */
export function lockFolder(folder: string): () => void {
  let lock: DatabaseSync;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // The engine's files are readable by everybody: the folder must not be.
    chmodSync(folder, 0o700);
    lock = new DatabaseSync(join(folder, 'lock'));
  } catch (error) {
    throw new OperatorError(
      `The data folder ${folder} cannot be used (${(error as NodeJS.ErrnoException).code ?? String(error)}): ` +
        'give it to the user that runs the server, or name another with DATA_DIR=/path/to/folder.',
    );
  }
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new OperatorError(
      `The data folder ${folder} is in use by another server: stop it first, or give this one a folder of its own with DATA_DIR=/path/to/folder.`,
    );
  }
  return () => lock.close();
}
