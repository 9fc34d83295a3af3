import type { ClientBase } from 'pg';
import type { OperatorDatabase } from './operator-database.ts';

/** Rolls the transaction back without an error: what a dry run ends with. */
export class Rollback<T> {
  readonly result: T;

  constructor(result: T) {
    this.result = result;
  }
}

/** One transaction with the operator's rights: every customer's records, all of the work or none. */
export async function inOperatorTransaction<T>(
  { client }: Pick<OperatorDatabase, 'client'>,
  work: (client: ClientBase) => Promise<T | Rollback<T>>,
  mode = '',
): Promise<T> {
  await client.query(`BEGIN ${mode}`);
  try {
    await client.query('SET LOCAL ROLE portal_operator');
    const result = await work(client);
    await client.query(result instanceof Rollback ? 'ROLLBACK' : 'COMMIT');
    return result instanceof Rollback ? result.result : result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
