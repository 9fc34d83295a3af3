-- api/db/schema.sql of release 1.1.0. Copied with each release: compatibility.test.ts compares the schema with it.

CREATE TABLE accounts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  provider_id text NOT NULL,
  account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_provider_id_account_id_key UNIQUE (provider_id, account_id),
  CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX accounts_user ON accounts USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON accounts TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON accounts TO portal_operator;

CREATE TABLE alerts (
  name text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  notified_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT alerts_name_check CHECK ((name ~ '^[a-z_]{1,40}$'::text)),
  CONSTRAINT alerts_pkey PRIMARY KEY (name, scope),
  CONSTRAINT alerts_scope_check CHECK ((length(scope) <= 255))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON alerts TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON alerts TO portal_operator;

CREATE TABLE api_keys (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  token_hash text COLLATE "C" NOT NULL,
  scopes text[] NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_on date,
  revoked_by uuid,
  revoked_at timestamptz,
  CONSTRAINT api_keys_check CHECK ((isfinite(expires_at) AND (expires_at > created_at))),
  CONSTRAINT api_keys_check1 CHECK ((num_nonnulls(revoked_by, revoked_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT api_keys_created_at_check CHECK (isfinite(created_at)),
  CONSTRAINT api_keys_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 80)) AND (name ~ '\S'::text))),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_prefix_check CHECK ((prefix ~ '^rak_[A-Za-z0-9_-]{6}$'::text)),
  CONSTRAINT api_keys_revoked_at_check CHECK (isfinite(revoked_at)),
  CONSTRAINT api_keys_scopes_check CHECK (are_key_scopes(scopes)),
  CONSTRAINT api_keys_token_hash_check CHECK ((length(token_hash) = 43)),
  CONSTRAINT api_keys_token_hash_key UNIQUE (token_hash)
);
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON api_keys FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON api_keys FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON api_keys TO portal_operator;
GRANT INSERT (name, prefix, token_hash, scopes, created_by, expires_at), SELECT, UPDATE (last_used_on, revoked_by, revoked_at) ON api_keys TO portal_people;

CREATE TABLE appointments (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  uid uuid NOT NULL DEFAULT gen_random_uuid(),
  sequence integer NOT NULL DEFAULT 0,
  host_id uuid NOT NULL,
  kind text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status text NOT NULL,
  meeting text NOT NULL,
  lead_id uuid,
  user_id uuid,
  customer_id uuid,
  name text NOT NULL,
  company text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL DEFAULT ''::text,
  answers jsonb NOT NULL DEFAULT '{}'::jsonb,
  zone text,
  token_hashes text[] NOT NULL DEFAULT '{}'::text[],
  held_until timestamptz,
  booked_at timestamptz,
  reminded_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT appointments_answers_check CHECK ((jsonb_typeof(answers) = 'object'::text)),
  CONSTRAINT appointments_booked CHECK (((status = ANY (ARRAY['held'::text, 'cancelled'::text])) OR (booked_at IS NOT NULL))),
  CONSTRAINT appointments_cancelled CHECK ((((status = 'cancelled'::text) = (cancelled_at IS NOT NULL)) AND (num_nonnulls(cancelled_at, cancelled_by) = ANY (ARRAY[0, 2])))),
  CONSTRAINT appointments_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['guest'::text, 'staff'::text, 'expiry'::text]))),
  CONSTRAINT appointments_check CHECK ((isfinite(ends_at) AND (ends_at > starts_at))),
  CONSTRAINT appointments_company_check CHECK ((length(company) <= 200)),
  CONSTRAINT appointments_customer CHECK ((num_nonnulls(user_id, customer_id) = ANY (ARRAY[0, 2]))),
  CONSTRAINT appointments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT appointments_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  CONSTRAINT appointments_free EXCLUDE USING gist (host_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE ((status = ANY (ARRAY['held'::text, 'booked'::text]))),
  CONSTRAINT appointments_held CHECK (((status <> 'held'::text) OR (held_until IS NOT NULL))),
  CONSTRAINT appointments_held_until_check CHECK (isfinite(held_until)),
  CONSTRAINT appointments_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id),
  CONSTRAINT appointments_kind_check CHECK ((kind = ANY (ARRAY['infrastructure'::text, 'cybersecurity'::text, 'microsoft365'::text, 'managed'::text, 'general'::text]))),
  CONSTRAINT appointments_meeting_check CHECK ((meeting = ANY (ARRAY['video'::text, 'phone'::text, 'onsite'::text]))),
  CONSTRAINT appointments_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT appointments_phone_check CHECK ((length(phone) <= 50)),
  CONSTRAINT appointments_pkey PRIMARY KEY (id),
  CONSTRAINT appointments_sequence_check CHECK ((sequence >= 0)),
  CONSTRAINT appointments_starts_at_check CHECK (isfinite(starts_at)),
  CONSTRAINT appointments_status_check CHECK ((status = ANY (ARRAY['held'::text, 'booked'::text, 'done'::text, 'cancelled'::text, 'no_show'::text]))),
  CONSTRAINT appointments_uid_key UNIQUE (uid),
  CONSTRAINT appointments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT appointments_zone_check CHECK (((length(zone) >= 1) AND (length(zone) <= 64)))
);
CREATE INDEX appointments_customer_starts ON appointments USING btree (customer_id, starts_at);
CREATE INDEX appointments_email ON appointments USING btree (lower(email), starts_at);
CREATE INDEX appointments_host ON appointments USING btree (host_id, starts_at);
CREATE INDEX appointments_starts ON appointments USING btree (starts_at, id);
CREATE INDEX appointments_tokens ON appointments USING gin (token_hashes);
CREATE INDEX appointments_user ON appointments USING btree (user_id, starts_at);
ALTER TABLE appointments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON appointments FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON appointments FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY staff_select ON appointments FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'sales'::text]) AS staff_has));
CREATE POLICY tickets_select ON appointments FOR SELECT TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON appointments TO portal_operator;
GRANT INSERT, SELECT, UPDATE ON appointments TO portal_people;
GRANT SELECT (id, uid, sequence, host_id, kind, starts_at, ends_at, status, meeting, lead_id, user_id, customer_id, name, company, email, phone, answers, zone, held_until, booked_at, reminded_at, cancelled_at, cancelled_by, created_at) ON appointments TO portal_staff;
GRANT SELECT (kind, starts_at, ends_at, status, meeting, user_id, name, company, email, phone, answers, zone, created_at) ON appointments TO portal_tickets;

CREATE TABLE attachments (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  ticket_id uuid,
  customer_id uuid NOT NULL,
  message_id uuid,
  note_id uuid,
  file_name text NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  size integer NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  is_previewable boolean NOT NULL DEFAULT false,
  state text NOT NULL,
  signature text,
  uploaded_by uuid,
  attached_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT attachments_check CHECK ((num_nonnulls(message_id, note_id) <= 1)),
  CONSTRAINT attachments_check1 CHECK (((attached_at IS NOT NULL) OR (num_nonnulls(message_id, note_id) = 0))),
  CONSTRAINT attachments_check2 CHECK (((state = 'infected'::text) = (signature IS NOT NULL))),
  CONSTRAINT attachments_check3 CHECK (((ticket_id IS NOT NULL) OR (attached_at IS NULL))),
  CONSTRAINT attachments_content_type_check CHECK ((content_type ~ '^[a-z]+/[a-z0-9.+-]{1,100}$'::text)),
  CONSTRAINT attachments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT attachments_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  CONSTRAINT attachments_message_id_fkey FOREIGN KEY (message_id) REFERENCES ticket_messages(id) ON DELETE CASCADE,
  CONSTRAINT attachments_note_id_fkey FOREIGN KEY (note_id) REFERENCES ticket_notes(id) ON DELETE CASCADE,
  CONSTRAINT attachments_pkey PRIMARY KEY (id),
  CONSTRAINT attachments_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT attachments_signature_check CHECK (((length(signature) >= 1) AND (length(signature) <= 300))),
  CONSTRAINT attachments_size_check CHECK (((size >= 1) AND (size <= 26214400))),
  CONSTRAINT attachments_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'clean'::text, 'infected'::text, 'unscanned'::text]))),
  CONSTRAINT attachments_ticket_id_customer_id_fkey FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT attachments_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX attachments_drafts ON attachments USING btree (created_at) WHERE (attached_at IS NULL);
CREATE INDEX attachments_file ON attachments USING btree (customer_id, sha256) INCLUDE (size);
CREATE INDEX attachments_message ON attachments USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX attachments_note ON attachments USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE INDEX attachments_ticket ON attachments USING btree (ticket_id, created_at, id);
CREATE INDEX attachments_uploader ON attachments USING btree (uploaded_by, created_at);
CREATE TRIGGER attachments_enqueue_scan AFTER INSERT ON attachments FOR EACH ROW WHEN (((new.state = 'pending'::text) AND (CURRENT_USER = 'portal_tickets'::name))) EXECUTE FUNCTION enqueue_scan();
ALTER TABLE attachments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON attachments FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_select ON attachments FOR SELECT TO portal_staff USING ((( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has) AND ((attached_at IS NOT NULL) OR (uploaded_by = ( SELECT app_staff_id() AS app_staff_id)))));
CREATE POLICY tenant_select ON attachments FOR SELECT TO portal_tenant USING (((customer_id = ( SELECT app_customer_id('tickets'::text) AS app_customer_id)) AND (( SELECT app_can('technical'::text) AS app_can) OR (ticket_id IS NULL) OR can_see_ticket(ticket_id)) AND (note_id IS NULL) AND ((attached_at IS NOT NULL) OR (uploaded_by = ( SELECT app_user_id() AS app_user_id)))));
CREATE POLICY tickets_all ON attachments FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON attachments TO portal_operator;
GRANT SELECT ON attachments TO portal_staff;
GRANT SELECT ON attachments TO portal_tenant;
GRANT DELETE, INSERT, SELECT, UPDATE ON attachments TO portal_tickets;

CREATE TABLE audit_events (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  event text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL DEFAULT 'done'::text,
  user_id uuid,
  customer uuid,
  entity text COLLATE "C",
  times integer NOT NULL DEFAULT 1,
  request_id text COLLATE "C",
  network text COLLATE "C",
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT audit_events_actor_check CHECK ((actor = ANY (ARRAY['user'::text, 'visitor'::text, 'operator'::text, 'system'::text, 'staff'::text, 'key'::text]))),
  CONSTRAINT audit_events_details_check CHECK ((length((details)::text) <= 2000)),
  CONSTRAINT audit_events_entity_check CHECK ((length(entity) <= 100)),
  CONSTRAINT audit_events_event_check CHECK (((event ~ '^[a-z_]+\.[a-z_]+$'::text) AND (length(event) <= 60))),
  CONSTRAINT audit_events_network_check CHECK ((length(network) <= 50)),
  CONSTRAINT audit_events_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'rejected'::text]))),
  CONSTRAINT audit_events_pkey PRIMARY KEY (id),
  CONSTRAINT audit_events_request_id_check CHECK ((length(request_id) <= 64)),
  CONSTRAINT audit_events_times_check CHECK ((times > 0))
);
CREATE INDEX audit_events_customer ON audit_events USING btree (customer, happened_at);
CREATE INDEX audit_events_event ON audit_events USING btree (event, happened_at, id);
CREATE INDEX audit_events_happened ON audit_events USING btree (happened_at, id);
CREATE INDEX audit_events_user ON audit_events USING btree (user_id, happened_at);
ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY app_insert ON audit_events FOR INSERT TO portal_app WITH CHECK ((actor <> ALL (ARRAY['operator'::text, 'staff'::text, 'key'::text])));
CREATE POLICY key_insert ON audit_events FOR INSERT TO portal_key WITH CHECK (((actor = 'key'::text) AND (user_id IS NULL) AND ( SELECT key_can() AS key_can)));
CREATE POLICY operator_insert ON audit_events FOR INSERT TO portal_operator WITH CHECK (true);
CREATE POLICY operator_select ON audit_events FOR SELECT TO portal_operator USING (true);
CREATE POLICY people_insert ON audit_events FOR INSERT TO portal_people WITH CHECK (((actor = 'staff'::text) AND (CURRENT_USER = 'portal_people'::name)));
CREATE POLICY people_select ON audit_events FOR SELECT TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY staff_insert ON audit_events FOR INSERT TO portal_staff WITH CHECK (((actor = 'staff'::text) AND (user_id = ( SELECT app_staff_id() AS app_staff_id)) AND ( SELECT staff_has() AS staff_has)));
CREATE POLICY staff_select ON audit_events FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['admin'::text]) AS staff_has));
CREATE POLICY tenant_insert ON audit_events FOR INSERT TO portal_tenant WITH CHECK (((actor = 'user'::text) AND (user_id = ( SELECT app_user_id() AS app_user_id)) AND (customer = ( SELECT app_customer_id() AS app_customer_id))));
CREATE POLICY tickets_select ON audit_events FOR SELECT TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT INSERT (actor, event, outcome, user_id, customer, entity, times, request_id, network, details) ON audit_events TO portal_app;
GRANT INSERT (actor, event, outcome, user_id, customer, entity, times, request_id, network, details) ON audit_events TO portal_key;
GRANT INSERT, SELECT ON audit_events TO portal_operator;
GRANT INSERT (actor, event, user_id, customer, entity, request_id, network, details), SELECT ON audit_events TO portal_people;
GRANT INSERT (actor, event, outcome, user_id, customer, entity, times, request_id, network, details), SELECT ON audit_events TO portal_staff;
GRANT INSERT (actor, event, outcome, user_id, customer, entity, times, request_id, network, details) ON audit_events TO portal_tenant;
GRANT SELECT (happened_at, event) ON audit_events TO portal_tickets;

