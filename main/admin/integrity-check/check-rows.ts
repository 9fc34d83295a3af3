import type { ClientBase } from 'pg';
import { program } from '#api/lib/program.ts';
import { tableDescriptions } from '../../capabilities.ts';

/** `where` is a table, migration or role; `rows` the number of affected rows. */
export interface Finding {
  what: string;
  where: string;
  rows?: number;
}

/** Each row of the query is a finding: (what, where). */
export async function queryFindings(client: ClientBase, text: string, values: unknown[] = []): Promise<Finding[]> {
  const { rows } = await client.query<{ what: string; where: string }>(text, values);
  return rows;
}

interface Reference {
  name: string;
  child: string;
  parent: string;
  columns: string[];
  keys: string[];
}

/** How many steps checkReferences and checkConditions have. */
export const countSteps = (client: ClientBase): Promise<number> =>
  count(
    client,
    `SELECT (count(*) FILTER (WHERE contype = 'f') + count(DISTINCT conrelid) FILTER (WHERE contype = 'c'))::integer AS count
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 0`,
  );

/** Foreign keys, row by row: a damaged disk or disabled trigger can break them. */
export async function checkReferences(client: ClientBase, onStep: () => void): Promise<Finding[]> {
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
    onStep();
    const isSame = columns.map((column, at) => `child.${column} = parent.${keys[at]}`).join(' AND ');
    const isGiven = columns.map((column) => `child.${column} IS NOT NULL`).join(' AND ');
    const rows = await count(
      client,
      `SELECT count(*)::integer FROM ${child} AS child WHERE ${isGiven} AND NOT EXISTS (SELECT FROM ${parent} AS parent WHERE ${isSame})`,
    );
    if (rows > 0) findings.push({ what: `reference a missing row of ${parent} (${name})`, where: child, rows });
  }
  return findings;
}

// Foreign keys that must exist.
const expectedReferences: Record<string, readonly string[]> = {
  accounts: ['user_id'],
  memberships: ['customer_id', 'user_id'],
  staff_members: ['user_id'],
  invitations: ['customer_id'],
  invoices: ['customer_id'],
  contracts: ['customer_id'],
  payments: ['customer_id'],
  licenses: ['customer_id'],
  tickets: ['customer_id', 'requester_id'],
  ticket_messages: ['ticket_id'],
  ticket_notes: ['ticket_id'],
  pending_replies: ['ticket_id', 'author_id'],
  ticket_events: ['ticket_id'],
  ticket_internal_events: ['ticket_id'],
  ticket_watchers: ['ticket_id', 'user_id'],
  attachments: ['ticket_id', 'message_id'],
  upload_reservations: ['user_id', 'ticket_id'],
  reply_tokens: ['ticket_id', 'user_id', 'lead_id'],
  inbound_mails: ['ticket_id', 'lead_id'],
  sessions: ['user_id'],
  email_undo_links: ['user_id'],
  ...Object.fromEntries(
    tableDescriptions.flatMap(({ table, references }) => (references === undefined ? [] : [[table, references]])),
  ),
};

export async function checkReferencesExist(client: ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT conrelid::regclass || '.' || attname AS name FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = 'public'::regnamespace`,
  );
  const existing = new Set(rows.map(({ name }) => name));
  return Object.entries(expectedReferences).flatMap(([where, columns]) =>
    columns
      .filter((column) => !existing.has(`${where}.${column}`))
      .map((column) => ({ what: `${column} has no foreign key`, where })),
  );
}

/** CHECK constraints, row by row. */
export async function checkConditions(client: ClientBase, onStep: () => void): Promise<Finding[]> {
  const { rows: conditions } = await client.query<{ name: string; table: string; condition: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS table, pg_get_expr(conbin, conrelid) AS condition
    FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND conrelid <> 0 ORDER BY 2, 1`,
  );
  const findings: Finding[] = [];
  for (const [table, own] of Map.groupBy(conditions, (one) => one.table)) {
    onStep();
    const counts = own.map(
      ({ condition }, at) => `count(*) FILTER (WHERE NOT (${condition}))::integer AS broken_${at}`,
    );
    const { rows } = await client.query<Record<string, number>>(`SELECT ${counts.join(', ')} FROM ${table}`);
    own.forEach(({ name }, at) => {
      const broken = rows[0]?.[`broken_${at}`] ?? 0;
      if (broken > 0) findings.push({ what: `violate the constraint ${name}`, where: table, rows: broken });
    });
  }
  return findings;
}

// A later mail reached the same recipient.
const isSuperseded = `EXISTS (SELECT FROM jobs AS later WHERE lower(later.data->>'recipient') = lower(mail.data->>'recipient')
  AND later.created_at > mail.created_at AND later.done_at IS NOT NULL)`;

/** A condition on an invoice joined with its document. The gross amount of a credit note is positive in its document. */
const contradictsDocument = `lower(document->>'number') <> number_key OR abs(amount) <> gross
  OR amount <> 0 AND (amount < 0) <> (kind = '381') OR due_date <> (document->>'dueOn')::date`;

