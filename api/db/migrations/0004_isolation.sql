-- Roles, what each may do, and the row-level security that separates customers. Nobody logs in as one of these roles: a
-- connection or a transaction sets one.
--   portal_app       default role of a connection: users, rate limits and mail, no customer's records
--   portal_tenant    role of an authenticated request: the records of one customer, restricted by the policies below
--   portal_search    owner of the search functions (0005): reads records
--   portal_operator  the command line: every record

-- Roles belong to the whole cluster: another database may have created them, even at the same moment.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['portal_app', 'portal_tenant', 'portal_search', 'portal_operator'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT NOBYPASSRLS', wanted);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
    BEGIN
      -- Since PostgreSQL 16, creating a role gives the right to grant it but not to set it.
      IF current_setting('server_version_num')::integer >= 160000 THEN
        IF NOT pg_has_role(current_user, wanted, 'SET') OR pg_has_role(current_user, wanted, 'USAGE') THEN
          EXECUTE format('GRANT %I TO CURRENT_USER WITH INHERIT FALSE, SET TRUE', wanted);
        END IF;
      -- Before, a member inherits what the policies of its role show: nobody stays a member of portal_search (0005).
      ELSIF wanted <> 'portal_search' AND NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
        EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
      END IF;
    EXCEPTION WHEN unique_violation THEN
      NULL;
    END;
  END LOOP;
END $$;

-- A temporary table would shadow ours of the same name. Sessions also put pg_temp last in their search path.
DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$;

GRANT USAGE ON SCHEMA public TO portal_app, portal_tenant, portal_search, portal_operator;

GRANT SELECT, INSERT, UPDATE, DELETE ON
  users, sessions, accounts, verifications, two_factors, passkeys, known_devices, email_undo_links, mail_outbox
  TO portal_app, portal_operator;
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limits TO portal_app;
GRANT SELECT, INSERT ON retention_runs TO portal_app;
GRANT SELECT ON retention_runs TO portal_operator;

GRANT SELECT, INSERT, UPDATE, DELETE ON
  customers, customer_users, invoices, contracts, payments, licenses, tickets TO portal_operator;
GRANT SELECT ON customers, customer_users, invoices, contracts, payments, licenses, tickets TO portal_tenant;
GRANT INSERT (customer_id, ticket_number, subject, description, priority, created_by, idempotency_key) ON tickets TO portal_tenant;
GRANT SELECT ON customer_balances TO portal_tenant, portal_operator;
GRANT SELECT ON invoices, contracts, payments, licenses, tickets TO portal_search;

-- By column: the writer of an event does not choose its time. A restore inserts whole rows.
GRANT INSERT (actor, event, outcome, user_id, customer, entity, times, request_id, network, details) ON audit_events
  TO portal_app, portal_tenant;
GRANT SELECT, INSERT ON audit_events TO portal_operator;

-- The tenant context of a transaction. A setting is empty, not null, after a transaction that had set it: hence nullif.
CREATE FUNCTION app_user_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.user_id', true), '')::uuid;

CREATE FUNCTION app_customer_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.customer_id', true), '')::uuid;

-- Looks the caller up once, where a request begins, instead of in every policy. Each step runs with the rights that the one
-- before left: the session is read as portal_app, the customer as portal_tenant. Without a valid session there is no user
-- and no customer, and the policies show no row.
CREATE FUNCTION set_tenant_context(session_token text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  caller uuid;
  customer uuid;
  ignored text;
BEGIN
  SELECT user_id INTO caller FROM sessions WHERE token = session_token AND expires_at > now();
  ignored := set_config('app.user_id', coalesce(caller::text, ''), true);
  ignored := set_config('role', 'portal_tenant', true);
  SELECT customer_id INTO customer FROM customer_users WHERE user_id = caller;
  ignored := set_config('app.customer_id', coalesce(customer::text, ''), true);
  RETURN caller;
END $$;
-- The server's login has no rights of its own and inherits none: it can only call this after SET ROLE.
REVOKE EXECUTE ON FUNCTION set_tenant_context(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_tenant_context(text) TO portal_app;

ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
ALTER TABLE customer_users ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_users FORCE ROW LEVEL SECURITY;
ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoices FORCE ROW LEVEL SECURITY;
ALTER TABLE contracts ENABLE ROW LEVEL SECURITY;
ALTER TABLE contracts FORCE ROW LEVEL SECURITY;
ALTER TABLE payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
ALTER TABLE licenses ENABLE ROW LEVEL SECURITY;
ALTER TABLE licenses FORCE ROW LEVEL SECURITY;
ALTER TABLE tickets ENABLE ROW LEVEL SECURITY;
ALTER TABLE tickets FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY;

-- `= (SELECT …)` is evaluated once and used in the index; `IN (SELECT …)` would be checked row by row.
CREATE POLICY tenant_select ON customer_users FOR SELECT TO portal_tenant USING (user_id = (SELECT app_user_id()));
CREATE POLICY tenant_select ON customers FOR SELECT TO portal_tenant USING (id = (SELECT app_customer_id()));
CREATE POLICY tenant_select ON invoices FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id()));
CREATE POLICY tenant_select ON contracts FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id()));
CREATE POLICY tenant_select ON payments FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id()));
CREATE POLICY tenant_select ON licenses FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id()));
CREATE POLICY tenant_select ON tickets FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id()));
CREATE POLICY tenant_insert ON tickets FOR INSERT TO portal_tenant
  WITH CHECK (customer_id = (SELECT app_customer_id()) AND created_by = (SELECT app_user_id()) AND status = 'open');

-- Any condition here, even on current_user alone, is evaluated before LIKE and keeps the trigram index from being used.
CREATE POLICY search_select ON invoices FOR SELECT TO portal_search USING (true);
CREATE POLICY search_select ON contracts FOR SELECT TO portal_search USING (true);
CREATE POLICY search_select ON payments FOR SELECT TO portal_search USING (true);
CREATE POLICY search_select ON licenses FOR SELECT TO portal_search USING (true);
CREATE POLICY search_select ON tickets FOR SELECT TO portal_search USING (true);

-- A policy for a role also applies to roles that inherit its rights, which the owner of the tables does before PostgreSQL
-- 16. current_user restricts these to transactions that have set the role.
CREATE POLICY operator_all ON customers TO portal_operator USING (current_user = 'portal_operator');
CREATE POLICY operator_all ON customer_users TO portal_operator USING (current_user = 'portal_operator');
CREATE POLICY operator_all ON invoices TO portal_operator USING (current_user = 'portal_operator');
CREATE POLICY operator_all ON contracts TO portal_operator USING (current_user = 'portal_operator');
CREATE POLICY operator_all ON payments TO portal_operator USING (current_user = 'portal_operator');
CREATE POLICY operator_all ON licenses TO portal_operator USING (current_user = 'portal_operator');
CREATE POLICY operator_all ON tickets TO portal_operator USING (current_user = 'portal_operator');

CREATE POLICY app_insert ON audit_events FOR INSERT TO portal_app WITH CHECK (actor <> 'operator');
CREATE POLICY tenant_insert ON audit_events FOR INSERT TO portal_tenant
  WITH CHECK (actor = 'user' AND user_id = (SELECT app_user_id()) AND customer = (SELECT app_customer_id()));
CREATE POLICY operator_insert ON audit_events FOR INSERT TO portal_operator WITH CHECK (true);
CREATE POLICY operator_select ON audit_events FOR SELECT TO portal_operator USING (true);
