import type { ClientBase } from 'pg';
import { migrationLevel } from '#api/admin/migration-status.ts';
import { type Finding, findingsOf } from './findings.ts';

export async function checkMigrations(client: ClientBase): Promise<Finding[]> {
  const { pending, foreign } = await migrationLevel(client);
  return [
    ...pending.map((name) => ({ what: 'was not applied yet: start the server once', where: name })),
    ...foreign.map((name) => ({ what: 'was applied, but this version does not know it as it is', where: name })),
  ];
}

/** Constraints that were declared without looking at the rows, and indexes that a failure left half-made. */
export function checkValidity(client: ClientBase): Promise<Finding[]> {
  return findingsOf(
    client,
    `SELECT 'the constraint ' || conname || ' was never checked' AS what, conrelid::regclass::text AS "where"
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND NOT convalidated
    UNION ALL
    SELECT 'the index ' || indexrelid::regclass || ' is not usable', indrelid::regclass::text
      FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
      WHERE relnamespace = 'public'::regnamespace AND NOT (indisvalid AND indisready)`,
  );
}

// A table of a customer's records is one that says whose each row is; `customers` says it by its own id.
const customerTables = `SELECT pg_class.oid, relname, relrowsecurity, relforcerowsecurity FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND (relname = 'customers' OR EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'customer_id' AND NOT attisdropped))`;

/** Who may see what, as api/db/migrations/0004_isolation.sql has it, whatever was done to the database since. */
export async function checkIsolation(client: ClientBase): Promise<Finding[]> {
  const wanted = await findingsOf(
    client,
    `WITH kept AS (${customerTables})
    SELECT 'row-level security is off' AS what, relname::text AS "where" FROM kept WHERE NOT relrowsecurity
    UNION ALL SELECT 'row-level security is not forced on its owner', relname FROM kept WHERE NOT relforcerowsecurity
    UNION ALL SELECT 'has no policy for ' || role, relname FROM kept, unnest(ARRAY['portal_tenant', 'portal_operator']) AS role
      WHERE NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = kept.oid AND polpermissive
        AND (SELECT oid FROM pg_roles WHERE rolname = role) = ANY(polroles))
    UNION ALL SELECT 'the policy ' || polname || ' lets portal_tenant see every row', relname FROM kept JOIN pg_policy ON polrelid = kept.oid
      WHERE (0 = ANY(polroles) OR (SELECT oid FROM pg_roles WHERE rolname = 'portal_tenant') = ANY(polroles))
        AND pg_get_expr(polqual, polrelid) = 'true'
    UNION ALL SELECT 'portal_app may ' || lower(verb) || ' it', relname FROM kept, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS verb
      WHERE has_table_privilege('portal_app', kept.oid, verb)
    UNION ALL SELECT 'portal_tenant may ' || lower(verb) || ' it', relname FROM kept, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS verb
      WHERE has_table_privilege('portal_tenant', kept.oid, verb)
    UNION ALL SELECT 'does not read with the rights of its reader', relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' AND NOT coalesce('security_invoker=true' = ANY(reloptions), false)
    UNION ALL SELECT 'is above row-level security', rolname FROM pg_roles
      WHERE rolname IN ('portal_app', 'portal_tenant', 'portal_search', 'portal_operator') AND (rolsuper OR rolbypassrls OR rolcanlogin)`,
  );
  return [...wanted, ...(await seenByNobody(client))];
}

/** The proof: a request whose session has ended sees no row at all. */
async function seenByNobody(client: ClientBase): Promise<Finding[]> {
  const { rows: tables } = await client.query<{ relname: string }>(customerTables);
  const findings: Finding[] = [];
  await client.query(`SAVEPOINT nobody; SET LOCAL ROLE portal_app; SELECT set_tenant_context('')`);
  try {
    for (const { relname } of tables) {
      const { rows } = await client.query<{ is: boolean }>(`SELECT EXISTS (SELECT FROM "${relname}") AS is`);
      if (rows[0]?.is === true) findings.push({ what: 'shows rows to a caller who is nobody', where: relname });
    }
  } finally {
    await client.query('ROLLBACK TO nobody');
  }
  return findings;
}