/** Rows that satisfy all constraints but indicate a mistake. */
export async function checkPlausibility(client: ClientBase): Promise<Finding[]> {
  const checks: [what: string, where: string, text: string][] = [
    [
      'are linked to a customer and cannot sign in: invite them again',
      'users',
      `SELECT count(*)::integer FROM users WHERE EXISTS (SELECT FROM memberships WHERE user_id = users.id) AND NOT EXISTS (
        SELECT FROM accounts WHERE accounts.user_id = users.id AND password IS NOT NULL) AND NOT EXISTS (
        SELECT FROM verifications WHERE value = users.id::text AND expires_at > now())`,
    ],
    [
      `have users and no owner: use ${program} users link with --roles owner`,
      'customers',
      `SELECT count(*)::integer FROM customers WHERE EXISTS (SELECT FROM memberships WHERE customer_id = customers.id)
        AND NOT EXISTS (SELECT FROM memberships WHERE customer_id = customers.id AND 'owner' = ANY(roles))`,
    ],
    [
      'have a set balance that is not the sum of their unpaid invoices: see customers list, and customers update --outstanding computed',
      'customers',
      `SELECT count(*)::integer FROM customers JOIN customer_balances ON customer_id = customers.id
      WHERE total_outstanding <> unpaid_invoices AND EXISTS (SELECT FROM invoices WHERE invoices.customer_id = customers.id)`,
    ],
    [
      'have the number of an invoice of another customer: correct one of them',
      'invoices',
      'SELECT count(*)::integer FROM invoices WHERE shares_number',
    ],
    [
      'are settled in full and not paid by their status, or paid by their status and settled in part: see their page at the desk',
      'invoices',
      `SELECT count(*)::integer FROM invoices WHERE settled <> 0 AND
        (settled = amount AND is_unpaid OR settled <> amount AND lower(status) IN ('paid', 'credited'))`,
    ],
    [
      'differ from their document in number, amount or due date: see their page at the desk',
      'invoices',
      `SELECT count(*)::integer FROM invoices JOIN invoice_documents ON invoice_id = id WHERE ${contradictsDocument}`,
    ],
    [
      `to users of customers were rejected permanently by the mail server: see ${program} users list`,
      'jobs',
      // Sign-ups by strangers with nonexistent email addresses are ignored.
      `SELECT count(*)::integer FROM jobs AS mail WHERE data ? 'isRejected' AND NOT ${isSuperseded}
        AND (EXISTS (SELECT FROM users JOIN memberships ON user_id = users.id WHERE users.email = lower(mail.data->>'recipient'))
          OR EXISTS (SELECT FROM invitations WHERE invitations.email = lower(mail.data->>'recipient')))`,
    ],
    [
      'could not be done for a week and were given up',
      'jobs',
      `SELECT count(*)::integer FROM jobs AS mail WHERE failed_at IS NOT NULL AND NOT data ? 'isRejected' AND NOT ${isSuperseded}`,
    ],
    [
      'are merged into a ticket of another customer, or into one that is merged itself',
      'tickets',
      `SELECT count(*)::integer FROM tickets JOIN tickets AS target ON target.id = tickets.merged_into_id
        WHERE target.customer_id <> tickets.customer_id OR target.merged_into_id IS NOT NULL`,
    ],
    [
      'have a response that has been overdue for more than an hour and is not marked as missed: is the server running?',
      'tickets',
      `SELECT count(*)::integer FROM tickets WHERE sla_state = 'running' AND first_response_due_at < now() - interval '1 hour'`,
    ],
    [
      'have waited for the virus scanner for more than an hour: is CLAMD running?',
      'attachments',
      `SELECT count(*)::integer FROM attachments WHERE state = 'pending' AND created_at < now() - interval '1 hour'`,
    ],
    [
      'have waited for the virus scanner for more than an hour: is CLAMD running?',
      'record_files',
      `SELECT count(*)::integer FROM record_files WHERE state = 'pending' AND created_at < now() - interval '1 hour'`,
    ],
    [
      'have been held for more than two days: see the desk',
      'inbound_mails',
      `SELECT count(*)::integer FROM inbound_mails WHERE state = 'held' AND received_at < now() - interval '2 days'`,
    ],
    [
      'have been queued for more than an hour',
      'jobs',
      // Files have a check of their own.
      `SELECT count(*)::integer FROM jobs WHERE done_at IS NULL AND failed_at IS NULL AND kind <> 'scan'
        AND created_at < now() - interval '1 hour' AND (attempts > 0 OR next_attempt_at < now() - interval '1 hour')`,
    ],
  ];
  const findings: Finding[] = [];
  for (const [what, where, text] of checks) {
    const rows = await count(client, text);
    if (rows > 0) findings.push({ what, where, rows });
  }
  return findings;
}

export async function count(client: ClientBase, text: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(text);
  return rows[0]?.count ?? 0;
}
