import { SessionExpiredError } from '#api/lib/errors.ts';
import { type Row, runBatch, type Statement } from './batch.ts';
import type { Database } from './connect.ts';
import { markBroken, withClient } from './transaction.ts';

/** Identified by a session token, which the database itself looks up. */
export interface Caller {
  sessionToken: string;
  /** Of the request, for the audit log. */
  trace?: { requestId: string; network: string | null };
}

// `SET LOCAL ROLE portal_tenant` and the caller's user and customer, all in SQL. Returns the role so that we can check it.
const setTenantContext = {
  read: {
    name: 'set-tenant-read',
    text: `SELECT set_tenant_context($1), current_user, set_config('transaction_read_only', 'on', true)`,
  },
  write: { name: 'set-tenant-write', text: 'SELECT set_tenant_context($1), current_user' },
};

/** Runs the statements in one transaction and one round trip, with access to the rows of the caller's customer only. */
export async function runAsSession(
  database: Database,
  { sessionToken }: Caller,
  access: 'read' | 'write',
  ...statements: Statement[]
): Promise<Row[][]> {
  return withClient(database.pool, async (client) => {
    const [user, ...results] = await runBatch(client, [
      { ...setTenantContext[access], values: [sessionToken] },
      ...statements,
    ]);
    const [userId, role] = user?.[0] ?? [];
    if (role !== 'portal_tenant') {
      markBroken(client);
      throw new Error(`A request of a customer ran as role ${String(role)}: its rows are withheld.`);
    }
    if (!userId) throw new SessionExpiredError('The session has ended.');
    return results;
  });
}
