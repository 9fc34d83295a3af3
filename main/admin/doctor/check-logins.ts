import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { type OperatorDatabase, readMigrationStatus } from '#api/db/operator-database.ts';
import { checkServingLogin } from '#api/db/serving-login.ts';
import type { Settings } from '#api/lib/env.ts';
import { type Finding, codeOf, failing, isUntrusted, ok, reasonOf, trustRemedy, unknown } from './finding.ts';

const remedies: Record<string, string> = {
  '28P01': 'Correct the password in DATABASE_URL and MIGRATION_DATABASE_URL, or set it there: ALTER ROLE … PASSWORD',
  '28000': 'Let the login in: pg_hba.conf, or /usr/lib/rempart-azur/create-database for a PostgreSQL on this machine',
  '3D000': 'Create the database: /usr/lib/rempart-azur/create-database, or docs/install.md',
  ECONNREFUSED: 'systemctl status postgresql, and host and port in DATABASE_URL',
  ENOTFOUND: 'Correct the host in DATABASE_URL',
  ENOENT: 'systemctl status postgresql: the folder in ?host= has no socket',
};

/** Why a database cannot be opened. */
export function describeOutage(error: unknown): Finding {
  const { cause = error } = error as { cause?: unknown };
  // The embedded database serves one process: a running server is not a failure.
  if (/in use/.test(reasonOf(error)))
    return unknown('database', 'the server uses the embedded database: stop it to check');
  if (isUntrusted(cause)) return failing('database', reasonOf(error), trustRemedy);
  return failing(
    'database',
    reasonOf(error),
    remedies[codeOf(cause)] ?? 'systemctl status postgresql, and DATABASE_URL',
  );
}

/** The login that serves requests, the one that owns the tables, and the schema. */
export async function checkLogins(database: OperatorDatabase, settings: Settings): Promise<Finding[]> {
  const { databaseUrl, migrationDatabaseUrl, siteUrl } = settings;
  const found = [
    ...(await checkSchema(database)),
    ...(databaseUrl === undefined ? [] : await checkOwner(database)),
    ...(databaseUrl === undefined || migrationDatabaseUrl === undefined ? [] : await checkServing(databaseUrl)),
    ...(databaseUrl !== undefined && migrationDatabaseUrl === undefined && siteUrl.startsWith('https:')
      ? [
          failing(
            'roles',
            'DATABASE_URL owns the tables: requests have the owner’s rights.',
            'Create a second login: docs/operations.md, "Two database logins"',
          ),
        ]
      : []),
  ];
  return found.length > 0
    ? found
    : [
        ok(
          'roles',
          databaseUrl === undefined ? 'the embedded database has one' : 'have the rights they need, and no others',
        ),
      ];
}

async function checkSchema({ client }: OperatorDatabase): Promise<Finding[]> {
  const { applied, pending, foreign } = await readMigrationStatus(client);
  if (foreign.length > 0)
    return [
      failing(
        'roles',
        `The database has migrations of another version: ${foreign.map(({ name }) => name).join(', ')}.`,
        'Install that version, or restore a backup',
      ),
    ];
  if (pending.length > 0 && applied.length > 0)
    return [
      failing(
        'roles',
        `The database lacks ${pending.join(', ')}.`,
        'systemctl restart rempart-azur, which applies them',
      ),
    ];
  return [];
}

async function checkOwner({ client }: OperatorDatabase): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; creates: boolean; owns: boolean }>(
    `SELECT rolname::text AS name, rolsuper OR rolcreaterole AS creates,
      rolsuper OR pg_has_role(me.oid, (SELECT datdba FROM pg_database WHERE datname = current_database()), 'MEMBER') AS owns
    FROM pg_roles AS me WHERE rolname = session_user`,
  );
  const [login] = rows;
  if (login === undefined) return [];
  const name = pg.escapeIdentifier(login.name);
  const { rows: databases } = await client.query<{ name: string }>('SELECT current_database()::text AS name');
  const database = pg.escapeIdentifier(databases[0]?.name ?? '');
  return [
    ...(login.creates
      ? []
      : [
          failing(
            'roles',
            `The login ${login.name} may not create roles: migrations fail.`,
            `ALTER ROLE ${name} CREATEROLE`,
          ),
        ]),
    ...(login.owns
      ? []
      : [
          failing(
            'roles',
            `The login ${login.name} does not own the database.`,
            `ALTER DATABASE ${database} OWNER TO ${name}`,
          ),
        ]),
  ];
}

async function checkServing(connectionString: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await checkServingLogin(client);
    return [];
  } catch (error) {
    const outage = describeOutage(error);
    return codeOf(error) === ''
      ? [failing('roles', reasonOf(error), 'Do what it says, then systemctl restart rempart-azur')]
      : [{ ...outage, check: 'roles' as const, what: `DATABASE_URL: ${outage.what}` }];
  } finally {
    await client.end().catch(() => undefined);
  }
}

const maxOffsetMs = 5_000;

/** Links expire by the clock of the database, codes of authenticators are compared with this one. */
export async function checkClock(
  database: OperatorDatabase | undefined,
  now: () => number = Date.now,
): Promise<Finding[]> {
  const found = [await compareClocks(database, now), await checkSynchronization()].filter((one) => one !== undefined);
  return found.some(({ state }) => state === 'failing')
    ? found.filter(({ state }) => state === 'failing')
    : found.slice(0, 1);
}

async function compareClocks(database: OperatorDatabase | undefined, now: () => number): Promise<Finding> {
  if (database === undefined) return unknown('clock', 'the database was not asked');
  const before = now();
  const { rows } = await database.client.query<{ time: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::double precision * 1000 AS time',
  );
  const after = now();
  const time = rows[0]?.time ?? after;
  const offset = time < before ? before - time : Math.max(0, time - after);
  const seconds = Math.round(offset / 1000);
  return offset > maxOffsetMs
    ? failing(
        'clock',
        `This machine and the database differ by ${seconds} s: codes of authenticators are rejected, links expire early.`,
        'timedatectl set-ntp true, on both machines',
      )
    : ok('clock', 'is that of the database');
}

async function checkSynchronization(): Promise<Finding | undefined> {
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      timeout: 5_000,
    });
    return stdout.trim() === 'no'
      ? failing('clock', 'The clock of this machine is not synchronized.', 'timedatectl set-ntp true')
      : undefined;
  } catch {
    // There is no systemd, as in a container: the machine around it keeps the time.
    return undefined;
  }
}
