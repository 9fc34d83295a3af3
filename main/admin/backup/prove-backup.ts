import { PassThrough } from 'node:stream';
import { checkDatabase } from '../integrity-check/check-database.ts';
import type { OperatorDatabase } from '#api/db/operator-database.ts';
import type { FileStorage, StoredFile } from '#api/files/file-storage.ts';
import { type Files, openFiles } from '#api/files/files.ts';
import { OperatorError } from '#api/lib/errors.ts';
import type { BackupHeader, Bytes } from './backup-format.ts';
import { type BackupReader, readBackup } from './read-backup.ts';
import { restore } from './restore.ts';
import { type ScratchSettings, withScratch } from './scratch-database.ts';
import type { Trust } from './signature.ts';
import type { OnRows, ReadToEnd } from './verify-backup.ts';

interface ProofRequest {
  /** That of the scratch database. */
  database: Pick<OperatorDatabase, 'engine'>;
  settings: ScratchSettings;
  trust: Trust;
  onRows: OnRows;
}

export type Proof = BackupHeader & ReadToEnd;

/** Restores a backup into a scratch database and checks that as `check` does. Rejects if the backup is not whole and consistent. */
export function proveBackup(reader: BackupReader, { database, settings, trust, onRows }: ProofRequest): Promise<Proof> {
  return withScratch(database.engine, settings, async (scratch) => {
    const files = forgetfulFiles(scratch.folder);
    const restored = await restore(reader, { database: scratch.database, files, trust, onRows });
    const { problems } = await checkDatabase(scratch.database, () => {}, files);
    const [first] = problems;
    if (first !== undefined)
      throw new OperatorError(
        `The restored backup has ${problems.length} errors that check would report, such as: ${first.where}: ${first.what}.`,
      );
    return restored;
  });
}

/** Files are compared with their hashes and not kept: a proof needs no second disk. */
function forgetfulFiles(folder: string): Files {
  const stored = new Map<string, StoredFile>();
  const storage: FileStorage = {
    store: async (of, { sha256, size }) => {
      stored.set(`${of}/${sha256}`, { folder: of, sha256, size, modifiedAt: new Date() });
    },
    read: () => Promise.reject(new Error('Files of a proof are not kept.')),
    remove: async () => undefined,
    removeFolder: async () => undefined,
    async *list() {
      yield* stored.values();
    },
  };
  return { ...openFiles({ dataDir: folder, s3Url: undefined, clamd: undefined }), storage };
}

/**
 * Proves a backup while it is made, for one that is then encrypted with a key that is not on this machine. A proof that fails
 * does not end the backup. Call `cancel` if the backup fails.
 */
export function proveStream(request: ProofRequest) {
  const copy = new PassThrough();
  copy.on('error', () => undefined);
  const proof = proveBackup(readBackup({ name: 'The backup', content: copy }), request);
  // The caller waits for it after the backup.
  proof.catch(() => undefined);
  const flowing = () =>
    new Promise<void>((resolve) => {
      const done = () => {
        copy.off('drain', done).off('close', done);
        resolve();
      };
      copy.on('drain', done).on('close', done);
    });
  async function* tee(content: Bytes): Bytes {
    for await (const chunk of content) {
      // It closes when the proof has failed.
      if (!copy.destroyed && !copy.write(chunk)) await flowing();
      yield chunk;
    }
    copy.end();
  }
  const cancel = () => void copy.destroy(new OperatorError('The backup was not completed.'));
  return { tee, proof, cancel };
}
