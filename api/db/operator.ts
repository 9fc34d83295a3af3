import { sql } from 'drizzle-orm';
import type { Transaction } from './transaction-context.ts';
import type { Database } from './connect.ts';

/** One transaction with the operator's rights: every customer's records. For the command line, never for a request. */
export function asOperator<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.orm.transaction(async (tx) => {
    await tx.execute(sql`SELECT set_config('role', 'portal_operator', true)`);
    return work(tx);
  });
}
