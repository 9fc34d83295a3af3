-- The staff of the company: who may do what at the desk, across all customers.
--   support   tickets, and seeing the portal as a customer      records  importing, correcting and voiding records
--   accounts  customers and their people, and the same          admin    the audit log and health
--   sales     reading customers and their records
-- Every permission but admin reads customers and their records. One more database role, beside those of 0004 and 0007:
--   portal_staff     role of a request to the desk: reads records, writes the columns granted below, deletes nothing, and
--                    reaches no password hash, secret or token

-- As in 0004.
DO $$
BEGIN
  BEGIN
    CREATE ROLE portal_staff NOLOGIN NOINHERIT NOBYPASSRLS;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
  END;
  BEGIN
    IF current_setting('server_version_num')::integer >= 160000 THEN
      IF NOT pg_has_role(current_user, 'portal_staff', 'SET') OR pg_has_role(current_user, 'portal_staff', 'USAGE') THEN
        EXECUTE 'GRANT portal_staff TO CURRENT_USER WITH INHERIT FALSE, SET TRUE';
      END IF;
    ELSIF NOT pg_has_role(current_user, 'portal_staff', 'MEMBER') THEN
      GRANT portal_staff TO CURRENT_USER;
    END IF;
  EXCEPTION WHEN unique_violation THEN
    NULL;
  END;
END $$;
GRANT USAGE ON SCHEMA public TO portal_staff;

CREATE TABLE staff_members (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Shown to colleagues, and to customers whose data they looked at.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  permissions text[] NOT NULL CHECK (
    cardinality(permissions) BETWEEN 1 AND 5 AND permissions <@ ARRAY['support', 'accounts', 'sales', 'records', 'admin']),
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE staff_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE staff_members FORCE ROW LEVEL SECURITY;

-- Of two admins who are suspended at once, one stays: the second waits for the first.
CREATE FUNCTION keep_an_admin() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7261943, 0);
  IF NOT EXISTS (SELECT FROM staff_members WHERE active AND 'admin' = ANY(permissions)) THEN
    RAISE EXCEPTION 'last_admin' USING ERRCODE = 'PT409';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER staff_members_keep_an_admin AFTER UPDATE OF active, permissions ON staff_members
  FOR EACH ROW WHEN (OLD.active AND 'admin' = ANY(OLD.permissions) AND NOT (NEW.active AND 'admin' = ANY(NEW.permissions)))
  EXECUTE FUNCTION keep_an_admin();
CREATE TRIGGER staff_members_keep_an_admin_removed AFTER DELETE ON staff_members
  FOR EACH ROW WHEN (OLD.active AND 'admin' = ANY(OLD.permissions)) EXECUTE FUNCTION keep_an_admin();

-- Ours. Whether a code or a passkey was given; a password alone does not open the desk.
ALTER TABLE sessions ADD COLUMN has_second_factor boolean NOT NULL DEFAULT false;
-- Ours. The customer as whom a staff member sees the portal, without being able to change anything.
ALTER TABLE sessions ADD COLUMN viewed_customer_id uuid REFERENCES customers ON DELETE SET NULL;
CREATE INDEX sessions_viewed_customer ON sessions (viewed_customer_id) WHERE viewed_customer_id IS NOT NULL;

ALTER TABLE tickets
  ADD COLUMN assignee_id uuid REFERENCES staff_members ON DELETE SET NULL,
  -- Incremented by every change. A change names the version it is based on, so that the second of two staff members who
  -- change a ticket at once sees what the first did.
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN is_active boolean NOT NULL GENERATED ALWAYS AS (status NOT IN ('resolved', 'closed')) STORED,
  -- From urgent to low, so that with created_at both ascend: the most urgent first, of these the oldest.
  ADD COLUMN urgency_key integer NOT NULL GENERATED ALWAYS AS (
    CASE priority WHEN 'urgent' THEN 1 WHEN 'high' THEN 2 WHEN 'medium' THEN 3 WHEN 'low' THEN 4 ELSE 5 END
  ) STORED;
