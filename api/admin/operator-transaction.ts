import type { ClientBase } from 'pg';
import { type Rollback, withTransaction } from '#api/db/transaction.ts';
import type { OperatorDatabase } from './operator-database.ts';

/** One transaction as the operator, who has access to the records of every customer. */
export const inOperatorTransaction = <T>(
  { client }: Pick<OperatorDatabase, 'client'>,
  work: (client: ClientBase) => Promise<T | Rollback<T>>,
  mode = '',
): Promise<T> => withTransaction(client, work, { role: 'portal_operator', mode });
