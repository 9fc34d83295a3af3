import pg from 'pg';
import { OperatorError } from '#api/lib/errors.ts';

const neededRoles = ['portal_app', 'portal_tenant', 'portal_staff', 'portal_key'];
/** They own functions or read every customer's records. */
const privilegedRoles = ['portal_operator', 'portal_people', 'portal_search', 'portal_tickets'];

interface Login {
  name: string;
  database: string;
  isPrivileged: boolean;
  ownsTables: boolean;
  /** Roles beyond those that the server needs. */
  otherRoles: string[];
  hasRoles: boolean;
  inherits: boolean;
}

const loginText = `SELECT me.rolname::text AS name, current_database()::text AS database,
  rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication AS "isPrivileged",
  EXISTS (SELECT FROM pg_class WHERE relowner = me.oid AND relnamespace = 'public'::regnamespace) AS "ownsTables",
  ARRAY(SELECT rolname::text FROM pg_roles AS other WHERE other.oid <> me.oid AND rolname <> ALL ($1::text[])
    AND pg_has_role(me.oid, other.oid, 'MEMBER')
    AND NOT ($2 AND rolname LIKE 'portal\\_%' AND rolname <> ALL ($3::text[])) ORDER BY 1) AS "otherRoles",
  (SELECT count(*) = cardinality($1::text[]) FROM pg_roles WHERE rolname = ANY ($1::text[])
    AND pg_has_role(me.oid, oid, 'MEMBER')) AS "hasRoles",
  EXISTS (SELECT FROM pg_roles WHERE rolname = ANY ($1::text[]) AND pg_has_role(me.oid, oid, 'USAGE')) AS inherits
  FROM pg_roles AS me WHERE me.rolname = session_user`;

const readLogin = async (serving: pg.ClientBase, isNewer = false): Promise<Login> => {
  const { rows } = await serving.query<Login>(loginText, [neededRoles, isNewer, privilegedRoles]);
  if (rows[0] === undefined) throw new Error('The login of DATABASE_URL was not found.');
  return rows[0];
};

/**
 * Grants the login that serves requests the roles it may set, and rejects a login with more rights: an injected
 * statement must not reach the owner's rights nor, without a role, any row. A newer version may have granted a role that
 * this one does not know.
 */
export async function prepareServingLogin(
  owner: pg.ClientBase,
  serving: pg.ClientBase,
  { isNewer = false }: { isNewer?: boolean } = {},
): Promise<void> {
  const { rows } = await owner.query<{ database: string }>('SELECT current_database()::text AS database');
  const login = await readLogin(serving, isNewer);
  if (rows[0]?.database !== login.database) {
    throw new OperatorError('DATABASE_URL and MIGRATION_DATABASE_URL must name the same database.');
  }
  assertNoOtherRights(login);
  if (!login.hasRoles || login.inherits) await grantRoles(owner, login.name);
  const { hasRoles, inherits, name } = await readLogin(serving, isNewer);
  if (!hasRoles || inherits) {
    throw new OperatorError(
      `The login ${name} of DATABASE_URL must not inherit the rights of its roles: run ALTER ROLE ${pg.escapeIdentifier(name)} NOINHERIT.`,
    );
  }
}

/** The same without changing anything, for the command `doctor`. */
export async function checkServingLogin(serving: pg.ClientBase): Promise<void> {
  const login = await readLogin(serving);
  assertNoOtherRights(login);
  if (!login.hasRoles)
    throw new OperatorError(
      `The login ${login.name} of DATABASE_URL is not a member of ${neededRoles.join(', ')}: the server grants them when it starts.`,
    );
  if (login.inherits)
    throw new OperatorError(
      `The login ${login.name} of DATABASE_URL inherits the rights of its roles: run ALTER ROLE ${pg.escapeIdentifier(login.name)} NOINHERIT.`,
    );
}

function assertNoOtherRights({ name, isPrivileged, ownsTables, otherRoles }: Login): void {
  const reject = (what: string) => {
    throw new OperatorError(
      `The login ${name} of DATABASE_URL ${what}: beside MIGRATION_DATABASE_URL it must be a separate login without rights, ` +
        'created with createuser --no-inherit.',
    );
  };
  if (isPrivileged) reject('is a superuser or may create roles or databases');
  if (ownsTables) reject('owns the tables');
  if (otherRoles.length > 0) reject(`is a member of ${otherRoles.join(', ')}`);
}

async function grantRoles(owner: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await owner.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::integer AS version`,
  );
  // Before PostgreSQL 16 the role itself decides whether it inherits.
  const options = (rows[0]?.version ?? 0) >= 160_000 ? ' WITH INHERIT FALSE, SET TRUE' : '';
  try {
    await owner.query(`GRANT ${neededRoles.join(', ')} TO ${pg.escapeIdentifier(name)}${options}`);
  } catch (error) {
    throw new OperatorError(
      `The login of MIGRATION_DATABASE_URL could not grant ${neededRoles.join(', ')} to ${name}: ${(error as Error).message}.`,
      { cause: error },
    );
  }
}
