import { inOperatorTransaction } from '#api/db/operator-database.ts';
import type { OperatorFixture } from './fixtures.ts';

/** Rows in every table that a backup contains, with values that are easily lost. */
export async function fillTables({ client }: OperatorFixture): Promise<void> {
  await inOperatorTransaction({ client }, async () => {
    await client.query(`INSERT INTO users (email, name) VALUES ('a@b.example', 'é" \\ \n ''x''')`);
    await client.query(
      `INSERT INTO accounts (user_id, provider_id, account_id) SELECT id, 'credential', id FROM users`,
    );
    await client.query(
      `INSERT INTO audit_events (actor, event, details) VALUES ('operator', 'customer.created', '{"a":"é"}')`,
    );
    await client.query(`INSERT INTO known_devices (user_id, device_hash) SELECT id, repeat('x', 43) FROM users`);
    await client.query(`INSERT INTO two_factors (user_id, secret, backup_codes) SELECT id, 's', 'c' FROM users`);
    await client.query(`INSERT INTO passkeys (user_id, public_key, credential_id, counter, device_type, backed_up)
      SELECT id, 'k', id, 4294967295, 'multiDevice', true FROM users`);
    await client.query(`INSERT INTO verifications (identifier, value, expires_at) VALUES ('x', 'y', 'infinity')`);
    await client.query(
      `INSERT INTO email_undo_links (user_id, token_hash, email, expires_at)
      SELECT id, lpad('', 43, 'h'), 'before@b.example', now() + interval '7 days' FROM users LIMIT 1`,
    );
    await client.query(
      `INSERT INTO jobs (kind, data) VALUES ('mail', '{"template": "invitation", "recipient": "a@b.example", "values": {"link": "https://x"}}')`,
    );
    await client.query(
      `INSERT INTO customers (name, total_outstanding) VALUES ('Masséna', 999999999999.99), ('Atlas', NULL)`,
    );
    await client.query(
      `INSERT INTO memberships (user_id, customer_id, roles) SELECT users.id, customers.id, '{owner,billing}' FROM users, customers WHERE customers.name = 'Atlas'`,
    );
    await client.query(
      `INSERT INTO invitations (customer_id, email, roles, token_hash, locale, expires_at)
      SELECT id, 'c@b.example', '{requester}', repeat('i', 43), 'fr', now() + interval '14 days' FROM customers WHERE name = 'Atlas'`,
    );
    await client.query(`INSERT INTO invoices (customer_id, number, amount, created_at)
      SELECT customers.id, CASE WHEN n % 2 = 0 THEN name || '-É-' || n END, n / 100.0, '2025-01-05 09:30:00.123456+00'::timestamptz + n * interval '1 microsecond' FROM customers, generate_series(1, 1300) AS n`);
    await client.query(
      `INSERT INTO contracts (customer_id, contract_number, title) SELECT id, name || '-1', '« Audit » 🛡️' FROM customers`,
    );
    await client.query(`INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, notes)
      SELECT id, 'P-1', 5, '0999-12-31', 'cash', E'two\\nlines' FROM customers`);
    await client.query(
      `INSERT INTO licenses (customer_id, product_name, license_key, license_type) SELECT id, 'Suite', 'K', 'trial' FROM customers`,
    );
    await client.query(
      `INSERT INTO staff_members (user_id, name, permissions) SELECT id, 'Léa', '{records,support}' FROM users LIMIT 1`,
    );
    await client.query(`INSERT INTO tickets (customer_id, ticket_number, subject, description, author_id, assignee_id, version)
      SELECT customers.id, 'TKT-' || row_number() OVER (), 'S', 'D', users.id, staff_members.user_id, 7
      FROM customers, users, staff_members`);
    // Each follows the next: a row may reference one that is restored after it.
    await client.query(`INSERT INTO tickets (id, customer_id, ticket_number, subject, description, follows_ticket_id, sla_state,
        sla_calendar, first_response_due_at, closed_at, status)
      SELECT lpad(to_hex(n), 32, '0')::uuid, customers.id, 'TKT-' || (100000 + n), 'S', 'D', lpad(to_hex(nullif(n, 1200) + 1), 32, '0')::uuid, 'met',
        'office', '2025-01-05 09:30:00.123456+00', '2025-01-06 09:30:00.123456+00', 'closed'
      FROM generate_series(1, 1200) AS n, customers WHERE name = 'Atlas'`);
    await client.query(`INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, author_id, body, source, email_message_id, idempotency_key)
      SELECT id, customer_id, 8, 'customer', author_id, '« É » 🛡️', 'email', '<' || id || '@x.example>', id FROM tickets`);
    await client.query(`INSERT INTO ticket_notes (ticket_id, customer_id, position, author_id, body)
      SELECT id, customer_id, 8, author_id, 'Internal' FROM tickets`);
    await client.query(`INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind, payload)
      SELECT id, customer_id, 9, 'responded', 'system', '{"isKept":true,"minutes":7}' FROM tickets`);
    await client.query(`INSERT INTO ticket_internal_events (ticket_id, customer_id, position, kind, actor_kind, payload)
      SELECT id, customer_id, 9, 'tags_changed', 'staff', '{"added":["Réseau"]}' FROM tickets LIMIT 1`);
    await client.query(`INSERT INTO tags (name) VALUES ('Réseau, "x"')`);
    await client.query(`UPDATE tickets SET tags = ARRAY['Réseau, "x"'] WHERE ticket_number = 'TKT-1'`);
    await client.query(`INSERT INTO ticket_watchers (ticket_id, customer_id, user_id)
      SELECT tickets.id, customer_id, users.id FROM tickets, users`);
    await client.query(`INSERT INTO attachments (ticket_id, customer_id, message_id, file_name, content_type, size, sha256, state, attached_at)
      SELECT ticket_id, customer_id, id, 'É.pdf', 'application/pdf', 7, repeat('a', 64), 'unscanned', now() FROM ticket_messages LIMIT 1`);
    await client.query(`INSERT INTO reply_tokens (token_hash, ticket_id, user_id, expires_at)
      SELECT repeat('t', 43), tickets.id, users.id, now() + interval '1 day' FROM tickets, users LIMIT 1`);
    await client.query(`INSERT INTO inbound_mails (delivery_key, sha256, size, sender, recipients, subject, full_text, state, reason)
      VALUES (repeat('d', 64), repeat('b', 64), 7, 'a@b.example', ARRAY['r@x.example', 'é, "x"'], 'S', 'T', 'held', 'no_token')`);
    await client.query(`INSERT INTO pending_replies (ticket_id, author_id, body, request, publish_at)
      SELECT tickets.id, users.id, '« É »', '{"next":"ask"}', now() FROM users, tickets LIMIT 1`);
    await client.query(`INSERT INTO ticket_reads (user_id, ticket_id, version)
      SELECT users.id, tickets.id, 7 FROM users, tickets LIMIT 1`);
    await client.query(
      `INSERT INTO notification_preferences (user_id, event, delivery) SELECT id, 'reply', 'digest' FROM users LIMIT 1`,
    );
    await client.query(
      `INSERT INTO canned_replies (title, body, updated_by) SELECT 'Accusé', 'Bonjour,', id FROM users LIMIT 1`,
    );
    await client.query(`INSERT INTO saved_views (user_id, place, name, filters)
      SELECT user_id, 1, 'Été', '{"q":"é"}' FROM staff_members`);
    await client.query(`INSERT INTO bank_accounts (iban, bic, holder, proposed_by, proposed_at, approved_by, approved_at, active_from)
      VALUES ('FR4299999000010123456789042', 'ZZZZFRP1XXX', 'É', gen_random_uuid(), '2025-01-01', gen_random_uuid(), '2025-01-02', '2025-01-05')`);
    await client.query(`INSERT INTO api_keys (name, prefix, token_hash, scopes, created_by, expires_at, last_used_on)
      VALUES ('É', 'rak_abcdef', repeat('k', 43), '{customers:read,changes:read}', gen_random_uuid(), 'tomorrow', '2025-01-05')`);
    await client.query(`WITH endpoint AS (INSERT INTO webhook_endpoints (url, events, secret, created_by)
        VALUES ('https://x.example/é', '{invoice.paid,lead.received}', 's', gen_random_uuid()) RETURNING id),
      message AS (INSERT INTO webhook_messages (endpoint_id, event, body) SELECT id, 'test', '{"é": 1}' FROM endpoint RETURNING id)
      INSERT INTO webhook_attempts (message_id, status, milliseconds) SELECT id, 204, 5 FROM message`);
    await client.query(`INSERT INTO bank_notices (account_id, user_id, token_hash)
      SELECT bank_accounts.id, users.id, repeat('n', 43) FROM bank_accounts, users LIMIT 1`);
    await client.query(`INSERT INTO invoice_iban_requests (customer_id, number, iban, gross, currency, requested_by)
      SELECT id, 'É-1', 'DE89370400440532013000', 2.5, 'EUR', gen_random_uuid() FROM customers LIMIT 1`);
    await client.query(`INSERT INTO consent_texts (hash, form, body) VALUES (repeat('c', 43), 'contact', 'é')`);
    await client.query(`INSERT INTO leads (form, "values", name, company, email, page, consent, verdict, reasons, key_hash, request_hash)
      VALUES ('contact', '{"name":"É"}', 'É', 'É', 'a@b.example', '/contact', '{"text_hash":"c","page":"/contact","at":"2025-01-05"}',
        'doubtful', '{links,"é,"}', repeat('k', 43), repeat('r', 43))`);
    await client.query(`INSERT INTO lead_messages (lead_id, kind, body) SELECT id, 'note', '« É »' FROM leads`);
    await client.query(
      `INSERT INTO subscribers (email, consent) VALUES ('É@b.example', '{"text_hash":"c","page":"/","at":"2025-01-05"}')`,
    );
    await client.query(`INSERT INTO suppressed (email_hmac) VALUES (repeat('h', 43))`);
    await client.query(`INSERT INTO lead_proofs (nonce, expires_at) VALUES ('00', '2100-01-01')`);
    await client.query(`INSERT INTO reminder_settings (customer_id, days, updated_by)
      SELECT id, '{-7,0}', gen_random_uuid() FROM customers LIMIT 1`);
    await client.query(`INSERT INTO invoice_reminders (customer_id, invoice_id, user_id, due_date, stage)
      SELECT customer_id, invoices.id, users.id, '2025-01-05', -7 FROM invoices, users LIMIT 1`);
    await client.query(`INSERT INTO payment_allocations (customer_id, invoice_id, payment_id, amount)
      SELECT payments.customer_id, invoices.id, payments.id, 2.5 FROM payments JOIN invoices USING (customer_id)
      WHERE payments.customer_id = invoices.customer_id AND invoices.amount IN (2.5, 3)`);
    await client.query(`UPDATE invoices SET status = 'disputed' WHERE settled = amount`);
    await client.query(`INSERT INTO invoice_documents (invoice_id, customer_id, origin, kind, issued_on, currency, net, tax, gross, due, profile, document)
      SELECT id, customer_id, 'read', '380', '2025-01-05', 'EUR', 2, 0.5, 2.5, 2.5, 'en16931', '{"number":"« É »"}' FROM invoices WHERE amount = 2.5`);
    await client.query(`INSERT INTO record_files (customer_id, invoice_id, file_name, content_type, size, sha256, state)
      SELECT customer_id, id, 'É.xml', 'application/xml', 7, repeat('c', 64), 'clean' FROM invoices WHERE amount = 2.5`);
    await client.query(`INSERT INTO calendar_feeds (user_id, customer_id, secret_hash)
      SELECT users.id, customers.id, repeat('s', 43) FROM users, customers LIMIT 1`);
    await client.query(`INSERT INTO hosts (user_id, weekly, kinds, feed_hash)
      SELECT user_id, '{"1":[{"from":"09:00","to":"10:00"}]}', '{general}', repeat('f', 43) FROM staff_members LIMIT 1`);
    await client.query(
      `INSERT INTO host_exceptions (host_id, day, hours) SELECT id, '2031-01-13', '[{"from":"10:00","to":"11:00"}]' FROM hosts`,
    );
    await client.query(`INSERT INTO appointments (host_id, kind, starts_at, ends_at, status, booked_at, meeting, user_id, customer_id, name, company, email,
        phone, answers, token_hashes)
      SELECT hosts.id, 'general', '2031-01-13 08:00Z', '2031-01-13 08:30Z', 'booked', now(), 'phone', users.id, customers.id, '« É »', 'É, "x"',
        'a@b.example', '+33', '{"additionalInfo":"é"}', ARRAY[repeat('t', 43), 'é, "x"'] FROM hosts, users, customers LIMIT 1`);
    await client.query('INSERT INTO invoice_counters (year, last) VALUES (2025, 42)');
  });
}
