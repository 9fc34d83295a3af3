import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isDone } from '#api/services/tickets/status-machine.ts';
import { lockClasses } from './lock-classes.ts';
import { describeRules } from '#tests/support/describe-rules.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { maxFileBytes } from '#contract/file-types.ts';
import { customerRoles } from '#contract/roles.ts';
import {
  authorKinds,
  maxMessageLength,
  messageSources,
  slaCalendars,
  slaStates,
  ticketStatuses,
} from '#contract/ticket-states.ts';

test('the rules of the database are those of TypeScript; update them with npm run schema', async () => {
  await expect(describeRules()).toMatchFileSnapshot('./functions/00_rules.sql');
});

test('each purpose has an advisory lock of its own, which is named wherever it is taken', () => {
  expect(new Set(Object.values(lockClasses)).size).toBe(Object.keys(lockClasses).length);
  const sources = globSync(['{api,main,modules}/**/*.ts', '{api/db/functions,modules/*/sql}/*.sql'], {
    exclude: ['**/lock-classes.ts', '**/00_rules.sql', '**/*.test.ts'],
  }).map((file) => readFileSync(file, 'utf8'));
  const named = sources.flatMap((text) => [...text.matchAll(/lock_class\('([^']*)'\)/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(10);
  // An unknown class is null, and a lock on null locks nothing.
  expect(named.filter((name) => name === undefined || !Object.hasOwn(lockClasses, name))).toEqual([]);
  expect(sources.filter((text) => /\b72_?619\d\d\b|\b7_261_9\d\d\b/.test(text))).toEqual([]);
});

describeDatabase(({ database }) => {
  const check = async (table: string, column: string) => {
    const { rows } = await database.pool.query<{ text: string }>(
      `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
      WHERE conrelid = $1::regclass AND contype = 'c' AND cardinality(conkey) = 1
        AND conkey[1] = (SELECT attnum FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2)`,
      [table, column],
    );
    return rows.map(({ text }) => text).join('\n');
  };
  const wordsIn = (text: string) => [...text.matchAll(/'([a-z_]+)'/g)].map(([, word]) => word);

  test.each([
    ['tickets', 'sla_state', slaStates],
    ['tickets', 'resolution_state', slaStates],
    ['tickets', 'sla_calendar', slaCalendars],
    ['ticket_messages', 'author_kind', authorKinds],
    ['ticket_events', 'actor_kind', authorKinds],
    ['ticket_messages', 'source', messageSources],
  ] as const)('%s.%s has the values of the contract', async (table, column, values) => {
    expect(wordsIn(await check(table, column))).toEqual(values);
  });

  test.each([
    ['tickets', 'description', maxMessageLength],
    ['ticket_messages', 'body', maxMessageLength],
    ['ticket_notes', 'body', maxMessageLength],
    ['canned_replies', 'body', maxMessageLength],
    ['pending_replies', 'body', maxMessageLength],
    ['attachments', 'size', maxFileBytes],
    ['upload_reservations', 'size', maxFileBytes],
  ] as const)('%s.%s has the limit of the contract', async (table, column, limit) => {
    expect(await check(table, column)).toContain(`<= ${limit})`);
  });

  test('people have the roles of the contract', async () => {
    const { rows } = await database.pool.query<{ roles: string[]; is: boolean }>(
      `SELECT ARRAY[role] AS roles, are_roles(ARRAY[role]) AS is FROM unnest($1::text[]) AS role`,
      [[...customerRoles, 'admin']],
    );
    expect(rows.filter(({ is }) => is).flatMap(({ roles }) => roles)).toEqual(customerRoles);
    const { rows: source } = await database.pool.query<{ text: string }>(
      `SELECT pg_get_functiondef('are_roles'::regproc) AS text`,
    );
    expect(new Set(wordsIn(source[0]?.text ?? ''))).toEqual(new Set(customerRoles));
  });

  test('a status counts as done in both', async () => {
    const all = [...ticketStatuses, 'escalated'];
    const { rows } = await database.pool.query<{ status: string }>(
      'SELECT status FROM unnest($1::text[]) AS status WHERE is_done(status)',
      [all],
    );
    expect(rows.map(({ status }) => status)).toEqual(all.filter(isDone));
  });
});
