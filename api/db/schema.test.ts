import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { engines, freshDatabase } from '#tests/support/database.ts';
import { describeSchema } from '#tests/support/describe-schema.ts';
import * as appointmentTables from '#modules/appointments/server/appointment-schema.ts';
import * as bankTables from '#modules/bank/server/bank-schema.ts';
import * as conversationTables from './conversation-schema.ts';
import * as fileTables from './file-schema.ts';
import * as integrationTables from '#modules/integrations/server/integration-schema.ts';
import * as jobTables from './job-schema.ts';
import * as leadTables from '#modules/leads/server/lead-schema.ts';
import * as newsletterTables from '#modules/newsletter/server/newsletter-schema.ts';
import * as recordTables from './schema.ts';
import * as userTables from './user-schema.ts';

const sqlTypes: Record<string, string> = {
  'timestamp with time zone': 'timestamp with time zone',
  'numeric(14, 2)': 'numeric',
};

// Not written by the server: a trigger sets them (set_ticket_columns).
const derived = [
  'subject_key',
  'priority_key',
  'urgency_key',
  'due_key',
  'customer_key',
  'assignee_key',
  'status_key',
  'activity_key',
  'needs_staff',
  'search_text',
  'stems',
];

test('the schema matches the tables that the migrations create', async () => {
  const database = await freshDatabase('embedded');
  const { rows } = await database.pool.query(
    `SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS "notNull"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND NOT (c.relname = 'tickets' AND a.attname = ANY ($1))
    ORDER BY 1, 2`,
    [derived],
  );
  await database.close();
  const all = {
    ...recordTables,
    ...userTables,
    ...conversationTables,
    ...fileTables,
    ...jobTables,
    ...integrationTables,
    ...bankTables,
    ...leadTables,
    ...newsletterTables,
    ...appointmentTables,
  };
  const known = Object.values(all).flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns.map((column) => ({
      table: name,
      name: toSnakeCase(column.name),
      type: sqlTypes[column.getSQLType()] ?? column.getSQLType(),
      notNull: column.notNull,
    }));
  });
  const sorted = known.toSorted((one, other) => (`${one.table}.${one.name}` < `${other.table}.${other.name}` ? -1 : 1));
  expect(sorted).toEqual(rows.filter(({ table }) => !table.endsWith('migrations')));
});

test.each(engines)('schema.sql describes a migrated database (%s); update it with npm run schema', async (engine) => {
  const database = await freshDatabase(engine);
  await database.pool.query('RESET ROLE');
  const text = await describeSchema(database.pool);
  await database.close();
  await expect(text).toMatchFileSnapshot('./schema.sql');
});