CREATE INDEX tickets_queue ON tickets (urgency_key, created_at, id) WHERE is_active;
CREATE INDEX tickets_queue_by_created_at ON tickets (created_at, id) WHERE is_active;
CREATE INDEX tickets_all_by_urgency ON tickets (urgency_key, created_at, id);
CREATE INDEX tickets_all_by_created_at ON tickets (created_at, id);
CREATE INDEX tickets_all_by_status ON tickets (status, urgency_key, created_at, id);
CREATE INDEX tickets_active_of_customer ON tickets (customer_id) WHERE is_active;
CREATE INDEX tickets_by_assignee ON tickets (assignee_id, urgency_key, created_at, id) WHERE assignee_id IS NOT NULL;

CREATE FUNCTION increment_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER tickets_increment_version BEFORE UPDATE ON tickets FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.assignee_id IS DISTINCT FROM NEW.assignee_id
    OR OLD.priority IS DISTINCT FROM NEW.priority)
  EXECUTE FUNCTION increment_version();

ALTER TABLE customers
  ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (left(fold(name), 200)) STORED,
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
    fold(name || ' ' || coalesce(contact, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))
  ) STORED;
CREATE INDEX customers_by_name ON customers (name_key, id);
CREATE INDEX customers_by_created_at ON customers (created_at, id);
CREATE INDEX customers_search ON customers USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);

ALTER TABLE audit_events DROP CONSTRAINT audit_events_actor_check;
ALTER TABLE audit_events
  ADD CONSTRAINT audit_events_actor_check CHECK (actor IN ('user', 'visitor', 'operator', 'system', 'staff'));
DROP INDEX audit_events_happened;
CREATE INDEX audit_events_happened ON audit_events (happened_at, id);
CREATE INDEX audit_events_event ON audit_events (event, happened_at, id);

-- The staff context of a transaction.
CREATE FUNCTION app_staff_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.staff_id', true), '')::uuid;

-- Whether the staff member has one of the permissions, or any if none is named. Read in every statement rather than once in
-- the transaction: a suspension takes effect with the next statement.
CREATE FUNCTION staff_has(VARIADIC wanted text[] DEFAULT '{}') RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM staff_members
    WHERE user_id = app_staff_id() AND active AND (cardinality(wanted) = 0 OR permissions && wanted));
END $$;

