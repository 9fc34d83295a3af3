import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#api/db/connect.ts';
import { isConnectionError } from '#api/db/errors.ts';
import type { Files } from '#api/files/files.ts';
import { scanFile, type ScanResult } from '#api/files/scan-file.ts';
import type { Log } from '#api/lib/log.ts';

const pollIntervalMs = 2_000;
const batchSize = 4;
// Longer than any scan: no other instance may claim a file that is being scanned.
const leaseSeconds = 10 * 60;
const maxDelaySeconds = 60 * 60;

interface ClaimedFile {
  id: string;
  customer_id: string;
  sha256: string;
  attempts: number;
}

interface ScanDeps {
  database: Pick<Database, 'pool'>;
  files: Files & { clamd: string };
  log: Log;
}

/** Scans one batch of files that wait for it and returns its size. What cannot be scanned now is tried again, for ever. */
export async function scanPending({ database: { pool }, files, log }: ScanDeps): Promise<number> {
  const { rows } = await pool.query<ClaimedFile>('SELECT * FROM claim_scans($1, $2)', [batchSize, leaseSeconds]);
  for (const file of rows) {
    const result = await scan(file).catch((error: unknown) => {
      log.warn({ err: error, attachment: file.id, attempts: file.attempts }, 'file not scanned yet');
      return undefined;
    });
    const delay = Math.min(10 * 2 ** Math.min(file.attempts, 10), maxDelaySeconds);
    const signature = result?.state === 'infected' ? result.signature.slice(0, 300) : null;
    await pool.query('SELECT finish_scan($1, $2, $3, $4)', [file.id, result?.state ?? null, signature, delay]);
    if (signature !== null) log.warn({ attachment: file.id, signature }, 'virus found in a file');
  }
  return rows.length;

  async function scan({ customer_id: customerId, sha256 }: ClaimedFile): Promise<ScanResult> {
    const content = await files.storage.read(customerId, sha256);
    try {
      return await scanFile(files.clamd, content);
    } finally {
      content.destroy();
    }
  }
}

interface WorkerDeps {
  /** Undefined until the database is open. */
  database: () => ScanDeps['database'] | undefined;
  files: Files;
  log: Log;
}

/** Runs on every instance if there is a scanner. */
export function startScanning({ database: current, files, log }: WorkerDeps): { stop: () => Promise<void> } {
  const { clamd } = files;
  if (clamd === undefined) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    let pause = pollIntervalMs;
    while (!signal.aborted) {
      await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
      const database = current();
      if (signal.aborted || database === undefined) continue;
      try {
        const claimed = await scanPending({ database, files: { ...files, clamd }, log });
        pause = claimed === batchSize ? 0 : pollIntervalMs;
      } catch (error) {
        pause = pollIntervalMs;
        log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'files could not be scanned');
      }
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
