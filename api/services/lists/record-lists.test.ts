import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { columnName, columnsOf, type Kind, type RecordDescription } from '#contract/record-description.ts';
import { type ListName, listNames, lists, records } from '#contract/record-lists.ts';
import type { SortKey } from './cursor.ts';
import { recordList } from './record-lists.ts';

// schema.test.ts compares this file with a migrated database.
const schema = readFileSync('api/db/schema.sql', 'utf8');

/** Columns that no list, import or export has. Sort keys are those that a description names. */
const internal: Partial<Record<ListName, string[]>> = {
  // Follows from the end and the days of notice.
  contracts: ['notice_date'],
  invoices: ['is_unpaid', 'settled', 'shares_number'],
  payments: ['allocated', 'is_received'],
  tickets: [
    'origin',
    'unverified_sender',
    'author_id',
    'requester_id',
    'invoice_id',
    'assignee_id',
    'idempotency_key',
    'version',
    'reopened_count',
    'resolved_at',
    'closed_at',
    'last_public_at',
    'unread_since',
    'tags',
    'follows_ticket_id',
    'merged_into_id',
    'first_response_due_at',
    'first_responded_at',
    'sla_state',
    'sla_calendar',
    'sla_paused_at',
    'sla_warned_at',
    'response_minutes',
    'resolution_minutes',
    'resolution_due_at',
    'resolution_state',
    'resolution_paused_at',
    'resolution_warned_at',
    'urgency_key',
    'due_key',
    'customer_key',
    'assignee_key',
    'status_key',
    'activity_key',
    'customer_wrote_last',
    'needs_staff',
    'snoozed_until',
    'stems',
    'origin',
    'unverified_sender',
  ],
};

const types: Record<Kind, string> = {
  id: 'uuid',
  text: 'text',
  longText: 'text',
  code: 'text',
  amount: 'numeric(14,2)',
  day: 'date',
  moment: 'timestamptz',
  count: 'integer',
  percent: 'integer',
  flag: 'boolean',
};

const matchAll = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found = '']) => found);
const linesOf = (pattern: RegExp) => matchAll(schema, new RegExp(pattern, 'gm'));
const tableOf = (list: string) => linesOf(new RegExp(`^(CREATE TABLE ${list} \\([^]*?^\\);)`)).join('');
/** A column that is read by a function is stored in its argument. */
const storedIn = (name: string, { read }: RecordDescription['columns'][string]) =>
  read === undefined ? columnName(name) : read.replace(/^\w+\((\w+)\)$/, '$1');
const namesOf = (described: RecordDescription, isWanted: (column: RecordDescription['columns'][string]) => boolean) =>
  columnsOf(described).flatMap(([name, column]) => (isWanted(column) ? [storedIn(name, column)] : []));

describe.each(listNames)('%s', (list) => {
  const described: RecordDescription<ListName> = lists[list];
  const table = tableOf(list);
  const columns = new Map(
    matchAll(table, /^ {2}(?!CONSTRAINT)(\w+ .*?),?$/gm).map((line) => [line.split(' ', 1).join(''), line]),
  );

  test('every column of the table is described or internal, with its type and length', () => {
    const keys = columnsOf(described).flatMap(([, { sort = [] }]) => sort);
    const known = [...namesOf(described, () => true), ...keys, ...(internal[list] ?? []), 'customer_id', 'search_text'];
    expect([...columns.keys()].toSorted()).toEqual([...new Set(known)].toSorted());
    for (const [name, { kind, isNullable = false, maxLength, read }] of columnsOf(described)) {
      if (read !== undefined) continue;
      const column = columns.get(columnName(name)) ?? '';
      expect(column.startsWith(`${columnName(name)} ${types[kind]}`)).toBe(true);
      expect([name, !column.includes(' NOT NULL')]).toEqual([name, isNullable]);
      const limit = `(length(${columnName(name)}) <= ${maxLength})`;
      expect([limit, maxLength === undefined || table.includes(limit)]).toEqual([limit, true]);
    }
  });

  test('every sort has an index with its keys, after the customer', () => {
    const indexes = linesOf(new RegExp(`^CREATE (?:UNIQUE )?INDEX \\w+ ON ${list} USING btree \\(([^)]+)\\);$`));
    // One customer's tickets are sorted, unless by time or by status: docs/decisions/021.
    const isTickets = list === 'tickets';
    for (const [sort, keys] of Object.entries<readonly SortKey[]>(recordList(described).sorts)) {
      const indexed = keys.map(({ column }) => column).filter((column) => !isTickets || column !== 'id');
      const isIndexed = indexes.includes(['customer_id', ...indexed].join(', '));
      expect({ sort, isIndexed }).toEqual({
        sort,
        isIndexed: isIndexed || !isTickets || ['createdAt', 'status'].includes(sort),
      });
      for (const { column, type } of keys) expect(columns.get(column)).toContain(`${column} ${type}`);
    }
  });

  test('the database lets the same users and staff read it', () => {
    const rules = (name: string) => linesOf(new RegExp(`^CREATE POLICY ${name} ON ${list} (.+);$`)).join('\n');
    expect(rules('tenant_select')).toContain(`app_customer_id('${described.needs}'::text)`);
    const staff = described.staff.map((permission) => `'${permission}'::text`).join(', ');
    expect(rules('staff_select')).toContain(`staff_has(VARIADIC ARRAY[${staff}])`);
  });
});

describe.each(Object.values(records))('$list', (described) => {
  test('the search text has the columns that can be searched', () => {
    const table = tableOf(described.list);
    const expression = matchAll(table, /^ {2}search_text text (.+)$/gm).join('');
    const words = new Set(matchAll(expression.replaceAll(/'[^']*'/g, ''), /(\w+)/g));
    const searched = namesOf(described, ({ search }) => search === 'text');
    expect(namesOf(described, () => true).filter((name) => words.has(name))).toEqual(searched);
  });

  test('staff may write what they import and correct, and nothing else', () => {
    const grants = linesOf(new RegExp(`^GRANT (.+) ON ${described.list} TO portal_staff;$`)).join('\n');
    const granted = (right: string) =>
      matchAll(grants, new RegExp(`${right} \\(([^)]+)\\)`, 'g'))
        .join(', ')
        .split(', ');
    const imported = namesOf(described, (column) => column.import !== undefined);
    expect(granted('INSERT').toSorted()).toEqual([...new Set(['id', 'customer_id', ...imported])].toSorted());
    const written = namesOf(described, (column) => column.import !== undefined || column.correct === true);
    expect(granted('UPDATE').toSorted()).toEqual(
      written.filter((name) => name !== columnName(described.key)).toSorted(),
    );
  });
});