CREATE TABLE bank_accounts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  iban text COLLATE "C" NOT NULL,
  bic text COLLATE "C" NOT NULL,
  holder text NOT NULL,
  proposed_by uuid NOT NULL,
  proposed_at timestamptz NOT NULL,
  approved_by uuid,
  approved_at timestamptz,
  active_from timestamptz,
  ended_by uuid,
  ended_at timestamptz,
  end_reason text,
  CONSTRAINT bank_accounts_72_hours CHECK (((active_from - approved_at) >= '72:00:00'::interval)),
  CONSTRAINT bank_accounts_approved CHECK ((num_nonnulls(approved_by, approved_at, active_from) = ANY (ARRAY[0, 3]))),
  CONSTRAINT bank_accounts_bic CHECK ((bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'::text)),
  CONSTRAINT bank_accounts_check CHECK ((isfinite(approved_at) AND (approved_at >= proposed_at))),
  CONSTRAINT bank_accounts_check1 CHECK ((isfinite(ended_at) AND (ended_at >= proposed_at))),
  CONSTRAINT bank_accounts_end_reason_check CHECK (((length(end_reason) >= 3) AND (length(end_reason) <= 500))),
  CONSTRAINT bank_accounts_ended CHECK ((num_nonnulls(ended_by, ended_at, end_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT bank_accounts_holder_check CHECK ((((length(holder) >= 1) AND (length(holder) <= 70)) AND (holder ~ '\S'::text))),
  CONSTRAINT bank_accounts_iban CHECK (is_iban(iban)),
  CONSTRAINT bank_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT bank_accounts_proposed_at_check CHECK (isfinite(proposed_at)),
  CONSTRAINT bank_accounts_two_people CHECK ((approved_by <> proposed_by))
);
CREATE INDEX bank_accounts_active ON bank_accounts USING btree (active_from) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX bank_accounts_proposed ON bank_accounts USING btree ((true)) WHERE ((approved_at IS NULL) AND (ended_at IS NULL));
CREATE TRIGGER bank_accounts_enqueue_notice AFTER INSERT ON bank_accounts FOR EACH ROW WHEN ((CURRENT_USER = 'portal_people'::name)) EXECUTE FUNCTION enqueue_bank_notice();
CREATE TRIGGER bank_accounts_guard BEFORE INSERT OR UPDATE ON bank_accounts FOR EACH ROW EXECUTE FUNCTION guard_bank_account();
CREATE TRIGGER bank_accounts_notify AFTER INSERT OR DELETE OR UPDATE ON bank_accounts FOR EACH STATEMENT EXECUTE FUNCTION notify_bank_changes();
ALTER TABLE bank_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON bank_accounts FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON bank_accounts FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON bank_accounts TO portal_operator;
GRANT INSERT (iban, bic, holder), SELECT, UPDATE (approved_by, active_from, ended_by, end_reason) ON bank_accounts TO portal_people;

CREATE TABLE bank_notices (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  user_id uuid,
  token_hash text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  alarm_at timestamptz,
  dismissed_by uuid,
  dismissed_at timestamptz,
  dismiss_reason text,
  CONSTRAINT bank_notices_account_id_fkey FOREIGN KEY (account_id) REFERENCES bank_accounts(id) ON DELETE CASCADE,
  CONSTRAINT bank_notices_account_id_user_id_key UNIQUE (account_id, user_id),
  CONSTRAINT bank_notices_alarm_at_check CHECK (isfinite(alarm_at)),
  CONSTRAINT bank_notices_check CHECK ((dismissed_at >= alarm_at)),
  CONSTRAINT bank_notices_dismiss_reason_check CHECK (((length(dismiss_reason) >= 3) AND (length(dismiss_reason) <= 500))),
  CONSTRAINT bank_notices_dismissed CHECK (((num_nonnulls(dismissed_by, dismissed_at, dismiss_reason) = ANY (ARRAY[0, 3])) AND ((dismissed_at IS NULL) OR (alarm_at IS NOT NULL)))),
  CONSTRAINT bank_notices_pkey PRIMARY KEY (id),
  CONSTRAINT bank_notices_token_hash_check CHECK ((length(token_hash) = 43)),
  CONSTRAINT bank_notices_token_hash_key UNIQUE (token_hash),
  CONSTRAINT bank_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX bank_notices_alarms ON bank_notices USING btree (account_id) WHERE (alarm_at IS NOT NULL);
CREATE INDEX bank_notices_user ON bank_notices USING btree (user_id);
ALTER TABLE bank_notices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON bank_notices FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON bank_notices FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY tickets_select ON bank_notices FOR SELECT TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON bank_notices TO portal_operator;
GRANT INSERT (account_id, user_id, token_hash), SELECT, UPDATE (alarm_at, dismissed_by, dismissed_at, dismiss_reason) ON bank_notices TO portal_people;
GRANT SELECT (account_id, user_id, created_at, alarm_at, dismissed_at) ON bank_notices TO portal_tickets;

CREATE TABLE calendar_feeds (
  user_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  secret_hash text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT calendar_feeds_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (user_id, customer_id),
  CONSTRAINT calendar_feeds_secret_hash_check CHECK ((length(secret_hash) = 43)),
  CONSTRAINT calendar_feeds_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX calendar_feeds_customer ON calendar_feeds USING btree (customer_id);
ALTER TABLE calendar_feeds ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON calendar_feeds FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON calendar_feeds FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY tenant_own ON calendar_feeds FOR ALL TO portal_tenant USING (((user_id = ( SELECT app_user_id() AS app_user_id)) AND (customer_id = ( SELECT app_customer_id() AS app_customer_id))));
CREATE POLICY tickets_select ON calendar_feeds FOR SELECT TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON calendar_feeds TO portal_operator;
GRANT DELETE, SELECT ON calendar_feeds TO portal_people;
GRANT INSERT (user_id, customer_id, secret_hash), SELECT (user_id, customer_id, created_at), UPDATE (secret_hash, created_at) ON calendar_feeds TO portal_tenant;
GRANT SELECT (user_id, customer_id, created_at) ON calendar_feeds TO portal_tickets;

CREATE TABLE canned_replies (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  title text NOT NULL,
  body text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  title_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(title)) STORED,
  next text COLLATE "C",
  tags text[] NOT NULL DEFAULT '{}'::text[],
  priority text COLLATE "C",
  assigns_author boolean NOT NULL DEFAULT false,
  CONSTRAINT canned_replies_body_check CHECK ((((length(body) >= 1) AND (length(body) <= 20000)) AND (body ~ '\S'::text))),
  CONSTRAINT canned_replies_next_check CHECK ((next = ANY (ARRAY['reply'::text, 'ask'::text, 'resolve'::text]))),
  CONSTRAINT canned_replies_pkey PRIMARY KEY (id),
  CONSTRAINT canned_replies_priority_check CHECK (((length(priority) >= 1) AND (length(priority) <= 50))),
  CONSTRAINT canned_replies_tags_check CHECK ((cardinality(tags) <= 20)),
  CONSTRAINT canned_replies_title_check CHECK ((((length(title) >= 1) AND (length(title) <= 200)) AND (title ~ '\S'::text))),
  CONSTRAINT canned_replies_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX canned_replies_by_title ON canned_replies USING btree (title_key) WHERE (archived_at IS NULL);
CREATE INDEX canned_replies_updated_by ON canned_replies USING btree (updated_by);
ALTER TABLE canned_replies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON canned_replies FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY search_select ON canned_replies FOR SELECT TO portal_search USING ((CURRENT_USER = 'portal_search'::name));
CREATE POLICY staff_insert ON canned_replies FOR INSERT TO portal_staff WITH CHECK ((( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has) AND (updated_by = ( SELECT app_staff_id() AS app_staff_id))));
CREATE POLICY staff_select ON canned_replies FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY staff_update ON canned_replies FOR UPDATE TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has)) WITH CHECK ((updated_by = ( SELECT app_staff_id() AS app_staff_id)));
GRANT DELETE, INSERT, SELECT, UPDATE ON canned_replies TO portal_operator;
GRANT SELECT (id, title) ON canned_replies TO portal_search;
GRANT INSERT (title, body, updated_by, next, tags, priority, assigns_author), SELECT, UPDATE (title, body, version, updated_by, updated_at, archived_at, next, tags, priority, assigns_author) ON canned_replies TO portal_staff;

CREATE TABLE consent_texts (
  hash text COLLATE "C" NOT NULL,
  form text NOT NULL,
  body text NOT NULL,
  first_shown_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT consent_texts_body_check CHECK (((length(body) >= 1) AND (length(body) <= 20000))),
  CONSTRAINT consent_texts_form_check CHECK ((form = ANY (ARRAY['checklist'::text, 'contact'::text, 'audit'::text, 'consultation'::text, 'newsletter'::text]))),
  CONSTRAINT consent_texts_hash_check CHECK ((length(hash) = 43)),
  CONSTRAINT consent_texts_pkey PRIMARY KEY (hash)
);
ALTER TABLE consent_texts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON consent_texts FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON consent_texts FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY staff_select ON consent_texts FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
GRANT DELETE, INSERT, SELECT, UPDATE ON consent_texts TO portal_operator;
GRANT INSERT (hash, form, body), SELECT ON consent_texts TO portal_people;
GRANT SELECT ON consent_texts TO portal_staff;

CREATE TABLE contracts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  contract_number text COLLATE "C" NOT NULL,
  title text NOT NULL,
  start_date date,
  end_date date,
  contract_value numeric(14,2),
  status text COLLATE "C" NOT NULL DEFAULT 'active'::text,
  urgent_around_the_clock boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  title_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS ("left"(fold(title), 200)) STORED,
  start_date_key date NOT NULL GENERATED ALWAYS AS (COALESCE(start_date, 'infinity'::date)) STORED,
  end_date_key date NOT NULL GENERATED ALWAYS AS (COALESCE(end_date, 'infinity'::date)) STORED,
  contract_value_key bigint NOT NULL GENERATED ALWAYS AS (COALESCE(((contract_value * (100)::numeric))::bigint, '9223372036854775807'::bigint)) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(((((((((((((contract_number || ' '::text) || title) || ' '::text) || COALESCE((contract_value)::text, 'n/a'::text)) || ' '::text) || status) || ' '::text) || replace(status, '_'::text, ' '::text)) || ' '::text) || COALESCE(date_search_text(start_date), 'n/a'::text)) || ' '::text) || COALESCE(date_search_text(end_date), 'ongoing'::text)))) STORED,
  around_the_clock boolean NOT NULL DEFAULT false,
  response_minutes integer,
  resolution_minutes integer,
  renews_tacitly boolean NOT NULL DEFAULT false,
  notice_days integer,
  notice_date date GENERATED ALWAYS AS ((end_date - notice_days)) STORED,
  CONSTRAINT contracts_check CHECK ((end_date >= start_date)),
  CONSTRAINT contracts_contract_number_check CHECK (((length(contract_number) >= 1) AND (length(contract_number) <= 64))),
  CONSTRAINT contracts_contract_number_key UNIQUE (contract_number),
  CONSTRAINT contracts_contract_value_check CHECK ((contract_value >= (0)::numeric)),
  CONSTRAINT contracts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT contracts_customer_id_id_key UNIQUE (customer_id, id),
  CONSTRAINT contracts_end_date_check CHECK (isfinite(end_date)),
  CONSTRAINT contracts_notice_days_check CHECK (((notice_days >= 0) AND (notice_days <= 3650))),
  CONSTRAINT contracts_pkey PRIMARY KEY (id),
  CONSTRAINT contracts_resolution_minutes_check CHECK ((resolution_minutes >= 0)),
  CONSTRAINT contracts_response_minutes_check CHECK ((response_minutes >= 0)),
  CONSTRAINT contracts_start_date_check CHECK (isfinite(start_date)),
  CONSTRAINT contracts_status_check CHECK (((length(status) >= 1) AND (length(status) <= 50))),
  CONSTRAINT contracts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)))
);
CREATE INDEX contracts_by_contract_number ON contracts USING btree (customer_id, contract_number);
CREATE INDEX contracts_by_contract_value ON contracts USING btree (customer_id, contract_value_key, id);
CREATE INDEX contracts_by_created_at ON contracts USING btree (customer_id, created_at, id);
CREATE INDEX contracts_by_end_date ON contracts USING btree (customer_id, end_date_key, id);
CREATE INDEX contracts_by_start_date ON contracts USING btree (customer_id, start_date_key, id);
CREATE INDEX contracts_by_status ON contracts USING btree (customer_id, status, created_at, id);
CREATE INDEX contracts_by_title ON contracts USING btree (customer_id, title_key, id);
CREATE INDEX contracts_search ON contracts USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX contracts_sla ON contracts USING btree (customer_id) WHERE (urgent_around_the_clock OR around_the_clock OR (response_minutes > 0) OR (resolution_minutes > 0));
CREATE TRIGGER contracts_note_deletes AFTER DELETE ON contracts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('contract');
CREATE TRIGGER contracts_note_inserts AFTER INSERT ON contracts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('contract');
CREATE TRIGGER contracts_note_updates AFTER UPDATE ON contracts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('contract');
ALTER TABLE contracts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY key_insert ON contracts FOR INSERT TO portal_key WITH CHECK (( SELECT key_can(VARIADIC ARRAY['contracts:write'::text]) AS key_can));
CREATE POLICY key_select ON contracts FOR SELECT TO portal_key USING (( SELECT key_can(VARIADIC ARRAY['contracts:read'::text, 'contracts:write'::text]) AS key_can));
CREATE POLICY key_update ON contracts FOR UPDATE TO portal_key USING (( SELECT key_can(VARIADIC ARRAY['contracts:write'::text]) AS key_can));
CREATE POLICY operator_all ON contracts FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY search_select ON contracts FOR SELECT TO portal_search USING (true);
CREATE POLICY staff_insert ON contracts FOR INSERT TO portal_staff WITH CHECK (( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has));
CREATE POLICY staff_select ON contracts FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'accounts'::text, 'sales'::text, 'records'::text]) AS staff_has));
CREATE POLICY staff_update ON contracts FOR UPDATE TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has));
CREATE POLICY tenant_select ON contracts FOR SELECT TO portal_tenant USING ((customer_id = ( SELECT app_customer_id('billing'::text) AS app_customer_id)));
CREATE POLICY tickets_all ON contracts FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT INSERT (id, customer_id, contract_number, title, start_date, end_date, contract_value, status, urgent_around_the_clock, created_at, around_the_clock, response_minutes, resolution_minutes, renews_tacitly, notice_days), SELECT, UPDATE (title, start_date, end_date, contract_value, status, urgent_around_the_clock, created_at, around_the_clock, response_minutes, resolution_minutes, renews_tacitly, notice_days) ON contracts TO portal_key;
GRANT DELETE, INSERT, SELECT, UPDATE ON contracts TO portal_operator;
GRANT SELECT ON contracts TO portal_search;
GRANT INSERT (id, customer_id, contract_number, title, start_date, end_date, contract_value, status, urgent_around_the_clock, created_at, around_the_clock, response_minutes, resolution_minutes, renews_tacitly, notice_days), SELECT, UPDATE (title, start_date, end_date, contract_value, status, urgent_around_the_clock, created_at, around_the_clock, response_minutes, resolution_minutes, renews_tacitly, notice_days) ON contracts TO portal_staff;
GRANT SELECT ON contracts TO portal_tenant;
GRANT SELECT (customer_id, start_date, end_date, status, urgent_around_the_clock, around_the_clock, response_minutes, resolution_minutes) ON contracts TO portal_tickets;

CREATE TABLE customers (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  contact text,
  email text,
  phone text,
  risk text NOT NULL DEFAULT 'low'::text,
  total_outstanding numeric(14,2),
  created_at timestamptz NOT NULL DEFAULT now(),
  erased_at timestamptz,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS ("left"(fold(name), 200)) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(((((((((name || ' '::text) || COALESCE(contact, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(regexp_replace(phone, '[^0-9]'::text, ''::text, 'g'::text), ''::text)))) STORED,
  siren text COLLATE "C",
  number text,
  CONSTRAINT customers_contact_check CHECK ((length(contact) <= 200)),
  CONSTRAINT customers_email_check CHECK ((length(email) <= 254)),
  CONSTRAINT customers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT customers_number_check CHECK ((((length(number) >= 1) AND (length(number) <= 64)) AND (number ~ '\S'::text))),
  CONSTRAINT customers_phone_check CHECK ((length(phone) <= 50)),
  CONSTRAINT customers_pkey PRIMARY KEY (id),
  CONSTRAINT customers_risk_check CHECK (((length(risk) >= 1) AND (length(risk) <= 50))),
  CONSTRAINT customers_siren_check CHECK ((siren ~ '^[0-9]{9}$'::text))
);
CREATE INDEX customers_by_created_at ON customers USING btree (created_at, id);
CREATE INDEX customers_by_name ON customers USING btree (name_key, id);
CREATE UNIQUE INDEX customers_number ON customers USING btree (lower(number)) WHERE (number IS NOT NULL);
CREATE INDEX customers_search ON customers USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX customers_siren ON customers USING btree (siren) WHERE (siren IS NOT NULL);
CREATE TRIGGER customers_note_deletes AFTER DELETE ON customers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('customer');
CREATE TRIGGER customers_note_inserts AFTER INSERT ON customers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('customer');
CREATE TRIGGER customers_note_updates AFTER UPDATE ON customers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('customer');
CREATE TRIGGER customers_rename_tickets AFTER UPDATE OF name ON customers FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION rename_ticket_customer();
CREATE TRIGGER customers_webhook AFTER INSERT OR UPDATE ON customers FOR EACH ROW WHEN ((CURRENT_USER <> 'portal_operator'::name)) EXECUTE FUNCTION emit_record_webhook('customer.changed');
ALTER TABLE customers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY key_insert ON customers FOR INSERT TO portal_key WITH CHECK (( SELECT key_can(VARIADIC ARRAY['customers:write'::text]) AS key_can));
CREATE POLICY key_select ON customers FOR SELECT TO portal_key USING (( SELECT key_can() AS key_can));
CREATE POLICY key_update ON customers FOR UPDATE TO portal_key USING (( SELECT key_can(VARIADIC ARRAY['customers:write'::text]) AS key_can));
CREATE POLICY operator_all ON customers FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_select ON customers FOR SELECT TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY search_select ON customers FOR SELECT TO portal_search USING (true);
CREATE POLICY staff_insert ON customers FOR INSERT TO portal_staff WITH CHECK (( SELECT staff_has(VARIADIC ARRAY['accounts'::text]) AS staff_has));
CREATE POLICY staff_select ON customers FOR SELECT TO portal_staff USING (( SELECT staff_has() AS staff_has));
CREATE POLICY staff_update ON customers FOR UPDATE TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['accounts'::text]) AS staff_has));
CREATE POLICY tenant_select ON customers FOR SELECT TO portal_tenant USING ((id = ( SELECT app_customer_id() AS app_customer_id)));
CREATE POLICY tickets_select ON customers FOR SELECT TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT INSERT (id, name, contact, email, phone, siren, number), SELECT (id, name, contact, email, phone, created_at, erased_at, name_key, siren, number), UPDATE (name, contact, email, phone, siren, number) ON customers TO portal_key;
GRANT DELETE, INSERT, SELECT, UPDATE ON customers TO portal_operator;
GRANT SELECT (id, name, phone, number) ON customers TO portal_people;
GRANT SELECT (id, name, risk, total_outstanding, search_text) ON customers TO portal_search;
GRANT INSERT (id, name, contact, email, phone, risk, siren), SELECT, UPDATE (name, contact, email, phone, risk, siren) ON customers TO portal_staff;
GRANT SELECT (id, name, contact, email, phone, created_at) ON customers TO portal_tenant;
GRANT SELECT (id, name, erased_at) ON customers TO portal_tickets;

CREATE TABLE email_undo_links (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  token_hash text COLLATE "C" NOT NULL,
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT email_undo_links_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  CONSTRAINT email_undo_links_pkey PRIMARY KEY (id),
  CONSTRAINT email_undo_links_token_hash_check CHECK ((length(token_hash) = 43)),
  CONSTRAINT email_undo_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT email_undo_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_undo_links_email ON email_undo_links USING btree (email);
CREATE INDEX email_undo_links_expiry ON email_undo_links USING btree (expires_at);
CREATE INDEX email_undo_links_user ON email_undo_links USING btree (user_id, created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON email_undo_links TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON email_undo_links TO portal_operator;

CREATE TABLE ended_sessions (
  token text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ended_sessions_pkey PRIMARY KEY (token),
  CONSTRAINT ended_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ended_sessions_ended ON ended_sessions USING btree (ended_at);
CREATE INDEX ended_sessions_user ON ended_sessions USING btree (user_id);
GRANT DELETE, INSERT, SELECT ON ended_sessions TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON ended_sessions TO portal_operator;

CREATE TABLE enrolment_codes (
  user_id uuid NOT NULL,
  code_hash text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT enrolment_codes_code_hash_check CHECK ((length(code_hash) = 43)),
  CONSTRAINT enrolment_codes_pkey PRIMARY KEY (user_id),
  CONSTRAINT enrolment_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_members(user_id) ON DELETE CASCADE
);
GRANT DELETE, SELECT ON enrolment_codes TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON enrolment_codes TO portal_operator;

CREATE TABLE host_exceptions (
  host_id uuid NOT NULL,
  day date NOT NULL,
  hours jsonb,
  CONSTRAINT host_exceptions_day_check CHECK (((day >= '2020-01-01'::date) AND (day <= '2200-01-01'::date))),
  CONSTRAINT host_exceptions_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT host_exceptions_hours CHECK (((hours IS NULL) OR are_open_periods(hours))),
  CONSTRAINT host_exceptions_pkey PRIMARY KEY (host_id, day)
);
ALTER TABLE host_exceptions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON host_exceptions FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON host_exceptions FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY staff_select ON host_exceptions FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'sales'::text, 'admin'::text]) AS staff_has));
GRANT DELETE, INSERT, SELECT, UPDATE ON host_exceptions TO portal_operator;
GRANT DELETE, INSERT, SELECT ON host_exceptions TO portal_people;
GRANT SELECT ON host_exceptions TO portal_staff;

CREATE TABLE hosts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid,
  zone text NOT NULL DEFAULT 'Europe/Paris'::text,
  weekly jsonb NOT NULL,
  notice_hours integer NOT NULL DEFAULT 24,
  horizon_days integer NOT NULL DEFAULT 60,
  buffer_minutes integer NOT NULL DEFAULT 0,
  kinds text[] NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  feed_hash text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT hosts_buffer_minutes_check CHECK (((buffer_minutes >= 0) AND (buffer_minutes <= 240))),
  CONSTRAINT hosts_feed_hash_check CHECK ((length(feed_hash) = 43)),
  CONSTRAINT hosts_feed_hash_key UNIQUE (feed_hash),
  CONSTRAINT hosts_horizon_days_check CHECK (((horizon_days >= 1) AND (horizon_days <= 365))),
  CONSTRAINT hosts_kinds CHECK ((kinds <@ ARRAY['infrastructure'::text, 'cybersecurity'::text, 'microsoft365'::text, 'managed'::text, 'general'::text])),
  CONSTRAINT hosts_notice_hours_check CHECK (((notice_hours >= 0) AND (notice_hours <= 720))),
  CONSTRAINT hosts_pkey PRIMARY KEY (id),
  CONSTRAINT hosts_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_members(user_id) ON DELETE SET NULL,
  CONSTRAINT hosts_user_id_key UNIQUE (user_id),
  CONSTRAINT hosts_weekly CHECK (are_weekly_hours(weekly)),
  CONSTRAINT hosts_zone_check CHECK (((length(zone) >= 1) AND (length(zone) <= 64)))
);
ALTER TABLE hosts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON hosts FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON hosts FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY staff_select ON hosts FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'sales'::text, 'admin'::text]) AS staff_has));
GRANT DELETE, INSERT, SELECT, UPDATE ON hosts TO portal_operator;
GRANT INSERT, SELECT, UPDATE ON hosts TO portal_people;
GRANT SELECT (id, user_id, zone, weekly, notice_hours, horizon_days, buffer_minutes, kinds, is_open, version, created_at) ON hosts TO portal_staff;

CREATE TABLE inbound_mails (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  delivery_key text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C",
  size integer NOT NULL,
  sender text NOT NULL,
  recipients text[] NOT NULL,
  from_address text,
  authentication text COLLATE "C",
  subject text NOT NULL,
  email_message_id text COLLATE "C",
  full_text text NOT NULL,
  visible_text text,
  file_count integer NOT NULL DEFAULT 0,
  state text NOT NULL,
  reason text COLLATE "C",
  ticket_id uuid,
  user_id uuid,
  message_id uuid,
  received_at timestamptz NOT NULL DEFAULT now(),
  decided_by uuid,
  decided_at timestamptz,
  lead_id uuid,
  CONSTRAINT inbound_mails_authentication_check CHECK ((authentication = ANY (ARRAY['passed'::text, 'failed'::text, 'unchecked'::text]))),
  CONSTRAINT inbound_mails_check CHECK (((state <> 'held'::text) OR (reason IS NOT NULL))),
  CONSTRAINT inbound_mails_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT inbound_mails_delivery_key_check CHECK ((length(delivery_key) = 64)),
  CONSTRAINT inbound_mails_delivery_key_key UNIQUE (delivery_key),
  CONSTRAINT inbound_mails_email_message_id_check CHECK (((length(email_message_id) >= 1) AND (length(email_message_id) <= 1000))),
  CONSTRAINT inbound_mails_from_address_check CHECK (((length(from_address) >= 1) AND (length(from_address) <= 320))),
  CONSTRAINT inbound_mails_full_text_check CHECK ((length(full_text) <= 200000)),
  CONSTRAINT inbound_mails_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  CONSTRAINT inbound_mails_message_id_fkey FOREIGN KEY (message_id) REFERENCES ticket_messages(id) ON DELETE SET NULL,
  CONSTRAINT inbound_mails_pkey PRIMARY KEY (id),
  CONSTRAINT inbound_mails_published CHECK (((state <> 'published'::text) OR (ticket_id IS NOT NULL) OR (lead_id IS NOT NULL))),
  CONSTRAINT inbound_mails_reason_check CHECK ((reason ~ '^[a-z_]{1,40}$'::text)),
  CONSTRAINT inbound_mails_recipients_check CHECK ((cardinality(recipients) <= 100)),
  CONSTRAINT inbound_mails_sender_check CHECK ((length(sender) <= 320)),
  CONSTRAINT inbound_mails_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT inbound_mails_size_check CHECK ((size >= 0)),
  CONSTRAINT inbound_mails_state_check CHECK ((state = ANY (ARRAY['received'::text, 'held'::text, 'published'::text, 'discarded'::text]))),
  CONSTRAINT inbound_mails_subject_check CHECK ((length(subject) <= 500)),
  CONSTRAINT inbound_mails_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  CONSTRAINT inbound_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT inbound_mails_visible_text_check CHECK ((length(visible_text) <= 200000))
);
CREATE INDEX inbound_mails_file ON inbound_mails USING btree (sha256);
CREATE INDEX inbound_mails_from ON inbound_mails USING btree (from_address);
CREATE INDEX inbound_mails_held ON inbound_mails USING btree (received_at, id) WHERE (state = 'held'::text);
CREATE INDEX inbound_mails_lead ON inbound_mails USING btree (lead_id, received_at) WHERE (lead_id IS NOT NULL);
CREATE INDEX inbound_mails_message ON inbound_mails USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX inbound_mails_received ON inbound_mails USING btree (received_at, id);
CREATE INDEX inbound_mails_ticket ON inbound_mails USING btree (ticket_id, received_at) WHERE (ticket_id IS NOT NULL);
CREATE INDEX inbound_mails_user ON inbound_mails USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX inbound_mails_without_ticket ON inbound_mails USING btree (received_at) INCLUDE (size) WHERE (ticket_id IS NULL);
ALTER TABLE inbound_mails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON inbound_mails FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_select ON inbound_mails FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY tickets_all ON inbound_mails FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON inbound_mails TO portal_operator;
GRANT SELECT ON inbound_mails TO portal_staff;
GRANT INSERT, SELECT, UPDATE ON inbound_mails TO portal_tickets;

