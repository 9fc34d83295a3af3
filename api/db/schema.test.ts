import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import * as conversationTables from './conversation-schema.ts';
import * as fileTables from './file-schema.ts';
import * as jobTables from './job-schema.ts';
import * as recordTables from './schema.ts';

const sqlTypes: Record<string, string> = {
  'timestamp with time zone': 'timestamp with time zone',
  'numeric(14, 2)': 'numeric',
};

test('the schema matches the tables that the migrations create', async () => {
  const database = await freshDatabase('embedded');
  const { rows } = await database.pool.query(
    `SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS "notNull"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY 1, 2`,
  );
  await database.close();
  const all = { ...recordTables, ...conversationTables, ...fileTables, ...jobTables };
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
  expect(sorted).toEqual(rows.filter(({ table }) => table !== 'migrations'));
});
