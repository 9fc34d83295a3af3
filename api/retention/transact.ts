import type { ClientBase, Pool } from 'pg';
import type { Role } from './rule.ts';

/** Runs the work in one transaction; `isKept` false rolls it back at its end. */
export type Transact = <T>(work: (client: ClientBase) => Promise<T>, isKept?: boolean) => Promise<T>;

export const onClient =
  (client: ClientBase): Transact =>
  async (work, isKept = true) => {
    await client.query('BEGIN');
    try {
      const result = await work(client);
      await client.query(isKept ? 'COMMIT' : 'ROLLBACK');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  };

/** A connection for each transaction: the embedded engine has one only, and requests want it in between. */
export const onPool =
  (pool: Pool): Transact =>
  async (work, isKept) => {
    const client = await pool.connect();
    let lost: Error | undefined;
    try {
      return await onClient(client)(work, isKept);
    } catch (error) {
      lost = error as Error;
      throw error;
    } finally {
      client.release(lost);
    }
  };

/** Until the transaction ends. */
export async function become(client: ClientBase, role: Role): Promise<void> {
  await client.query(`SET LOCAL ROLE ${role === 'owner' ? 'NONE' : role}`);
}

// Any number will do, as long as every copy of the server takes the same.
const advisoryLock = 7_261_941;

/** Does the work unless somebody else on this database is at it; the lock falls with the connection, whatever happens. */
export async function aloneOn<T>(client: ClientBase, work: () => Promise<T>): Promise<T | undefined> {
  const { rows } = await client.query<{ is: boolean }>('SELECT pg_try_advisory_lock($1) AS is', [advisoryLock]);
  if (rows[0]?.is !== true) return undefined;
  try {
    return await work();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [advisoryLock]).catch(() => undefined);
  }
}
