import type { ClientBase } from 'pg';

/**
 * Commercial code, art. L123-22: ten years, from the end of the financial year, which here is the calendar's. $1 is the
 * moment that is asked about.
 */
export const isAccountingOver = {
  invoices: `date_trunc('year', coalesce(due_date::timestamptz, created_at)) + interval '11 years' <= $1::timestamptz`,
  payments: `date_trunc('year', payment_date::timestamptz) + interval '11 years' <= $1::timestamptz`,
};

export interface Forgotten {
  removed: Record<string, number>;
  /** What the law obliges us to keep, without the names in it. */
  kept: { invoices: number; payments: number };
}

const removed = async (client: ClientBase, text: string, values: unknown[]) =>
  (await client.query(text, values)).rowCount ?? 0;

/** The logins, what hangs on them, the links they were sent and the mails to them. Their sessions end with them. */
export async function forgetUsers(client: ClientBase, ids: readonly string[]): Promise<Record<string, number>> {
  await client.query('SELECT FROM users WHERE id = ANY($1) FOR UPDATE', [ids]);
  const { rows } = await client.query<{ email: string }>(
    'SELECT email FROM users WHERE id = ANY($1) UNION SELECT email FROM email_undo_links WHERE user_id = ANY($1)',
    [ids],
  );
  const emails = rows.map(({ email }) => email);
  return {
    mail_outbox: await removed(client, 'DELETE FROM mail_outbox WHERE lower(recipient) = ANY($1)', [emails]),
    verifications: await removed(
      client,
      `DELETE FROM verifications WHERE EXISTS (
        SELECT FROM unnest($1::text[]) AS trace WHERE strpos(lower(identifier || ' ' || value), trace) > 0)`,
      [[...ids, ...emails]],
    ),
    sessions: await removed(client, 'DELETE FROM sessions WHERE user_id = ANY($1)', [ids]),
    users: await removed(client, 'DELETE FROM users WHERE id = ANY($1)', [ids]),
  };
}

/** All that the law lets us remove. As the operator, in one transaction with whatever else is done about the customer. */
export async function forgetCustomer(client: ClientBase, id: string, now: Date): Promise<Forgotten> {
  const { rows: users } = await client.query<{ user_id: string }>(
    'SELECT user_id FROM customer_users WHERE customer_id = $1',
    [id],
  );
  const gone = await forgetUsers(
    client,
    users.map(({ user_id }) => user_id),
  );
  const mails = await removed(
    client,
    'DELETE FROM mail_outbox WHERE lower(recipient) = (SELECT lower(email) FROM customers WHERE id = $1)',
    [id],
  );
  gone['mail_outbox'] = (gone['mail_outbox'] ?? 0) + mails;
  for (const table of ['tickets', 'contracts', 'licenses'])
    gone[table] = await removed(client, `DELETE FROM ${table} WHERE customer_id = $1`, [id]);
  const kept = { invoices: 0, payments: 0 };
  for (const table of ['invoices', 'payments'] as const) {
    const over = `DELETE FROM ${table} WHERE ${isAccountingOver[table]} AND customer_id = $2`;
    gone[table] = await removed(client, over, [now, id]);
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::integer FROM ${table} WHERE customer_id = $1`,
      [id],
    );
    kept[table] = rows[0]?.count ?? 0;
  }
  if (kept.invoices + kept.payments > 0) await anonymise(client, id, now);
  else gone['customers'] = await removed(client, 'DELETE FROM customers WHERE id = $1', [id]);
  return { removed: gone, kept };
}

// What an account wants is the amount, the date and the reference; what was noted beside it may name anybody.
async function anonymise(client: ClientBase, id: string, now: Date): Promise<void> {
  await client.query(
    `UPDATE customers SET name = 'Erased customer ' || left(id::text, 8), contact = NULL, email = NULL, phone = NULL,
      risk = 'low', total_outstanding = NULL, erased_at = $2 WHERE id = $1`,
    [id, now],
  );
  await client.query('UPDATE payments SET notes = NULL WHERE customer_id = $1 AND notes IS NOT NULL', [id]);
  await client.query('UPDATE invoices SET risk_score = 0 WHERE customer_id = $1 AND risk_score <> 0', [id]);
}