CREATE TABLE invitations (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  email text NOT NULL,
  roles text[] NOT NULL,
  token_hash text COLLATE "C" NOT NULL,
  locale text NOT NULL,
  invited_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT invitations_customer_id_email_key UNIQUE (customer_id, email),
  CONSTRAINT invitations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT invitations_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT invitations_locale_check CHECK ((length(locale) <= 10)),
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_roles_check CHECK (are_roles(roles)),
  CONSTRAINT invitations_token_hash_check CHECK ((length(token_hash) = 43)),
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX invitations_email ON invitations USING btree (email);
CREATE INDEX invitations_expiry ON invitations USING btree (expires_at);
CREATE INDEX invitations_invited_by ON invitations USING btree (invited_by);
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON invitations FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON invitations FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY search_select ON invitations FOR SELECT TO portal_search USING ((CURRENT_USER = 'portal_search'::name));
CREATE POLICY tenant_select ON invitations FOR SELECT TO portal_tenant USING ((customer_id = ( SELECT app_customer_id('people'::text) AS app_customer_id)));
GRANT DELETE, INSERT, SELECT, UPDATE ON invitations TO portal_operator;
GRANT DELETE, INSERT, SELECT, UPDATE ON invitations TO portal_people;
GRANT SELECT (id, email) ON invitations TO portal_search;
GRANT SELECT (id, customer_id, email, roles, locale, invited_by, created_at, expires_at) ON invitations TO portal_tenant;

CREATE TABLE invoice_counters (
  year integer NOT NULL,
  last integer NOT NULL,
  CONSTRAINT invoice_counters_last_check CHECK ((last > 0)),
  CONSTRAINT invoice_counters_pkey PRIMARY KEY (year),
  CONSTRAINT invoice_counters_year_check CHECK (((year >= 2000) AND (year <= 9999)))
);
ALTER TABLE invoice_counters ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON invoice_counters FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY tickets_all ON invoice_counters FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON invoice_counters TO portal_operator;
GRANT INSERT, SELECT, UPDATE ON invoice_counters TO portal_tickets;

CREATE TABLE invoice_documents (
  invoice_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  origin text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  issued_on date NOT NULL,
  currency text COLLATE "C" NOT NULL,
  net numeric(14,2) NOT NULL,
  tax numeric(14,2) NOT NULL,
  gross numeric(14,2) NOT NULL,
  due numeric(14,2) NOT NULL,
  buyer_siren text COLLATE "C",
  iban text COLLATE "C",
  profile text NOT NULL,
  document jsonb NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT invoice_documents_buyer_siren_check CHECK ((buyer_siren ~ '^[0-9]{9}$'::text)),
  CONSTRAINT invoice_documents_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT invoice_documents_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT invoice_documents_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT invoice_documents_customer_id_invoice_id_fkey FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices(customer_id, id) ON DELETE CASCADE,
  CONSTRAINT invoice_documents_iban_check CHECK (((length(iban) >= 5) AND (length(iban) <= 34))),
  CONSTRAINT invoice_documents_issued_on_check CHECK (isfinite(issued_on)),
  CONSTRAINT invoice_documents_kind_check CHECK ((kind ~ '^[0-9]{2,3}$'::text)),
  CONSTRAINT invoice_documents_origin_check CHECK ((origin = ANY (ARRAY['read'::text, 'written'::text]))),
  CONSTRAINT invoice_documents_pkey PRIMARY KEY (invoice_id),
  CONSTRAINT invoice_documents_profile_check CHECK ((length(profile) <= 200))
);
CREATE INDEX invoice_documents_creator ON invoice_documents USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX invoice_documents_customer ON invoice_documents USING btree (customer_id, issued_on, invoice_id);
CREATE TRIGGER invoice_documents_credit BEFORE INSERT ON invoice_documents FOR EACH ROW WHEN (((new.origin = 'written'::text) AND (new.kind = '381'::text) AND (CURRENT_USER <> 'portal_operator'::name))) EXECUTE FUNCTION check_credit_note();
CREATE TRIGGER invoice_documents_issued BEFORE UPDATE ON invoice_documents FOR EACH ROW WHEN (((old.origin = 'written'::text) AND (CURRENT_USER = ANY (ARRAY['portal_staff'::name, 'portal_key'::name])))) EXECUTE FUNCTION protect_document();
CREATE TRIGGER invoice_documents_webhook AFTER INSERT ON invoice_documents FOR EACH ROW WHEN (((new.origin = 'written'::text) AND (CURRENT_USER <> 'portal_operator'::name))) EXECUTE FUNCTION emit_record_webhook('invoice.issued');
ALTER TABLE invoice_documents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY key_insert ON invoice_documents FOR INSERT TO portal_key WITH CHECK (((invoice_id IS NOT NULL) AND ( SELECT key_can(VARIADIC ARRAY['invoices:write'::text]) AS key_can) AND (created_by IS NULL)));
CREATE POLICY key_select ON invoice_documents FOR SELECT TO portal_key USING (((invoice_id IS NOT NULL) AND ( SELECT key_can(VARIADIC ARRAY['invoices:read'::text, 'invoices:write'::text]) AS key_can)));
CREATE POLICY key_update ON invoice_documents FOR UPDATE TO portal_key USING (((invoice_id IS NOT NULL) AND ( SELECT key_can(VARIADIC ARRAY['invoices:write'::text]) AS key_can)));
CREATE POLICY operator_all ON invoice_documents FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY search_select ON invoice_documents FOR SELECT TO portal_search USING (true);
CREATE POLICY staff_insert ON invoice_documents FOR INSERT TO portal_staff WITH CHECK ((( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has) AND (created_by = ( SELECT app_staff_id() AS app_staff_id))));
CREATE POLICY staff_select ON invoice_documents FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'accounts'::text, 'sales'::text, 'records'::text]) AS staff_has));
CREATE POLICY staff_update ON invoice_documents FOR UPDATE TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has));
CREATE POLICY tenant_select ON invoice_documents FOR SELECT TO portal_tenant USING ((customer_id = ( SELECT app_customer_id('billing'::text) AS app_customer_id)));
CREATE POLICY tickets_select ON invoice_documents FOR SELECT TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT INSERT (invoice_id, customer_id, origin, kind, issued_on, currency, net, tax, gross, due, buyer_siren, iban, profile, document, created_by), SELECT, UPDATE (origin, kind, issued_on, currency, net, tax, gross, due, buyer_siren, iban, profile, document, created_by) ON invoice_documents TO portal_key;
GRANT DELETE, INSERT, SELECT, UPDATE ON invoice_documents TO portal_operator;
GRANT SELECT (customer_id) ON invoice_documents TO portal_search;
GRANT INSERT (invoice_id, customer_id, origin, kind, issued_on, currency, net, tax, gross, due, buyer_siren, iban, profile, document, created_by), SELECT, UPDATE (origin, kind, issued_on, currency, net, tax, gross, due, buyer_siren, iban, profile, document, created_by) ON invoice_documents TO portal_staff;
GRANT SELECT ON invoice_documents TO portal_tenant;
GRANT SELECT (invoice_id, origin, currency) ON invoice_documents TO portal_tickets;

CREATE TABLE invoice_reminders (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  user_id uuid,
  due_date date NOT NULL,
  stage integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  CONSTRAINT invoice_reminders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT invoice_reminders_customer_id_invoice_id_fkey FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices(customer_id, id) ON DELETE CASCADE,
  CONSTRAINT invoice_reminders_invoice_id_user_id_due_date_stage_key UNIQUE (invoice_id, user_id, due_date, stage),
  CONSTRAINT invoice_reminders_pkey PRIMARY KEY (id),
  CONSTRAINT invoice_reminders_stage_check CHECK (((stage >= '-60'::integer) AND (stage <= 365))),
  CONSTRAINT invoice_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX invoice_reminders_customer ON invoice_reminders USING btree (customer_id, invoice_id);
CREATE INDEX invoice_reminders_user ON invoice_reminders USING btree (user_id);
ALTER TABLE invoice_reminders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON invoice_reminders FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_select ON invoice_reminders FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'accounts'::text, 'sales'::text, 'records'::text]) AS staff_has));
CREATE POLICY tenant_select ON invoice_reminders FOR SELECT TO portal_tenant USING ((customer_id = ( SELECT app_customer_id('billing'::text) AS app_customer_id)));
CREATE POLICY tickets_all ON invoice_reminders FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON invoice_reminders TO portal_operator;
GRANT SELECT (customer_id, invoice_id, due_date, stage, sent_at) ON invoice_reminders TO portal_staff;
GRANT SELECT (customer_id, invoice_id, due_date, stage, sent_at) ON invoice_reminders TO portal_tenant;
GRANT DELETE, INSERT, SELECT, UPDATE (sent_at) ON invoice_reminders TO portal_tickets;

CREATE TABLE invoices (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  number text COLLATE "C",
  amount numeric(14,2) NOT NULL,
  due_date date,
  status text COLLATE "C" NOT NULL DEFAULT 'pending'::text,
  risk_score integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  amount_key bigint NOT NULL GENERATED ALWAYS AS (((amount * (100)::numeric))::bigint) STORED,
  due_date_key date NOT NULL GENERATED ALWAYS AS (COALESCE(due_date, 'infinity'::date)) STORED,
  number_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (COALESCE(lower((number COLLATE "default")), (chr(1114111) || (id)::text))) STORED,
  is_unpaid boolean NOT NULL GENERATED ALWAYS AS ((lower(status) <> ALL (ARRAY['paid'::text, 'refunded'::text, 'credited'::text, 'written_off'::text, 'void'::text, 'voided'::text, 'cancelled'::text, 'canceled'::text, 'draft'::text]))) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(((((((((COALESCE((number || ' '::text), ''::text) || (amount)::text) || ' '::text) || status) || ' '::text) || replace(status, '_'::text, ' '::text)) || ' '::text) || COALESCE(date_search_text(due_date), 'n/a'::text)) COLLATE "default"))) STORED,
  credits_invoice_id uuid,
  settled numeric(14,2) NOT NULL DEFAULT 0,
  shares_number boolean NOT NULL DEFAULT false,
  CONSTRAINT invoices_check CHECK ((credits_invoice_id <> id)),
  CONSTRAINT invoices_check1 CHECK (((amount <= (0)::numeric) OR (credits_invoice_id IS NULL))),
  CONSTRAINT invoices_credits_fkey FOREIGN KEY (customer_id, credits_invoice_id) REFERENCES invoices(customer_id, id) ON DELETE SET NULL (credits_invoice_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT invoices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT invoices_customer_id_id_key UNIQUE (customer_id, id),
  CONSTRAINT invoices_due_date_check CHECK (isfinite(due_date)),
  CONSTRAINT invoices_number_check CHECK ((((length(number) >= 1) AND (length(number) <= 200)) AND (number ~ '\S'::text) AND (number IS NFC NORMALIZED))),
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_risk_score_check CHECK (((risk_score >= 0) AND (risk_score <= 100))),
  CONSTRAINT invoices_settled_check CHECK (((settled >= LEAST(amount, (0)::numeric)) AND (settled <= GREATEST(amount, (0)::numeric)))),
  CONSTRAINT invoices_status_check CHECK (((length(status) >= 1) AND (length(status) <= 50)))
);
CREATE INDEX invoices_by_amount ON invoices USING btree (customer_id, amount_key, id);
CREATE INDEX invoices_by_created_at ON invoices USING btree (customer_id, created_at, id);
CREATE INDEX invoices_by_due_date ON invoices USING btree (customer_id, due_date_key, id);
CREATE UNIQUE INDEX invoices_by_number ON invoices USING btree (customer_id, number_key);
CREATE INDEX invoices_by_risk_score ON invoices USING btree (customer_id, risk_score, id);
CREATE INDEX invoices_by_status ON invoices USING btree (customer_id, status, created_at, id);
CREATE INDEX invoices_credits ON invoices USING btree (credits_invoice_id) WHERE (credits_invoice_id IS NOT NULL);
CREATE UNIQUE INDEX invoices_number ON invoices USING btree (number_key) WHERE (NOT shares_number);
CREATE INDEX invoices_reminded ON invoices USING btree (due_date) WHERE (is_unpaid AND (due_date IS NOT NULL));
CREATE INDEX invoices_search ON invoices USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX invoices_unpaid ON invoices USING btree (customer_id, due_date_key, id) INCLUDE (amount, settled, status) WHERE is_unpaid;
CREATE TRIGGER invoices_free AFTER UPDATE OF status ON invoices FOR EACH ROW WHEN (((new.settled <> (0)::numeric) AND is_withdrawn(new.status))) EXECUTE FUNCTION free_invoice();
CREATE TRIGGER invoices_issued BEFORE UPDATE ON invoices FOR EACH ROW WHEN (((CURRENT_USER <> 'portal_operator'::name) AND ((((((old.number IS DISTINCT FROM new.number) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.credits_invoice_id IS DISTINCT FROM new.credits_invoice_id)) OR (old.customer_id IS DISTINCT FROM new.customer_id)) OR (is_withdrawn(new.status) AND (NOT is_withdrawn(old.status)))))) EXECUTE FUNCTION protect_issued();
CREATE TRIGGER invoices_note_deletes AFTER DELETE ON invoices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('invoice');
CREATE TRIGGER invoices_note_inserts AFTER INSERT ON invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('invoice');
CREATE TRIGGER invoices_note_updates AFTER UPDATE ON invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('invoice');
CREATE TRIGGER invoices_webhook AFTER UPDATE OF status ON invoices FOR EACH ROW WHEN (((new.status = 'paid'::text) AND (old.status <> 'paid'::text) AND (CURRENT_USER <> 'portal_operator'::name))) EXECUTE FUNCTION emit_record_webhook('invoice.paid');
ALTER TABLE invoices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY key_insert ON invoices FOR INSERT TO portal_key WITH CHECK (( SELECT key_can(VARIADIC ARRAY['invoices:write'::text]) AS key_can));
CREATE POLICY key_select ON invoices FOR SELECT TO portal_key USING (( SELECT key_can(VARIADIC ARRAY['invoices:read'::text, 'invoices:write'::text]) AS key_can));
CREATE POLICY key_update ON invoices FOR UPDATE TO portal_key USING (( SELECT key_can(VARIADIC ARRAY['invoices:write'::text]) AS key_can));
CREATE POLICY operator_all ON invoices FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY search_select ON invoices FOR SELECT TO portal_search USING (true);
CREATE POLICY staff_insert ON invoices FOR INSERT TO portal_staff WITH CHECK (( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has));
CREATE POLICY staff_select ON invoices FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'accounts'::text, 'sales'::text, 'records'::text]) AS staff_has));
CREATE POLICY staff_update ON invoices FOR UPDATE TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has));
CREATE POLICY tenant_select ON invoices FOR SELECT TO portal_tenant USING ((customer_id = ( SELECT app_customer_id('billing'::text) AS app_customer_id)));
CREATE POLICY tickets_all ON invoices FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT INSERT (id, customer_id, number, amount, due_date, status, risk_score, created_at, credits_invoice_id), SELECT, UPDATE (number, amount, due_date, status, risk_score, created_at, credits_invoice_id) ON invoices TO portal_key;
GRANT DELETE, INSERT, SELECT, UPDATE ON invoices TO portal_operator;
GRANT SELECT ON invoices TO portal_search;
GRANT INSERT (id, customer_id, number, amount, due_date, status, risk_score, created_at, credits_invoice_id), SELECT, UPDATE (number, amount, due_date, status, risk_score, created_at, credits_invoice_id) ON invoices TO portal_staff;
GRANT SELECT ON invoices TO portal_tenant;
GRANT SELECT, UPDATE (status, settled) ON invoices TO portal_tickets;

