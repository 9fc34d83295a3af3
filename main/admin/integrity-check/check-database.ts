import type { ClientBase } from 'pg';
import { checkFiles } from '../files/stored-files.ts';
import { backedUpTables } from '../backup/backup-format.ts';
import type { Files } from '#api/files/files.ts';
import { type OperatorDatabase, inOperatorTransaction, readMigrationStatus } from '#api/db/operator-database.ts';
import {
  type Finding,
  checkConditions,
  checkReferences,
  checkReferencesExist,
  checkPlausibility,
  count,
  queryFindings,
  countSteps,
} from './check-rows.ts';

export interface CheckReport {
  /** Must be fixed. */
  problems: Finding[];
  /** Should be reviewed; the data is consistent. */
  warnings: Finding[];
  counts: Record<string, number>;
}

// An older schema has none.
async function hasFiles(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`SELECT to_regclass('attachments') IS NOT NULL AS is`);
  return rows[0]?.is === true;
}

/** Checks one snapshot, and the files that its rows name, without changes. */
export async function checkDatabase(
  database: OperatorDatabase,
  onProgress: (done: number, all: number) => void,
  files?: Pick<Files, 'storage'>,
): Promise<CheckReport> {
  const { client } = database;
  const all = await countSteps(client);
  let done = 0;
  const onStep = () => onProgress((done += 1), all);
  const migrations = await checkMigrations(client);
  const isolated = await inOperatorTransaction(database, checkIsolationAsOwner, 'ISOLATION LEVEL REPEATABLE READ');
  return inOperatorTransaction(
    database,
    async () => {
      const stored = files && (await hasFiles(client)) ? await checkFiles(client, files, new Date()) : undefined;
      return {
        problems: [
          ...migrations,
          ...isolated,
          ...(await checkValidity(client)),
          ...(await checkReferencesExist(client)),
          ...(await checkReferences(client, onStep)),
          ...(await checkConditions(client, onStep)),
          ...(stored?.problems ?? []),
        ],
        warnings: [...(await checkPlausibility(client)), ...(stored?.warnings ?? [])],
        counts: await countRows(client),
      };
    },
    'ISOLATION LEVEL REPEATABLE READ READ ONLY',
  );
}

// portal_operator may not SET ROLE to the tenant's; the connection's own role may.
async function checkIsolationAsOwner(client: ClientBase): Promise<Finding[]> {
  await client.query('RESET ROLE');
  return checkIsolation(client);
}

async function countRows(client: ClientBase): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await backedUpTables(client))
    counts[name] = await count(client, `SELECT count(*)::integer FROM "${name}"`);
  return counts;
}

async function checkMigrations(client: ClientBase): Promise<Finding[]> {
  const { pending, foreign } = await readMigrationStatus(client);
  return [
    ...pending.map((name) => ({ what: 'is not applied yet: start the server once', where: name })),
    ...foreign.map(({ name }) => ({
      what: 'is applied, but unknown to this version or changed since',
      where: name,
    })),
  ];
}

/** Constraints that are NOT VALID, and invalid indexes. */
function checkValidity(client: ClientBase): Promise<Finding[]> {
  return queryFindings(
    client,
    `SELECT 'the constraint ' || conname || ' is not validated' AS what, conrelid::regclass::text AS "where"
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND NOT convalidated
    UNION ALL
    SELECT 'the index ' || indexrelid::regclass || ' is not usable', indrelid::regclass::text
      FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
      WHERE relnamespace = 'public'::regnamespace AND NOT (indisvalid AND indisready)`,
  );
}

// Tables with a customer_id, and `customers` itself.
const customerTables = `SELECT pg_class.oid, relname, relrowsecurity, relforcerowsecurity FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND (relname = 'customers' OR EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'customer_id' AND NOT attisdropped))`;

