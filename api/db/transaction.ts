import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { ClientBase } from 'pg';
import { isConnectionError } from '#api/lib/errors.ts';

/** Connections in an unknown state: closed when they are released, never reused. */
const broken = new WeakSet<pg.ClientBase>();

export function markBroken(client: pg.ClientBase): void {
  broken.add(client);
}

/** Without waiting for a database that may be silent. Not in the driver's types; batch.test.ts fails if it goes away. */
export const destroySocket = (client: pg.ClientBase): unknown =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();

/** Lends a pooled connection to `work`. A connection that broke or timed out is closed afterwards. */
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

/** `owner` is the login of the connection itself, which owns the tables where it is the migration login. */
export type Role = 'portal_app' | 'portal_operator' | 'owner';

export interface TransactionOptions {
  /** Applies until the transaction ends; without it, the connection's current role. */
  role?: Role;
  /** What follows BEGIN, for example `ISOLATION LEVEL REPEATABLE READ`. */
  mode?: string;
}

/** Returned by the work of a transaction, rolls it back without an error: how a dry run ends. */
export class Rollback<T> {
  readonly result: T;

  constructor(result: T) {
    this.result = result;
  }
}

/**
 * Runs `work` in one transaction, on a connection of the pool or on the one the caller holds. Drizzle's own `transaction`
 * is never used: it loses the connection when BEGIN fails and reuses one whose ROLLBACK failed.
 */
export async function withTransaction<T>(
  connection: pg.Pool | pg.ClientBase,
  work: (client: pg.ClientBase) => Promise<T | Rollback<T>>,
  options: TransactionOptions = {},
): Promise<T> {
  if (!(connection instanceof pg.Pool)) return transact(connection, work, options);
  return withClient(connection, (client) => transact(client, work, { ...options, isPooled: true }));
}

async function transact<T>(
  client: pg.ClientBase,
  work: (client: pg.ClientBase) => Promise<T | Rollback<T>>,
  { role, mode = '', isPooled = false }: TransactionOptions & { isPooled?: boolean },
): Promise<T> {
  await control(client, `BEGIN ${mode}`);
  let result: T | Rollback<T>;
  try {
    if (role !== undefined) await setLocalRole(client, role);
    result = await work(client);
  } catch (error) {
    const isBroken = isConnectionError(error);
    if (isBroken) markBroken(client);
    // A broken connection of the pool is closed, which rolls back without waiting for a database that may be silent. One that
    // the caller holds goes on: after a full disk, for example, it is alive.
    if (!isBroken || !isPooled) await control(client, 'ROLLBACK').catch(() => undefined);
    throw error;
  }
  if (result instanceof Rollback) {
    await control(client, 'ROLLBACK');
    return result.result;
  }
  const { command } = await control(client, 'COMMIT');
  if (command !== 'COMMIT') {
    throw new Error('The transaction was rolled back: one of its statements had failed and the error was ignored.');
  }
  return result;
}

export async function setLocalRole(client: pg.ClientBase, role: Role): Promise<void> {
  await client.query(`SET LOCAL ROLE ${role === 'owner' ? 'NONE' : role}`);
}

async function control(client: pg.ClientBase, statement: string): Promise<pg.QueryResult> {
  try {
    return await client.query(statement);
  } catch (error) {
    markBroken(client);
    throw error;
  }
}

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