CREATE TABLE jobs (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C",
  ticket_id uuid,
  user_id uuid,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  done_at timestamptz,
  failed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT jobs_check CHECK (((failed_at IS NULL) OR (done_at IS NULL))),
  CONSTRAINT jobs_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  CONSTRAINT jobs_kind_check CHECK ((kind ~ '^[a-z-]{1,40}$'::text)),
  CONSTRAINT jobs_mail_check CHECK (((kind <> 'mail'::text) OR (((data ->> 'template'::text) IS NOT NULL) AND ((data ->> 'recipient'::text) IS NOT NULL) AND ((data ? 'values'::text) = ((done_at IS NULL) AND (failed_at IS NULL)))))),
  CONSTRAINT jobs_pkey PRIMARY KEY (id),
  CONSTRAINT jobs_rejected_check CHECK (((failed_at IS NOT NULL) OR (NOT (data ? 'isRejected'::text)))),
  CONSTRAINT jobs_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  CONSTRAINT jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX jobs_due ON jobs USING btree (kind, next_attempt_at) WHERE ((done_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX jobs_ticket ON jobs USING btree (ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX jobs_user ON jobs USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX jobs_waiting ON jobs USING btree (kind, key) WHERE ((done_at IS NULL) AND (failed_at IS NULL) AND (key IS NOT NULL));
CREATE TRIGGER jobs_notify_insert AFTER INSERT ON jobs FOR EACH ROW WHEN (((new.done_at IS NULL) AND (new.failed_at IS NULL) AND isfinite(new.next_attempt_at))) EXECUTE FUNCTION notify_job();
CREATE TRIGGER jobs_notify_update AFTER UPDATE ON jobs FOR EACH ROW WHEN (((new.next_attempt_at <> old.next_attempt_at) AND (new.attempts <= old.attempts) AND (new.done_at IS NULL) AND (new.failed_at IS NULL) AND isfinite(new.next_attempt_at))) EXECUTE FUNCTION notify_job();
CREATE TRIGGER jobs_reminders_sent AFTER UPDATE OF done_at ON jobs FOR EACH ROW WHEN (((new.kind = 'mail'::text) AND (old.done_at IS NULL) AND (new.done_at IS NOT NULL) AND ((old.data ->> 'template'::text) = 'invoice-reminder'::text))) EXECUTE FUNCTION record_reminders_sent();
GRANT DELETE, INSERT, SELECT, UPDATE ON jobs TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON jobs TO portal_operator;
GRANT INSERT (kind, key, data), SELECT (kind, key, done_at, failed_at, created_at), UPDATE (next_attempt_at) ON jobs TO portal_people;
GRANT INSERT, SELECT, UPDATE ON jobs TO portal_tickets;

CREATE TABLE known_devices (
  user_id uuid NOT NULL,
  device_hash text COLLATE "C" NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT known_devices_device_hash_check CHECK ((length(device_hash) = 43)),
  CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, device_hash),
  CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON known_devices TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON known_devices TO portal_operator;

CREATE TABLE later_migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  version text NOT NULL,
  oldest_version text,
  applied_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT later_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE lead_messages (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  lead_id uuid NOT NULL,
  kind text NOT NULL,
  author_id uuid,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  email_message_id text COLLATE "C",
  idempotency_key text COLLATE "C",
  slot_state text,
  slot_starts_at timestamptz,
  slot_ends_at timestamptz,
  slot_sequence integer,
  files jsonb NOT NULL DEFAULT '[]'::jsonb,
  inbound_mail_id uuid,
  CONSTRAINT lead_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT lead_messages_body CHECK (((length(body) <= 20000) AND ((body <> ''::text) OR (slot_state IS NOT NULL) OR (files <> '[]'::jsonb)))),
  CONSTRAINT lead_messages_email_message_id_check CHECK (((length(email_message_id) >= 1) AND (length(email_message_id) <= 1000))),
  CONSTRAINT lead_messages_files_check CHECK (((jsonb_typeof(files) = 'array'::text) AND (pg_column_size(files) < 65536))),
  CONSTRAINT lead_messages_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200))),
  CONSTRAINT lead_messages_inbound_mail_id_fkey FOREIGN KEY (inbound_mail_id) REFERENCES inbound_mails(id) ON DELETE SET NULL,
  CONSTRAINT lead_messages_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'sent'::text, 'received'::text]))),
  CONSTRAINT lead_messages_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  CONSTRAINT lead_messages_pkey PRIMARY KEY (id),
  CONSTRAINT lead_messages_slot CHECK (((num_nonnulls(slot_state, slot_starts_at, slot_ends_at, slot_sequence) = ANY (ARRAY[0, 4])) AND ((slot_state IS NULL) OR ((kind = 'sent'::text) AND (slot_ends_at > slot_starts_at))))),
  CONSTRAINT lead_messages_slot_ends_at_check CHECK (isfinite(slot_ends_at)),
  CONSTRAINT lead_messages_slot_sequence_check CHECK ((slot_sequence >= 0)),
  CONSTRAINT lead_messages_slot_starts_at_check CHECK (isfinite(slot_starts_at)),
  CONSTRAINT lead_messages_slot_state_check CHECK ((slot_state = ANY (ARRAY['confirmed'::text, 'proposed'::text, 'declined'::text])))
);
CREATE INDEX lead_messages_author ON lead_messages USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX lead_messages_inbound ON lead_messages USING btree (inbound_mail_id) WHERE (inbound_mail_id IS NOT NULL);
CREATE UNIQUE INDEX lead_messages_key ON lead_messages USING btree (author_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX lead_messages_lead ON lead_messages USING btree (lead_id, created_at, id);
CREATE UNIQUE INDEX lead_messages_mail ON lead_messages USING btree (lead_id, email_message_id) WHERE (email_message_id IS NOT NULL);
CREATE UNIQUE INDEX lead_messages_sequence ON lead_messages USING btree (lead_id, slot_sequence) WHERE (slot_sequence IS NOT NULL);
ALTER TABLE lead_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON lead_messages FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_insert ON lead_messages FOR INSERT TO portal_staff WITH CHECK ((( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has) AND (author_id = ( SELECT app_staff_id() AS app_staff_id)) AND (kind = ANY (ARRAY['note'::text, 'sent'::text]))));
CREATE POLICY staff_select ON lead_messages FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY tickets_all ON lead_messages FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON lead_messages TO portal_operator;
GRANT INSERT (lead_id, kind, author_id, body, idempotency_key, slot_state, slot_starts_at, slot_ends_at, slot_sequence), SELECT ON lead_messages TO portal_staff;
GRANT INSERT (lead_id, kind, body, email_message_id, files, inbound_mail_id), SELECT ON lead_messages TO portal_tickets;

CREATE TABLE lead_proofs (
  nonce text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT lead_proofs_expires_at_check CHECK (isfinite(expires_at)),
  CONSTRAINT lead_proofs_nonce_check CHECK (((length(nonce) >= 1) AND (length(nonce) <= 200))),
  CONSTRAINT lead_proofs_pkey PRIMARY KEY (nonce)
);
CREATE INDEX lead_proofs_expiry ON lead_proofs USING btree (expires_at);
ALTER TABLE lead_proofs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON lead_proofs FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON lead_proofs FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON lead_proofs TO portal_operator;
GRANT INSERT, SELECT ON lead_proofs TO portal_people;

CREATE TABLE leads (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  form text NOT NULL,
  values jsonb NOT NULL,
  name text NOT NULL,
  company text NOT NULL,
  email text NOT NULL,
  page text COLLATE "C" NOT NULL,
  consent jsonb NOT NULL,
  verdict text NOT NULL,
  reasons text[] NOT NULL DEFAULT '{}'::text[],
  status text NOT NULL DEFAULT 'new'::text,
  assignee_id uuid,
  due_at timestamptz,
  received_at timestamptz NOT NULL DEFAULT now(),
  answered_at timestamptz,
  last_contact_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  customer_id uuid,
  ticket_id uuid,
  key_hash text COLLATE "C" NOT NULL,
  request_hash text COLLATE "C" NOT NULL,
  text_hash text COLLATE "C",
  search_text text NOT NULL GENERATED ALWAYS AS (fold(((((((name || ' '::text) || company) || ' '::text) || email) || ' '::text) || ("values")::text))) STORED,
  CONSTRAINT leads_answered_at_check CHECK (isfinite(answered_at)),
  CONSTRAINT leads_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES staff_members(user_id) ON DELETE SET NULL,
  CONSTRAINT leads_company_check CHECK (((length(company) >= 1) AND (length(company) <= 200))),
  CONSTRAINT leads_consent_check CHECK ((consent ?& ARRAY['text_hash'::text, 'page'::text, 'at'::text])),
  CONSTRAINT leads_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE SET NULL,
  CONSTRAINT leads_due_at_check CHECK (isfinite(due_at)),
  CONSTRAINT leads_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email !~ '[\s<>,;]'::text))),
  CONSTRAINT leads_form_check CHECK ((form = ANY (ARRAY['checklist'::text, 'contact'::text, 'audit'::text, 'consultation'::text]))),
  CONSTRAINT leads_key_hash_check CHECK ((length(key_hash) = 43)),
  CONSTRAINT leads_key_hash_key UNIQUE (key_hash),
  CONSTRAINT leads_last_contact_at_check CHECK (isfinite(last_contact_at)),
  CONSTRAINT leads_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT leads_page_check CHECK (((length(page) <= 200) AND (page ~ '^/[a-z0-9/-]*$'::text))),
  CONSTRAINT leads_pkey PRIMARY KEY (id),
  CONSTRAINT leads_reasons_check CHECK (((cardinality(reasons) <= 20) AND (array_position(reasons, NULL::text) IS NULL))),
  CONSTRAINT leads_received_at_check CHECK (isfinite(received_at)),
  CONSTRAINT leads_request_hash_check CHECK ((length(request_hash) = 43)),
  CONSTRAINT leads_status_check CHECK ((status = ANY (ARRAY['new'::text, 'read'::text, 'answered'::text, 'converted'::text, 'spam'::text]))),
  CONSTRAINT leads_text_hash_check CHECK ((length(text_hash) = 43)),
  CONSTRAINT leads_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE SET NULL,
  CONSTRAINT leads_values_check CHECK (((jsonb_typeof("values") = 'object'::text) AND (pg_column_size("values") < 65536))),
  CONSTRAINT leads_verdict_check CHECK ((verdict = ANY (ARRAY['clean'::text, 'doubtful'::text, 'spam'::text]))),
  CONSTRAINT leads_version_check CHECK ((version > 0))
);
CREATE INDEX leads_assignee ON leads USING btree (assignee_id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX leads_customer ON leads USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX leads_due ON leads USING btree (due_at) WHERE (status = ANY (ARRAY['new'::text, 'read'::text]));
CREATE INDEX leads_email ON leads USING btree (lower(email));
CREATE INDEX leads_inbox ON leads USING btree (verdict, received_at DESC, id);
CREATE INDEX leads_last_contact ON leads USING btree (last_contact_at);
CREATE INDEX leads_text ON leads USING btree (text_hash, received_at) WHERE (text_hash IS NOT NULL);
CREATE INDEX leads_ticket ON leads USING btree (ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE TRIGGER leads_webhook AFTER INSERT ON leads FOR EACH ROW WHEN ((CURRENT_USER <> 'portal_operator'::name)) EXECUTE FUNCTION emit_record_webhook('lead.received');
ALTER TABLE leads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON leads FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON leads FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY search_select ON leads FOR SELECT TO portal_search USING ((CURRENT_USER = 'portal_search'::name));
CREATE POLICY staff_select ON leads FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY staff_update ON leads FOR UPDATE TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY tickets_all ON leads FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON leads TO portal_operator;
GRANT INSERT (form, values, name, company, email, page, consent, verdict, reasons, status, due_at, received_at, last_contact_at, key_hash, request_hash, text_hash), SELECT, UPDATE (verdict, reasons, status, answered_at, last_contact_at, version) ON leads TO portal_people;
GRANT SELECT (id, company) ON leads TO portal_search;
GRANT SELECT (id, form, values, name, company, email, page, consent, verdict, reasons, status, assignee_id, due_at, received_at, answered_at, last_contact_at, version, customer_id, ticket_id, search_text), UPDATE (verdict, status, assignee_id, answered_at, version, customer_id, ticket_id) ON leads TO portal_staff;
GRANT SELECT (id, form, values, email, status, version), UPDATE (status, last_contact_at, version) ON leads TO portal_tickets;

CREATE TABLE licenses (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  product_name text NOT NULL,
  license_key text COLLATE "C" NOT NULL,
  license_type text COLLATE "C" NOT NULL,
  seats integer NOT NULL DEFAULT 1,
  expiry_date date,
  monthly_cost numeric(14,2),
  status text COLLATE "C" NOT NULL DEFAULT 'active'::text,
  created_at timestamptz NOT NULL DEFAULT now(),
  product_name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS ("left"(fold(product_name), 200)) STORED,
  expiry_date_key date NOT NULL GENERATED ALWAYS AS (COALESCE(expiry_date, 'infinity'::date)) STORED,
  monthly_cost_key bigint NOT NULL GENERATED ALWAYS AS (COALESCE(((monthly_cost * (100)::numeric))::bigint, '9223372036854775807'::bigint)) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(((((((((((((((((product_name || ' '::text) || license_key) || ' '::text) || license_type) || ' '::text) || replace(license_type, '_'::text, ' '::text)) || ' '::text) || (seats)::text) || ' '::text) || COALESCE((monthly_cost)::text, 'n/a'::text)) || ' '::text) || status) || ' '::text) || replace(status, '_'::text, ' '::text)) || ' '::text) || COALESCE(date_search_text(expiry_date), 'no expiry'::text)))) STORED,
  CONSTRAINT licenses_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT licenses_customer_id_id_key UNIQUE (customer_id, id),
  CONSTRAINT licenses_expiry_date_check CHECK (isfinite(expiry_date)),
  CONSTRAINT licenses_license_key_check CHECK (((length(license_key) >= 1) AND (length(license_key) <= 300))),
  CONSTRAINT licenses_license_type_check CHECK (((length(license_type) >= 1) AND (length(license_type) <= 50))),
  CONSTRAINT licenses_monthly_cost_check CHECK ((monthly_cost >= (0)::numeric)),
  CONSTRAINT licenses_pkey PRIMARY KEY (id),
  CONSTRAINT licenses_product_name_check CHECK (((length(product_name) >= 1) AND (length(product_name) <= 300))),
  CONSTRAINT licenses_seats_check CHECK ((seats >= 0)),
  CONSTRAINT licenses_status_check CHECK (((length(status) >= 1) AND (length(status) <= 50)))
);
CREATE INDEX licenses_by_created_at ON licenses USING btree (customer_id, created_at, id);
CREATE INDEX licenses_by_expiry_date ON licenses USING btree (customer_id, expiry_date_key, id);
CREATE UNIQUE INDEX licenses_by_license_key ON licenses USING btree (customer_id, license_key);
CREATE INDEX licenses_by_license_type ON licenses USING btree (customer_id, license_type, id);
CREATE INDEX licenses_by_monthly_cost ON licenses USING btree (customer_id, monthly_cost_key, id);
CREATE INDEX licenses_by_product_name ON licenses USING btree (customer_id, product_name_key, id);
CREATE INDEX licenses_by_seats ON licenses USING btree (customer_id, seats, id);
CREATE INDEX licenses_by_status ON licenses USING btree (customer_id, status, created_at, id);
CREATE INDEX licenses_search ON licenses USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit='256');
ALTER TABLE licenses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON licenses FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY search_select ON licenses FOR SELECT TO portal_search USING (true);
CREATE POLICY staff_insert ON licenses FOR INSERT TO portal_staff WITH CHECK (( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has));
CREATE POLICY staff_select ON licenses FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'accounts'::text, 'sales'::text, 'records'::text]) AS staff_has));
CREATE POLICY staff_update ON licenses FOR UPDATE TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has));
CREATE POLICY tenant_select ON licenses FOR SELECT TO portal_tenant USING ((customer_id = ( SELECT app_customer_id('technical'::text) AS app_customer_id)));
GRANT DELETE, INSERT, SELECT, UPDATE ON licenses TO portal_operator;
GRANT SELECT ON licenses TO portal_search;
GRANT INSERT (id, customer_id, product_name, license_key, license_type, seats, expiry_date, monthly_cost, status, created_at), SELECT, UPDATE (product_name, license_type, seats, expiry_date, monthly_cost, status, created_at) ON licenses TO portal_staff;
GRANT SELECT ON licenses TO portal_tenant;

CREATE TABLE memberships (
  user_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  roles text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT memberships_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT memberships_pkey PRIMARY KEY (user_id, customer_id),
  CONSTRAINT memberships_roles_check CHECK (are_roles(roles)),
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX memberships_customer ON memberships USING btree (customer_id);
CREATE TRIGGER memberships_end_invitations AFTER DELETE OR UPDATE OF roles ON memberships FOR EACH ROW WHEN (('owner'::text = ANY (old.roles))) EXECUTE FUNCTION end_invitations();
CREATE TRIGGER memberships_keep_an_owner AFTER UPDATE OF roles ON memberships FOR EACH ROW WHEN ((('owner'::text = ANY (old.roles)) AND (NOT ('owner'::text = ANY (new.roles))))) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER memberships_keep_an_owner_left AFTER DELETE ON memberships FOR EACH ROW WHEN (('owner'::text = ANY (old.roles))) EXECUTE FUNCTION keep_an_owner();
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON memberships FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON memberships FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY search_select ON memberships FOR SELECT TO portal_search USING (true);
CREATE POLICY tenant_select ON memberships FOR SELECT TO portal_tenant USING ((user_id = ( SELECT app_user_id() AS app_user_id)));
CREATE POLICY tickets_all ON memberships FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON memberships TO portal_operator;
GRANT DELETE, INSERT, SELECT, UPDATE ON memberships TO portal_people;
GRANT SELECT (user_id, customer_id) ON memberships TO portal_search;
GRANT SELECT ON memberships TO portal_tenant;
GRANT SELECT ON memberships TO portal_tickets;

CREATE TABLE migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE notification_preferences (
  user_id uuid NOT NULL,
  event text COLLATE "C" NOT NULL,
  delivery text COLLATE "C" NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT notification_preferences_delivery_check CHECK ((delivery = ANY (ARRAY['mail'::text, 'digest'::text, 'none'::text]))),
  CONSTRAINT notification_preferences_event_check CHECK ((event ~ '^[a-z_]{1,40}$'::text)),
  CONSTRAINT notification_preferences_pkey PRIMARY KEY (user_id, event),
  CONSTRAINT notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON notification_preferences FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_own ON notification_preferences FOR ALL TO portal_staff USING ((user_id = ( SELECT app_staff_id() AS app_staff_id)));
CREATE POLICY tenant_own ON notification_preferences FOR ALL TO portal_tenant USING ((user_id = ( SELECT app_user_id() AS app_user_id)));
CREATE POLICY tickets_all ON notification_preferences FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON notification_preferences TO portal_operator;
GRANT INSERT, SELECT, UPDATE ON notification_preferences TO portal_staff;
GRANT INSERT, SELECT, UPDATE ON notification_preferences TO portal_tenant;
GRANT SELECT ON notification_preferences TO portal_tickets;

CREATE TABLE passkeys (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  name text,
  public_key text NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT passkeys_credential_id_check CHECK ((length(credential_id) <= 2000)),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_name_check CHECK ((length(name) <= 100)),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_public_key_check CHECK ((length(public_key) <= 4000)),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON passkeys TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON passkeys TO portal_operator;
GRANT SELECT (user_id) ON passkeys TO portal_people;

CREATE TABLE payment_allocations (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  payment_id uuid,
  credit_note_id uuid,
  amount numeric(14,2) NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT payment_allocations_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT payment_allocations_check CHECK ((num_nonnulls(payment_id, credit_note_id) = 1)),
  CONSTRAINT payment_allocations_check1 CHECK ((credit_note_id <> invoice_id)),
  CONSTRAINT payment_allocations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT payment_allocations_customer_id_credit_note_id_fkey FOREIGN KEY (customer_id, credit_note_id) REFERENCES invoices(customer_id, id) ON DELETE CASCADE,
  CONSTRAINT payment_allocations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT payment_allocations_customer_id_invoice_id_fkey FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices(customer_id, id) ON DELETE CASCADE,
  CONSTRAINT payment_allocations_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, id) ON DELETE CASCADE,
  CONSTRAINT payment_allocations_invoice_id_credit_note_id_key UNIQUE (invoice_id, credit_note_id),
  CONSTRAINT payment_allocations_invoice_id_payment_id_key UNIQUE (invoice_id, payment_id),
  CONSTRAINT payment_allocations_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_allocations_creator ON payment_allocations USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX payment_allocations_credit_note ON payment_allocations USING btree (credit_note_id) WHERE (credit_note_id IS NOT NULL);
CREATE INDEX payment_allocations_customer ON payment_allocations USING btree (customer_id, invoice_id);
CREATE INDEX payment_allocations_payment ON payment_allocations USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE TRIGGER payment_allocations_check BEFORE INSERT ON payment_allocations FOR EACH ROW WHEN ((CURRENT_USER <> 'portal_operator'::name)) EXECUTE FUNCTION check_allocation();
CREATE CONSTRAINT TRIGGER payment_allocations_sum AFTER INSERT OR DELETE ON payment_allocations DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION sum_allocation();
ALTER TABLE payment_allocations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON payment_allocations FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY search_select ON payment_allocations FOR SELECT TO portal_search USING (true);
CREATE POLICY staff_insert ON payment_allocations FOR INSERT TO portal_staff WITH CHECK ((( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has) AND (created_by = ( SELECT app_staff_id() AS app_staff_id))));
CREATE POLICY staff_select ON payment_allocations FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'accounts'::text, 'sales'::text, 'records'::text]) AS staff_has));
CREATE POLICY staff_update ON payment_allocations FOR UPDATE TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has));
CREATE POLICY tenant_select ON payment_allocations FOR SELECT TO portal_tenant USING ((customer_id = ( SELECT app_customer_id('billing'::text) AS app_customer_id)));
CREATE POLICY tickets_all ON payment_allocations FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON payment_allocations TO portal_operator;
GRANT SELECT (customer_id) ON payment_allocations TO portal_search;
GRANT INSERT (customer_id, invoice_id, payment_id, credit_note_id, amount, created_by), SELECT ON payment_allocations TO portal_staff;
GRANT SELECT ON payment_allocations TO portal_tenant;
GRANT DELETE, INSERT, SELECT ON payment_allocations TO portal_tickets;

CREATE TABLE payments (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  payment_reference text COLLATE "C" NOT NULL,
  amount numeric(14,2) NOT NULL,
  payment_date date NOT NULL,
  payment_method text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'pending'::text,
  notes text,
  created_at timestamptz NOT NULL DEFAULT now(),
  amount_key bigint NOT NULL GENERATED ALWAYS AS (((amount * (100)::numeric))::bigint) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(((((((((((((((payment_reference || ' '::text) || (amount)::text) || ' '::text) || date_search_text(payment_date)) || ' '::text) || payment_method) || ' '::text) || replace(payment_method, '_'::text, ' '::text)) || ' '::text) || status) || ' '::text) || replace(status, '_'::text, ' '::text)) || ' '::text) || COALESCE(notes, 'n/a'::text)))) STORED,
  allocated numeric(14,2) NOT NULL DEFAULT 0,
  is_received boolean NOT NULL GENERATED ALWAYS AS ((lower(status) = 'completed'::text)) STORED,
  CONSTRAINT payments_allocated_check CHECK (((allocated >= (0)::numeric) AND (allocated <= amount))),
  CONSTRAINT payments_amount_check CHECK ((amount >= (0)::numeric)),
  CONSTRAINT payments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT payments_customer_id_id_key UNIQUE (customer_id, id),
  CONSTRAINT payments_notes_check CHECK ((length(notes) <= 4000)),
  CONSTRAINT payments_payment_date_check CHECK (isfinite(payment_date)),
  CONSTRAINT payments_payment_method_check CHECK (((length(payment_method) >= 1) AND (length(payment_method) <= 50))),
  CONSTRAINT payments_payment_reference_check CHECK (((length(payment_reference) >= 1) AND (length(payment_reference) <= 64))),
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_status_check CHECK (((length(status) >= 1) AND (length(status) <= 50)))
);
CREATE INDEX payments_by_amount ON payments USING btree (customer_id, amount_key, id);
CREATE INDEX payments_by_payment_date ON payments USING btree (customer_id, payment_date, id);
CREATE INDEX payments_by_payment_method ON payments USING btree (customer_id, payment_method, id);
CREATE UNIQUE INDEX payments_by_payment_reference ON payments USING btree (customer_id, payment_reference);
CREATE INDEX payments_by_status ON payments USING btree (customer_id, status, payment_date, id);
CREATE INDEX payments_received ON payments USING btree (customer_id, payment_date, id) INCLUDE (amount) WHERE is_received;
CREATE INDEX payments_search ON payments USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE TRIGGER payments_free AFTER UPDATE OF status ON payments FOR EACH ROW WHEN (((NOT new.is_received) AND (new.allocated > (0)::numeric))) EXECUTE FUNCTION free_payment();
CREATE TRIGGER payments_note_deletes AFTER DELETE ON payments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('payment');
CREATE TRIGGER payments_note_inserts AFTER INSERT ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('payment');
CREATE TRIGGER payments_note_updates AFTER UPDATE ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes('payment');
CREATE TRIGGER payments_webhook AFTER INSERT ON payments FOR EACH ROW WHEN ((CURRENT_USER <> 'portal_operator'::name)) EXECUTE FUNCTION emit_record_webhook('payment.recorded');
ALTER TABLE payments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY key_insert ON payments FOR INSERT TO portal_key WITH CHECK (( SELECT key_can(VARIADIC ARRAY['payments:write'::text]) AS key_can));
CREATE POLICY key_select ON payments FOR SELECT TO portal_key USING (( SELECT key_can(VARIADIC ARRAY['payments:read'::text, 'payments:write'::text]) AS key_can));
CREATE POLICY key_update ON payments FOR UPDATE TO portal_key USING (( SELECT key_can(VARIADIC ARRAY['payments:write'::text]) AS key_can));
CREATE POLICY operator_all ON payments FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY search_select ON payments FOR SELECT TO portal_search USING (true);
CREATE POLICY staff_insert ON payments FOR INSERT TO portal_staff WITH CHECK (( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has));
CREATE POLICY staff_select ON payments FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'accounts'::text, 'sales'::text, 'records'::text]) AS staff_has));
CREATE POLICY staff_update ON payments FOR UPDATE TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has));
CREATE POLICY tenant_select ON payments FOR SELECT TO portal_tenant USING ((customer_id = ( SELECT app_customer_id('billing'::text) AS app_customer_id)));
CREATE POLICY tickets_all ON payments FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT INSERT (id, customer_id, payment_reference, amount, payment_date, payment_method, status, notes), SELECT, UPDATE (amount, payment_date, payment_method, status, notes) ON payments TO portal_key;
GRANT DELETE, INSERT, SELECT, UPDATE ON payments TO portal_operator;
GRANT SELECT ON payments TO portal_search;
GRANT INSERT (id, customer_id, payment_reference, amount, payment_date, payment_method, status, notes), SELECT, UPDATE (amount, payment_date, payment_method, status, notes) ON payments TO portal_staff;
GRANT SELECT ON payments TO portal_tenant;
GRANT SELECT, UPDATE (allocated) ON payments TO portal_tickets;

