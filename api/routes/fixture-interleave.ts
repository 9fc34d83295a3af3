import type pg from 'pg';
import { ambientDatabase } from '#api/db/ambient.ts';
import type { Database } from '#api/db/connect.ts';

/**
 * The same database, for a race that must happen: `work` runs after the first statement outside of a transaction that
 * matches, before its result is returned.
 */
export function interleave(database: Database, statement: RegExp, work: () => Promise<unknown>): Database {
  let isPending = true;
  const query = async (...given: Parameters<pg.Pool['query']>): Promise<unknown> => {
    const result: unknown = await database.pool.query(...given);
    const [first] = given as unknown as [string | { text: string }];
    if (isPending && statement.test(typeof first === 'string' ? first : first.text)) {
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
  return { ...database, pool, orm: ambientDatabase(pool) };
}
