import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBreakingChanges, findBreakingStatements } from '#tests/support/breaking-changes.ts';
import { contractOf, isOutsideTransaction, readMigrations } from './migrate.ts';

const released = readFileSync('api/db/released-schema.sql', 'utf8');
const current = readFileSync('api/db/schema.sql', 'utf8');
const later = readMigrations().filter(({ name }) => name >= '0039');
const howTo =
  'During an upgrade both versions serve (docs/decisions/031). Add what is new, use it, and remove what is old in a later release, ' +
  'in a migration whose first line is "-- contract: <the oldest version that works without it>" and that names it: CONTRIBUTING.md, "Add a migration".';

test('the schema still has what the released version relies on, or a migration declares a contract', () => {
  const contracts = later.filter((one) => contractOf(one) !== undefined).map(({ sql }) => sql);
  const undeclared = findBreakingChanges(released, current)
    .filter(({ name }) => !contracts.some((sql) => name.split('.').every((part) => sql.includes(part))))
    .map(({ sentence }) => sentence);
  expect(undeclared, howTo).toEqual([]);
});

const lastRelease = /^Commit `(\w+)`, tag/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1] ?? '';
const shown = spawnSync('git', ['show', `${lastRelease}:api/db/schema.sql`], { encoding: 'utf8' });

// An archive of the sources, or a clone without history, has no such commit.
test.skipIf(shown.status !== 0)(`the released schema is that of ${lastRelease}, which CHANGELOG.md names`, () => {
  const withoutHeader = (text: string) => text.replace(/^(?:--.*\n)+/, '');
  expect(lastRelease).not.toBe('');
  expect(withoutHeader(released)).toBe(withoutHeader(shown.stdout));
});

test.each(later)('$name removes nothing, or says so', (migration) => {
  const isExplained = /^-- compatible: \S/m.test(migration.sql);
  const found = contractOf(migration) !== undefined || isExplained ? [] : findBreakingStatements(migration.sql);
  expect(
    found,
    `${howTo} If no older version is hindered, say why in a line that begins with "-- compatible: ".`,
  ).toEqual([]);
  // A misspelt declaration declares nothing.
  expect(/contract:/.test(migration.sql)).toBe(contractOf(migration) !== undefined);
  expect(/CONCURRENTLY/.test(migration.sql)).toBe(isOutsideTransaction(migration));
});

const schema = `CREATE TABLE people (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text,
  CONSTRAINT people_pkey PRIMARY KEY (id)
);
GRANT INSERT (id, name), SELECT ON people TO portal_app;
CREATE FUNCTION find_person(wanted text) RETURNS uuid LANGUAGE sql STABLE; -- for portal_app
CREATE FUNCTION inner_one(a text) RETURNS text LANGUAGE sql; -- as portal_people, for portal_people`;

test.each([
  ['  name text,\n', '', ['people.name is gone']],
  ['  name text,', '  name integer,', ['people.name was text and is integer']],
  ['  name text,', '  name text NOT NULL,', ['people.name may not be null, and could be']],
  [' DEFAULT gen_random_uuid()', '', ['people.id has lost its default']],
  ['  name text,', '  name text,\n  age integer NOT NULL,', ['people.age may not be null and has no default']],
  ['  name text,', `  name text,\n  age integer NOT NULL DEFAULT 0,`, []],
  ['INSERT (id, name)', 'INSERT (id)', ['people.name has lost INSERT for portal_app']],
  ['INSERT (id, name)', 'INSERT', []],
  ['find_person(wanted text)', 'find_person(wanted uuid)', ['find_person takes other arguments than (wanted text)']],
  ['find_person(wanted text)', 'find_person(wanted text, most integer DEFAULT 1)', []],
  ['find_person(wanted text)', 'find_someone(wanted text)', ['find_person is gone']],
  ['RETURNS uuid', 'RETURNS text', ['find_person returned uuid and returns text']],
  ['for portal_app', 'for portal_staff', ['find_person may not be called by portal_app']],
  ['inner_one(a text)', 'inner_one(a text, b text)', []],
])('a schema where "%s" becomes "%s" breaks %j', (from, to, sentences) => {
  expect(findBreakingChanges(schema, schema.replace(from, to)).map(({ sentence }) => sentence)).toEqual(sentences);
});

test.each([
  ['DROP TABLE customers', 1],
  ['ALTER TABLE customers DROP COLUMN fax', 1],
  ['ALTER TABLE customers RENAME fax TO phone', 1],
  ['ALTER TABLE customers ALTER COLUMN fax TYPE integer', 1],
  ['ALTER TABLE customers ALTER fax SET NOT NULL', 1],
  ['ALTER TABLE customers ADD COLUMN fax text NOT NULL', 1],
  [`ALTER TABLE customers ADD COLUMN fax text NOT NULL DEFAULT ''`, 0],
  [`ALTER TABLE customers ADD COLUMN fax text DEFAULT '' NOT NULL`, 0],
  ['ALTER TABLE customers ADD COLUMN fax text', 0],
  ['ALTER TABLE customers ADD CONSTRAINT has_fax CHECK (fax IS NOT NULL)', 1],
  [
    'CREATE TABLE faxes (id integer); ALTER TABLE faxes ADD CONSTRAINT c CHECK (id > 0); CREATE UNIQUE INDEX i ON faxes (id)',
    0,
  ],
  ['CREATE UNIQUE INDEX customers_fax ON customers (fax)', 1],
  ['DROP FUNCTION find_customer(text)', 1],
  ['REVOKE SELECT ON customers FROM portal_app', 1],
  [`-- DROP TABLE customers\nINSERT INTO notes VALUES ('DROP TABLE customers')`, 0],
])('%s has %i findings', (sql, count) => {
  expect(findBreakingStatements(sql)).toHaveLength(count);
});
