import type { ClientBase } from 'pg';
import type { Finding } from './findings.ts';

interface Reference {
  name: string;
  child: string;
  parent: string;
  columns: string[];
  keys: string[];
}

/** Every row that refers to another finds it. The database sees to that; a damaged disk or a dropped constraint does not. */
export async function checkReferences(client: ClientBase, onTable: (name: string) => void): Promise<Finding[]> {
  const { rows: references } = await client.query<Reference>(
    `SELECT conname AS name, conrelid::regclass::text AS child, confrelid::regclass::text AS parent,
      (SELECT array_agg(quote_ident(attname) ORDER BY at) FROM unnest(conkey) WITH ORDINALITY AS key (number, at)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = number) AS columns,
      (SELECT array_agg(quote_ident(attname) ORDER BY at) FROM unnest(confkey) WITH ORDINALITY AS key (number, at)
        JOIN pg_attribute ON attrelid = confrelid AND attnum = number) AS keys
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 2, 1`,
  );
  const findings: Finding[] = [];
  for (const { name, child, parent, columns, keys } of references) {
    onTable(child);
    const isSame = columns.map((column, at) => `child.${column} = parent.${keys[at]}`).join(' AND ');
    const isGiven = columns.map((column) => `child.${column} IS NOT NULL`).join(' AND ');
    const rows = await count(
      client,
      `SELECT count(*)::integer FROM ${child} AS child WHERE ${isGiven} AND NOT EXISTS (SELECT FROM ${parent} AS parent WHERE ${isSame})`,
    );
    if (rows > 0)
      findings.push({ what: `refer to a row of ${parent} that is not there (${name})`, where: child, rows });
  }
  return findings;
}

// Without these a schema has lost what holds it together, whatever its rows are like.
const expectedReferences = [
  'accounts.user_id',
  'customer_users.customer_id',
  'customer_users.user_id',
  'invoices.customer_id',
  'contracts.customer_id',
  'payments.customer_id',
  'licenses.customer_id',
  'tickets.customer_id',
  'sessions.user_id',
  'email_undo_links.user_id',
];

export async function checkReferencesExist(client: ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT conrelid::regclass || '.' || attname AS name FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  const there = new Set(rows.map(({ name }) => name));
  return expectedReferences
    .filter((name) => !there.has(name))
    .map((name) => ({ what: `${name.split('.')[1]} refers to nothing any more`, where: name.split('.')[0] ?? '' }));
}

/** Every row keeps to the conditions of its table, read from the table itself. */
export async function checkConditions(client: ClientBase, onTable: (name: string) => void): Promise<Finding[]> {
  const { rows: conditions } = await client.query<{ name: string; table: string; condition: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS table, pg_get_expr(conbin, conrelid) AS condition
    FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND conrelid <> 0 ORDER BY 2, 1`,
  );
  const findings: Finding[] = [];
  for (const [table, own] of Map.groupBy(conditions, (one) => one.table)) {
    onTable(table);
    const counts = own.map(
      ({ condition }, at) => `count(*) FILTER (WHERE NOT (${condition}))::integer AS broken_${at}`,
    );
    const { rows } = await client.query<Record<string, number>>(`SELECT ${counts.join(', ')} FROM ${table}`);
    own.forEach(({ name }, at) => {
      const broken = rows[0]?.[`broken_${at}`] ?? 0;
      if (broken > 0) findings.push({ what: `break the condition ${name}`, where: table, rows: broken });
    });
  }
  return findings;
}

// A later mail reached the same recipient.
const isSuperseded = `EXISTS (SELECT FROM mail_outbox AS later WHERE lower(later.recipient) = lower(mail.recipient)
  AND later.created_at > mail.created_at AND later.sent_at IS NOT NULL)`;

/** Rows that no constraint forbids and that still mean that something went wrong. */
export async function checkSense(client: ClientBase): Promise<Finding[]> {
  const questions: [what: string, where: string, text: string][] = [
    [
      'are linked to a customer and can never sign in: invite them again',
      'users',
      `SELECT count(*)::integer FROM users JOIN customer_users ON user_id = users.id WHERE NOT EXISTS (
        SELECT FROM accounts WHERE accounts.user_id = users.id AND password IS NOT NULL) AND NOT EXISTS (
        SELECT FROM verifications WHERE value = users.id::text AND expires_at > now())`,
    ],
    [
      'have a set balance that is not the sum of their unpaid invoices: see customers list, and customers update --outstanding computed',
      'customers',
      `SELECT count(*)::integer FROM customers JOIN customer_balances ON customer_id = customers.id
      WHERE outstanding <> unpaid_invoices AND EXISTS (SELECT FROM invoices WHERE invoices.customer_id = customers.id)`,
    ],
    [
      'to users of customers were refused for good by the mail server: see npm run portal -- users list',
      'mail_outbox',
      // Strangers can sign up with an email address that does not exist: that is no finding.
      `SELECT count(*)::integer FROM mail_outbox AS mail WHERE is_rejected AND NOT ${isSuperseded}
        AND EXISTS (SELECT FROM users JOIN customer_users ON user_id = users.id WHERE users.email = lower(mail.recipient))`,
    ],
    [
      'could not be sent for a week and were given up',
      'mail_outbox',
      `SELECT count(*)::integer FROM mail_outbox AS mail WHERE failed_at IS NOT NULL AND NOT is_rejected AND NOT ${isSuperseded}`,
    ],
    [
      'have been waiting for more than an hour',
      'mail_outbox',
      `SELECT count(*)::integer FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL AND created_at < now() - interval '1 hour'`,
    ],
  ];
  const findings: Finding[] = [];
  for (const [what, where, text] of questions) {
    const rows = await count(client, text);
    if (rows > 0) findings.push({ what, where, rows });
  }
  return findings;
}

export async function count(client: ClientBase, text: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(text);
  return rows[0]?.count ?? 0;
}
