-- Whose rows a request may see is found once, where it begins, and no longer by every policy anew: one ticket asked five
-- times. In this order, each step with the rights that the one before left: the session is looked up as portal_app, the
-- link to a customer as portal_tenant. A session that is not there leaves no user and no customer, and the policies no row.
CREATE FUNCTION become_caller(session_token text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  caller uuid;
  customer uuid;
  put_on text;
BEGIN
  SELECT user_id INTO caller FROM sessions WHERE token = session_token AND expires_at > now();
  put_on := set_config('app.user_id', coalesce(caller::text, ''), true);
  put_on := set_config('role', 'portal_tenant', true);
  SELECT customer_id INTO customer FROM customer_users WHERE user_id = caller;
  put_on := set_config('app.customer_id', coalesce(customer::text, ''), true);
  RETURN caller;
END $$;

CREATE OR REPLACE FUNCTION app_customer_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.customer_id', true), '')::uuid;

-- The search functions asked it themselves, as portal_search.
ALTER POLICY own_link ON customer_users TO portal_tenant;
REVOKE SELECT ON customer_users FROM portal_search;
