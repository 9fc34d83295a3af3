-- What each role may do with tables, and with which rows. Grants decide by column, policies by row.
--
-- `= (SELECT …)` is evaluated once and used in the index; `IN (SELECT …)` would be checked row by row. A policy for a role also
-- applies to roles that inherit its rights, which the owner of the tables does before PostgreSQL 16: current_user restricts it to
-- transactions and functions that run as the role.

-- portal_app: users, rate limits, jobs and alerts.
GRANT SELECT, INSERT, UPDATE, DELETE ON users, sessions, accounts, verifications, two_factors, passkeys, known_devices, email_undo_links,
  jobs, rate_limits, alerts TO portal_app;
GRANT SELECT, INSERT, DELETE ON ended_sessions TO portal_app;
GRANT SELECT, DELETE ON enrolment_codes TO portal_app;
GRANT SELECT, INSERT ON retention_runs TO portal_app;
GRANT SELECT ON outbound_holds TO portal_app, portal_tickets;
-- By column: the writer of an event does not choose its time.
GRANT INSERT (actor, event, outcome, user_id, customer, entity, times, request_id, network, details) ON audit_events TO portal_app;
-- Only staff and operators act as such.
CREATE POLICY app_insert ON audit_events FOR INSERT TO portal_app WITH CHECK (actor NOT IN ('operator', 'staff', 'key'));
-- Whether a user is staff, and which admins are notified.
GRANT SELECT (user_id, name, permissions, active) ON staff_members TO portal_app;
CREATE POLICY app_select ON staff_members FOR SELECT TO portal_app USING (current_user = 'portal_app');
-- Reply addresses end with other access to the account (api/auth/session/revoke-access.ts).
GRANT SELECT (user_id), DELETE ON reply_tokens TO portal_app;
CREATE POLICY app_select ON reply_tokens FOR SELECT TO portal_app USING (current_user = 'portal_app');
CREATE POLICY app_delete ON reply_tokens FOR DELETE TO portal_app USING (current_user = 'portal_app');

-- portal_tenant: what the user may see of the customer. Except new tickets and preferences, it changes rows only with functions;
-- ticket_notes, ticket_internal_events, tags, canned_replies and pending_replies are for staff only.
GRANT SELECT ON memberships, invoices, contracts, payments, licenses, ticket_messages, ticket_events, ticket_watchers, attachments,
  payment_allocations, invoice_documents, record_files TO portal_tenant;
-- Without tags, snoozed_until and the keys of the staff's queue.
GRANT SELECT (id, customer_id, ticket_number, short_number, subject, description, priority, topic, invoice_id, status, origin, unverified_sender,
  author_id, requester_id, assignee_id, idempotency_key, version, created_at, resolved_at, closed_at, reopened_count, last_public_at, unread_since,
  first_response_due_at, first_responded_at, sla_state, sla_calendar, sla_paused_at, sla_warned_at, response_minutes, resolution_minutes,
  resolution_due_at, resolution_state, resolution_paused_at, resolution_warned_at, follows_ticket_id, merged_into_id, subject_key, priority_key, status_key,
  activity_key, search_text) ON tickets TO portal_tenant;
-- Every member sees the name and the contact of the customer; risk and balance only through own_balance().
GRANT SELECT (id, name, contact, email, phone, created_at) ON customers TO portal_tenant;
-- Without token_hash.
GRANT SELECT (id, customer_id, email, roles, locale, invited_by, created_at, expires_at) ON invitations TO portal_tenant;
GRANT INSERT (customer_id, ticket_number, subject, description, priority, topic, invoice_id, author_id, idempotency_key, requester_id,
  first_response_due_at, sla_state, sla_calendar, response_minutes, resolution_minutes, resolution_due_at, resolution_state,
  follows_ticket_id, unread_since, origin, unverified_sender) ON tickets TO portal_tenant;
GRANT USAGE, UPDATE ON SEQUENCE ticket_numbers TO portal_tenant;
GRANT USAGE ON SEQUENCE short_ticket_numbers TO portal_tenant;
GRANT INSERT (actor, event, outcome, user_id, customer, entity, times, request_id, network, details) ON audit_events TO portal_tenant;
GRANT SELECT, INSERT, UPDATE ON notification_preferences, ticket_reads TO portal_tenant;
-- Without secret_hash.
GRANT SELECT (user_id, customer_id, created_at), INSERT (user_id, customer_id, secret_hash), UPDATE (secret_hash, created_at)
  ON calendar_feeds TO portal_tenant;
