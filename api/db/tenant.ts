import type { Writable } from 'node:stream';
import pg from 'pg';
import type { Database } from './connect.ts';
import { isOutage } from './outage.ts';

/** Who asks: the token of a session, which the database itself looks up. */
export interface Caller {
  sessionToken: string;
  /** Which request it is, for the record of what it changes. */
  trace?: { requestId: string; network: string | null };
}

export interface Statement {
  /** Kept prepared on each connection under this name. */
  name?: string;
  text: string;
  values?: unknown[];
}

export type Row = unknown[];
export type Run = (statement: Statement) => Promise<Row[]>;

/** The session has ended, or never was. */
export class SignedOut extends Error {
  override name = 'SignedOut';
}

// One statement looks the session up as portal_app, then puts portal_tenant on until the transaction ends. A session
// that is not there leaves no user, and the policies no row.
const become: Statement = {
  name: 'become-tenant',
  text: `SELECT set_config('app.user_id', coalesce((SELECT user_id::text FROM sessions WHERE token = $1 AND expires_at > now()), ''), true),
    set_config('role', 'portal_tenant', true)`,
};
const begin = { read: { name: 'begin-read', text: 'BEGIN READ ONLY' }, write: { name: 'begin-write', text: 'BEGIN' } };
const commit: Statement = { name: 'commit', text: 'COMMIT' };

/** Runs the statements in one transaction as the caller, all sent at once: one round trip, whatever their number. */
export async function runAs(
  database: Database,
  caller: Caller,
  access: 'read' | 'write',
  ...statements: Statement[]
): Promise<Row[][]> {
  return withClient(database.pool, async (run, wire) => {
    const who = { ...become, values: [caller.sessionToken] };
    // Held together until the last is written: one system call, or one message to the embedded engine's thread.
    wire.cork();
    const asked = [begin[access], who, ...statements, commit].map(run);
    wire.uncork();
    const results = await Promise.allSettled(asked);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const [, user, ...answers] = results.map((result) => (result as PromiseFulfilledResult<Row[]>).value);
    assertSignedIn(user);
    return answers.slice(0, -1);
  });
}

/** Reads in one transaction as the caller, where one statement depends on the answer to another. */
export async function readAs<T>(database: Database, caller: Caller, work: (run: Run) => Promise<T>): Promise<T> {
  return withClient(database.pool, async (run) => {
    try {
      const [, user] = await Promise.all([run(begin.read), run({ ...become, values: [caller.sessionToken] })]);
      assertSignedIn(user);
      return await work(run);
    } finally {
      await run(commit);
    }
  });
}

function assertSignedIn(rows: Row[] | undefined): void {
  if (!rows?.[0]?.[0]) throw new SignedOut('The session has ended.');
}

// Not in the driver's types, but what its own queries write to.
const wireOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Writable } }).connection.stream;

async function withClient<T>(pool: pg.Pool, work: (run: Run, wire: Writable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const run: Run = async ({ name, text, values = [] }) => {
    const { rows } = await client.query<Row>({
      ...(name === undefined ? {} : { name }),
      text,
      values,
      rowMode: 'array',
      types: wireTypes,
    });
    return rows;
  };
  let lost: Error | undefined;
  try {
    return await work(run, wireOf(client));
  } catch (error) {
    if (isOutage(error)) lost = error as Error;
    throw error;
  } finally {
    // A connection that broke must not be given to the next request.
    client.release(lost);
  }
}

const { DATE, TIMESTAMPTZ } = pg.types.builtins;
const asGiven = (value: string) => value;
// '2025-01-05 09:30:00.123456+00': the session is in UTC. A Date would lose the microseconds.
const asIso = (value: string) => value.replace(' ', 'T').replace(/\+00$/, 'Z');
const parserOf = (oid: number, format?: 'text'): ((value: string) => unknown) => {
  if (oid === DATE) return asGiven;
  return oid === TIMESTAMPTZ ? asIso : (pg.types.getTypeParser(oid, format) as (value: string) => unknown);
};
const wireTypes = { getTypeParser: parserOf as pg.CustomTypesConfig['getTypeParser'] };