-- Null for a session of anybody but active staff; else 'open', or what keeps the desk closed.
CREATE FUNCTION desk_session(session_token text)
RETURNS TABLE (staff uuid, state text, can_view boolean, ends_at timestamptz, viewed uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT staff_members.user_id,
      CASE WHEN NOT has_second_factor THEN 'second_factor_required'
        WHEN signed_in_at + interval '12 hours' <= now() THEN 'desk_session_expired' ELSE 'open' END,
      permissions && ARRAY['support', 'accounts'], least(expires_at, signed_in_at + interval '12 hours'), viewed_customer_id
    FROM sessions JOIN staff_members ON staff_members.user_id = sessions.user_id
    WHERE token = session_token AND expires_at > now() AND active;
END $$;

-- As set_tenant_context: without an open desk there is no staff member, and the policies show no row. The customer is the
-- one whose page is read or changed, if it is one customer's.
CREATE FUNCTION set_staff_context(session_token text, wanted_customer uuid DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  caller uuid;
  desk text;
  ignored text;
BEGIN
  SELECT staff, state INTO caller, desk FROM desk_session(session_token);
  ignored := set_config('app.user_id', '', true);
  ignored := set_config('app.roles', '', true);
  ignored := set_config('app.staff_id', CASE WHEN desk = 'open' THEN caller::text ELSE '' END, true);
  ignored := set_config('app.customer_id', coalesce(wanted_customer::text, ''), true);
  ignored := set_config('role', 'portal_staff', true);
  RETURN desk;
END $$;

-- As in 0007, and for staff who see the portal as a customer: everything that an owner sees, in a transaction that the
-- database keeps read-only until its end.
CREATE OR REPLACE FUNCTION set_tenant_context(session_token text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  caller uuid;
  wanted uuid;
  viewed_customer uuid;
  customer uuid;
  roles_there text[];
  ignored text;
BEGIN
  SELECT user_id, active_customer_id, viewed_customer_id INTO caller, wanted, viewed_customer
    FROM sessions WHERE token = session_token AND expires_at > now();
  IF viewed_customer IS NOT NULL THEN
    SELECT viewed INTO viewed_customer FROM desk_session(session_token) WHERE state = 'open' AND can_view;
  END IF;
  ignored := set_config('app.user_id', coalesce(caller::text, ''), true);
  ignored := set_config('role', 'portal_tenant', true);
  IF viewed_customer IS NOT NULL THEN
    customer := viewed_customer;
    roles_there := ARRAY['owner'];
    ignored := set_config('app.viewing', 'on', true);
    ignored := set_config('transaction_read_only', 'on', true);
  ELSE
    SELECT customer_id, roles INTO customer, roles_there FROM memberships WHERE user_id = caller
      ORDER BY customer_id = wanted DESC NULLS LAST, created_at, customer_id LIMIT 1;
  END IF;
  ignored := set_config('app.customer_id', coalesce(customer::text, ''), true);
  ignored := set_config('app.roles', coalesce(array_to_string(roles_there, ','), ''), true);
  RETURN caller;
END $$;

CREATE FUNCTION app_is_viewing() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(current_setting('app.viewing', true), '') = 'on';

-- For a clear error before the one of the read-only transaction.
CREATE FUNCTION reject_viewing() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF app_is_viewing() THEN
    RAISE EXCEPTION 'read_only' USING ERRCODE = 'PT403';
  END IF;
END $$;

-- portal_people, the owner of the functions below, as far as they need it.
GRANT SELECT ON staff_members TO portal_people;
GRANT SELECT (user_id, token, expires_at, signed_in_at, has_second_factor, viewed_customer_id) ON sessions TO portal_people;
GRANT SELECT (name, two_factor_enabled, locked_at) ON users TO portal_people;
GRANT SELECT (user_id) ON passkeys TO portal_people;
GRANT SELECT (created_at, sent_at, failed_at) ON mail_outbox TO portal_people;
GRANT SELECT (finished_at) ON retention_runs TO portal_people;
GRANT SELECT ON audit_events TO portal_people;
GRANT SELECT (id, ticket_number) ON tickets TO portal_people;
GRANT INSERT (actor, event, user_id, customer, entity, request_id, network, details) ON audit_events TO portal_people;
CREATE POLICY people_select ON staff_members FOR SELECT TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_select ON audit_events FOR SELECT TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_select ON tickets FOR SELECT TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_insert ON audit_events FOR INSERT TO portal_people WITH CHECK (actor = 'staff' AND current_user = 'portal_people');

GRANT SELECT, INSERT, UPDATE, DELETE ON staff_members TO portal_operator;
CREATE POLICY operator_all ON staff_members TO portal_operator USING (current_user = 'portal_operator');

-- Rights of portal_staff. Policies decide by permission, grants by column; there is no DELETE.
GRANT SELECT ON staff_members, customers, invoices, contracts, payments, licenses, tickets, customer_balances, audit_events
  TO portal_staff;
GRANT INSERT (id, name, contact, email, phone, risk), UPDATE (name, contact, email, phone, risk) ON customers TO portal_staff;
GRANT UPDATE (status, assignee_id) ON tickets TO portal_staff;
GRANT INSERT (id, customer_id, number, amount, due_date, status, risk_score, created_at),
  UPDATE (number, amount, due_date, status, risk_score, created_at) ON invoices TO portal_staff;
GRANT INSERT (id, customer_id, contract_number, title, start_date, end_date, contract_value, status, created_at),
  UPDATE (title, start_date, end_date, contract_value, status, created_at) ON contracts TO portal_staff;
GRANT INSERT (id, customer_id, payment_reference, amount, payment_date, payment_method, status, notes),
  UPDATE (amount, payment_date, payment_method, status, notes) ON payments TO portal_staff;
GRANT INSERT (id, customer_id, product_name, license_key, license_type, seats, expiry_date, monthly_cost, status, created_at),
  UPDATE (product_name, license_type, seats, expiry_date, monthly_cost, status, created_at) ON licenses TO portal_staff;
GRANT INSERT (actor, event, outcome, user_id, customer, entity, times, request_id, network, details) ON audit_events TO portal_staff;

CREATE POLICY staff_select ON staff_members FOR SELECT TO portal_staff USING ((SELECT staff_has()));
CREATE POLICY staff_select ON customers FOR SELECT TO portal_staff USING ((SELECT staff_has()));
CREATE POLICY staff_insert ON customers FOR INSERT TO portal_staff WITH CHECK ((SELECT staff_has('accounts')));
CREATE POLICY staff_update ON customers FOR UPDATE TO portal_staff USING ((SELECT staff_has('accounts')));
CREATE POLICY staff_select ON tickets FOR SELECT TO portal_staff USING ((SELECT staff_has('support')));
CREATE POLICY staff_update ON tickets FOR UPDATE TO portal_staff USING ((SELECT staff_has('support')));
CREATE POLICY staff_select ON audit_events FOR SELECT TO portal_staff USING ((SELECT staff_has('admin')));
CREATE POLICY staff_insert ON audit_events FOR INSERT TO portal_staff
  WITH CHECK (actor = 'staff' AND user_id = (SELECT app_staff_id()) AND (SELECT staff_has()));
-- Only staff and operators act as such.
ALTER POLICY app_insert ON audit_events WITH CHECK (actor NOT IN ('operator', 'staff'));
DO $$
DECLARE list text;
BEGIN
  FOREACH list IN ARRAY ARRAY['invoices', 'contracts', 'payments', 'licenses'] LOOP
    EXECUTE format($policy$
      CREATE POLICY staff_select ON %1$I FOR SELECT TO portal_staff
        USING ((SELECT staff_has('support', 'accounts', 'sales', 'records')));
      CREATE POLICY staff_insert ON %1$I FOR INSERT TO portal_staff WITH CHECK ((SELECT staff_has('records')));
      CREATE POLICY staff_update ON %1$I FOR UPDATE TO portal_staff USING ((SELECT staff_has('records')));
      $policy$, list);
  END LOOP;
END $$;

-- As in 0007, also for staff: the customer is the one of the staff context.
CREATE OR REPLACE FUNCTION lock_people() RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE customer uuid := app_customer_id();
BEGIN
  IF customer IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(7261943, hashtext(customer::text));
  END IF;
  IF app_staff_id() IS NOT NULL THEN
    IF customer IS NULL OR NOT staff_has('accounts') THEN
      RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
    END IF;
  ELSIF NOT app_can('people') OR NOT EXISTS (SELECT FROM memberships
    WHERE user_id = app_user_id() AND customer_id = customer AND 'owner' = ANY(roles)) THEN
    RAISE EXCEPTION 'not an owner' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN customer;
END $$;

CREATE FUNCTION desk_members() RETURNS TABLE (user_id uuid, email text, roles text[], created_at timestamptz,
  last_signed_in_at timestamptz, has_second_factor boolean, is_locked boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, users.email, memberships.roles, memberships.created_at, users.last_signed_in_at,
      users.two_factor_enabled OR EXISTS (SELECT FROM passkeys WHERE passkeys.user_id = users.id), users.locked_at IS NOT NULL
    FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE memberships.customer_id = app_customer_id() AND staff_has('accounts') ORDER BY users.email;
END $$;

CREATE FUNCTION desk_invitations() RETURNS TABLE (id uuid, email text, roles text[], created_at timestamptz, expires_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT invitations.id, invitations.email, invitations.roles, invitations.created_at, invitations.expires_at
    FROM invitations WHERE customer_id = app_customer_id() AND staff_has('accounts') ORDER BY invitations.email;
END $$;

-- The email address of a member whose second factors staff may remove: not those of staff, which is up to the operator.
CREATE FUNCTION desk_member_email(member uuid) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT users.email FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE memberships.user_id = member AND memberships.customer_id = app_customer_id() AND staff_has('accounts')
      AND NOT EXISTS (SELECT FROM staff_members WHERE staff_members.user_id = member));
END $$;

-- Of the author of a ticket, of the user of an event, and of the staff member.
CREATE FUNCTION desk_user_email(wanted uuid) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT email FROM users WHERE id = wanted AND (wanted = app_staff_id() OR staff_has('support', 'admin')));
END $$;

-- Once for what a staff member reads on one page within a quarter of an hour.
CREATE FUNCTION note_staff_read(read_customer uuid, page text, thing text, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_events (actor, event, user_id, customer, entity, request_id, network, details)
    SELECT 'staff', 'staff.read', app_staff_id(), customers.id, thing, request, from_network, jsonb_build_object('page', page)
    FROM customers WHERE customers.id = read_customer AND staff_has() AND NOT EXISTS (SELECT FROM audit_events
      WHERE customer = read_customer AND happened_at > now() - interval '15 minutes' AND event = 'staff.read'
        AND user_id = app_staff_id() AND details->>'page' = page AND entity IS NOT DISTINCT FROM thing);
END $$;

-- For the owners of the customer, newest first.
CREATE FUNCTION list_staff_reads(before_time timestamptz, before_id uuid, max_rows integer)
RETURNS TABLE (id uuid, happened_at timestamptz, staff_name text, page text, entity text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT audit_events.id, audit_events.happened_at, staff_members.name,
      CASE event WHEN 'staff.read' THEN details->>'page' ELSE 'portal' END,
      CASE WHEN starts_with(audit_events.entity, 'ticket:') THEN
        (SELECT ticket_number FROM tickets WHERE tickets.id = substr(audit_events.entity, 8)::uuid) END
    FROM audit_events LEFT JOIN staff_members ON staff_members.user_id = audit_events.user_id
    WHERE customer = app_customer_id() AND app_can('people') AND event IN ('staff.read', 'staff.view_started')
      AND (before_time IS NULL OR (audit_events.happened_at, audit_events.id) < (before_time, before_id))
    ORDER BY audit_events.happened_at DESC, audit_events.id DESC LIMIT max_rows;
END $$;

CREATE FUNCTION desk_health() RETURNS TABLE (size_bytes bigint, queued integer, oldest_queued_at timestamptz, failed integer,
  last_sent_at timestamptz, last_backup_at timestamptz, last_retention_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT
      CASE WHEN has_database_privilege(current_database(), 'CONNECT') THEN pg_database_size(current_database()) END,
      (SELECT count(*)::integer FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL),
      (SELECT min(created_at) FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL),
      (SELECT count(*)::integer FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NOT NULL),
      (SELECT max(sent_at) FROM mail_outbox),
      (SELECT max(happened_at) FROM audit_events WHERE event = 'backup.made'),
      (SELECT max(finished_at) FROM retention_runs)
    WHERE staff_has('admin');
END $$;

-- Searches over all customers, beside those of 0005.
CREATE FUNCTION desk_search_customers(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has() THEN
    RETURN QUERY EXECUTE 'SELECT id FROM customers WHERE ' || search_condition(patterns) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;
CREATE FUNCTION desk_search_tickets(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM tickets WHERE ' || search_condition(patterns) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;
CREATE FUNCTION desk_search_invoices(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support', 'accounts', 'sales', 'records') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM invoices WHERE ' || search_condition(patterns) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;

REVOKE EXECUTE ON FUNCTION keep_an_admin(), staff_has(text[]), desk_session(text), set_staff_context(text, uuid), desk_members(),
  desk_invitations(), desk_member_email(uuid), desk_user_email(uuid), note_staff_read(uuid, text, text, text, text),
  list_staff_reads(timestamptz, uuid, integer), desk_health(), desk_search_customers(text[], integer),
  desk_search_tickets(text[], integer), desk_search_invoices(text[], integer) FROM PUBLIC;
-- Statements that set the context are checked before it is set, hence portal_app.
GRANT EXECUTE ON FUNCTION staff_has(text[]) TO portal_app, portal_staff, portal_search, portal_people;
GRANT EXECUTE ON FUNCTION desk_session(text) TO portal_app, portal_staff;
GRANT EXECUTE ON FUNCTION set_staff_context(text, uuid) TO portal_app;
GRANT EXECUTE ON FUNCTION list_staff_reads(timestamptz, uuid, integer) TO portal_tenant;
GRANT EXECUTE ON FUNCTION desk_members(), desk_invitations(), desk_member_email(uuid), desk_user_email(uuid),
  note_staff_read(uuid, text, text, text, text), desk_health(), desk_search_customers(text[], integer),
  desk_search_tickets(text[], integer), desk_search_invoices(text[], integer) TO portal_staff;

-- LIKE uses the trigram index only below a policy without a condition (0004).
ALTER POLICY search_select ON customers USING (true);
GRANT SELECT (search_text) ON customers TO portal_search;

-- As in 0005 and 0007.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['portal_search', 'portal_people'] LOOP
    IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    END IF;
  END LOOP;
END $$;
GRANT CREATE ON SCHEMA public TO portal_search, portal_people;
ALTER FUNCTION keep_an_admin() OWNER TO portal_people;
ALTER FUNCTION staff_has(text[]) OWNER TO portal_people;
ALTER FUNCTION desk_session(text) OWNER TO portal_people;
ALTER FUNCTION desk_members() OWNER TO portal_people;
ALTER FUNCTION desk_invitations() OWNER TO portal_people;
ALTER FUNCTION desk_member_email(uuid) OWNER TO portal_people;
ALTER FUNCTION desk_user_email(uuid) OWNER TO portal_people;
ALTER FUNCTION note_staff_read(uuid, text, text, text, text) OWNER TO portal_people;
ALTER FUNCTION list_staff_reads(timestamptz, uuid, integer) OWNER TO portal_people;
ALTER FUNCTION desk_health() OWNER TO portal_people;
ALTER FUNCTION desk_search_customers(text[], integer) OWNER TO portal_search;
ALTER FUNCTION desk_search_tickets(text[], integer) OWNER TO portal_search;
ALTER FUNCTION desk_search_invoices(text[], integer) OWNER TO portal_search;

-- The searches of 0005 and 0007, also for staff, in the customer of the staff context.
SET LOCAL ROLE portal_search;
DO $$
DECLARE
  list text;
  capability text;
  readers text;
BEGIN
  FOR list, capability, readers IN VALUES
    ('invoices', 'billing', '''support'', ''accounts'', ''sales'', ''records'''),
    ('contracts', 'billing', '''support'', ''accounts'', ''sales'', ''records'''),
    ('payments', 'billing', '''support'', ''accounts'', ''sales'', ''records'''),
    ('licenses', 'technical', '''support'', ''accounts'', ''sales'', ''records'''),
    ('tickets', 'technical', '''support''') LOOP
    EXECUTE format($function$
      CREATE OR REPLACE FUNCTION search_%1$s(patterns text[], max_rows integer) RETURNS SETOF uuid
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $body$
      BEGIN
        IF app_can(%2$L) OR app_staff_id() IS NOT NULL AND staff_has(%4$s) THEN
          RETURN QUERY EXECUTE 'SELECT id FROM %1$s WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
            USING app_customer_id(), max_rows;
        %3$s
        END IF;
      END $body$ $function$, list, capability, CASE list WHEN 'tickets' THEN $other$ELSIF app_can('tickets') THEN
          RETURN QUERY EXECUTE 'SELECT id FROM tickets WHERE customer_id = $1 AND created_by = $3 AND '
            || search_condition(patterns) || ' LIMIT $2' USING app_customer_id(), max_rows, app_user_id();$other$ ELSE '' END, readers);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION search_invoices(text[], integer), search_contracts(text[], integer), search_payments(text[], integer),
  search_licenses(text[], integer), search_tickets(text[], integer) TO portal_staff;
RESET ROLE;

SET LOCAL ROLE portal_people;
GRANT EXECUTE ON FUNCTION change_roles(uuid, text[]), remove_member(uuid),
  save_invitation(text, text[], text, text, timestamptz), withdraw_invitation(uuid) TO portal_staff;
-- As in 0007; a staff member who sees the portal as a customer is shown that customer.
CREATE OR REPLACE FUNCTION own_customers() RETURNS TABLE (id uuid, name text, roles text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_is_viewing() THEN
    RETURN QUERY SELECT customers.id, customers.name, ARRAY['owner'] FROM customers WHERE customers.id = app_customer_id();
    RETURN;
  END IF;
  RETURN QUERY SELECT customers.id, customers.name, memberships.roles
    FROM memberships JOIN customers ON customers.id = memberships.customer_id
    WHERE memberships.user_id = app_user_id() ORDER BY memberships.created_at, customers.id;
END $$;
RESET ROLE;

REVOKE CREATE ON SCHEMA public FROM portal_search, portal_people;
DO $$ BEGIN
  IF current_setting('server_version_num')::integer < 160000 THEN
    REVOKE portal_search, portal_people FROM CURRENT_USER;
  END IF;
END $$;