-- Without whom.
GRANT SELECT (customer_id, invoice_id, due_date, stage, sent_at) ON invoice_reminders TO portal_tenant, portal_staff;

CREATE POLICY tenant_select ON memberships FOR SELECT TO portal_tenant USING (user_id = (SELECT app_user_id()));
CREATE POLICY tenant_select ON customers FOR SELECT TO portal_tenant USING (id = (SELECT app_customer_id()));
CREATE POLICY tenant_select ON invitations FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('people')));
CREATE POLICY tenant_select ON invoices FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('billing')));
CREATE POLICY tenant_select ON contracts FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('billing')));
CREATE POLICY tenant_select ON payments FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('billing')));
CREATE POLICY tenant_select ON licenses FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('licenses')));
CREATE POLICY tenant_select ON payment_allocations FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('billing')));
CREATE POLICY tenant_select ON invoice_documents FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('billing')));
CREATE POLICY tenant_select ON invoice_reminders FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('billing')));
-- A file is sent to nobody before it is clean, or unscanned. A document that was replaced or withdrawn may have been the wrong one;
-- the replaced file of an invoice stays, as a mail may link to it.
CREATE POLICY tenant_select ON record_files FOR SELECT TO portal_tenant USING (state IN ('clean', 'unscanned')
  AND (invoice_id IS NOT NULL OR replaced_at IS NULL)
  AND (license_id IS NULL AND customer_id = (SELECT app_customer_id('billing'))
    OR license_id IS NOT NULL AND customer_id = (SELECT app_customer_id('licenses'))));
CREATE POLICY tenant_select ON tickets FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('tickets'))
  AND ((SELECT app_can('technical')) OR author_id = (SELECT app_user_id()) OR requester_id = (SELECT app_user_id())
    OR id = ANY((SELECT own_watched_tickets())::uuid[])));
CREATE POLICY tenant_insert ON tickets FOR INSERT TO portal_tenant WITH CHECK (customer_id = (SELECT app_customer_id('tickets'))
  AND author_id = (SELECT app_user_id()) AND status = 'open' AND origin IN ('portal', 'email') AND unverified_sender IS NULL
  AND (requester_id IS NULL OR requester_id = (SELECT app_user_id()) OR is_ticket_member(requester_id, customer_id))
  AND (follows_ticket_id IS NULL OR can_see_ticket(follows_ticket_id)));
CREATE POLICY tenant_select ON ticket_messages FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('tickets'))
  AND ((SELECT app_can('technical')) OR can_see_ticket(ticket_id)));
CREATE POLICY tenant_select ON ticket_events FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('tickets'))
  AND ((SELECT app_can('technical')) OR can_see_ticket(ticket_id)));
CREATE POLICY tenant_select ON ticket_watchers FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('tickets'))
  AND ((SELECT app_can('technical')) OR can_see_ticket(ticket_id)));
-- Without the files of internal notes, and those that somebody else has not sent yet.
CREATE POLICY tenant_select ON attachments FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id('tickets'))
  AND ((SELECT app_can('technical')) OR ticket_id IS NULL OR can_see_ticket(ticket_id))
  AND note_id IS NULL AND (attached_at IS NOT NULL OR uploaded_by = (SELECT app_user_id())));
CREATE POLICY tenant_own ON notification_preferences TO portal_tenant USING (user_id = (SELECT app_user_id()));
CREATE POLICY tenant_own ON calendar_feeds TO portal_tenant
  USING (user_id = (SELECT app_user_id()) AND customer_id = (SELECT app_customer_id()));
CREATE POLICY tenant_own ON ticket_reads TO portal_tenant USING (user_id = (SELECT app_user_id()))
  WITH CHECK (user_id = (SELECT app_user_id()) AND can_see_ticket(ticket_id));
CREATE POLICY tenant_insert ON audit_events FOR INSERT TO portal_tenant
  WITH CHECK (actor = 'user' AND user_id = (SELECT app_user_id()) AND customer = (SELECT app_customer_id()));

