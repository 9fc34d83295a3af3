import type pg from 'pg';
import { isConnectionError } from './errors.ts';

/** Connections in an unknown state: closed when they are released, never reused. */
const broken = new WeakSet<pg.ClientBase>();

export function markBroken(client: pg.ClientBase): void {
  broken.add(client);
}

/** Lends a connection to the work. One that broke or timed out is closed afterwards. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } catch (error) {
    if (isConnectionError(error)) markBroken(client);
    throw error;
  } finally {
    client.release(broken.has(client));
  }
}

/**
 * Runs the work in one transaction on a connection of its own; `isKept` false rolls back at the end. Drizzle's own
 * `transaction` is not used anywhere: it loses the connection when BEGIN fails and reuses one whose ROLLBACK failed.
 */
export const withTransaction = <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  isKept = true,
): Promise<T> => withClient(pool, (client) => transactOn(client, () => work(client), isKept));

/** The same on a connection that the caller holds. */
export async function transactOn<T>(client: pg.ClientBase, work: () => Promise<T>, isKept = true): Promise<T> {
  await control(client, 'BEGIN');
  let result: T;
  try {
    result = await work();
  } catch (error) {
    // A connection that is gone rolls back by itself.
    if (isConnectionError(error)) markBroken(client);
    else await control(client, 'ROLLBACK').catch(() => undefined);
    throw error;
  }
  const { command } = await control(client, isKept ? 'COMMIT' : 'ROLLBACK');
  if (isKept && command !== 'COMMIT') {
    throw new Error('The transaction was rolled back: one of its statements had failed and the error was ignored.');
  }
  return result;
}

async function control(client: pg.ClientBase, statement: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): Promise<pg.QueryResult> {
  try {
    return await client.query(statement);
  } catch (error) {
    markBroken(client);
    throw error;
  }
}