CREATE TABLE pending_replies (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  author_id uuid NOT NULL,
  body text NOT NULL,
  request jsonb NOT NULL,
  publish_at timestamptz NOT NULL,
  problem text COLLATE "C",
  CONSTRAINT pending_replies_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT pending_replies_body_check CHECK ((((length(body) >= 1) AND (length(body) <= 20000)) AND (body ~ '\S'::text))),
  CONSTRAINT pending_replies_pkey PRIMARY KEY (id),
  CONSTRAINT pending_replies_problem_check CHECK ((problem ~ '^[a-z_]{1,40}$'::text)),
  CONSTRAINT pending_replies_ticket_id_author_id_key UNIQUE (ticket_id, author_id),
  CONSTRAINT pending_replies_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX pending_replies_author ON pending_replies USING btree (author_id);
CREATE TRIGGER pending_replies_enqueue AFTER INSERT ON pending_replies FOR EACH ROW WHEN ((CURRENT_USER = 'portal_staff'::name)) EXECUTE FUNCTION enqueue_reply();
ALTER TABLE pending_replies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON pending_replies FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_select ON pending_replies FOR SELECT TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY staff_insert ON pending_replies FOR INSERT TO portal_staff WITH CHECK ((( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has) AND (author_id = ( SELECT app_staff_id() AS app_staff_id))));
CREATE POLICY staff_select ON pending_replies FOR SELECT TO portal_staff USING ((author_id = ( SELECT app_staff_id() AS app_staff_id)));
CREATE POLICY tickets_all ON pending_replies FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON pending_replies TO portal_operator;
GRANT SELECT (id, author_id, problem) ON pending_replies TO portal_people;
GRANT INSERT (ticket_id, author_id, body, request, publish_at), SELECT ON pending_replies TO portal_staff;
GRANT DELETE, SELECT, UPDATE (problem) ON pending_replies TO portal_tickets;

CREATE TABLE rate_limits (
  key text NOT NULL,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL,
  blocked_until timestamptz,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_reset ON rate_limits USING btree (resets_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON rate_limits TO portal_app;

CREATE TABLE record_files (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  invoice_id uuid,
  contract_id uuid,
  license_id uuid,
  file_name text NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  language text COLLATE "C",
  size integer NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  signature text,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  replaced_at timestamptz,
  CONSTRAINT record_files_check CHECK ((num_nonnulls(invoice_id, contract_id, license_id) = 1)),
  CONSTRAINT record_files_check1 CHECK (((state = 'infected'::text) = (signature IS NOT NULL))),
  CONSTRAINT record_files_content_type_check CHECK ((content_type = ANY (ARRAY['application/pdf'::text, 'application/xml'::text]))),
  CONSTRAINT record_files_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT record_files_customer_id_contract_id_fkey FOREIGN KEY (customer_id, contract_id) REFERENCES contracts(customer_id, id) ON DELETE CASCADE,
  CONSTRAINT record_files_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT record_files_customer_id_invoice_id_fkey FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices(customer_id, id) ON DELETE CASCADE,
  CONSTRAINT record_files_customer_id_license_id_fkey FOREIGN KEY (customer_id, license_id) REFERENCES licenses(customer_id, id) ON DELETE CASCADE,
  CONSTRAINT record_files_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  CONSTRAINT record_files_language_check CHECK ((language = ANY (ARRAY['fr'::text, 'en'::text]))),
  CONSTRAINT record_files_pkey PRIMARY KEY (id),
  CONSTRAINT record_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT record_files_signature_check CHECK (((length(signature) >= 1) AND (length(signature) <= 300))),
  CONSTRAINT record_files_size_check CHECK (((size >= 1) AND (size <= 26214400))),
  CONSTRAINT record_files_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'clean'::text, 'infected'::text, 'unscanned'::text])))
);
CREATE INDEX record_files_contract ON record_files USING btree (contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX record_files_creator ON record_files USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX record_files_file ON record_files USING btree (customer_id, sha256) INCLUDE (size);
CREATE INDEX record_files_invoice ON record_files USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX record_files_license ON record_files USING btree (license_id) WHERE (license_id IS NOT NULL);
CREATE UNIQUE INDEX record_files_of_record ON record_files USING btree (COALESCE(invoice_id, contract_id, license_id), sha256);
CREATE TRIGGER record_files_enqueue_scan AFTER INSERT ON record_files FOR EACH ROW WHEN (((new.state = 'pending'::text) AND (CURRENT_USER = ANY (ARRAY['portal_staff'::name, 'portal_key'::name])))) EXECUTE FUNCTION enqueue_scan();
ALTER TABLE record_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY key_insert ON record_files FOR INSERT TO portal_key WITH CHECK (((invoice_id IS NOT NULL) AND ( SELECT key_can(VARIADIC ARRAY['invoices:write'::text]) AS key_can) AND (created_by IS NULL)));
CREATE POLICY key_select ON record_files FOR SELECT TO portal_key USING (((invoice_id IS NOT NULL) AND ( SELECT key_can(VARIADIC ARRAY['invoices:read'::text, 'invoices:write'::text]) AS key_can)));
CREATE POLICY key_update ON record_files FOR UPDATE TO portal_key USING (((invoice_id IS NOT NULL) AND ( SELECT key_can(VARIADIC ARRAY['invoices:write'::text]) AS key_can)));
CREATE POLICY operator_all ON record_files FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_insert ON record_files FOR INSERT TO portal_staff WITH CHECK ((( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has) AND (created_by = ( SELECT app_staff_id() AS app_staff_id))));
CREATE POLICY staff_select ON record_files FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'accounts'::text, 'sales'::text, 'records'::text]) AS staff_has));
CREATE POLICY staff_update ON record_files FOR UPDATE TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['records'::text]) AS staff_has));
CREATE POLICY tenant_select ON record_files FOR SELECT TO portal_tenant USING (((state = ANY (ARRAY['clean'::text, 'unscanned'::text])) AND ((invoice_id IS NOT NULL) OR (replaced_at IS NULL)) AND (((license_id IS NULL) AND (customer_id = ( SELECT app_customer_id('billing'::text) AS app_customer_id))) OR ((license_id IS NOT NULL) AND (customer_id = ( SELECT app_customer_id('technical'::text) AS app_customer_id))))));
CREATE POLICY tickets_all ON record_files FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT INSERT (id, customer_id, invoice_id, file_name, content_type, language, size, sha256, state, created_by), SELECT, UPDATE (replaced_at) ON record_files TO portal_key;
GRANT DELETE, INSERT, SELECT, UPDATE ON record_files TO portal_operator;
GRANT INSERT (id, customer_id, invoice_id, contract_id, license_id, file_name, content_type, language, size, sha256, state, created_by), SELECT, UPDATE (replaced_at) ON record_files TO portal_staff;
GRANT SELECT ON record_files TO portal_tenant;
GRANT SELECT, UPDATE (state, signature) ON record_files TO portal_tickets;

CREATE TABLE reminder_settings (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  invoice_id uuid,
  days integer[] NOT NULL,
  updated_by uuid NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT reminder_settings_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT reminder_settings_customer_id_invoice_id_fkey FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices(customer_id, id) ON DELETE CASCADE,
  CONSTRAINT reminder_settings_days_check CHECK (((cardinality(days) <= 6) AND (array_position(days, NULL::integer) IS NULL) AND ('-60'::integer <= ALL (days)) AND (365 >= ALL (days)))),
  CONSTRAINT reminder_settings_invoice_id_key UNIQUE (invoice_id),
  CONSTRAINT reminder_settings_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX reminder_settings_customer ON reminder_settings USING btree (customer_id) WHERE (invoice_id IS NULL);
ALTER TABLE reminder_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON reminder_settings FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_select ON reminder_settings FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text, 'accounts'::text, 'sales'::text, 'records'::text]) AS staff_has));
CREATE POLICY tickets_all ON reminder_settings FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON reminder_settings TO portal_operator;
GRANT SELECT ON reminder_settings TO portal_staff;
GRANT DELETE, INSERT, SELECT ON reminder_settings TO portal_tickets;

CREATE TABLE reply_tokens (
  token_hash text COLLATE "C" NOT NULL,
  ticket_id uuid,
  user_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  purpose text NOT NULL DEFAULT 'reply'::text,
  lead_id uuid,
  CONSTRAINT reply_tokens_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  CONSTRAINT reply_tokens_owner CHECK (
CASE
    WHEN (lead_id IS NULL) THEN ((ticket_id IS NOT NULL) AND (user_id IS NOT NULL))
    ELSE ((ticket_id IS NULL) AND (user_id IS NULL) AND (purpose = 'reply'::text))
END),
  CONSTRAINT reply_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT reply_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['reply'::text, 'rating'::text]))),
  CONSTRAINT reply_tokens_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  CONSTRAINT reply_tokens_token_hash_check CHECK ((length(token_hash) = 43)),
  CONSTRAINT reply_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reply_tokens_expiry ON reply_tokens USING btree (expires_at);
CREATE INDEX reply_tokens_lead ON reply_tokens USING btree (lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX reply_tokens_ticket ON reply_tokens USING btree (ticket_id);
CREATE INDEX reply_tokens_user ON reply_tokens USING btree (user_id);
ALTER TABLE reply_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY app_delete ON reply_tokens FOR DELETE TO portal_app USING ((CURRENT_USER = 'portal_app'::name));
CREATE POLICY app_select ON reply_tokens FOR SELECT TO portal_app USING ((CURRENT_USER = 'portal_app'::name));
CREATE POLICY operator_all ON reply_tokens FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY tickets_all ON reply_tokens FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, SELECT (user_id) ON reply_tokens TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON reply_tokens TO portal_operator;
GRANT DELETE, INSERT, SELECT, UPDATE ON reply_tokens TO portal_tickets;

CREATE TABLE retention_runs (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  counts jsonb NOT NULL,
  CONSTRAINT retention_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX retention_runs_started ON retention_runs USING btree (started_at);
GRANT INSERT, SELECT ON retention_runs TO portal_app;
GRANT SELECT ON retention_runs TO portal_operator;
GRANT SELECT (finished_at) ON retention_runs TO portal_people;
GRANT SELECT (finished_at) ON retention_runs TO portal_tickets;

CREATE TABLE saved_views (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  place integer NOT NULL,
  name text NOT NULL,
  filters jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  CONSTRAINT saved_views_filters_check CHECK (((jsonb_typeof(filters) = 'object'::text) AND (length((filters)::text) <= 2000))),
  CONSTRAINT saved_views_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 60)) AND (name ~ '\S'::text))),
  CONSTRAINT saved_views_pkey PRIMARY KEY (id),
  CONSTRAINT saved_views_place_check CHECK (((place >= 1) AND (place <= 20))),
  CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_members(user_id) ON DELETE CASCADE,
  CONSTRAINT saved_views_user_id_place_key UNIQUE (user_id, place)
);
CREATE UNIQUE INDEX saved_views_by_name ON saved_views USING btree (user_id, name_key);
ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON saved_views FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_own ON saved_views FOR ALL TO portal_staff USING ((user_id = ( SELECT app_staff_id() AS app_staff_id)));
GRANT DELETE, INSERT, SELECT, UPDATE ON saved_views TO portal_operator;
GRANT DELETE, INSERT (user_id, place, name, filters), SELECT, UPDATE (name, filters) ON saved_views TO portal_staff;

CREATE TABLE sessions (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  token text NOT NULL,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  has_second_factor boolean NOT NULL DEFAULT false,
  confirmed_with_factor boolean NOT NULL DEFAULT false,
  active_customer_id uuid,
  viewed_customer_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sessions_active_customer_id_fkey FOREIGN KEY (active_customer_id) REFERENCES customers(id) ON DELETE SET NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_key UNIQUE (token),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT sessions_viewed_customer_id_fkey FOREIGN KEY (viewed_customer_id) REFERENCES customers(id) ON DELETE SET NULL
);
CREATE INDEX sessions_active_customer ON sessions USING btree (active_customer_id) WHERE (active_customer_id IS NOT NULL);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);
CREATE INDEX sessions_viewed_customer ON sessions USING btree (viewed_customer_id) WHERE (viewed_customer_id IS NOT NULL);
CREATE TRIGGER sessions_cap_lifetime BEFORE INSERT OR UPDATE OF expires_at, signed_in_at ON sessions FOR EACH ROW EXECUTE FUNCTION cap_session_lifetime();
CREATE TRIGGER sessions_set_last_signed_in_at AFTER INSERT OR UPDATE OF expires_at ON sessions FOR EACH ROW EXECUTE FUNCTION set_last_signed_in_at();
GRANT DELETE, INSERT, SELECT, UPDATE ON sessions TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON sessions TO portal_operator;
GRANT SELECT (user_id, token, expires_at, signed_in_at, has_second_factor, active_customer_id, viewed_customer_id), UPDATE (viewed_customer_id) ON sessions TO portal_people;

CREATE TABLE staff_members (
  user_id uuid NOT NULL,
  name text NOT NULL,
  permissions text[] NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT staff_members_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT staff_members_permissions_check CHECK ((((cardinality(permissions) >= 1) AND (cardinality(permissions) <= 5)) AND (permissions <@ ARRAY['support'::text, 'accounts'::text, 'sales'::text, 'records'::text, 'admin'::text]))),
  CONSTRAINT staff_members_pkey PRIMARY KEY (user_id),
  CONSTRAINT staff_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER staff_members_end_invitations AFTER DELETE OR UPDATE OF active, permissions ON staff_members FOR EACH ROW WHEN (('accounts'::text = ANY (old.permissions))) EXECUTE FUNCTION end_invitations();
CREATE TRIGGER staff_members_end_viewing AFTER UPDATE ON staff_members FOR EACH ROW WHEN (((old.active IS DISTINCT FROM new.active) OR (old.permissions IS DISTINCT FROM new.permissions))) EXECUTE FUNCTION end_viewing();
CREATE TRIGGER staff_members_end_viewing_removed AFTER DELETE ON staff_members FOR EACH ROW EXECUTE FUNCTION end_viewing();
CREATE TRIGGER staff_members_keep_an_admin AFTER UPDATE OF active, permissions ON staff_members FOR EACH ROW WHEN ((old.active AND ('admin'::text = ANY (old.permissions)) AND (NOT (new.active AND ('admin'::text = ANY (new.permissions)))))) EXECUTE FUNCTION keep_an_admin();
CREATE TRIGGER staff_members_keep_an_admin_removed AFTER DELETE ON staff_members FOR EACH ROW WHEN ((old.active AND ('admin'::text = ANY (old.permissions)))) EXECUTE FUNCTION keep_an_admin();
CREATE TRIGGER staff_members_rename_tickets AFTER UPDATE OF name ON staff_members FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION rename_ticket_assignee();
ALTER TABLE staff_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY app_select ON staff_members FOR SELECT TO portal_app USING ((CURRENT_USER = 'portal_app'::name));
CREATE POLICY operator_all ON staff_members FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_select ON staff_members FOR SELECT TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY search_select ON staff_members FOR SELECT TO portal_search USING ((CURRENT_USER = 'portal_search'::name));
CREATE POLICY staff_select ON staff_members FOR SELECT TO portal_staff USING (( SELECT staff_has() AS staff_has));
CREATE POLICY tickets_all ON staff_members FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT SELECT (user_id, name, permissions, active) ON staff_members TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON staff_members TO portal_operator;
GRANT SELECT ON staff_members TO portal_people;
GRANT SELECT (user_id, name) ON staff_members TO portal_search;
GRANT SELECT ON staff_members TO portal_staff;
GRANT SELECT ON staff_members TO portal_tickets;

CREATE TABLE subscribers (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  consent jsonb NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  CONSTRAINT subscribers_check CHECK (((confirmed_at IS NOT NULL) = (state = 'confirmed'::text))),
  CONSTRAINT subscribers_confirmed_at_check CHECK (isfinite(confirmed_at)),
  CONSTRAINT subscribers_consent_check CHECK ((consent ?& ARRAY['text_hash'::text, 'page'::text, 'at'::text])),
  CONSTRAINT subscribers_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email !~ '[\s<>,;]'::text))),
  CONSTRAINT subscribers_pkey PRIMARY KEY (id),
  CONSTRAINT subscribers_requested_at_check CHECK (isfinite(requested_at)),
  CONSTRAINT subscribers_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text])))
);
CREATE INDEX subscribers_confirmed ON subscribers USING btree (confirmed_at) WHERE (state = 'confirmed'::text);
CREATE UNIQUE INDEX subscribers_email ON subscribers USING btree (lower(email));
CREATE INDEX subscribers_pending ON subscribers USING btree (requested_at) WHERE (state = 'pending'::text);
ALTER TABLE subscribers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON subscribers FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON subscribers FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY staff_select ON subscribers FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
GRANT DELETE, INSERT, SELECT, UPDATE ON subscribers TO portal_operator;
GRANT DELETE, INSERT (email, consent, requested_at), SELECT, UPDATE (email, state, consent, requested_at, confirmed_at) ON subscribers TO portal_people;
GRANT SELECT ON subscribers TO portal_staff;

CREATE TABLE suppressed (
  email_hmac text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT suppressed_created_at_check CHECK (isfinite(created_at)),
  CONSTRAINT suppressed_email_hmac_check CHECK ((length(email_hmac) = 43)),
  CONSTRAINT suppressed_pkey PRIMARY KEY (email_hmac)
);
CREATE INDEX suppressed_created ON suppressed USING btree (created_at);
ALTER TABLE suppressed ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON suppressed FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON suppressed FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY staff_select ON suppressed FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
GRANT DELETE, INSERT, SELECT, UPDATE ON suppressed TO portal_operator;
GRANT DELETE, INSERT (email_hmac), SELECT, UPDATE (created_at) ON suppressed TO portal_people;
GRANT SELECT ON suppressed TO portal_staff;

CREATE TABLE tags (
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  CONSTRAINT tags_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 40)) AND (name ~ '\S'::text))),
  CONSTRAINT tags_name_key_key UNIQUE (name_key),
  CONSTRAINT tags_pkey PRIMARY KEY (name)
);
ALTER TABLE tags ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON tags FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_select ON tags FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY tickets_all ON tags FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON tags TO portal_operator;
GRANT SELECT ON tags TO portal_staff;
GRANT DELETE, INSERT, SELECT ON tags TO portal_tickets;

