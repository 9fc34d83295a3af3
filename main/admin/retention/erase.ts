import type { ClientBase } from 'pg';

/** Code de commerce, art. L123-22: ten years from the end of the financial year, which is the calendar year. $1 is the current time. */
export const isAccountingOver = {
  invoices: `date_trunc('year', coalesce(due_date::timestamptz, created_at)) + interval '11 years' <= $1::timestamptz`,
  payments: `date_trunc('year', payment_date::timestamptz) + interval '11 years' <= $1::timestamptz`,
};

export interface ErasedRows {
  removed: Record<string, number>;
  /** Retained by law: rows without names, and the documents of invoices as they were issued. */
  retained: { invoices: number; payments: number };
}

const deleteRows = async (client: ClientBase, text: string, values: unknown[]) =>
  (await client.query(text, values)).rowCount ?? 0;

/** Users with their sessions, links and mails, and everything that references them. */
export async function eraseUserRows(client: ClientBase, ids: readonly string[]): Promise<Record<string, number>> {
  await client.query('SELECT FROM users WHERE id = ANY($1) FOR UPDATE', [ids]);
  const { rows } = await client.query<{ email: string }>(
    'SELECT email FROM users WHERE id = ANY($1) UNION SELECT email FROM email_undo_links WHERE user_id = ANY($1)',
    [ids],
  );
  const emails = rows.map(({ email }) => email);
  // Who was assigned or watches, in the timeline of tickets.
  await client.query(`UPDATE ticket_events SET payload = payload - 'userId' WHERE payload->>'userId' = ANY($1)`, [ids]);
  await client.query(
    `UPDATE ticket_notes SET mentions = ARRAY(SELECT one FROM unnest(mentions) AS one WHERE one <> ALL($1)) WHERE mentions && $1`,
    [ids],
  );
  for (const table of ['tickets', 'ticket_messages'])
    await client.query(`UPDATE ${table} SET unverified_sender = NULL WHERE lower(unverified_sender) = ANY($1)`, [
      emails,
    ]);
  return {
    invitations: await deleteRows(client, 'DELETE FROM invitations WHERE email = ANY($1)', [emails]),
    // What was published of them stays with the customer, without its author.
    inbound_mails: await deleteRows(
      client,
      'DELETE FROM inbound_mails WHERE lower(from_address) = ANY($1) OR lower(sender) = ANY($1) OR user_id = ANY($2)',
      [emails, ids],
    ),
    leads: await deleteRows(client, 'DELETE FROM leads WHERE lower(email) = ANY($1)', [emails]),
    subscribers: await deleteRows(client, 'DELETE FROM subscribers WHERE lower(email) = ANY($1)', [emails]),
    jobs: await deleteRows(client, `DELETE FROM jobs WHERE lower(data->>'recipient') = ANY($1) OR user_id = ANY($2)`, [
      emails,
      ids,
    ]),
    verifications: await deleteRows(
      client,
      `DELETE FROM verifications WHERE EXISTS (
        SELECT FROM unnest($1::text[]) AS trace WHERE strpos(lower(identifier || ' ' || value), trace) > 0)`,
      [[...ids, ...emails]],
    ),
    appointments: await deleteRows(
      client,
      'DELETE FROM appointments WHERE lower(email) = ANY($1) OR user_id = ANY($2)',
      [emails, ids],
    ),
    sessions: await deleteRows(client, 'DELETE FROM sessions WHERE user_id = ANY($1)', [ids]),
    users: await deleteRows(client, 'DELETE FROM users WHERE id = ANY($1)', [ids]),
  };
}

/**
 * Deletes all that need not be retained by law. Users who also belong to another customer, and staff, only lose this one. Call it in a
 * transaction, as portal_operator.
 */
export async function eraseCustomerRows(client: ClientBase, id: string, now: Date): Promise<ErasedRows> {
  // A ticket that is being opened for the customer waits, and then finds it erased.
  await client.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [id]);
  const { rows: users } = await client.query<{ user_id: string }>(
    `SELECT user_id FROM memberships AS own WHERE customer_id = $1
      AND NOT EXISTS (SELECT FROM memberships WHERE user_id = own.user_id AND customer_id <> $1)
      AND NOT EXISTS (SELECT FROM staff_members WHERE user_id = own.user_id)`,
    [id],
  );
  const removed = await eraseUserRows(
    client,
    users.map(({ user_id }) => user_id),
  );
  const mails = await deleteRows(
    client,
    `DELETE FROM jobs WHERE lower(data->>'recipient') = (SELECT lower(email) FROM customers WHERE id = $1)
      OR data->>'template' = 'invitation' AND lower(data->>'recipient') IN (SELECT email FROM invitations WHERE customer_id = $1)`,
    [id],
  );
  removed['jobs'] = (removed['jobs'] ?? 0) + mails;
  for (const table of ['memberships', 'invitations', 'appointments', 'tickets', 'contracts', 'licenses'])
    removed[table] =
      (removed[table] ?? 0) + (await deleteRows(client, `DELETE FROM ${table} WHERE customer_id = $1`, [id]));
  // Files of tickets that were never opened.
  await client.query('DELETE FROM attachments WHERE customer_id = $1', [id]);
  const retained = { invoices: 0, payments: 0 };
  for (const table of ['invoices', 'payments'] as const) {
    const expired = `DELETE FROM ${table} WHERE ${isAccountingOver[table]} AND customer_id = $2`;
    removed[table] = await deleteRows(client, expired, [now, id]);
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::integer FROM ${table} WHERE customer_id = $1`,
      [id],
    );
    retained[table] = rows[0]?.count ?? 0;
  }
  if (retained.invoices + retained.payments > 0) await anonymise(client, id, now);
  else removed['customers'] = await deleteRows(client, 'DELETE FROM customers WHERE id = $1', [id]);
  return { removed, retained };
}

// Accounting needs amount, date and reference; notes may contain personal data.
async function anonymise(client: ClientBase, id: string, now: Date): Promise<void> {
  await client.query(
    `UPDATE customers SET name = 'Erased customer ' || left(id::text, 8), contact = NULL, email = NULL, phone = NULL, number = NULL,
      risk = 'low', total_outstanding = NULL, siren = NULL, erased_at = $2 WHERE id = $1`,
    [id, now],
  );
  await client.query('UPDATE payments SET notes = NULL WHERE customer_id = $1 AND notes IS NOT NULL', [id]);
  await client.query('UPDATE invoices SET risk_score = 0 WHERE customer_id = $1 AND risk_score <> 0', [id]);
}