-- portal_staff: by permission, for all customers. It deletes nothing but its own saved views.
GRANT SELECT ON staff_members, customers, customer_balances, invoices, contracts, payments, licenses, tickets, ticket_messages, ticket_events,
  ticket_watchers, ticket_notes, ticket_internal_events, tags, canned_replies, attachments, inbound_mails, audit_events,
  payment_allocations, invoice_documents, record_files, lead_messages, consent_texts TO portal_staff;
-- Without hashes.
GRANT SELECT (id, form, "values", name, company, email, page, consent, verdict, reasons, status, assignee_id, due_at, received_at,
  answered_at, last_contact_at, version, customer_id, ticket_id) ON leads TO portal_staff;
GRANT SELECT ON subscribers, suppressed TO portal_staff;
GRANT INSERT (id, name, contact, email, phone, risk, siren), UPDATE (name, contact, email, phone, risk, siren) ON customers TO portal_staff;
GRANT INSERT (id, customer_id, number, amount, due_date, status, risk_score, created_at, credits_invoice_id),
  UPDATE (number, amount, due_date, status, risk_score, created_at, credits_invoice_id) ON invoices TO portal_staff;
GRANT INSERT (id, customer_id, contract_number, title, start_date, end_date, contract_value, status, renews_tacitly, notice_days,
    urgent_around_the_clock, around_the_clock, response_minutes, resolution_minutes, created_at),
  UPDATE (title, start_date, end_date, contract_value, status, renews_tacitly, notice_days, urgent_around_the_clock, around_the_clock,
    response_minutes, resolution_minutes, created_at) ON contracts TO portal_staff;
GRANT INSERT (id, customer_id, payment_reference, amount, payment_date, payment_method, status, notes),
  UPDATE (amount, payment_date, payment_method, status, notes) ON payments TO portal_staff;
GRANT INSERT (id, customer_id, product_name, license_key, license_type, seats, expiry_date, monthly_cost, status, created_at),
  UPDATE (product_name, license_type, seats, expiry_date, monthly_cost, status, created_at) ON licenses TO portal_staff;
GRANT INSERT (customer_id, invoice_id, payment_id, credit_note_id, amount, created_by) ON payment_allocations TO portal_staff;
GRANT INSERT (invoice_id, customer_id, origin, kind, issued_on, currency, net, tax, gross, due, buyer_siren, iban, profile, document, created_by),
  UPDATE (origin, kind, issued_on, currency, net, tax, gross, due, buyer_siren, iban, profile, document, created_by) ON invoice_documents TO portal_staff;
GRANT INSERT (id, customer_id, invoice_id, contract_id, license_id, file_name, content_type, language, size, sha256, state, created_by),
  UPDATE (replaced_at) ON record_files TO portal_staff;
GRANT INSERT (ticket_id, customer_id, position, author_id, body, mentions, idempotency_key) ON ticket_notes TO portal_staff;
GRANT SELECT (search_text), UPDATE (verdict, status, assignee_id, answered_at, version, customer_id, ticket_id) ON leads TO portal_staff;
GRANT INSERT (lead_id, kind, author_id, body, idempotency_key, slot_state, slot_starts_at, slot_ends_at, slot_sequence) ON lead_messages TO portal_staff;
GRANT SELECT, INSERT (ticket_id, author_id, body, request, publish_at) ON pending_replies TO portal_staff;
GRANT INSERT (title, body, next, tags, priority, assigns_author, updated_by),
  UPDATE (title, body, next, tags, priority, assigns_author, version, updated_by, updated_at, archived_at) ON canned_replies TO portal_staff;
GRANT INSERT (actor, event, outcome, user_id, customer, entity, times, request_id, network, details) ON audit_events TO portal_staff;
GRANT SELECT, INSERT, UPDATE ON notification_preferences TO portal_staff;
GRANT SELECT ON reminder_settings TO portal_staff;
-- Without feed_hash and token_hashes.
GRANT SELECT (id, user_id, zone, weekly, notice_hours, horizon_days, buffer_minutes, kinds, is_open, version, created_at) ON hosts TO portal_staff;
GRANT SELECT ON host_exceptions TO portal_staff;
GRANT SELECT (id, uid, sequence, host_id, kind, starts_at, ends_at, status, meeting, lead_id, user_id, customer_id, name, company, email, phone,
  answers, zone, held_until, booked_at, reminded_at, cancelled_at, cancelled_by, created_at) ON appointments TO portal_staff;
