import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { ForbiddenError, fromSqlState, SessionExpiredError } from '#api/lib/errors.ts';
import type { Capability } from '#contract/roles.ts';
import { type Row, runBatch, type Statement } from './batch.ts';
import type { Database } from './connect.ts';
import type { Orm, Transaction } from './transaction-context.ts';
import { markBroken, type Rollback, withClient, withTransaction } from './transaction.ts';

/** Identified by a session token, which the database itself looks up. */
export interface Caller {
  sessionToken: string;
  /** The request's data for the audit log. */
  trace?: { requestId: string; network: string | null };
}

/** The request of an audit event. */
export const traceOf = ({ trace }: Pick<Caller, 'trace'>) => ({
  requestId: trace?.requestId ?? null,
  network: trace?.network ?? null,
});

/**
 * What a request needs. A user of a customer who lacks the capability gets a ForbiddenError instead of no rows; a user
 * without a customer gets no rows.
 */
export interface Access {
  mode: 'read' | 'write';
  needs?: Capability | undefined;
}

// `SET LOCAL ROLE portal_tenant` and the caller's user, customer and roles, all in SQL. Returns the role so that we can
// check it.
const context = 'SELECT set_tenant_context($1), current_user, app_allows($2)';
const setTenantContext = {
  read: { name: 'set-tenant-read', text: `${context}, set_config('transaction_read_only', 'on', true)` },
  write: { name: 'set-tenant-write', text: `${context}, reject_viewing()` },
};

/** Runs the statements in one transaction and one round trip, with access to the rows of the caller's customer only. */
export async function runAsSession(
  database: Database,
  { sessionToken }: Caller,
  access: 'read' | 'write' | Access,
  ...statements: Statement[]
): Promise<Row[][]> {
  const { mode, needs } = typeof access === 'string' ? { mode: access } : access;
  return withClient(database.pool, async (client) => {
    const [user, ...results] = await runBatch(client, [
      { ...setTenantContext[mode], values: [sessionToken, needs ?? null] },
      ...statements,
    ]).catch(fromSqlState());
    assertTenant(client, user?.[0], needs);
    return results;
  });
}

function assertTenant(client: pg.ClientBase, row: Row | undefined, needs: Capability | undefined): void {
  const [userId, role, isAllowed] = row ?? [];
  if (role !== 'portal_tenant') {
    markBroken(client);
    throw wrongRole(role);
  }
  if (!userId) throw new SessionExpiredError('The session has ended.');
  if (isAllowed !== true) throw new ForbiddenError(`The user lacks the capability ${needs}.`);
}

/** One transaction with the rights of the caller, for what takes several steps and writes. */
export async function inTenantTransaction<T>(
  database: Database,
  { sessionToken }: Caller,
  needs: Capability,
  work: (client: pg.ClientBase) => Promise<T | Rollback<T>>,
): Promise<T> {
  return withTransaction(database.pool, async (client) => {
    const { text } = setTenantContext.write;
    const { rows } = await client.query<Row>({ text, values: [sessionToken, needs], rowMode: 'array' });
    assertTenant(client, rows[0], needs);
    return work(client);
  }).catch(fromSqlState());
}

/** One transaction as the caller, for what takes several steps. */
export async function inSession<T>(
  orm: Orm,
  sessionToken: string,
  work: (tx: Transaction, userId: string) => Promise<T>,
): Promise<T> {
  return orm
    .transaction(async (tx) => {
      const { rows } = await tx.execute<{ user_id: string | null; role: string }>(
        sql`SELECT set_tenant_context(${sessionToken}) AS user_id, current_user::text AS role, reject_viewing()`,
      );
      const [caller] = rows;
      if (caller?.role !== 'portal_tenant') throw wrongRole(caller?.role);
      if (caller.user_id === null) throw new SessionExpiredError('The session has ended.');
      return work(tx, caller.user_id);
    })
    .catch(fromSqlState());
}

/** Gives up the caller's rights for those of the server, for the rest of the transaction: sessions and mails. */
export async function leaveSession(tx: Transaction): Promise<void> {
  await tx.execute(sql`SET LOCAL ROLE portal_app`);
}

const wrongRole = (role: unknown) =>
  new Error(`A request of a customer ran as role ${String(role)}: its rows are withheld.`);
