-- Who may touch what. Nobody logs in as these roles: a connection or a transaction puts one on.
--   portal_app       what a connection wears by default: logins, rate limits and the mail queue, no customer's record
--   portal_tenant    what a signed-in request wears: the records of one customer, chosen by the policies below
--   portal_search    owns the functions that look ids up by words (0004): reads, and nothing else
--   portal_operator  the operator's command line: every record

-- Roles belong to the whole cluster: another database of ours may have made them, perhaps this very moment.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['portal_app', 'portal_tenant', 'portal_search', 'portal_operator'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT NOBYPASSRLS', wanted);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
    -- Since 16, making a role gives the right to grant it, but not to put it on.
    IF current_setting('server_version_num')::integer >= 160000 THEN
      IF NOT pg_has_role(current_user, wanted, 'SET') OR pg_has_role(current_user, wanted, 'USAGE') THEN
        EXECUTE format('GRANT %I TO CURRENT_USER WITH INHERIT FALSE, SET TRUE', wanted);
      END IF;
    ELSIF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    END IF;
  END LOOP;
END $$;

GRANT USAGE ON SCHEMA public TO portal_app, portal_tenant, portal_search, portal_operator;

GRANT SELECT, INSERT, UPDATE, DELETE ON users, sessions, accounts, verifications, rate_limits, mail_outbox TO portal_app;

-- Empty after a transaction that had set it, hence nullif.
CREATE FUNCTION app_user_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.user_id', true), '')::uuid;

CREATE FUNCTION app_customer_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT customer_id FROM customer_users WHERE user_id = app_user_id());

GRANT SELECT ON customers, customer_users, invoices, contracts, payments, licenses, tickets TO portal_tenant;
GRANT INSERT (customer_id, ticket_number, subject, description, priority, created_by, idempotency_key) ON tickets TO portal_tenant;

GRANT SELECT ON customer_users, invoices, contracts, payments, licenses, tickets TO portal_search;

GRANT SELECT, INSERT, UPDATE, DELETE ON
  users, sessions, accounts, verifications, mail_outbox,
  customers, customer_users, invoices, contracts, payments, licenses, tickets
  TO portal_operator;

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

-- `= (SELECT …)` is evaluated once and used in the index; `IN (SELECT …)` would be checked row by row.
CREATE POLICY own_link ON customer_users FOR SELECT TO portal_tenant, portal_search USING (user_id = (SELECT app_user_id()));
CREATE POLICY own_customer ON customers FOR SELECT TO portal_tenant USING (id = (SELECT app_customer_id()));
CREATE POLICY own_invoices ON invoices FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id()));
CREATE POLICY own_contracts ON contracts FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id()));
CREATE POLICY own_payments ON payments FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id()));
CREATE POLICY own_licenses ON licenses FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id()));
CREATE POLICY own_tickets ON tickets FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id()));
CREATE POLICY new_tickets ON tickets FOR INSERT TO portal_tenant
  WITH CHECK (customer_id = (SELECT app_customer_id()) AND created_by = (SELECT app_user_id()) AND status = 'open');

CREATE POLICY searched_invoices ON invoices FOR SELECT TO portal_search USING (true);
CREATE POLICY searched_contracts ON contracts FOR SELECT TO portal_search USING (true);
CREATE POLICY searched_payments ON payments FOR SELECT TO portal_search USING (true);
CREATE POLICY searched_licenses ON licenses FOR SELECT TO portal_search USING (true);
CREATE POLICY searched_tickets ON tickets FOR SELECT TO portal_search USING (true);

CREATE POLICY operated_customers ON customers TO portal_operator USING (true);
CREATE POLICY operated_links ON customer_users TO portal_operator USING (true);
CREATE POLICY operated_invoices ON invoices TO portal_operator USING (true);
CREATE POLICY operated_contracts ON contracts TO portal_operator USING (true);
CREATE POLICY operated_payments ON payments TO portal_operator USING (true);
CREATE POLICY operated_licenses ON licenses TO portal_operator USING (true);
CREATE POLICY operated_tickets ON tickets TO portal_operator USING (true);