GRANT SELECT, INSERT (user_id, place, name, filters), UPDATE (name, filters), DELETE ON saved_views TO portal_staff;

CREATE POLICY staff_select ON staff_members FOR SELECT TO portal_staff USING ((SELECT staff_has()));
CREATE POLICY staff_select ON customers FOR SELECT TO portal_staff USING ((SELECT staff_has()));
CREATE POLICY staff_update ON leads FOR UPDATE TO portal_staff USING ((SELECT staff_has('support')));
CREATE POLICY staff_insert ON lead_messages FOR INSERT TO portal_staff
  WITH CHECK ((SELECT staff_has('support')) AND author_id = (SELECT app_staff_id()) AND kind IN ('note', 'sent'));
CREATE POLICY staff_insert ON customers FOR INSERT TO portal_staff WITH CHECK ((SELECT staff_has('accounts')));
CREATE POLICY staff_update ON customers FOR UPDATE TO portal_staff USING ((SELECT staff_has('accounts')));
DO $$
DECLARE list text;
BEGIN
  FOREACH list IN ARRAY ARRAY['invoices', 'contracts', 'payments', 'licenses'] LOOP
    EXECUTE format('
      CREATE POLICY staff_select ON %1$I FOR SELECT TO portal_staff
        USING ((SELECT staff_has(''support'', ''accounts'', ''sales'', ''records'')));
      CREATE POLICY staff_insert ON %1$I FOR INSERT TO portal_staff WITH CHECK ((SELECT staff_has(''records'')));
      CREATE POLICY staff_update ON %1$I FOR UPDATE TO portal_staff USING ((SELECT staff_has(''records'')))', list);
  END LOOP;
  FOREACH list IN ARRAY ARRAY['payment_allocations', 'invoice_documents', 'record_files'] LOOP
    EXECUTE format('
      CREATE POLICY staff_select ON %1$I FOR SELECT TO portal_staff
        USING ((SELECT staff_has(''support'', ''accounts'', ''sales'', ''records'')));
      CREATE POLICY staff_insert ON %1$I FOR INSERT TO portal_staff
        WITH CHECK ((SELECT staff_has(''records'')) AND created_by = (SELECT app_staff_id()));
      CREATE POLICY staff_update ON %1$I FOR UPDATE TO portal_staff USING ((SELECT staff_has(''records'')))', list);
  END LOOP;
  FOREACH list IN ARRAY ARRAY['tickets', 'ticket_messages', 'ticket_events', 'ticket_watchers', 'ticket_notes', 'ticket_internal_events',
    'tags', 'canned_replies', 'inbound_mails', 'leads', 'lead_messages', 'consent_texts', 'subscribers', 'suppressed'] LOOP
    EXECUTE format('CREATE POLICY staff_select ON %I FOR SELECT TO portal_staff USING ((SELECT staff_has(''support'')))', list);
  END LOOP;
END $$;
CREATE POLICY staff_insert ON ticket_notes FOR INSERT TO portal_staff
  WITH CHECK ((SELECT staff_has('support')) AND author_id = (SELECT app_staff_id()));
-- Nobody else sees a reply that waits.
CREATE POLICY staff_select ON pending_replies FOR SELECT TO portal_staff USING (author_id = (SELECT app_staff_id()));
CREATE POLICY staff_insert ON pending_replies FOR INSERT TO portal_staff
  WITH CHECK ((SELECT staff_has('support')) AND author_id = (SELECT app_staff_id()));
CREATE POLICY staff_insert ON canned_replies FOR INSERT TO portal_staff
  WITH CHECK ((SELECT staff_has('support')) AND updated_by = (SELECT app_staff_id()));
CREATE POLICY staff_update ON canned_replies FOR UPDATE TO portal_staff USING ((SELECT staff_has('support')))
  WITH CHECK (updated_by = (SELECT app_staff_id()));
CREATE POLICY staff_select ON attachments FOR SELECT TO portal_staff USING (
  (SELECT staff_has('support')) AND (attached_at IS NOT NULL OR uploaded_by = (SELECT app_staff_id())));
CREATE POLICY staff_own ON notification_preferences TO portal_staff USING (user_id = (SELECT app_staff_id()));
CREATE POLICY staff_select ON reminder_settings FOR SELECT TO portal_staff
  USING ((SELECT staff_has('support', 'accounts', 'sales', 'records')));
CREATE POLICY staff_select ON invoice_reminders FOR SELECT TO portal_staff
  USING ((SELECT staff_has('support', 'accounts', 'sales', 'records')));
CREATE POLICY staff_select ON hosts FOR SELECT TO portal_staff USING ((SELECT staff_has('support', 'sales', 'admin')));
CREATE POLICY staff_select ON host_exceptions FOR SELECT TO portal_staff USING ((SELECT staff_has('support', 'sales', 'admin')));
CREATE POLICY staff_select ON appointments FOR SELECT TO portal_staff USING ((SELECT staff_has('support', 'sales')));
CREATE POLICY staff_own ON saved_views TO portal_staff USING (user_id = (SELECT app_staff_id()));
CREATE POLICY staff_select ON audit_events FOR SELECT TO portal_staff USING ((SELECT staff_has('admin')));
CREATE POLICY staff_insert ON audit_events FOR INSERT TO portal_staff
  WITH CHECK (actor = 'staff' AND user_id = (SELECT app_staff_id()) AND (SELECT staff_has()));

-- portal_key: by scope, for all customers. It deletes nothing. Who writes a record must find its customer by name or number.
GRANT SELECT (id, name, contact, email, phone, siren, number, created_at, erased_at, name_key) ON customers TO portal_key;
GRANT INSERT (id, name, contact, email, phone, siren, number), UPDATE (name, contact, email, phone, siren, number) ON customers TO portal_key;
GRANT SELECT ON invoices, contracts, payments, invoice_documents, record_files TO portal_key;
GRANT INSERT (id, customer_id, number, amount, due_date, status, risk_score, created_at, credits_invoice_id),
  UPDATE (number, amount, due_date, status, risk_score, created_at, credits_invoice_id) ON invoices TO portal_key;
GRANT INSERT (id, customer_id, contract_number, title, start_date, end_date, contract_value, status, renews_tacitly, notice_days,
    urgent_around_the_clock, around_the_clock, response_minutes, resolution_minutes, created_at),
  UPDATE (title, start_date, end_date, contract_value, status, renews_tacitly, notice_days, urgent_around_the_clock, around_the_clock,
    response_minutes, resolution_minutes, created_at) ON contracts TO portal_key;
GRANT INSERT (id, customer_id, payment_reference, amount, payment_date, payment_method, status, notes),
  UPDATE (amount, payment_date, payment_method, status, notes) ON payments TO portal_key;
GRANT INSERT (invoice_id, customer_id, origin, kind, issued_on, currency, net, tax, gross, due, buyer_siren, iban, profile, document, created_by),
  UPDATE (origin, kind, issued_on, currency, net, tax, gross, due, buyer_siren, iban, profile, document, created_by) ON invoice_documents TO portal_key;
GRANT INSERT (id, customer_id, invoice_id, file_name, content_type, language, size, sha256, state, created_by),
  UPDATE (replaced_at) ON record_files TO portal_key;
GRANT INSERT (actor, event, outcome, user_id, customer, entity, times, request_id, network, details) ON audit_events TO portal_key;
CREATE POLICY key_select ON customers FOR SELECT TO portal_key USING ((SELECT key_can()));
CREATE POLICY key_insert ON customers FOR INSERT TO portal_key WITH CHECK ((SELECT key_can('customers:write')));
CREATE POLICY key_update ON customers FOR UPDATE TO portal_key USING ((SELECT key_can('customers:write')));
DO $$
DECLARE list text;
BEGIN
  FOREACH list IN ARRAY ARRAY['invoices', 'contracts', 'payments'] LOOP
    EXECUTE format('
      CREATE POLICY key_select ON %1$I FOR SELECT TO portal_key USING ((SELECT key_can(''%1$s:read'', ''%1$s:write'')));
      CREATE POLICY key_insert ON %1$I FOR INSERT TO portal_key WITH CHECK ((SELECT key_can(''%1$s:write'')));
      CREATE POLICY key_update ON %1$I FOR UPDATE TO portal_key USING ((SELECT key_can(''%1$s:write'')))', list);
  END LOOP;
  FOREACH list IN ARRAY ARRAY['invoice_documents', 'record_files'] LOOP
    EXECUTE format('
      CREATE POLICY key_select ON %1$I FOR SELECT TO portal_key USING (invoice_id IS NOT NULL AND (SELECT key_can(''invoices:read'', ''invoices:write'')));
      CREATE POLICY key_insert ON %1$I FOR INSERT TO portal_key
        WITH CHECK (invoice_id IS NOT NULL AND (SELECT key_can(''invoices:write'')) AND created_by IS NULL);
      CREATE POLICY key_update ON %1$I FOR UPDATE TO portal_key USING (invoice_id IS NOT NULL AND (SELECT key_can(''invoices:write'')))', list);
  END LOOP;
END $$;
CREATE POLICY key_insert ON audit_events FOR INSERT TO portal_key WITH CHECK (actor = 'key' AND user_id IS NULL AND (SELECT key_can()));

-- portal_search: what the search functions, own_balance() and the audit log's names read.
GRANT SELECT ON invoices, contracts, payments, licenses, tickets, customer_balances TO portal_search;
GRANT SELECT (customer_id) ON payment_allocations, invoice_documents TO portal_search;
GRANT SELECT (id, name, risk, total_outstanding, search_text) ON customers TO portal_search;
GRANT SELECT (id, email) ON users, invitations TO portal_search;
GRANT SELECT (name) ON users TO portal_search;
GRANT SELECT (user_id, customer_id) ON memberships TO portal_search;
GRANT SELECT (user_id, name) ON staff_members TO portal_search;
GRANT SELECT (id, ticket_id, body, stems, created_at) ON ticket_messages, ticket_notes TO portal_search;
GRANT SELECT (id, title) ON canned_replies TO portal_search;
GRANT SELECT (id, company) ON leads TO portal_search;
DO $$
DECLARE list text;
BEGIN
  -- Any condition here, even on current_user alone, is evaluated before LIKE and keeps the index from being used.
  FOREACH list IN ARRAY ARRAY['customers', 'memberships', 'invoices', 'contracts', 'payments', 'licenses', 'tickets', 'ticket_messages',
    'ticket_notes', 'payment_allocations', 'invoice_documents'] LOOP
    EXECUTE format('CREATE POLICY search_select ON %I FOR SELECT TO portal_search USING (true)', list);
  END LOOP;
  FOREACH list IN ARRAY ARRAY['staff_members', 'invitations', 'canned_replies', 'leads'] LOOP
    EXECUTE format('CREATE POLICY search_select ON %I FOR SELECT TO portal_search USING (current_user = ''portal_search'')', list);
  END LOOP;
END $$;

-- portal_people: only what its functions need.
GRANT SELECT, INSERT, UPDATE, DELETE ON memberships, invitations TO portal_people;
GRANT SELECT ON staff_members, audit_events TO portal_people;
GRANT SELECT (id, email, email_verified, name, two_factor_enabled, last_signed_in_at, locked_at) ON users TO portal_people;
GRANT SELECT (user_id, token, expires_at, signed_in_at, has_second_factor, active_customer_id, viewed_customer_id),
  UPDATE (viewed_customer_id) ON sessions TO portal_people;
GRANT SELECT (user_id) ON passkeys TO portal_people;
GRANT SELECT (id, author_id, problem) ON pending_replies TO portal_people;
GRANT SELECT (id, name, phone) ON customers TO portal_people;
GRANT SELECT, DELETE ON calendar_feeds TO portal_people;
GRANT SELECT (id, ticket_number) ON tickets TO portal_people;
GRANT SELECT (kind, key, attempts, next_attempt_at, created_at, done_at, failed_at) ON jobs TO portal_people;
GRANT SELECT (finished_at) ON retention_runs TO portal_people;
GRANT INSERT (actor, event, user_id, customer, entity, request_id, network, details) ON audit_events TO portal_people;
-- Bank accounts are written by its functions only (14_bank.sql), which also enqueue the mails about them.
GRANT SELECT, INSERT (iban, bic, holder), UPDATE (approved_by, active_from, ended_by, end_reason) ON bank_accounts TO portal_people;
GRANT SELECT, INSERT (account_id, user_id, token_hash), UPDATE (alarm_at, dismissed_by, dismissed_at, dismiss_reason)
  ON bank_notices TO portal_people;
GRANT INSERT (kind, key, data), UPDATE (next_attempt_at) ON jobs TO portal_people;
-- And so are confirmations of other accounts in invoices (14_invoice_ibans.sql).
GRANT SELECT, INSERT (customer_id, number, iban, gross, currency, requested_by), UPDATE (decided_by, decided_at, is_confirmed), DELETE
  ON invoice_iban_requests TO portal_people;
CREATE POLICY people_all ON invoice_iban_requests TO portal_people USING (current_user = 'portal_people');
GRANT SELECT (id, customer_id, number) ON invoices TO portal_people;
CREATE POLICY people_select ON invoices FOR SELECT TO portal_people USING (current_user = 'portal_people');
-- API keys are written by its functions only (10_api_keys.sql).
GRANT SELECT, INSERT (name, prefix, token_hash, scopes, created_by, expires_at), UPDATE (last_used_on, revoked_by, revoked_at)
  ON api_keys TO portal_people;
CREATE POLICY people_all ON api_keys TO portal_people USING (current_user = 'portal_people');
-- And so are webhooks (22_webhooks.sql).
GRANT SELECT (number) ON customers TO portal_people;
GRANT SELECT, INSERT (url, events, secret, created_by), UPDATE (secret, previous_secret, previous_until, failing_since, paused_until, disabled_at), DELETE
  ON webhook_endpoints TO portal_people;
GRANT SELECT, INSERT (endpoint_id, event, body), UPDATE (delivered_at) ON webhook_messages TO portal_people;
GRANT SELECT, INSERT (message_id, status, problem, milliseconds) ON webhook_attempts TO portal_people;
CREATE POLICY people_all ON webhook_endpoints TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON webhook_messages TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON webhook_attempts TO portal_people USING (current_user = 'portal_people');
-- Leads are written by its functions only (18_leads.sql).
GRANT SELECT, INSERT (form, "values", name, company, email, page, consent, verdict, reasons, status, due_at, received_at, last_contact_at,
    key_hash, request_hash, text_hash), UPDATE (verdict, reasons, version, status, answered_at, last_contact_at) ON leads TO portal_people;
GRANT SELECT, INSERT (hash, form, body) ON consent_texts TO portal_people;
GRANT SELECT, INSERT ON lead_proofs TO portal_people;
-- And so are subscribers (21_newsletter.sql).
GRANT SELECT, INSERT (email, consent, requested_at), UPDATE (email, consent, requested_at, state, confirmed_at), DELETE ON subscribers TO portal_people;
GRANT SELECT, INSERT (email_hmac), UPDATE (created_at), DELETE ON suppressed TO portal_people;
CREATE POLICY people_all ON subscribers TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON suppressed TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON leads TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON consent_texts TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON lead_proofs TO portal_people USING (current_user = 'portal_people');
-- Appointments and hours are written by its functions only (19_appointments.sql).
GRANT SELECT, INSERT, UPDATE ON hosts, appointments TO portal_people;
GRANT SELECT, INSERT, DELETE ON host_exceptions TO portal_people;
CREATE POLICY people_all ON memberships TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON invitations TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON calendar_feeds TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON bank_accounts TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON bank_notices TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON hosts TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON host_exceptions TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON appointments TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_select ON staff_members FOR SELECT TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_select ON pending_replies FOR SELECT TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_select ON customers FOR SELECT TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_select ON tickets FOR SELECT TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_select ON audit_events FOR SELECT TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_insert ON audit_events FOR INSERT TO portal_people WITH CHECK (actor = 'staff' AND current_user = 'portal_people');

-- portal_tickets: only what its functions need, including those of 13_money.sql.
GRANT SELECT, INSERT, UPDATE ON tickets TO portal_tickets;
GRANT USAGE, UPDATE ON SEQUENCE ticket_numbers TO portal_tickets;
GRANT USAGE ON SEQUENCE short_ticket_numbers TO portal_tickets;
GRANT SELECT, INSERT ON ticket_messages, ticket_events, ticket_internal_events TO portal_tickets;
GRANT SELECT, INSERT, DELETE ON ticket_watchers, tags TO portal_tickets;
GRANT SELECT, UPDATE (problem), DELETE ON pending_replies TO portal_tickets;
GRANT UPDATE (body, unverified_sender, email_message_id, withdrawn_at) ON ticket_messages TO portal_tickets;
GRANT SELECT, INSERT, UPDATE, DELETE ON upload_reservations TO portal_tickets;
GRANT SELECT, INSERT, UPDATE ON attachments, reply_tokens, inbound_mails, jobs TO portal_tickets;
GRANT DELETE ON attachments, reply_tokens TO portal_tickets;
GRANT SELECT ON memberships, staff_members, ticket_notes, ticket_reads, notification_preferences, invoices, payments, record_files TO portal_tickets;
GRANT UPDATE (settled, status) ON invoices TO portal_tickets;
GRANT UPDATE (allocated) ON payments TO portal_tickets;
GRANT SELECT, INSERT, DELETE ON payment_allocations TO portal_tickets;
GRANT SELECT, INSERT, UPDATE ON invoice_counters TO portal_tickets;
-- Mails with prospects (20_desk_leads.sql).
GRANT SELECT (id, form, "values", email, status, version), UPDATE (last_contact_at, status, version) ON leads TO portal_tickets;
GRANT SELECT, INSERT (lead_id, kind, body, email_message_id, files, inbound_mail_id) ON lead_messages TO portal_tickets;
GRANT UPDATE (state, signature) ON record_files TO portal_tickets;
GRANT SELECT (id, email, name, language) ON users TO portal_tickets;
-- Reminders of invoices (15_reminders.sql).
GRANT SELECT, INSERT, DELETE ON reminder_settings TO portal_tickets;
GRANT SELECT, INSERT, UPDATE (sent_at), DELETE ON invoice_reminders TO portal_tickets;
GRANT SELECT (invoice_id, currency, origin) ON invoice_documents TO portal_tickets;
GRANT SELECT (event, happened_at) ON audit_events TO portal_tickets;
GRANT SELECT (finished_at) ON retention_runs TO portal_tickets;
-- The export of a user's own data (12_own_data.sql).
GRANT SELECT (user_id, account_id, created_at, alarm_at, dismissed_at) ON bank_notices TO portal_tickets;
GRANT SELECT (user_id, customer_id, created_at) ON calendar_feeds TO portal_tickets;
GRANT SELECT (user_id, kind, starts_at, ends_at, status, meeting, name, company, email, phone, answers, zone, created_at) ON appointments TO portal_tickets;
GRANT SELECT (id, name, erased_at) ON customers TO portal_tickets;
GRANT SELECT (customer_id, status, start_date, end_date, urgent_around_the_clock, around_the_clock, response_minutes, resolution_minutes)
  ON contracts TO portal_tickets;
DO $$
DECLARE used text;
BEGIN
  FOREACH used IN ARRAY ARRAY['tickets', 'ticket_messages', 'ticket_events', 'ticket_internal_events', 'tags', 'ticket_watchers', 'ticket_notes',
    'ticket_reads', 'pending_replies', 'memberships',
    'staff_members', 'contracts', 'invoices', 'payments', 'payment_allocations', 'invoice_counters', 'record_files', 'attachments', 'upload_reservations', 'reply_tokens', 'inbound_mails', 'notification_preferences',
    'reminder_settings', 'invoice_reminders', 'leads', 'lead_messages'] LOOP
    EXECUTE format('CREATE POLICY tickets_all ON %I TO portal_tickets USING (current_user = ''portal_tickets'')', used);
  END LOOP;
END $$;
CREATE POLICY tickets_select ON customers FOR SELECT TO portal_tickets USING (current_user = 'portal_tickets');
CREATE POLICY tickets_select ON bank_notices FOR SELECT TO portal_tickets USING (current_user = 'portal_tickets');
CREATE POLICY tickets_select ON appointments FOR SELECT TO portal_tickets USING (current_user = 'portal_tickets');
CREATE POLICY tickets_select ON calendar_feeds FOR SELECT TO portal_tickets USING (current_user = 'portal_tickets');
CREATE POLICY tickets_select ON audit_events FOR SELECT TO portal_tickets USING (current_user = 'portal_tickets');
CREATE POLICY tickets_select ON invoice_documents FOR SELECT TO portal_tickets USING (current_user = 'portal_tickets');
