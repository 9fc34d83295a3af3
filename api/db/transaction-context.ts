import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import * as conversationTables from './conversation-schema.ts';
import * as fileTables from './file-schema.ts';
import * as jobTables from './job-schema.ts';
import * as recordTables from './schema.ts';
import * as userTables from './user-schema.ts';
import { type TransactionOptions, withTransaction } from './transaction.ts';

const tables = {
  ...recordTables,
  ...userTables,
  ...conversationTables,
  ...fileTables,
  ...jobTables,
};

export interface Orm extends Omit<NodePgDatabase<typeof tables>, 'transaction'> {
  /** One transaction; inside another, a savepoint, which keeps the role of the outer one. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
}
export type Transaction = Omit<Orm, 'transaction'>;

interface OpenTransaction {
  client: pg.ClientBase;
  tx: Transaction;
  savepoints: number;
}

/** Without `transaction`: only withTransaction may begin one. */
export const ormOn = (client: pg.Pool | pg.ClientBase): Transaction =>
  drizzle(client as pg.Client, { schema: tables, casing: 'snake_case' });

/**
 * better-auth holds one database object and cannot be passed a transaction. This object runs everything called inside
 * `inTransaction` in that transaction, so that a user and the mail about it are committed together. On the embedded engine,
 * whose only connection the transaction holds, anything else would wait forever.
 */
export function createTransactionAwareDb(pool: pg.Pool): Orm {
  const root = ormOn(pool);
  const transactions = new AsyncLocalStorage<OpenTransaction>();
  // Creating one takes longer than most statements, hence one per connection.
  const orms = new WeakMap<pg.ClientBase, Transaction>();
  const ormOf = (client: pg.ClientBase) => {
    const orm = orms.get(client) ?? ormOn(client);
    orms.set(client, orm);
    return orm;
  };

  const begin = <T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> => {
    const outer = transactions.getStore();
    if (outer !== undefined) return savepoint(outer, work);
    return withTransaction(
      pool,
      (client) => {
        const open = { client, tx: ormOf(client), savepoints: 0 };
        return transactions.run(open, () => work(open.tx));
      },
      options,
    );
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

/** One transaction with access to the records of every customer. For the demo data and tests, never for a request. */
export const asOperator = <T>({ orm }: { orm: Orm }, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  orm.transaction(work, { role: 'portal_operator' });

/** Runs the work in one transaction, or in a savepoint if one is open. */
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
    // If this fails too, so does the COMMIT.
    await open.client.query(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => undefined);
    throw error;
  }
}
