import type { ClientBase, Pool } from 'pg';
import { advisoryLocks } from '#api/db/advisory-locks.ts';
import { markBroken, transactOn, withTransaction } from '#api/db/transaction.ts';
import type { Role } from './rule.ts';

/** Runs the work in one transaction; `isKept` false rolls it back at its end. */
export type Transact = <T>(work: (client: ClientBase) => Promise<T>, isKept?: boolean) => Promise<T>;

export const onClient =
  (client: ClientBase): Transact =>
  (work, isKept) =>
    transactOn(client, () => work(client), isKept);

/** A connection for each transaction: the embedded engine has one only, and requests want it in between. */
export const onPool =
  (pool: Pool): Transact =>
  (work, isKept) =>
    withTransaction(pool, work, isKept);

/** Until the transaction ends. */
export async function become(client: ClientBase, role: Role): Promise<void> {
  await client.query(`SET LOCAL ROLE ${role === 'owner' ? 'NONE' : role}`);
}

/** Does the work unless another instance is at it; the lock ends with the connection, whatever happens. */
export async function withAdvisoryLock<T>(client: ClientBase, work: () => Promise<T>): Promise<T | undefined> {
  const { rows } = await client.query<{ is: boolean }>('SELECT pg_try_advisory_lock($1) AS is', [
    advisoryLocks.retention,
  ]);
  if (rows[0]?.is !== true) return undefined;
  try {
    return await work();
  } finally {
    // A connection that may still hold the lock is not reused.
    await client.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.retention]).catch(() => markBroken(client));
  }
}
