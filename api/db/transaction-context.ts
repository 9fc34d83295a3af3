import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { tables } from './schema/tables.ts';
import { withTransaction } from './transaction.ts';

export interface Orm extends Omit<NodePgDatabase<typeof tables>, 'transaction'> {
  /** One transaction, a savepoint inside another. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}
export type Transaction = Omit<Orm, 'transaction'>;

interface OpenTransaction {
  client: pg.ClientBase;
  tx: Transaction;
  savepoints: number;
}

/** Without `transaction`: that is for withTransaction alone. */
export const ormOn = (client: pg.Pool | pg.ClientBase): Transaction =>
  drizzle(client as pg.Client, { schema: tables, casing: 'snake_case' });

/**
 * The sign-in library holds one database object and cannot be handed a transaction. This one sends what is called
 * inside `inTransaction` to that transaction, so that a login and the mail that tells of it are written together; on
 * the embedded engine, whose only connection the transaction holds, anything else would wait for ever.
 */
export function createTransactionAwareDb(pool: pg.Pool): Orm {
  const root = ormOn(pool);
  const transactions = new AsyncLocalStorage<OpenTransaction>();
  // Making one takes longer than most statements: each connection keeps its own.
  const orms = new WeakMap<pg.ClientBase, Transaction>();
  const ormOf = (client: pg.ClientBase) => {
    const orm = orms.get(client) ?? ormOn(client);
    orms.set(client, orm);
    return orm;
  };

  const begin = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const outer = transactions.getStore();
    if (outer !== undefined) return savepoint(outer, work);
    return withTransaction(pool, (client) => {
      const open = { client, tx: ormOf(client), savepoints: 0 };
      return transactions.run(open, () => work(open.tx));
    });
  };

  return new Proxy(root as Orm, {
    get(_target, property) {
      if (property === 'transaction') return begin;
      const current = transactions.getStore()?.tx ?? root;
      const value: unknown = Reflect.get(current, property);
      return typeof value === 'function' ? (value.bind(current) as unknown) : value;
    },
  });
}

/** Runs the work in one transaction, a savepoint if there is one already. */
export function inTransaction<T>(orm: Orm, work: () => Promise<T>): Promise<T> {
  return orm.transaction(() => work());
}

async function savepoint<T>(open: OpenTransaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const name = `nested_${(open.savepoints += 1)}`;
  await open.client.query(`SAVEPOINT ${name}`);
  try {
    const result = await work(open.tx);
    await open.client.query(`RELEASE SAVEPOINT ${name}`);
    return result;
  } catch (error) {
    // If this fails too, so does the COMMIT of the whole.
    await open.client.query(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => undefined);
    throw error;
  }
}
