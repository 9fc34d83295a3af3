import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { tables } from './schema/tables.ts';

export type Orm = NodePgDatabase<typeof tables>;
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

const transactions = new AsyncLocalStorage<Transaction>();

/**
 * The sign-in library holds one database object and cannot be handed a transaction. This one sends what is called
 * inside `inTransaction` to that transaction, so that a login and the mail that tells of it are written together; on
 * the embedded engine, whose only connection the transaction holds, anything else would wait for ever.
 */
export function ambientDatabase(pool: pg.Pool): Orm {
  const root = drizzle(pool, { schema: tables, casing: 'snake_case' });
  return new Proxy(root, {
    get(_target, property) {
      if (property === 'transaction') return <T>(work: (tx: Transaction) => Promise<T>) => begin(root, work);
      const current = transactions.getStore() ?? root;
      const value: unknown = Reflect.get(current, property);
      return typeof value === 'function' ? (value.bind(current) as unknown) : value;
    },
  });
}

/** Runs the work in one transaction, a savepoint if there is one already. */
export function inTransaction<T>(orm: Orm, work: () => Promise<T>): Promise<T> {
  return orm.transaction(() => work());
}

function begin<T>(root: Orm, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const outer = transactions.getStore();
  return (outer ?? root).transaction((tx) => transactions.run(tx, () => work(tx)));
}
