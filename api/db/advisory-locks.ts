import type { ClientBase } from 'pg';
import { markBroken } from './transaction.ts';

/**
 * The keys of all session and transaction level advisory locks of one database. Every instance takes the same key for the
 * same job, and no two jobs share one. Ticket numbers (create_ticket) lock milliseconds since 1970, all far above these.
 */
export const advisoryLocks = {
  migrations: 7_261_940,
  import: 7_261_941,
  retention: 7_261_942,
} as const;

/** Runs `work` unless another session holds the lock: then it returns undefined. The lock ends with the connection. */
export async function withAdvisoryLock<T>(
  client: ClientBase,
  key: number,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const { rows } = await client.query<{ is: boolean }>('SELECT pg_try_advisory_lock($1) AS is', [key]);
  if (rows[0]?.is !== true) return undefined;
  try {
    return await work();
  } finally {
    // A connection that may still hold the lock is not reused.
    await client.query('SELECT pg_advisory_unlock($1)', [key]).catch(() => markBroken(client));
  }
}