CREATE TABLE ticket_events (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  position integer NOT NULL,
  kind text COLLATE "C" NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  payload jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT ticket_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT ticket_events_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['customer'::text, 'staff'::text, 'system'::text]))),
  CONSTRAINT ticket_events_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  CONSTRAINT ticket_events_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_events_ticket_id_customer_id_fkey FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT ticket_events_ticket_id_position_key UNIQUE (ticket_id, "position")
);
CREATE INDEX ticket_events_actor ON ticket_events USING btree (actor_id);
CREATE INDEX ticket_events_all_changes ON ticket_events USING btree (created_at) INCLUDE (kind, payload) WHERE (kind = ANY (ARRAY['status_changed'::text, 'reopened'::text]));
CREATE INDEX ticket_events_all_responses ON ticket_events USING btree (created_at) INCLUDE (kind, payload) WHERE (kind = ANY (ARRAY['responded'::text, 'response_missed'::text]));
CREATE INDEX ticket_events_changes ON ticket_events USING btree (customer_id, created_at) INCLUDE (kind, payload) WHERE (kind = ANY (ARRAY['status_changed'::text, 'reopened'::text]));
CREATE INDEX ticket_events_customer ON ticket_events USING btree (customer_id);
CREATE INDEX ticket_events_ratings ON ticket_events USING btree (created_at) INCLUDE (customer_id, ticket_id, "position", kind, payload) WHERE (kind = 'rated'::text);
CREATE INDEX ticket_events_responses ON ticket_events USING btree (customer_id, created_at) INCLUDE (kind, payload) WHERE (kind = ANY (ARRAY['responded'::text, 'response_missed'::text]));
CREATE TRIGGER ticket_events_enqueue_alert AFTER INSERT ON ticket_events FOR EACH ROW WHEN (((CURRENT_USER = 'portal_tickets'::name) AND (new.kind = ANY (ARRAY['response_missed'::text, 'resolution_missed'::text])) AND (new.actor_kind = 'system'::text))) EXECUTE FUNCTION enqueue_sla_alert();
CREATE TRIGGER ticket_events_enqueue_notice AFTER INSERT ON ticket_events FOR EACH ROW WHEN (((CURRENT_USER = 'portal_tickets'::name) AND (new.kind = ANY (ARRAY['status_changed'::text, 'reopened'::text, 'assigned'::text, 'watcher_added'::text])))) EXECUTE FUNCTION enqueue_ticket_notice();
ALTER TABLE ticket_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON ticket_events FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_select ON ticket_events FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY tenant_select ON ticket_events FOR SELECT TO portal_tenant USING (((customer_id = ( SELECT app_customer_id('tickets'::text) AS app_customer_id)) AND (( SELECT app_can('technical'::text) AS app_can) OR can_see_ticket(ticket_id))));
CREATE POLICY tickets_all ON ticket_events FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON ticket_events TO portal_operator;
GRANT SELECT ON ticket_events TO portal_staff;
GRANT SELECT ON ticket_events TO portal_tenant;
GRANT INSERT, SELECT ON ticket_events TO portal_tickets;

CREATE TABLE ticket_internal_events (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  position integer NOT NULL,
  kind text COLLATE "C" NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  payload jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT ticket_internal_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT ticket_internal_events_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['customer'::text, 'staff'::text, 'system'::text]))),
  CONSTRAINT ticket_internal_events_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  CONSTRAINT ticket_internal_events_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_internal_events_ticket_id_customer_id_fkey FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX ticket_internal_events_actor ON ticket_internal_events USING btree (actor_id);
CREATE INDEX ticket_internal_events_customer ON ticket_internal_events USING btree (customer_id);
CREATE INDEX ticket_internal_events_thread ON ticket_internal_events USING btree (ticket_id, "position", created_at, id);
ALTER TABLE ticket_internal_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON ticket_internal_events FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_select ON ticket_internal_events FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY tickets_all ON ticket_internal_events FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON ticket_internal_events TO portal_operator;
GRANT SELECT ON ticket_internal_events TO portal_staff;
GRANT INSERT, SELECT ON ticket_internal_events TO portal_tickets;

CREATE TABLE ticket_messages (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  position integer NOT NULL,
  author_kind text NOT NULL,
  author_id uuid,
  unverified_sender text,
  body text NOT NULL,
  source text NOT NULL,
  email_message_id text COLLATE "C",
  idempotency_key text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  withdrawn_at timestamptz,
  stems tsvector GENERATED ALWAYS AS (search_stems(body)) STORED,
  CONSTRAINT ticket_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT ticket_messages_author_id_idempotency_key_key UNIQUE (author_id, idempotency_key),
  CONSTRAINT ticket_messages_author_kind_check CHECK ((author_kind = ANY (ARRAY['customer'::text, 'staff'::text, 'system'::text]))),
  CONSTRAINT ticket_messages_body_check CHECK ((((length(body) >= 1) AND (length(body) <= 20000)) AND (body ~ '\S'::text))),
  CONSTRAINT ticket_messages_email_message_id_check CHECK (((length(email_message_id) >= 1) AND (length(email_message_id) <= 1000))),
  CONSTRAINT ticket_messages_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200))),
  CONSTRAINT ticket_messages_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_messages_source_check CHECK ((source = ANY (ARRAY['portal'::text, 'desk'::text, 'email'::text]))),
  CONSTRAINT ticket_messages_ticket_id_customer_id_fkey FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT ticket_messages_ticket_id_position_key UNIQUE (ticket_id, "position"),
  CONSTRAINT ticket_messages_unverified_sender_check CHECK (((length(unverified_sender) >= 1) AND (length(unverified_sender) <= 320)))
);
CREATE INDEX ticket_messages_author ON ticket_messages USING btree (author_id, created_at);
CREATE INDEX ticket_messages_customer ON ticket_messages USING btree (customer_id);
CREATE UNIQUE INDEX ticket_messages_email ON ticket_messages USING btree (ticket_id, author_id, email_message_id) WHERE (email_message_id IS NOT NULL);
CREATE INDEX ticket_messages_keyed ON ticket_messages USING btree (created_at) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX ticket_messages_newest ON ticket_messages USING btree (created_at);
CREATE INDEX ticket_messages_words ON ticket_messages USING gin (stems) WITH (gin_pending_list_limit='1024');
CREATE TRIGGER ticket_messages_enqueue_notice AFTER INSERT ON ticket_messages FOR EACH ROW WHEN ((CURRENT_USER = 'portal_tickets'::name)) EXECUTE FUNCTION enqueue_ticket_notice();
CREATE TRIGGER ticket_messages_webhook AFTER INSERT ON ticket_messages FOR EACH ROW WHEN ((CURRENT_USER <> 'portal_operator'::name)) EXECUTE FUNCTION emit_record_webhook('ticket.replied');
ALTER TABLE ticket_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON ticket_messages FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY search_select ON ticket_messages FOR SELECT TO portal_search USING (true);
CREATE POLICY staff_select ON ticket_messages FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY tenant_select ON ticket_messages FOR SELECT TO portal_tenant USING (((customer_id = ( SELECT app_customer_id('tickets'::text) AS app_customer_id)) AND (( SELECT app_can('technical'::text) AS app_can) OR can_see_ticket(ticket_id))));
CREATE POLICY tickets_all ON ticket_messages FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON ticket_messages TO portal_operator;
GRANT SELECT (id, ticket_id, body, created_at, stems) ON ticket_messages TO portal_search;
GRANT SELECT ON ticket_messages TO portal_staff;
GRANT SELECT ON ticket_messages TO portal_tenant;
GRANT INSERT, SELECT, UPDATE (unverified_sender, body, email_message_id, withdrawn_at) ON ticket_messages TO portal_tickets;

CREATE TABLE ticket_notes (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  position integer NOT NULL,
  author_id uuid,
  body text NOT NULL,
  idempotency_key text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  stems tsvector GENERATED ALWAYS AS (search_stems(body)) STORED,
  mentions uuid[] NOT NULL DEFAULT '{}'::uuid[],
  CONSTRAINT ticket_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT ticket_notes_author_id_idempotency_key_key UNIQUE (author_id, idempotency_key),
  CONSTRAINT ticket_notes_body_check CHECK ((((length(body) >= 1) AND (length(body) <= 20000)) AND (body ~ '\S'::text))),
  CONSTRAINT ticket_notes_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200))),
  CONSTRAINT ticket_notes_mentions_check CHECK ((cardinality(mentions) <= 20)),
  CONSTRAINT ticket_notes_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_notes_ticket_id_customer_id_fkey FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX ticket_notes_customer ON ticket_notes USING btree (customer_id);
CREATE INDEX ticket_notes_keyed ON ticket_notes USING btree (created_at) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX ticket_notes_newest ON ticket_notes USING btree (created_at);
CREATE INDEX ticket_notes_thread ON ticket_notes USING btree (ticket_id, "position", created_at, id);
CREATE INDEX ticket_notes_words ON ticket_notes USING gin (stems) WITH (gin_pending_list_limit='1024');
CREATE TRIGGER ticket_notes_notify AFTER INSERT ON ticket_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_note_changes();
ALTER TABLE ticket_notes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON ticket_notes FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY search_select ON ticket_notes FOR SELECT TO portal_search USING (true);
CREATE POLICY staff_insert ON ticket_notes FOR INSERT TO portal_staff WITH CHECK ((( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has) AND (author_id = ( SELECT app_staff_id() AS app_staff_id))));
CREATE POLICY staff_select ON ticket_notes FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY tickets_all ON ticket_notes FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON ticket_notes TO portal_operator;
GRANT SELECT (id, ticket_id, body, created_at, stems) ON ticket_notes TO portal_search;
GRANT INSERT (ticket_id, customer_id, position, author_id, body, idempotency_key, mentions), SELECT ON ticket_notes TO portal_staff;
GRANT SELECT ON ticket_notes TO portal_tickets;

CREATE TABLE ticket_reads (
  user_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  version integer NOT NULL,
  CONSTRAINT ticket_reads_pkey PRIMARY KEY (user_id, ticket_id),
  CONSTRAINT ticket_reads_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  CONSTRAINT ticket_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT ticket_reads_version_check CHECK ((version >= 0))
);
CREATE INDEX ticket_reads_ticket ON ticket_reads USING btree (ticket_id);
ALTER TABLE ticket_reads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON ticket_reads FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY tenant_own ON ticket_reads FOR ALL TO portal_tenant USING ((user_id = ( SELECT app_user_id() AS app_user_id))) WITH CHECK (((user_id = ( SELECT app_user_id() AS app_user_id)) AND can_see_ticket(ticket_id)));
CREATE POLICY tickets_all ON ticket_reads FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON ticket_reads TO portal_operator;
GRANT INSERT, SELECT, UPDATE ON ticket_reads TO portal_tenant;
GRANT SELECT ON ticket_reads TO portal_tickets;

CREATE TABLE ticket_watchers (
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ticket_watchers_pkey PRIMARY KEY (ticket_id, user_id),
  CONSTRAINT ticket_watchers_ticket_id_customer_id_fkey FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT ticket_watchers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ticket_watchers_customer ON ticket_watchers USING btree (customer_id);
CREATE INDEX ticket_watchers_user ON ticket_watchers USING btree (user_id);
ALTER TABLE ticket_watchers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON ticket_watchers FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY staff_select ON ticket_watchers FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY tenant_select ON ticket_watchers FOR SELECT TO portal_tenant USING (((customer_id = ( SELECT app_customer_id('tickets'::text) AS app_customer_id)) AND (( SELECT app_can('technical'::text) AS app_can) OR can_see_ticket(ticket_id))));
CREATE POLICY tickets_all ON ticket_watchers FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON ticket_watchers TO portal_operator;
GRANT SELECT ON ticket_watchers TO portal_staff;
GRANT SELECT ON ticket_watchers TO portal_tenant;
GRANT DELETE, INSERT, SELECT ON ticket_watchers TO portal_tickets;

CREATE TABLE tickets (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  ticket_number text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  description text NOT NULL,
  priority text COLLATE "C" NOT NULL DEFAULT 'medium'::text,
  status text COLLATE "C" NOT NULL DEFAULT 'open'::text,
  author_id uuid,
  requester_id uuid,
  assignee_id uuid,
  idempotency_key text COLLATE "C",
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  closed_at timestamptz,
  reopened_count integer NOT NULL DEFAULT 0,
  last_public_at timestamptz,
  unread_since timestamptz,
  first_response_due_at timestamptz,
  first_responded_at timestamptz,
  sla_state text,
  sla_calendar text,
  sla_paused_at timestamptz,
  sla_warned_at timestamptz,
  follows_ticket_id uuid,
  merged_into_id uuid,
  subject_key text COLLATE "C" NOT NULL,
  priority_key integer NOT NULL,
  urgency_key integer NOT NULL,
  due_key timestamptz NOT NULL,
  needs_staff boolean NOT NULL,
  search_text text NOT NULL,
  short_number integer NOT NULL DEFAULT nextval('short_ticket_numbers'::regclass),
  customer_key text COLLATE "C" NOT NULL DEFAULT ''::text,
  assignee_key text COLLATE "C" NOT NULL DEFAULT chr(1114111),
  status_key integer NOT NULL DEFAULT 0,
  activity_key timestamptz NOT NULL DEFAULT now(),
  customer_wrote_last boolean NOT NULL DEFAULT true,
  origin text COLLATE "C" NOT NULL DEFAULT 'portal'::text,
  unverified_sender text,
  response_minutes integer NOT NULL DEFAULT 240,
  resolution_minutes integer,
  resolution_due_at timestamptz,
  resolution_state text,
  resolution_paused_at timestamptz,
  resolution_warned_at timestamptz,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  snoozed_until timestamptz,
  topic text COLLATE "C" NOT NULL DEFAULT 'support'::text,
  stems tsvector GENERATED ALWAYS AS (search_stems(((subject || ' '::text) || description))) STORED,
  invoice_id uuid,
  CONSTRAINT tickets_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES staff_members(user_id) ON DELETE SET NULL,
  CONSTRAINT tickets_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tickets_customer_id_author_id_idempotency_key_key UNIQUE (customer_id, author_id, idempotency_key),
  CONSTRAINT tickets_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT tickets_customer_id_invoice_id_fkey FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices(customer_id, id) ON DELETE SET NULL (invoice_id),
  CONSTRAINT tickets_description_check CHECK ((((length(description) >= 1) AND (length(description) <= 20000)) AND (description ~ '\S'::text))),
  CONSTRAINT tickets_follows_ticket_id_fkey FOREIGN KEY (follows_ticket_id) REFERENCES tickets(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT tickets_id_customer_id_key UNIQUE (id, customer_id),
  CONSTRAINT tickets_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200))),
  CONSTRAINT tickets_merged_check CHECK ((merged_into_id <> id)),
  CONSTRAINT tickets_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES tickets(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT tickets_origin_check CHECK ((origin = ANY (ARRAY['portal'::text, 'desk'::text, 'email'::text, 'operator'::text]))),
  CONSTRAINT tickets_pkey PRIMARY KEY (id),
  CONSTRAINT tickets_priority_check CHECK (((length(priority) >= 1) AND (length(priority) <= 50))),
  CONSTRAINT tickets_reopened_count_check CHECK ((reopened_count >= 0)),
  CONSTRAINT tickets_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tickets_resolution_check CHECK (((resolution_state IS NULL) OR ((resolution_due_at IS NOT NULL) AND (resolution_minutes IS NOT NULL) AND (sla_calendar IS NOT NULL)))),
  CONSTRAINT tickets_resolution_minutes_check CHECK ((resolution_minutes > 0)),
  CONSTRAINT tickets_resolution_state_check CHECK ((resolution_state = ANY (ARRAY['running'::text, 'paused'::text, 'met'::text, 'missed'::text]))),
  CONSTRAINT tickets_response_minutes_check CHECK ((response_minutes > 0)),
  CONSTRAINT tickets_short_number_key UNIQUE (short_number),
  CONSTRAINT tickets_sla_calendar_check CHECK ((sla_calendar = ANY (ARRAY['office'::text, 'continuous'::text]))),
  CONSTRAINT tickets_sla_check CHECK (((sla_state IS NULL) OR ((first_response_due_at IS NOT NULL) AND (sla_calendar IS NOT NULL)))),
  CONSTRAINT tickets_sla_state_check CHECK ((sla_state = ANY (ARRAY['running'::text, 'paused'::text, 'met'::text, 'missed'::text]))),
  CONSTRAINT tickets_status_check CHECK (((length(status) >= 1) AND (length(status) <= 50))),
  CONSTRAINT tickets_subject_check CHECK ((((length(subject) >= 1) AND (length(subject) <= 200)) AND (subject ~ '\S'::text))),
  CONSTRAINT tickets_tags_check CHECK ((cardinality(tags) <= 20)),
  CONSTRAINT tickets_ticket_number_check CHECK ((ticket_number ~ '^TKT-[0-9]{1,19}$'::text)),
  CONSTRAINT tickets_ticket_number_key UNIQUE (ticket_number),
  CONSTRAINT tickets_topic_check CHECK ((topic = ANY (ARRAY['support'::text, 'billing'::text]))),
  CONSTRAINT tickets_unverified_sender_check CHECK (((length(unverified_sender) >= 1) AND (length(unverified_sender) <= 320)))
);
CREATE INDEX tickets_all_by_created_at ON tickets USING btree (created_at, id);
CREATE INDEX tickets_all_by_due ON tickets USING btree (due_key, urgency_key, created_at, id);
CREATE INDEX tickets_by_assignee ON tickets USING btree (assignee_id, needs_staff, due_key, urgency_key, created_at, id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX tickets_by_created_at ON tickets USING btree (customer_id, created_at, id);
CREATE INDEX tickets_by_priority ON tickets USING btree (customer_id, priority_key, id);
CREATE INDEX tickets_by_resolved_at ON tickets USING btree (resolved_at, customer_id, assignee_id) WHERE (resolved_at IS NOT NULL);
CREATE INDEX tickets_by_status ON tickets USING btree (customer_id, status, created_at, id);
CREATE INDEX tickets_by_subject ON tickets USING btree (customer_id, subject_key, id);
CREATE INDEX tickets_by_ticket_number ON tickets USING btree (customer_id, ticket_number);
CREATE INDEX tickets_desk_by_activity ON tickets USING btree (needs_staff, activity_key, id);
CREATE INDEX tickets_desk_by_assignee ON tickets USING btree (needs_staff, assignee_key, created_at, id);
CREATE INDEX tickets_desk_by_created_at ON tickets USING btree (needs_staff, created_at, id);
CREATE INDEX tickets_desk_by_customer ON tickets USING btree (needs_staff, customer_key, id);
CREATE INDEX tickets_desk_by_priority ON tickets USING btree (needs_staff, urgency_key, created_at, id);
CREATE INDEX tickets_desk_by_status ON tickets USING btree (needs_staff, status_key, created_at, id);
CREATE INDEX tickets_follows ON tickets USING btree (follows_ticket_id) WHERE (follows_ticket_id IS NOT NULL);
CREATE INDEX tickets_invoice ON tickets USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX tickets_merged_into ON tickets USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE INDEX tickets_open_of_customer ON tickets USING btree (customer_id) INCLUDE (assignee_id, status) WHERE (status <> 'closed'::text);
CREATE INDEX tickets_queue ON tickets USING btree (due_key, urgency_key, created_at, id) WHERE needs_staff;
CREATE INDEX tickets_requester ON tickets USING btree (requester_id);
CREATE INDEX tickets_resolving ON tickets USING btree (resolution_due_at) WHERE (resolution_state = 'running'::text);
CREATE INDEX tickets_running ON tickets USING btree (first_response_due_at) WHERE (sla_state = 'running'::text);
CREATE INDEX tickets_search ON tickets USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX tickets_silent ON tickets USING btree (resolved_at) WHERE (status = 'resolved'::text);
CREATE INDEX tickets_snoozed ON tickets USING btree (snoozed_until) WHERE (snoozed_until IS NOT NULL);
CREATE INDEX tickets_tags ON tickets USING gin (tags) WITH (gin_pending_list_limit='256') WHERE (tags <> '{}'::text[]);
CREATE INDEX tickets_unassigned ON tickets USING btree (due_key, urgency_key, created_at, id) WHERE (needs_staff AND (assignee_id IS NULL));
CREATE INDEX tickets_unread ON tickets USING btree (due_key, urgency_key, created_at, id) WHERE (unread_since IS NOT NULL);
CREATE INDEX tickets_waiting ON tickets USING btree (due_key, urgency_key, created_at, id) WHERE (needs_staff AND customer_wrote_last);
CREATE INDEX tickets_words ON tickets USING gin (stems) WITH (gin_pending_list_limit='1024');
CREATE TRIGGER tickets_enqueue_notice AFTER INSERT ON tickets FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['portal_tenant'::name, 'portal_tickets'::name]))) EXECUTE FUNCTION enqueue_ticket_notice();
CREATE TRIGGER tickets_forget_warning BEFORE UPDATE OF sla_state ON tickets FOR EACH ROW WHEN (((new.sla_state IS DISTINCT FROM old.sla_state) OR (new.reopened_count > old.reopened_count))) EXECUTE FUNCTION forget_warning();
CREATE TRIGGER tickets_increment_version BEFORE UPDATE ON tickets FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.assignee_id IS DISTINCT FROM new.assignee_id) OR (old.priority IS DISTINCT FROM new.priority))) EXECUTE FUNCTION increment_version();
CREATE TRIGGER tickets_notify_insert AFTER INSERT ON tickets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_ticket_changes();
CREATE TRIGGER tickets_notify_update AFTER UPDATE ON tickets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_ticket_changes();
CREATE TRIGGER tickets_set_columns BEFORE INSERT OR UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION set_ticket_columns();
CREATE TRIGGER tickets_webhook_closed AFTER UPDATE OF status ON tickets FOR EACH ROW WHEN (((new.status = 'closed'::text) AND (old.status <> 'closed'::text) AND (CURRENT_USER <> 'portal_operator'::name))) EXECUTE FUNCTION emit_record_webhook('ticket.closed');
CREATE TRIGGER tickets_webhook_opened AFTER INSERT ON tickets FOR EACH ROW WHEN ((CURRENT_USER <> 'portal_operator'::name)) EXECUTE FUNCTION emit_record_webhook('ticket.opened');
ALTER TABLE tickets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON tickets FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_select ON tickets FOR SELECT TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
CREATE POLICY search_select ON tickets FOR SELECT TO portal_search USING (true);
CREATE POLICY staff_select ON tickets FOR SELECT TO portal_staff USING (( SELECT staff_has(VARIADIC ARRAY['support'::text]) AS staff_has));
CREATE POLICY tenant_insert ON tickets FOR INSERT TO portal_tenant WITH CHECK (((customer_id = ( SELECT app_customer_id('tickets'::text) AS app_customer_id)) AND (author_id = ( SELECT app_user_id() AS app_user_id)) AND (status = 'open'::text) AND (origin = ANY (ARRAY['portal'::text, 'email'::text])) AND (unverified_sender IS NULL) AND ((requester_id IS NULL) OR (requester_id = ( SELECT app_user_id() AS app_user_id)) OR is_ticket_member(requester_id, customer_id)) AND ((follows_ticket_id IS NULL) OR can_see_ticket(follows_ticket_id))));
CREATE POLICY tenant_select ON tickets FOR SELECT TO portal_tenant USING (((customer_id = ( SELECT app_customer_id('tickets'::text) AS app_customer_id)) AND (( SELECT app_can('technical'::text) AS app_can) OR (author_id = ( SELECT app_user_id() AS app_user_id)) OR (requester_id = ( SELECT app_user_id() AS app_user_id)) OR (id = ANY (( SELECT own_watched_tickets() AS own_watched_tickets)::uuid[])))));
CREATE POLICY tickets_all ON tickets FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON tickets TO portal_operator;
GRANT SELECT (id, ticket_number) ON tickets TO portal_people;
GRANT SELECT ON tickets TO portal_search;
GRANT SELECT ON tickets TO portal_staff;
GRANT INSERT (customer_id, ticket_number, subject, description, priority, author_id, requester_id, idempotency_key, unread_since, first_response_due_at, sla_state, sla_calendar, follows_ticket_id, origin, unverified_sender, response_minutes, resolution_minutes, resolution_due_at, resolution_state, topic, invoice_id), SELECT (id, customer_id, ticket_number, subject, description, priority, status, author_id, requester_id, assignee_id, idempotency_key, version, created_at, resolved_at, closed_at, reopened_count, last_public_at, unread_since, first_response_due_at, first_responded_at, sla_state, sla_calendar, sla_paused_at, sla_warned_at, follows_ticket_id, merged_into_id, subject_key, priority_key, search_text, short_number, status_key, activity_key, origin, unverified_sender, response_minutes, resolution_minutes, resolution_due_at, resolution_state, resolution_paused_at, resolution_warned_at, topic, invoice_id) ON tickets TO portal_tenant;
GRANT INSERT, SELECT, UPDATE ON tickets TO portal_tickets;

