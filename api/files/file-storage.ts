import type { Readable } from 'node:stream';
import type { ReceivedFile } from './receive-file.ts';

/** A customer's folder, or `mail` for the originals of inbound mails. */
export type FileFolder = string;

const folderName = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|mail)$/;
const hashName = /^[\da-f]{64}$/;

export const isFolderName = (name: string) => folderName.test(name);
export const isHashName = (name: string) => hashName.test(name);

/** Names become paths: only ids and hashes may. */
export function assertFileKey(folder: FileFolder, sha256: string): void {
  if (!isFolderName(folder) || !isHashName(sha256)) throw new Error('Not the key of a file.');
}

/** The storage did not do what it was asked for, or not in time. */
export class FileStorageError extends Error {
  override name = 'FileStorageError';
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR']);
/** Whether the disk cannot take a file: full, over a quota, read-only, or the folder is not ours. */
export const isStorageFull = (error: unknown) => fullCodes.has((error as NodeJS.ErrnoException).code ?? '');

/** The row is there, the file is not: lost, or not restored. */
export class FileMissingError extends Error {
  override name = 'FileMissingError';
}

export interface StoredFile {
  folder: FileFolder;
  sha256: string;
  size: number;
  modifiedAt: Date;
}

/**
 * Files by folder and hash: the same file twice is one. A file is stored before its row is committed and removed after its
 * last row is gone, so that a row always has its file; a crash in between leaves a file without a row, which the orphan
 * check removes.
 */
export interface FileStorage {
  /** Durable once it resolves. Storing a file again makes it new: the orphan check leaves new files alone. */
  store(folder: FileFolder, file: ReceivedFile): Promise<void>;
  /** Throws FileMissingError. */
  read(folder: FileFolder, sha256: string): Promise<Readable>;
  /** No error if it is not there. */
  remove(folder: FileFolder, sha256: string): Promise<void>;
  removeFolder(folder: FileFolder): Promise<void>;
  list(folder?: FileFolder): AsyncIterable<StoredFile>;
}
