import { join } from 'node:path';
import type { Settings } from '#api/lib/env.ts';
import type { FileStorage } from './file-storage.ts';
import { localStorage } from './local-storage.ts';
import { s3Storage } from './s3-storage.ts';

/** Where files are, and whether somebody looks at them before others may. */
export interface Files {
  /** On this machine: files that are being received, and all of them where the storage is local. */
  folder: string;
  storage: FileStorage;
  /** `host:port` of a clamd; without one, files are not scanned. */
  clamd: string | undefined;
}

export type FileSettings = Pick<Settings, 'dataDir' | 's3Url' | 'clamd'>;

/** Creates no folder and opens no connection. */
export function openFiles({ dataDir, s3Url, clamd }: FileSettings): Files {
  const folder = join(dataDir, 'files');
  return { folder, storage: s3Url === undefined ? localStorage(folder) : s3Storage(s3Url), clamd };
}