CREATE TABLE two_factors (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  CONSTRAINT two_factors_pkey PRIMARY KEY (id),
  CONSTRAINT two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT two_factors_user_id_key UNIQUE (user_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON two_factors TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON two_factors TO portal_operator;

CREATE TABLE upload_reservations (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  ticket_id uuid,
  customer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  size integer NOT NULL,
  sha256 text COLLATE "C",
  expires_at timestamptz NOT NULL DEFAULT (now() + '00:20:00'::interval),
  CONSTRAINT upload_reservations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT upload_reservations_pkey PRIMARY KEY (id),
  CONSTRAINT upload_reservations_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT upload_reservations_size_check CHECK (((size >= 0) AND (size <= 26214400))),
  CONSTRAINT upload_reservations_ticket_id_customer_id_fkey FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets(id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT upload_reservations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX upload_reservations_customer ON upload_reservations USING btree (customer_id, sha256);
CREATE INDEX upload_reservations_expiry ON upload_reservations USING btree (expires_at);
CREATE INDEX upload_reservations_ticket ON upload_reservations USING btree (ticket_id);
CREATE INDEX upload_reservations_user ON upload_reservations USING btree (user_id);
ALTER TABLE upload_reservations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON upload_reservations FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY tickets_all ON upload_reservations FOR ALL TO portal_tickets USING ((CURRENT_USER = 'portal_tickets'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON upload_reservations TO portal_operator;
GRANT DELETE, INSERT, SELECT, UPDATE ON upload_reservations TO portal_tickets;

CREATE TABLE users (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  email_verified boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  image text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  last_signed_in_at timestamptz,
  locked_at timestamptz,
  access_version integer NOT NULL DEFAULT 0,
  password_disabled_at timestamptz,
  language text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  language_chosen boolean NOT NULL DEFAULT false,
  CONSTRAINT users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_image_check CHECK ((length(image) <= 2000)),
  CONSTRAINT users_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text, 'ar'::text]))),
  CONSTRAINT users_name_check CHECK ((length(name) <= 254)),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_name_search ON users USING gin (fold(name) gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX users_search ON users USING gin (email gin_trgm_ops) WITH (gin_pending_list_limit='256');
GRANT DELETE, INSERT, SELECT, UPDATE ON users TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON users TO portal_operator;
GRANT SELECT (id, email, email_verified, name, two_factor_enabled, last_signed_in_at, locked_at) ON users TO portal_people;
GRANT SELECT (id, email, name) ON users TO portal_search;
GRANT SELECT (id, email, name, language) ON users TO portal_tickets;

CREATE TABLE verifications (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_expiry ON verifications USING btree (expires_at);
CREATE INDEX verifications_identifier ON verifications USING btree (identifier, created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON verifications TO portal_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON verifications TO portal_operator;

CREATE TABLE webhook_attempts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  message_id uuid NOT NULL,
  attempted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  status integer,
  problem text,
  milliseconds integer NOT NULL,
  CONSTRAINT webhook_attempts_attempted_at_check CHECK (isfinite(attempted_at)),
  CONSTRAINT webhook_attempts_message_id_fkey FOREIGN KEY (message_id) REFERENCES webhook_messages(id) ON DELETE CASCADE,
  CONSTRAINT webhook_attempts_milliseconds_check CHECK ((milliseconds >= 0)),
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_attempts_problem_check CHECK ((length(problem) <= 200)),
  CONSTRAINT webhook_attempts_status_check CHECK (((status >= 100) AND (status <= 999)))
);
CREATE INDEX webhook_attempts_message ON webhook_attempts USING btree (message_id, attempted_at);
ALTER TABLE webhook_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON webhook_attempts FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON webhook_attempts FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_attempts TO portal_operator;
GRANT INSERT (message_id, status, problem, milliseconds), SELECT ON webhook_attempts TO portal_people;

CREATE TABLE webhook_endpoints (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  url text NOT NULL,
  events text[] NOT NULL,
  secret text COLLATE "C" NOT NULL,
  previous_secret text COLLATE "C",
  previous_until timestamptz,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  failing_since timestamptz,
  disabled_at timestamptz,
  paused_until timestamptz,
  CONSTRAINT webhook_endpoints_check CHECK ((num_nonnulls(previous_secret, previous_until) = ANY (ARRAY[0, 2]))),
  CONSTRAINT webhook_endpoints_created_at_check CHECK (isfinite(created_at)),
  CONSTRAINT webhook_endpoints_disabled_at_check CHECK (isfinite(disabled_at)),
  CONSTRAINT webhook_endpoints_events_check CHECK (are_webhook_events(events)),
  CONSTRAINT webhook_endpoints_failing_since_check CHECK (isfinite(failing_since)),
  CONSTRAINT webhook_endpoints_paused_until_check CHECK (isfinite(paused_until)),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_previous_secret_check CHECK ((length(previous_secret) <= 300)),
  CONSTRAINT webhook_endpoints_previous_until_check CHECK (isfinite(previous_until)),
  CONSTRAINT webhook_endpoints_secret_check CHECK ((length(secret) <= 300)),
  CONSTRAINT webhook_endpoints_url_check CHECK (((url ~ '^https?://'::text) AND (length(url) <= 500)))
);
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON webhook_endpoints FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON webhook_endpoints FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_endpoints TO portal_operator;
GRANT DELETE, INSERT (url, events, secret, created_by), SELECT, UPDATE (secret, previous_secret, previous_until, failing_since, disabled_at, paused_until) ON webhook_endpoints TO portal_people;

CREATE TABLE webhook_messages (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  endpoint_id uuid NOT NULL,
  event text COLLATE "C" NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  delivered_at timestamptz,
  CONSTRAINT webhook_messages_body_check CHECK ((length(body) <= 20000)),
  CONSTRAINT webhook_messages_created_at_check CHECK (isfinite(created_at)),
  CONSTRAINT webhook_messages_delivered_at_check CHECK (isfinite(delivered_at)),
  CONSTRAINT webhook_messages_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  CONSTRAINT webhook_messages_event_check CHECK ((length(event) <= 60)),
  CONSTRAINT webhook_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_messages_created ON webhook_messages USING btree (created_at);
CREATE INDEX webhook_messages_endpoint ON webhook_messages USING btree (endpoint_id, created_at);
ALTER TABLE webhook_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON webhook_messages FOR ALL TO portal_operator USING ((CURRENT_USER = 'portal_operator'::name));
CREATE POLICY people_all ON webhook_messages FOR ALL TO portal_people USING ((CURRENT_USER = 'portal_people'::name));
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_messages TO portal_operator;
GRANT INSERT (endpoint_id, event, body), SELECT, UPDATE (delivered_at) ON webhook_messages TO portal_people;

CREATE TABLE private.change_generations (
  generation uuid NOT NULL
);
GRANT SELECT ON change_generations TO portal_people;

CREATE TABLE private.context_keys (
  key bytea NOT NULL
);
GRANT SELECT ON context_keys TO portal_people;

CREATE TABLE private.record_changes (
  record_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  changed_in xid8 NOT NULL,
  CONSTRAINT record_changes_kind_check CHECK ((kind = ANY (ARRAY['customer'::text, 'contract'::text, 'invoice'::text, 'payment'::text]))),
  CONSTRAINT record_changes_pkey PRIMARY KEY (record_id)
);
CREATE INDEX record_changes_order ON private.record_changes USING btree (changed_in, record_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON record_changes TO portal_people;

CREATE VIEW customer_balances WITH (security_invoker=true) AS
 SELECT customers.id AS customer_id,
    unpaid.total AS unpaid_invoices,
        CASE
            WHEN ((EXISTS ( SELECT
               FROM payment_allocations
              WHERE (payment_allocations.customer_id = customers.id))) OR (EXISTS ( SELECT
               FROM invoice_documents
              WHERE (invoice_documents.customer_id = customers.id)))) THEN unpaid.total
            ELSE COALESCE(customers.total_outstanding, unpaid.total)
        END AS outstanding
   FROM (customers
     CROSS JOIN LATERAL ( SELECT COALESCE(sum((invoices.amount - invoices.settled)), 0.00) AS total
           FROM invoices
          WHERE ((invoices.customer_id = customers.id) AND invoices.is_unpaid)) unpaid);
GRANT SELECT ON customer_balances TO portal_operator;
GRANT SELECT ON customer_balances TO portal_search;
GRANT SELECT ON customer_balances TO portal_staff;

CREATE SEQUENCE short_ticket_numbers;
GRANT SELECT, UPDATE, USAGE ON short_ticket_numbers TO portal_operator;
GRANT USAGE ON short_ticket_numbers TO portal_tenant;
GRANT USAGE ON short_ticket_numbers TO portal_tickets;

CREATE SEQUENCE ticket_numbers;
GRANT UPDATE, USAGE ON ticket_numbers TO portal_tenant;
GRANT UPDATE, USAGE ON ticket_numbers TO portal_tickets;

CREATE FUNCTION about_condition(pattern text) RETURNS text LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION accept_inbound_mail(mail jsonb) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION accept_invitation(hash text, accepting_user uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION active_bank_account() RETURNS TABLE(id uuid, iban text, bic text, holder text, active_from timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app, portal_key, portal_operator, portal_staff, portal_tenant
CREATE FUNCTION add_appointment_token(wanted uuid, hash text, OUT email text, OUT user_id uuid, OUT sequence integer, OUT host_id uuid) RETURNS record LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION add_attachment(wanted uuid, file jsonb) RETURNS attachments LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION all_bank_accounts() RETURNS TABLE(id uuid, state text, active_until timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION app_allows(capability text) RETURNS boolean LANGUAGE plpgsql STABLE; -- for PUBLIC
CREATE FUNCTION app_can(capability text) RETURNS boolean LANGUAGE sql STABLE; -- for PUBLIC
CREATE FUNCTION app_context() RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app, portal_key, portal_operator, portal_search, portal_staff, portal_tenant, portal_tickets
CREATE FUNCTION app_customer_id() RETURNS uuid LANGUAGE sql STABLE; -- for PUBLIC
CREATE FUNCTION app_customer_id(capability text) RETURNS uuid LANGUAGE plpgsql STABLE; -- for PUBLIC
CREATE FUNCTION app_is_viewing() RETURNS boolean LANGUAGE sql STABLE; -- for PUBLIC
CREATE FUNCTION app_key_id() RETURNS uuid LANGUAGE sql STABLE; -- for PUBLIC
CREATE FUNCTION app_roles() RETURNS text LANGUAGE sql STABLE; -- for PUBLIC
CREATE FUNCTION app_staff_id() RETURNS uuid LANGUAGE sql STABLE; -- for PUBLIC
CREATE FUNCTION app_user_id() RETURNS uuid LANGUAGE sql STABLE; -- for PUBLIC
CREATE FUNCTION apply_credit_notes(wanted uuid[]) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_key, portal_staff
CREATE FUNCTION apply_credit_notes_as_operator(wanted uuid[]) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_operator
CREATE FUNCTION appointment_kinds() RETURNS text[] LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION appointment_minutes(kind text) RETURNS integer LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION appointment_slots(wanted_kind text, since timestamptz, until timestamptz, at timestamptz, besides uuid DEFAULT NULL::uuid) RETURNS TABLE(host_id uuid, starts_at timestamptz, ends_at timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app, portal_staff, portal_tenant
CREATE FUNCTION approve_bank_account(wanted uuid, typed_iban text, request text, from_network text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION are_key_scopes(given text[]) RETURNS boolean LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION are_open_periods(given jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION are_roles(given text[]) RETURNS boolean LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION are_webhook_events(given text[]) RETURNS boolean LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION are_weekly_hours(given jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION attach_files(wanted uuid[], of_ticket uuid, of_message uuid DEFAULT NULL::uuid, of_note uuid DEFAULT NULL::uuid) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION audit_names(details jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION audit_subject(entity text) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION begin_author_context(wanted_reply uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION begin_calendar_context(wanted_hash text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION begin_hold(of_key text, of_request text, consent_hash text, wanted_kind text, wanted_start timestamptz, guest_email text, at timestamptz) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION begin_key_context(given text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION begin_lead(of_key text, of_request text, of_form text, consent_hash text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION begin_mail_context(wanted_mail uuid, address text, OUT customer uuid, OUT customers integer) RETURNS record LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION begin_reply_context(wanted_hash text, purpose text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION begin_staff_context(session_token text, wanted_customer uuid) RETURNS text LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION begin_tenant_context(session_token text, OUT caller uuid, OUT viewing boolean) RETURNS record LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION book_appointment(wanted_kind text, wanted_start timestamptz, wanted_meeting text, guest jsonb, at timestamptz) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_tenant
CREATE FUNCTION can_add_document(wanted_customer uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION can_open_ticket(wanted_customer uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION can_see_ticket(wanted uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION cancel_appointment(wanted uuid, hash text, at timestamptz, OUT id uuid, OUT is_new boolean, OUT was_booked boolean) RETURNS record LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app, portal_staff, portal_tenant
CREATE FUNCTION cap_session_lifetime() RETURNS trigger LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION capable_roles(capability text) RETURNS text[] LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION change_generation() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_key
CREATE FUNCTION change_roles(member uuid, new_roles text[]) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff, portal_tenant
CREATE FUNCTION change_webhook_secret(wanted uuid, sealed text, request text, from_network text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION check_allocation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION check_credit_note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION claim_appointment_reminders(at timestamptz, max_rows integer) RETURNS TABLE(id uuid) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION claim_context() RETURNS void LANGUAGE plpgsql; -- for portal_people
CREATE FUNCTION claim_reminders(today date, default_days integer[], max_users integer) RETURNS TABLE(user_id uuid, email text, reminders uuid[]) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION confirm_appointment(hash text, at timestamptz, OUT id uuid, OUT is_new boolean) RETURNS record LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION confirm_subscriber(wanted uuid, lifted text[]) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION consume_rate_limit(keys text[], limits integer[], seconds integer[]) RETURNS TABLE(retry_after integer, is_first boolean) LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION copy_watchers(old_ticket uuid, new_ticket uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION count_recent_mails(ticket uuid) RETURNS integer LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION country_of(phone text) RETURNS text LANGUAGE sql IMMUTABLE; -- as portal_people, for no other role
CREATE FUNCTION create_api_key(new_name text, new_prefix text, hash text, new_scopes text[], days integer, request text, from_network text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION create_ticket(new_subject text, new_description text, new_priority text, key text, at_millisecond bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint, hourly_limit integer DEFAULT 0, sla_start timestamptz DEFAULT NULL::timestamptz, office_hours timestamptz[] DEFAULT NULL::timestamptz[], requested_for text DEFAULT NULL::text, follows uuid DEFAULT NULL::uuid, caller uuid DEFAULT app_user_id(), new_origin text DEFAULT 'portal'::text, unverified text DEFAULT NULL::text, new_topic text DEFAULT NULL::text, about_invoice uuid DEFAULT NULL::uuid) RETURNS TABLE(ticket tickets, is_replay boolean) LANGUAGE plpgsql; -- for portal_tenant, portal_tickets
CREATE FUNCTION create_ticket_as_sender(new_subject text, new_description text, new_priority text, sla_start timestamptz, office_hours timestamptz[], follows uuid, of_mail uuid) RETURNS TABLE(ticket tickets, is_replay boolean) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION create_ticket_as_staff(new_subject text, new_description text, new_priority text, key text, sla_start timestamptz, office_hours timestamptz[], requested_for text, of_mail uuid, is_quiet boolean) RETURNS TABLE(ticket tickets, is_replay boolean) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION create_webhook(new_url text, new_events text[], sealed text, request text, from_network text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION creditable_amount(wanted uuid) RETURNS numeric LANGUAGE sql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_operator, portal_staff
CREATE FUNCTION credited_number(invoice uuid) RETURNS text LANGUAGE sql STABLE; -- for PUBLIC
CREATE FUNCTION customer_facts(wanted uuid) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION customer_may_move(from_status text, to_status text) RETURNS boolean LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION date_search_text(day date) RETURNS text LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION default_weekly_hours() RETURNS jsonb LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION desk_api_keys() RETURNS TABLE(id uuid, name text, prefix text, scopes text[], created_name text, created_at timestamptz, expires_at timestamptz, last_used_on date, revoked_name text, revoked_at timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION desk_backlog() RETURNS TABLE(held_mails integer, overdue_responses integer) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION desk_bank_accounts() RETURNS TABLE(id uuid, iban text, bic text, holder text, state text, proposed_by uuid, proposed_name text, proposed_at timestamptz, approved_name text, approved_at timestamptz, active_from timestamptz, active_until timestamptz, ended_name text, ended_at timestamptz, end_reason text, told integer) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION desk_bank_alarms() RETURNS TABLE(id uuid, account_id uuid, email text, customers text, alarm_at timestamptz, dismissed_name text, dismissed_at timestamptz, dismiss_reason text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION desk_health() RETURNS TABLE(size_bytes bigint, queued integer, oldest_queued_at timestamptz, failed integer, last_sent_at timestamptz, last_backup_at timestamptz, last_retention_at timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION desk_invitation_language(invited text) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION desk_invitations() RETURNS TABLE(id uuid, email text, roles text[], created_at timestamptz, expires_at timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION desk_member_email(member uuid) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION desk_members() RETURNS TABLE(user_id uuid, email text, name text, roles text[], created_at timestamptz, last_signed_in_at timestamptz, has_second_factor boolean, is_locked boolean) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION desk_search_contracts(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION desk_search_customers(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION desk_search_invoices(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION desk_search_licenses(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION desk_search_members(patterns text[], max_rows integer) RETURNS TABLE(user_id uuid, name text, email text, customer_id uuid) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION desk_search_messages(words text[], max_rows integer) RETURNS TABLE(ticket_id uuid, body text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION desk_search_queue(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION desk_search_tickets(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION desk_search_users(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION desk_search_words(pattern text) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff
CREATE FUNCTION desk_session(session_token text) RETURNS TABLE(staff uuid, state text, can_view boolean, ends_at timestamptz, viewed uuid) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app, portal_staff
CREATE FUNCTION desk_user_email(wanted uuid) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION desk_webhook_messages(endpoint uuid, max_rows integer) RETURNS TABLE(id uuid, event text, body text, created_at timestamptz, delivered_at timestamptz, attempts integer, attempted_at timestamptz, status integer, problem text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION desk_webhooks() RETURNS TABLE(id uuid, url text, events text[], created_name text, created_at timestamptz, failing_since timestamptz, disabled_at timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION discard_inbound_mail(wanted uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION discard_inbound_mails_like(wanted uuid) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION dismiss_bank_alarm(wanted uuid, reason text, request text, from_network text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION emit_record_webhook() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION emit_webhook(what text, facts jsonb, only_endpoint uuid DEFAULT NULL::uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION enable_webhook(wanted uuid, request text, from_network text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION end_bank_account(wanted uuid, reason text, request text, from_network text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION end_invitations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION end_viewing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION enqueue_bank_notice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION enqueue_reply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION enqueue_scan() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION enqueue_sla_alert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION enqueue_ticket_notice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION find_appointment(hash text) RETURNS TABLE(id uuid, kind text, starts_at timestamptz, ends_at timestamptz, status text, meeting text, host_name text, uid uuid, sequence integer, held_until timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION find_colleague(wanted_email text, needed text DEFAULT 'support'::text) RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION find_hold(guest_email text, wanted_kind text, wanted_start timestamptz, at timestamptz) RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION find_invitation(hash text) RETURNS TABLE(email text, customer text, roles text[]) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION find_lead_reply_token(wanted_hash text) RETURNS TABLE(lead_id uuid, email text, is_expired boolean) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION find_merge_target(merged uuid, reader uuid) RETURNS TABLE(id uuid, ticket_number text, subject text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION find_received_mail(wanted uuid) RETURNS TABLE(sha256 text, sender text, recipients text[]) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app, portal_people
CREATE FUNCTION find_reply_token(wanted_hash text, wanted_purpose text DEFAULT 'reply'::text) RETURNS TABLE(ticket_id uuid, customer_id uuid, user_id uuid, email text, is_expired boolean) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app, portal_people
CREATE FUNCTION find_webhook(wanted uuid) RETURNS TABLE(url text, secret text, previous_secret text, body text, paused_until timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION finish_appointment(wanted uuid, outcome text, at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION finish_held_mail(wanted uuid, of_ticket uuid, message uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION finish_inbound_mail(wanted uuid, mail jsonb) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION forget_warning() RETURNS trigger LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION free_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION free_payment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION guard_bank_account() RETURNS trigger LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION has_unread_reply(wanted uuid, reader uuid, author uuid, requester uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_tenant
CREATE FUNCTION hash_token(token text) RETURNS text LANGUAGE plpgsql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION hold_appointment(wanted_kind text, wanted_start timestamptz, wanted_meeting text, guest jsonb, hash text, at timestamptz, lead jsonb, office_hours timestamptz[], minutes integer, OUT id uuid, OUT is_new boolean, OUT lead_id uuid) RETURNS record LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION hold_time() RETURNS interval LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION host_for_mail(wanted uuid) RETURNS TABLE(user_id uuid, email text, name text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION increment_version() RETURNS trigger LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION is_bank_account_blocked(wanted uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION is_disputed(invoice invoices) RETURNS boolean LANGUAGE sql IMMUTABLE; -- as portal_tickets, for no other role
CREATE FUNCTION is_done(status text) RETURNS boolean LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION is_iban(given text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION is_reminded(invoice invoices) RETURNS boolean LANGUAGE sql IMMUTABLE; -- as portal_tickets, for no other role
CREATE FUNCTION is_repeated_lead(of_text text, sender text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION is_ticket_member(member uuid, customer uuid, capability text DEFAULT 'tickets'::text) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_tenant
CREATE FUNCTION is_withdrawn(status text) RETURNS boolean LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION keep_an_admin() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION key_can(VARIADIC wanted text[] DEFAULT '{}'::text[]) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app, portal_key, portal_tickets
CREATE FUNCTION key_prefix() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_key
CREATE FUNCTION known_files(folder text, hashes text[]) RETURNS SETOF text LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app, portal_operator
CREATE FUNCTION last_restored_at() RETURNS timestamptz LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION lead_counts(since timestamptz, until timestamptz) RETURNS TABLE(form text, page text, received_at timestamptz, is_in_time boolean, is_late boolean, is_converted boolean) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION lead_facts() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app, portal_operator, portal_staff
CREATE FUNCTION lead_for_mail(wanted uuid) RETURNS TABLE(form text, "values" jsonb, email text, page text, verdict text, reasons text[], status text, due_at timestamptz, received_at timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION lead_reply_for_mail(message uuid) RETURNS TABLE(lead_id uuid, form text, "values" jsonb, email text, body text, author text, earlier text[], slot_state text, slot_starts_at timestamptz, slot_ends_at timestamptz, slot_sequence integer) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION limit_appointments(of_email text, at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION list_bank_recipients(account uuid, max_rows integer) RETURNS TABLE(user_id uuid, email text, iban_end text, ready_at timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION list_colleagues() RETURNS TABLE(user_id uuid, email text, name text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION list_members() RETURNS TABLE(user_id uuid, email text, name text, roles text[], created_at timestamptz, last_signed_in_at timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_tenant
CREATE FUNCTION list_record_changes(after_change xid8, after_record uuid, kinds text[], max_rows integer) RETURNS TABLE(record_id uuid, kind text, changed_in xid8) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_key
CREATE FUNCTION list_record_events(of_customer uuid, of_entity text) RETURNS TABLE(happened_at timestamptz, event text, staff_name text, details jsonb) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION list_reminders(customer uuid, invoice uuid, max_rows integer) RETURNS TABLE(id uuid, invoice_id uuid, number text, email text, stage integer, due_date date, at timestamptz, state text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION list_staff_reads(before_time timestamptz, before_id uuid, max_rows integer) RETURNS TABLE(id uuid, happened_at timestamptz, staff_name text, page text, entity text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_tenant
CREATE FUNCTION lock_appointment(wanted uuid, hash text) RETURNS appointments LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION lock_bookings() RETURNS void LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION lock_held_mail(wanted uuid, customer uuid, is_confirmed boolean) RETURNS TABLE(is_proven boolean) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION lock_overdue_tickets(at timestamptz, max_rows integer) RETURNS SETOF tickets LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION lock_people() RETURNS uuid LANGUAGE plpgsql; -- for portal_people
CREATE FUNCTION lock_silent_tickets(since timestamptz, max_rows integer) RETURNS SETOF tickets LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION lock_snoozed_tickets(at timestamptz, max_rows integer) RETURNS SETOF tickets LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION lock_ticket(wanted uuid) RETURNS TABLE(ticket tickets, calendar text, response integer, resolution integer) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION locked_ticket(wanted uuid, expected_version integer) RETURNS tickets LANGUAGE plpgsql; -- as portal_tickets, for no other role
CREATE FUNCTION mail_customers(wanted uuid[]) RETURNS TABLE(mail_id uuid, customer_id uuid, name text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION mail_sender(wanted uuid, customer uuid, OUT author uuid, OUT unverified text, OUT email_message_id text) RETURNS record LANGUAGE plpgsql STABLE; -- as portal_tickets, for no other role
CREATE FUNCTION max_api_keys() RETURNS integer LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION max_appointments_ahead() RETURNS integer LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION max_people() RETURNS integer LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION max_tags() RETURNS integer LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION max_watchers() RETURNS integer LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION max_webhooks() RETURNS integer LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION may_invite(sender uuid, customer uuid) RETURNS boolean LANGUAGE plpgsql STABLE; -- for portal_people
CREATE FUNCTION measure_inbound_mails(of_ticket uuid) RETURNS TABLE(hour_count integer, hour_bytes bigint, total_count integer, total_bytes bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION move_ticket(wanted uuid, expected_version integer, new_customer uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION name_upload(wanted uuid, hash text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION newest_matches(searched text, words tsquery) RETURNS uuid[] LANGUAGE plpgsql STABLE; -- as portal_search, for no other role
CREATE FUNCTION next_invoice_number(of_year integer) RETURNS text LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION next_invoice_number_as_operator(of_year integer) RETURNS text LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_operator
CREATE FUNCTION next_ticket_deadlines(at timestamptz) RETURNS TABLE(response timestamptz, response_warning timestamptz, resolution timestamptz, resolution_warning timestamptz, snooze timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION note_bank_event(what text, account uuid, more jsonb, request text, from_network text) RETURNS void LANGUAGE sql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION note_key_event(what text, key uuid, request text, from_network text) RETURNS void LANGUAGE sql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION note_lead_read(wanted uuid, request text, from_network text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION note_record_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION note_staff_read(read_customer uuid, page text, thing text, request text, from_network text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION note_webhook_event(what text, endpoint uuid, request text, from_network text) RETURNS void LANGUAGE sql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION notice_delay() RETURNS interval LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION notify_bank_changes() RETURNS trigger LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION notify_job() RETURNS trigger LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION notify_note_changes() RETURNS trigger LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION notify_ticket_changes() RETURNS trigger LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION offers_after(wanted_kind text, until timestamptz, at timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app, portal_staff, portal_tenant
CREATE FUNCTION opened_ticket(wanted uuid) RETURNS tickets LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_tenant
CREATE FUNCTION own_appointments(max_rows integer) RETURNS TABLE(id uuid, kind text, starts_at timestamptz, ends_at timestamptz, status text, meeting text, host_name text, uid uuid, sequence integer) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_tenant
CREATE FUNCTION own_balance() RETURNS TABLE(risk text, outstanding numeric) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_tenant
CREATE FUNCTION own_customers() RETURNS TABLE(id uuid, name text, roles text[], country text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_tenant
CREATE FUNCTION own_data() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_tenant
CREATE FUNCTION own_watched_tickets() RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_search, portal_tenant
CREATE FUNCTION person_condition(patterns text[]) RETURNS text LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION propose_bank_account(new_iban text, new_bic text, new_holder text, request text, from_network text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION protect_document() RETURNS trigger LANGUAGE plpgsql; -- as portal_tickets, for no other role
CREATE FUNCTION protect_issued() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION publish_lead_mail(wanted uuid, of_lead uuid, mail jsonb, written text, attached jsonb, hourly_limit integer) RETURNS text LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION raise_bank_alarm(hash text, OUT account uuid, OUT raised_by uuid, OUT iban_end text, OUT is_new boolean) RETURNS record LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION read_appointment(wanted uuid) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION read_host_feed(hash text, at timestamptz, max_rows integer) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION read_next_reminder(wanted uuid, of_customer uuid, default_days integer[], today date) RETURNS TABLE(is_disputed boolean, next_on date, stage integer) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION read_pending_file(wanted uuid) RETURNS TABLE(customer_id uuid, sha256 text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION read_ticket_notice(wanted uuid, since integer, until integer) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION recent_ticket_time(number integer) RETURNS timestamptz LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_tenant
CREATE FUNCTION record_reminders_sent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION record_webhook_attempt(message uuid, response integer, reason text, duration integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION reject_viewing() RETURNS void LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION release_upload(wanted uuid, customer uuid, hash text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION reminder_days(invoice invoices, default_days integer[]) RETURNS integer[] LANGUAGE sql STABLE; -- as portal_tickets, for no other role
CREATE FUNCTION remove_allocation(wanted uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION remove_calendar_feed() RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_tenant
CREATE FUNCTION remove_member(member uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff, portal_tenant
CREATE FUNCTION remove_webhook(wanted uuid, request text, from_network text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION rename_ticket_assignee() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION rename_ticket_customer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION require_host(of_user uuid) RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION require_support() RETURNS void LANGUAGE plpgsql STABLE; -- as portal_tickets, for no other role
CREATE FUNCTION require_webhook(wanted uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION reschedule_appointment(wanted uuid, hash text, new_start timestamptz, at timestamptz, OUT id uuid, OUT is_new boolean, OUT previous_host uuid, OUT previous_start timestamptz) RETURNS record LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app, portal_staff, portal_tenant
CREATE FUNCTION resend_webhook(wanted uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION reserve_upload(wanted uuid, customer uuid, file_size integer, max_files integer, max_bytes bigint, max_stored bigint) RETURNS TABLE(reservation_id uuid, reserved_for uuid) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION resolve_tags(wanted text[]) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION restart_changes() RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_operator
CREATE FUNCTION return_reply(wanted uuid, reason text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION revoke_api_key(wanted uuid, request text, from_network text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION roles_can(roles text, capability text) RETURNS boolean LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION save_bank_notice(account uuid, recipient uuid, hash text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION save_consent_text(text_hash text, of_form text, shown text) RETURNS void LANGUAGE sql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION save_host(of_user uuid, given jsonb, known_version integer) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION save_invitation(new_email text, new_roles text[], new_token_hash text, new_locale text, new_expires_at timestamptz) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff, portal_tenant
CREATE FUNCTION save_lead(lead jsonb, at timestamptz, office_hours timestamptz[], minutes integer) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION save_lead_reply_token(new_hash text, lead uuid, valid_days integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION save_reply_token(new_hash text, ticket uuid, replier uuid, valid_days integer, purpose text DEFAULT 'reply'::text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION save_scan(wanted uuid, result text, found_signature text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION save_ticket(wanted uuid, expected_version integer, changed jsonb, message jsonb, events jsonb) RETURNS TABLE(version integer, message_id uuid) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION save_ticket_as_operator(wanted uuid, expected_version integer, changed jsonb, message jsonb, events jsonb) RETURNS TABLE(version integer, message_id uuid) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_operator
CREATE FUNCTION save_ticket_as_sender(wanted uuid, expected_version integer, changed jsonb, message jsonb, events jsonb, of_mail uuid) RETURNS TABLE(version integer, message_id uuid) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION save_ticket_as_system(wanted uuid, expected_version integer, changed jsonb, message jsonb, events jsonb) RETURNS TABLE(version integer, message_id uuid) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION search_condition(patterns text[]) RETURNS text LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION search_contracts(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff, portal_tenant
CREATE FUNCTION search_invoices(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff, portal_tenant
CREATE FUNCTION search_licenses(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff, portal_tenant
CREATE FUNCTION search_payments(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff, portal_tenant
CREATE FUNCTION search_stems(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION search_tickets(patterns text[], max_rows integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_search, for portal_staff, portal_tenant
CREATE FUNCTION send_test_webhook(wanted uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION service_facts() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_app, portal_operator, portal_staff
CREATE FUNCTION set_author_context(wanted_reply uuid) RETURNS uuid LANGUAGE plpgsql; -- for portal_app
CREATE FUNCTION set_calendar_context(wanted_hash text) RETURNS uuid LANGUAGE plpgsql; -- for portal_app
CREATE FUNCTION set_host_exception(of_user uuid, on_day date, other_hours jsonb, is_usual boolean) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION set_host_feed(hash text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION set_key_context(given text) RETURNS uuid LANGUAGE plpgsql; -- for portal_app
CREATE FUNCTION set_last_signed_in_at() RETURNS trigger LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION set_mail_context(wanted_mail uuid, address text, OUT customer uuid, OUT customers integer) RETURNS record LANGUAGE plpgsql; -- for portal_app
CREATE FUNCTION set_operator_customer(customer uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_operator
CREATE FUNCTION set_reminders(customer uuid, invoice uuid, chosen integer[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION set_reply_context(wanted_hash text, purpose text DEFAULT 'reply'::text) RETURNS uuid LANGUAGE plpgsql; -- for portal_app
CREATE FUNCTION set_staff_context(session_token text, wanted_customer uuid DEFAULT NULL::uuid) RETURNS text LANGUAGE plpgsql; -- for portal_app
CREATE FUNCTION set_staff_customer(customer uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff
CREATE FUNCTION set_tenant_context(session_token text) RETURNS uuid LANGUAGE plpgsql; -- for portal_app
CREATE FUNCTION set_ticket_columns() RETURNS trigger LANGUAGE plpgsql; -- for PUBLIC
CREATE FUNCTION set_watcher(wanted uuid, watcher uuid, watches boolean) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION settle_invoice(wanted uuid, keeps_status boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION shown_bank_accounts() RETURNS TABLE(id uuid, iban text, bic text, holder text, state text, active_from timestamptz, active_until timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_tenant
CREATE FUNCTION sign_context(content text) RETURNS text LANGUAGE plpgsql STABLE; -- for portal_people
CREATE FUNCTION sla_due(calendar text, start timestamptz, office_hours timestamptz[], minutes integer) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION sla_minutes(kind text, priority text) RETURNS integer LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION sla_terms(customer uuid, priority text, OUT calendar text, OUT response integer, OUT resolution integer) RETURNS record LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_operator, portal_staff, portal_tenant
CREATE FUNCTION slot_step() RETURNS interval LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION staff_has(VARIADIC wanted text[] DEFAULT '{}'::text[]) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app, portal_search, portal_staff, portal_tickets
CREATE FUNCTION status_order(status text) RETURNS integer LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION subscribe(of_email text, of_page text, consent_hash text, at timestamptz) RETURNS TABLE(id uuid, state text) LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION subscriber_of(wanted uuid) RETURNS TABLE(email text, state text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION sum_allocation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION sum_payment(wanted uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION support_hours(last_month date, of_customer uuid, month_count integer) RETURNS TABLE(weekday integer, hour integer, opened integer) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION support_months(last_month date, of_customer uuid, month_count integer) RETURNS TABLE(month text, opened integer, resolved integer, backlog integer, kept integer, missed integer, response_average integer, resolution_average integer, resolution_median integer, resolution_kept integer, resolution_missed integer, reopened integer, good integer, okay integer, bad integer) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION support_people(in_month date, of_customer uuid) RETURNS TABLE(user_id uuid, name text, open integer, resolved integer) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION system_may_move(from_status text, to_status text) RETURNS boolean LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION take_reminders(recipient uuid, wanted uuid[]) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION take_reply(wanted uuid) RETURNS SETOF pending_replies LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION take_slot(wanted_kind text, wanted_start timestamptz, at timestamptz, besides uuid, preferred uuid, OUT host uuid, OUT ends timestamptz) RETURNS record LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for no other role
CREATE FUNCTION ticket_people(wanted uuid[]) RETURNS TABLE(user_id uuid, name text, email text) LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_staff, portal_tenant
CREATE FUNCTION ticket_person_name(wanted uuid) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for portal_tenant
CREATE FUNCTION unsubscribe(of_email text, hashed text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION use_lead_proof(used text, until timestamptz) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_app
CREATE FUNCTION use_reservation(file jsonb, of_ticket uuid, OUT customer uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION viewing_roles(permissions text[]) RETURNS text[] LANGUAGE sql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION wants_reminders(member uuid, customer uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER; -- as portal_tickets, for no other role
CREATE FUNCTION warn_due_resolutions(at timestamptz, office_until timestamptz, continuous_until timestamptz, max_rows integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION warn_due_tickets(at timestamptz, office_until timestamptz, continuous_until timestamptz, max_rows integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_app
CREATE FUNCTION withdraw_invitation(invitation uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER; -- as portal_people, for portal_staff, portal_tenant
CREATE FUNCTION withdraw_mail(of_ticket uuid, of_message uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_staff
CREATE FUNCTION words_query(words text[]) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE; -- for PUBLIC
CREATE FUNCTION write_context(caller uuid, customer uuid, roles text[], staff uuid, viewing boolean, api_key uuid DEFAULT NULL::uuid) RETURNS void LANGUAGE plpgsql; -- for portal_people
CREATE FUNCTION write_ticket(before tickets, after tickets, message jsonb, events jsonb, kind_of_author text, author uuid, unverified text, OUT version integer, OUT message_id uuid) RETURNS record LANGUAGE plpgsql; -- as portal_tickets, for no other role
CREATE FUNCTION write_to_staff(company text, message text, key text, daily_limit integer, hourly_total integer) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER; -- as portal_tickets, for portal_tenant
