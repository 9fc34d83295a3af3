import type pg from 'pg';
import { createTransactionAwareDb } from '#api/db/transaction-context.ts';
import type { Database } from '#api/db/connect.ts';

/**
 * Forces a race: `work` runs after the first matching statement outside a transaction, before its result is returned.
 */
export function interleave(database: Database, statement: RegExp, work: () => Promise<unknown>): Database {
  let isPending = true;
  const query = async (input: string | pg.QueryConfig, values?: unknown[]): Promise<unknown> => {
    const result: unknown = await database.pool.query(input as string, values);
    if (isPending && statement.test(typeof input === 'string' ? input : input.text)) {
      isPending = false;
      await work();
    }
    return result;
  };
  const pool = new Proxy(database.pool, {
    get(target, property) {
      if (property === 'query') return query;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...database, pool, orm: createTransactionAwareDb(pool) };
}
