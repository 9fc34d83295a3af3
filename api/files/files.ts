import { join } from 'node:path';
import type { Settings } from '#api/lib/env.ts';
import type { FileStorage } from './file-storage.ts';
import { localStorage } from './local-storage.ts';
import type { IncomingDisk } from './receive-file.ts';
import { s3Storage } from './s3-storage.ts';

/** How much may be stored; 0 means no limit. */
export interface FileLimits {
  /** Per user and hour. */
  maxFiles: number;
  /** Per user and hour. */
  maxBytes: number;
  /** Per customer, in total. */
  maxStored: number;
}

/** Where files are, and whether somebody looks at them before others may. */
export interface Files extends IncomingDisk {
  /** On this machine: files that are being received, and all of them where the storage is local. */
  folder: string;
  limits: FileLimits;
  storage: FileStorage;
  /** `host:port` of a clamd; without one, files are not scanned. */
  clamd: string | undefined;
}

/** Without limits for tools that store nothing. */
export type FileSettings = Pick<Settings, 'dataDir' | 's3Url' | 'clamd'> &
  Partial<Pick<Settings, 'ticketLimit' | 'uploadLimit' | 'storageLimit' | 'diskReserve'>>;

const megabyte = 1024 * 1024;
// More than anyone sends. TICKET_LIMIT=0 lifts it, as every other limit on how often customers write.
const maxFilesPerHour = 100;

/** Creates no folder and opens no connection. */
export function openFiles({
  dataDir,
  s3Url,
  clamd,
  ticketLimit = 0,
  uploadLimit = 0,
  storageLimit = 0,
  diskReserve = 0,
}: FileSettings): Files {
  const folder = join(dataDir, 'files');
  return {
    folder,
    diskReserve: diskReserve * megabyte,
    limits: {
      maxFiles: ticketLimit === 0 ? 0 : maxFilesPerHour,
      maxBytes: uploadLimit * megabyte,
      maxStored: storageLimit * megabyte,
    },
    storage: s3Url === undefined ? localStorage(folder) : s3Storage(s3Url),
    clamd,
  };
}
