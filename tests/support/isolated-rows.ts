/** Tables of which a customer sees its own rows. */
export const records = [
  'customers',
  'memberships',
  'invoices',
  'contracts',
  'payments',
  'licenses',
  'tickets',
  'invitations',
  'ticket_messages',
  'ticket_events',
  'ticket_watchers',
  'payment_allocations',
  'invoice_documents',
  'record_files',
  'invoice_reminders',
] as const;
export type Table = (typeof records)[number];

/** A row of each table; $1 is the customer, $2 a user, $3 a unique value. */
export const rowOf: Record<Table, string> = {
  customers: `(id, name) VALUES ($1, 'Customer ' || $2::text || $3)`,
  memberships: `(customer_id, user_id, roles, created_at) VALUES ($1, $2, '{owner}', '2025-01-01'::timestamptz + (length($3) * interval '1 second'))`,
  // The same number for every customer, as before numbers were the seller's.
  invoices: `(customer_id, amount, status, number, shares_number) VALUES ($1, 1, left($2::text, 8) || $3, 'FA-1', true)`,
  contracts: `(customer_id, contract_number, title) VALUES ($1, $3, $2::text)`,
  payments: `(customer_id, payment_reference, amount, payment_date, payment_method, status) VALUES ($1, $3, 1, '2025-01-01', left($2::text, 8), 'completed')`,
  licenses: `(customer_id, license_key, product_name, license_type) VALUES ($1, $3, $2::text, 'trial')`,
  tickets: `(customer_id, author_id, ticket_number, subject, description) VALUES ($1, $2, 'TKT-' || $3, 'Subject', 'Description')`,
  // The first ticket, invoice and payment of a customer have an id that follows from the customer's.
  ticket_messages: `(customer_id, ticket_id, position, author_kind, author_id, body, source) VALUES ($1::uuid, md5($1::uuid::text)::uuid, $3::integer, 'customer', $2, 'B', 'portal')`,
  ticket_events: `(customer_id, ticket_id, position, kind, actor_kind, actor_id) VALUES ($1::uuid, md5($1::uuid::text)::uuid, $3::integer, 'reopened', 'customer', $2)`,
  ticket_watchers: `(customer_id, ticket_id, user_id, created_at) VALUES ($1::uuid, md5($1::uuid::text)::uuid, $2, '2025-01-01'::timestamptz + (length($3) * interval '1 second'))`,
  payment_allocations: `(customer_id, invoice_id, payment_id, amount) VALUES ($1::uuid, md5($1::uuid::text)::uuid, md5($1::uuid::text)::uuid, 0.01 + 0 * length($2::text || $3))`,
  invoice_documents: `(invoice_id, customer_id, origin, kind, issued_on, currency, net, tax, gross, due, profile, document)
    VALUES (md5($1::uuid::text)::uuid, $1::uuid, 'read', '380', '2025-01-01', 'EUR', 1, 0, 1, 1, left($2::text || $3, 9), '{}')`,
  record_files: `(customer_id, invoice_id, file_name, content_type, size, sha256, state, created_by)
    VALUES ($1::uuid, md5($1::uuid::text)::uuid, 'a.pdf', 'application/pdf', 1, md5($3) || md5($3), 'unscanned', $2)`,
  invoice_reminders: `(customer_id, invoice_id, user_id, due_date, stage) VALUES ($1::uuid, md5($1::uuid::text)::uuid, $2, '2025-01-01', length($3))`,
  invitations: `(customer_id, invited_by, email, roles, token_hash, locale, expires_at) VALUES ($1, $2, $3 || '@x.example', '{billing}', rpad($3, 43, 'x'), 'en', 'infinity')`,
};
