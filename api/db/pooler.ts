/**
 * PostgreSQL behind a pooler in transaction mode, such as PgBouncer: every transaction may run on another connection, which other
 * instances use too. What a session would keep (role, time zone, timeouts) is then a default of the login, so that every connection
 * starts with it; statements have no names; LISTEN, migrations and session locks have connections of their own past the pooler.
 */
import pg from 'pg';
import { OperatorError } from '#api/lib/errors.ts';
import { lockClasses } from './lock-classes.ts';
import { withTransaction } from './transaction.ts';

/** Sends statements without their names: another connection would not know them. */
export class UnnamedClient extends pg.Client {
  // Its overloads are those of the driver.
  override query = ((first: unknown, ...rest: unknown[]) =>
    (super.query as (...args: unknown[]) => unknown)(withoutName(first), ...rest)) as pg.Client['query'];
}

function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || query instanceof pg.Query || !('name' in query)) return query;
  return { ...query, name: undefined };
}

const readPid = async (client: pg.ClientBase): Promise<number | undefined> => {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
};

/** Poolers make up the process id that they announce. Not in the driver's types; pooler.test.ts fails if it goes away. */
const isPooled = async (client: pg.ClientBase): Promise<boolean> =>
  (client as unknown as { processID: number | null }).processID !== (await readPid(client));

export async function assertDirect(client: pg.ClientBase, setting: string): Promise<void> {
  if (!(await isPooled(client))) return;
  throw new OperatorError(
    `${setting} leads to a pooler such as PgBouncer: beside LISTEN_DATABASE_URL it must lead to PostgreSQL itself.`,
  );
}

/** Two clients of a pooler in session mode never share a connection, even while one of them is idle. */
export async function assertOwnSession(
  client: pg.ClientBase,
  setting: string,
  withOther: (work: (other: pg.ClientBase) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (!(await isPooled(client))) return;
  await withOther(async (other) => {
    if ((await readPid(other)) !== (await readPid(client))) return;
    throw new OperatorError(
      `${setting} leads to a pooler in transaction mode, such as PgBouncer: set LISTEN_DATABASE_URL to the login of DATABASE_URL and ` +
        'MIGRATION_DATABASE_URL to the owner, both past the pooler.',
    );
  });
}

/** Makes the settings the defaults of the login in this database, for connections that are opened from now on. */
export async function setLoginDefaults(client: pg.ClientBase, settings: Record<string, string>): Promise<void> {
  await withTransaction(
    client,
    async () => {
      // Instances that start together would change the same row of the catalogue.
      await client.query('SELECT pg_advisory_xact_lock($1)', [lockClasses.migrations]);
      const { rows } = await client.query<{ database: string }>('SELECT current_database()::text AS database');
      const database = pg.escapeIdentifier(rows[0]?.database ?? '');
      for (const [name, value] of Object.entries(settings)) {
        await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = ${value}`);
      }
    },
    // The login itself, which may change its own defaults.
    { role: 'owner' },
  );
}

const sessionText = `SELECT session_user::text AS login, current_user::text AS role, current_database()::text AS database`;
interface Session {
  login: string;
  role: string;
  database: string;
}

/** Whether the pooler leads to the same login and database, with the defaults. */
export async function assertSameSession(direct: pg.ClientBase, pooled: pg.ClientBase): Promise<void> {
  const [{ rows: expected }, { rows: found }] = [
    await direct.query<Session>(sessionText),
    await pooled.query<Session>(sessionText),
  ];
  if (expected[0]?.login !== found[0]?.login || expected[0]?.database !== found[0]?.database) {
    throw new OperatorError('DATABASE_URL and LISTEN_DATABASE_URL must name the same login and the same database.');
  }
  if (found[0]?.role === 'portal_app') return;
  throw new OperatorError(
    'The pooler of DATABASE_URL holds connections that were opened before their login had its role: run RECONNECT in its console, or restart it.',
  );
}
