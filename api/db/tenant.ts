import { SessionExpiredError } from '#api/lib/errors.ts';
import { type Row, runBatch, type Statement } from './batch.ts';
import type { Database } from './connect.ts';
import { markBroken, withClient } from './transaction.ts';

/** Who asks: the token of a session, which the database itself looks up. */
export interface Caller {
  sessionToken: string;
  /** Which request it is, for the record of what it changes. */
  trace?: { requestId: string; network: string | null };
}

// Looks the session up, and puts portal_tenant on until the transaction ends (migration 0013). The role is told back.
const become = {
  read: {
    name: 'become-reader',
    text: `SELECT become_caller($1), current_user, set_config('transaction_read_only', 'on', true)`,
  },
  write: { name: 'become-writer', text: 'SELECT become_caller($1), current_user' },
};

/** Runs the statements in one transaction and one round trip as the caller. */
export async function runAs(
  database: Database,
  { sessionToken }: Caller,
  access: 'read' | 'write',
  ...statements: Statement[]
): Promise<Row[][]> {
  return withClient(database.pool, async (client) => {
    const [user, ...answers] = await runBatch(client, [{ ...become[access], values: [sessionToken] }, ...statements]);
    const [userId, role] = user?.[0] ?? [];
    if (role !== 'portal_tenant') {
      markBroken(client);
      throw new Error(`A request for a customer was run as ${String(role)}: its rows are not given out.`);
    }
    if (!userId) throw new SessionExpiredError('The session has ended.');
    return answers;
  });
}
