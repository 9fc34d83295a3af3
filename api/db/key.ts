import type pg from 'pg';
import { ApiError, fromSqlState } from '#api/lib/errors.ts';
import type { KeyScope } from '#contract/key-scopes.ts';
import { type Row, runBatch, type Statement } from './batch.ts';
import type { Database } from './connect.ts';
import type { Caller } from './tenant.ts';
import { markBroken, type Rollback, withClient, withTransaction } from './transaction.ts';

/** Identified by an API key, which the database itself looks up. */
export interface KeyCaller extends Pick<Caller, 'trace'> {
  key: string;
}

// `SET LOCAL ROLE portal_key` and the key, in SQL. Returns the role so that we can check it.
const setKeyContext = {
  name: 'set-key',
  text: 'SELECT set_key_context($1), current_user, key_can(VARIADIC $2::text[])',
};

const invalidKey = new ApiError(
  401,
  'unauthorized',
  'This API key is not valid. Please send it as "Authorization: Bearer" and check that it has not been revoked.',
  { 'WWW-Authenticate': 'Bearer' },
);

function assertKey(client: pg.ClientBase, row: Row | undefined, needs: readonly KeyScope[]): void {
  const [id, role, isAllowed] = row ?? [];
  if (role !== 'portal_key') {
    markBroken(client);
    throw new Error(`A request with an API key ran as role ${String(role)}: its rows are withheld.`);
  }
  if (!id) throw invalidKey;
  if (isAllowed !== true) throw new ApiError(403, 'forbidden', `This API key lacks the scope ${needs.join(' or ')}.`);
}

/** Runs the statements in one transaction and one round trip, with the rights of the key. */
export async function runAsKey(
  database: Database,
  { key }: KeyCaller,
  needs: readonly KeyScope[],
  ...statements: Statement[]
): Promise<Row[][]> {
  return withClient(database.pool, async (client) => {
    const [context, ...results] = await runBatch(client, [
      { ...setKeyContext, values: [key, needs] },
      ...statements,
    ]).catch(fromSqlState());
    assertKey(client, context?.[0], needs);
    return results;
  });
}

/** One transaction with the rights of the key, for what takes several steps. */
export async function inKeyTransaction<T>(
  database: Database,
  { key }: KeyCaller,
  needs: readonly KeyScope[],
  work: (client: pg.ClientBase) => Promise<T | Rollback<T>>,
): Promise<T> {
  return withTransaction(database.pool, async (client) => {
    const { text } = setKeyContext;
    const { rows } = await client.query<Row>({ text, values: [key, needs], rowMode: 'array' });
    assertKey(client, rows[0], needs);
    return work(client);
  }).catch(fromSqlState());
}
