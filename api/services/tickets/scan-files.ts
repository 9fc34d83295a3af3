import type { Connection, DueJob } from '#api/jobs/queue.ts';
import type { JobHandlers, Outcome } from '#api/jobs/worker.ts';
import type { Files } from '#api/files/files.ts';
import { scanFile } from '#api/files/scan-file.ts';
import type { Log } from '#api/lib/log.ts';

interface ScanDeps {
  /** Undefined until the database has opened. */
  database: () => { pool: Connection } | undefined;
  files: Files;
  log: Log;
}

/** One job per file. Without a scanner there is no handler: files that wait are scanned once there is one again. */
export function scanHandlers({ database, files: { clamd, storage }, log }: ScanDeps): JobHandlers {
  if (clamd === undefined) return {};
  return { scan: { maxRetrySeconds: 60 * 60, run: (job) => scan(job, clamd) } };

  async function scan({ data: { attachmentId: id } }: DueJob<'scan'>, scanner: string): Promise<Outcome> {
    const pool = database()?.pool;
    if (pool === undefined) throw new Error('The database is not open.');
    const { rows } = await pool.query<{ customer_id: string; sha256: string }>('SELECT * FROM read_pending_file($1)', [
      id,
    ]);
    if (rows[0] === undefined) return 'discard';
    const content = await storage.read(rows[0].customer_id, rows[0].sha256);
    const result = await scanFile(scanner, content).finally(() => content.destroy());
    const signature = result.state === 'infected' ? result.signature.slice(0, 300) : null;
    await pool.query('SELECT save_scan($1, $2, $3)', [id, result.state, signature]);
    if (signature !== null) log.warn({ attachment: id, signature }, 'virus found in a file');
    return 'done';
  }
}