// Customers have no right to them at all.
const closedTables = [
  'ticket_notes',
  'ticket_internal_events',
  'tags',
  'canned_replies',
  'pending_replies',
  'upload_reservations',
  'reminder_settings',
  'invoice_iban_requests',
  'leads',
  'lead_messages',
  'appointments',
];

/** Row-level security, policies and grants as the migrations and functions define them. */
async function checkIsolation(client: ClientBase): Promise<Finding[]> {
  const findings = await queryFindings(
    client,
    `WITH kept AS (${customerTables})
    SELECT 'row-level security is off' AS what, relname::text AS "where" FROM kept WHERE NOT relrowsecurity
    UNION ALL SELECT 'row-level security is not forced on its owner', relname FROM kept WHERE NOT relforcerowsecurity
    UNION ALL SELECT 'has no policy for ' || role, relname FROM kept, unnest(ARRAY['portal_tenant', 'portal_operator']) AS role
      WHERE NOT (relname = ANY($1) AND role = 'portal_tenant') AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = kept.oid AND polpermissive
        AND (SELECT oid FROM pg_roles WHERE rolname = role) = ANY(polroles))
    UNION ALL SELECT 'the policy ' || polname || ' shows portal_tenant every row', relname FROM kept JOIN pg_policy ON polrelid = kept.oid
      WHERE (0 = ANY(polroles) OR (SELECT oid FROM pg_roles WHERE rolname = 'portal_tenant') = ANY(polroles))
        AND pg_get_expr(polqual, polrelid) = 'true'
    UNION ALL SELECT 'portal_app may ' || lower(verb) || ' it', relname FROM kept, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS verb
      WHERE has_table_privilege('portal_app', kept.oid, verb)
    UNION ALL SELECT 'portal_tenant may ' || lower(verb) || ' it', relname FROM kept, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS verb
      WHERE has_table_privilege('portal_tenant', kept.oid, verb)
    UNION ALL SELECT 'portal_tenant may ' || lower(verb) || ' it', relname FROM pg_class, unnest(ARRAY['SELECT', 'INSERT', 'REFERENCES']) AS verb
      WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1) AND has_any_column_privilege('portal_tenant', pg_class.oid, verb)
    UNION ALL SELECT 'is not security_invoker', relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' AND NOT coalesce('security_invoker=true' = ANY(reloptions), false)
        -- Views of extensions such as pg_stat_statements show no rows of ours.
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
    UNION ALL SELECT 'bypasses row-level security or can log in', rolname FROM pg_roles
      WHERE rolname IN ('portal_app', 'portal_tenant', 'portal_search', 'portal_people', 'portal_tickets', 'portal_staff', 'portal_key', 'portal_operator')
        AND (rolsuper OR rolbypassrls OR rolcanlogin)
    UNION ALL SELECT 'inherits ' || role || ', which reads every customer', rolname FROM pg_roles, unnest(ARRAY['portal_search', 'portal_people', 'portal_tickets']) AS role
      WHERE NOT rolsuper AND rolname <> role AND pg_has_role(oid, role, 'USAGE')`,
    [closedTables],
  );
  return [...findings, ...(await checkAnonymousAccess(client))];
}

/** A request without a session must see no row. */
async function checkAnonymousAccess(client: ClientBase): Promise<Finding[]> {
  const { rows: all } = await client.query<{ relname: string }>(customerTables);
  const tables = all.filter(({ relname }) => !closedTables.includes(relname));
  const findings: Finding[] = [];
  await client.query(`SAVEPOINT nobody; SET LOCAL ROLE portal_app; SELECT set_tenant_context('')`);
  try {
    for (const { relname } of tables) {
      const { rows } = await client.query<{ is: boolean }>(`SELECT EXISTS (SELECT FROM "${relname}") AS is`);
      if (rows[0]?.is === true) findings.push({ what: 'shows rows without a session', where: relname });
    }
  } finally {
    await client.query('ROLLBACK TO nobody');
  }
  return findings;
}
