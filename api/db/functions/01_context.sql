-- Who the caller of a transaction is: a user of a customer, a staff member, the sender of a mail, or an API key. The database decides it from a
-- session or a token, and signs it, so that an injected statement cannot change it (decision 020).

-- As hashToken() of api/lib/hash-token.ts: a row that leaks cannot be used as a cookie.
-- PL/pgSQL keeps its plan: PostgreSQL would plan an SQL function that it cannot inline in each call.
CREATE OR REPLACE FUNCTION hash_token(token text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN translate(rtrim(encode(sha256(convert_to(token, 'UTF8')), 'base64'), '='), '+/', '-_');
END $$;

-- What is signed: the values, this connection and this transaction. A signature is of no use in another one. app_context()
-- repeats the expression, as a call would double its cost. The key is read into a variable: PostgreSQL would plan a query
-- that has the expression in each call.
CREATE OR REPLACE FUNCTION sign_context(content text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE signing_key bytea;
BEGIN
  SELECT key INTO signing_key FROM private.context_keys;
  RETURN encode(sha256(signing_key || int4send(pg_backend_pid()) || timestamptz_send(now()) || convert_to(content, 'UTF8')
    || signing_key), 'hex');
END $$;
REVOKE EXECUTE ON FUNCTION sign_context FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sign_context TO portal_people;

DROP FUNCTION IF EXISTS write_context(uuid, uuid, text[], uuid, boolean);
CREATE OR REPLACE FUNCTION write_context(caller uuid, customer uuid, roles text[], staff uuid, viewing boolean, api_key uuid DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  content text := concat_ws('|', coalesce(caller::text, ''), coalesce(customer::text, ''),
    coalesce(array_to_string(roles, ','), ''), coalesce(staff::text, ''), CASE WHEN viewing THEN 'on' ELSE '' END,
    coalesce(api_key::text, ''));
BEGIN
  PERFORM set_config('app.context', sign_context(content) || content, true);
END $$;
REVOKE EXECUTE ON FUNCTION write_context FROM PUBLIC;
GRANT EXECUTE ON FUNCTION write_context TO portal_people;

-- A transaction has one caller. Its login may take the server's role again, so the role alone does not prevent a second
-- call, and settings can be cleared. A cursor stays open until the transaction ends, and opening it again fails.
CREATE OR REPLACE FUNCTION claim_context() RETURNS void LANGUAGE plpgsql AS $$
DECLARE claim refcursor := 'context_claim';
BEGIN
  OPEN claim FOR SELECT;
END $$;
REVOKE EXECUTE ON FUNCTION claim_context FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_context TO portal_people;

SET LOCAL ROLE portal_people;

-- Any role may set any custom setting, so the setting counts only with a signature. User, customer, roles, staff member and
-- whether a staff member sees the portal as the customer, and the API key; null without a valid context.
CREATE OR REPLACE FUNCTION app_context() RETURNS text[]
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  signed text := current_setting('app.context', true);
  signing_key bytea;
BEGIN
  IF signed IS NULL OR signed = '' THEN
    RETURN NULL;
  END IF;
  SELECT key INTO signing_key FROM private.context_keys;
  IF left(signed, 64) = encode(sha256(signing_key || int4send(pg_backend_pid()) || timestamptz_send(now())
    || convert_to(substr(signed, 65), 'UTF8') || signing_key), 'hex') THEN
    RETURN string_to_array(substr(signed, 65), '|');
  END IF;
  RETURN NULL;
END $$;
GRANT EXECUTE ON FUNCTION app_context TO portal_app, portal_tenant, portal_search, portal_operator, portal_staff, portal_key, portal_tickets;

RESET ROLE;

-- The parts of the context; null where there is none. A worker process of a parallel query has another process id, hence
-- restricted to the leader.
CREATE OR REPLACE FUNCTION app_user_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN nullif((app_context())[1], '')::uuid;

CREATE OR REPLACE FUNCTION app_customer_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN nullif((app_context())[2], '')::uuid;

CREATE OR REPLACE FUNCTION app_roles() RETURNS text LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN nullif((app_context())[3], '');

CREATE OR REPLACE FUNCTION app_staff_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN nullif((app_context())[4], '')::uuid;

CREATE OR REPLACE FUNCTION app_is_viewing() RETURNS boolean LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN coalesce((app_context())[5] = 'on', false);

CREATE OR REPLACE FUNCTION app_key_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN nullif((app_context())[6], '')::uuid;

CREATE OR REPLACE FUNCTION app_can(capability text) RETURNS boolean LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN roles_can(app_roles(), capability);

-- The customer where the caller has the capability, else null. One comparison in a policy: `AND (SELECT app_can(…))` would be
-- a filter on each row, and a caller without the capability would read the whole list to see nothing.
CREATE OR REPLACE FUNCTION app_customer_id(capability text) RETURNS uuid LANGUAGE plpgsql STABLE PARALLEL RESTRICTED AS $$
DECLARE context text[] := app_context();
BEGIN
  RETURN CASE WHEN roles_can(nullif(context[3], ''), capability) THEN nullif(context[2], '')::uuid END;
END $$;

-- For the first statement of a request, which has just written the context: there the signature needs no check, which costs as
-- much as reading the session. Policies check it. A caller without a customer sees no row anyway.
CREATE OR REPLACE FUNCTION app_allows(capability text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL RESTRICTED AS $$
DECLARE context text[];
BEGIN
  IF capability IS NULL THEN
    RETURN true;
  END IF;
  context := string_to_array(substr(current_setting('app.context', true), 65), '|');
  RETURN coalesce(context[2], '') = '' OR roles_can(nullif(context[3], ''), capability);
END $$;

-- Staff who view the portal as a customer see what fits their permissions: `support` what technical people see, `accounts`
-- what billing people see. The people of a customer are listed at the desk.
CREATE OR REPLACE FUNCTION viewing_roles(permissions text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN permissions @> ARRAY['support', 'accounts'] THEN ARRAY['owner']
  WHEN permissions && ARRAY['support'] THEN ARRAY['technical']
  WHEN permissions && ARRAY['accounts'] THEN ARRAY['billing'] END;

-- For a clearer error than that of the read-only transaction.
CREATE OR REPLACE FUNCTION reject_viewing() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF app_is_viewing() THEN
    RAISE EXCEPTION 'read_only' USING ERRCODE = 'PT403';
  END IF;
END $$;

SET LOCAL ROLE portal_people;

-- The caller is looked up once, where a request begins, instead of in every policy. The customer is the one of the session, or
-- the one that the user has belonged to for the longest time. Without a valid session there is neither, and the policies show
-- no row.
CREATE OR REPLACE FUNCTION begin_tenant_context(session_token text, OUT caller uuid, OUT viewing boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wanted uuid;
  viewed_customer uuid;
  customer uuid;
  roles_there text[];
BEGIN
  PERFORM claim_context();
  SELECT user_id, active_customer_id, viewed_customer_id INTO caller, wanted, viewed_customer
    FROM sessions WHERE token = hash_token(session_token) AND expires_at > now();
  IF viewed_customer IS NOT NULL THEN
    SELECT session.viewed, viewing_roles(permissions) INTO customer, roles_there
      FROM desk_session(session_token) AS session JOIN staff_members ON user_id = staff WHERE state = 'open' AND can_view;
  END IF;
  viewing := customer IS NOT NULL;
  IF NOT viewing THEN
    SELECT customer_id, roles INTO customer, roles_there FROM memberships WHERE user_id = caller
      ORDER BY customer_id = wanted DESC NULLS LAST, created_at, customer_id LIMIT 1;
  END IF;
  PERFORM write_context(caller, customer, roles_there, NULL, viewing);
END $$;
GRANT EXECUTE ON FUNCTION begin_tenant_context TO portal_app;

-- Without an open desk there is no staff member, and the policies show no row. The customer is the one whose page is read or
-- changed, if there is one.
CREATE OR REPLACE FUNCTION begin_staff_context(session_token text, wanted_customer uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  caller uuid;
  desk text;
BEGIN
  PERFORM claim_context();
  SELECT staff, state INTO caller, desk FROM desk_session(session_token);
  PERFORM write_context(NULL, wanted_customer, NULL, CASE WHEN desk = 'open' THEN caller END, false);
  RETURN desk;
END $$;
GRANT EXECUTE ON FUNCTION begin_staff_context TO portal_app;

-- A reply by mail, or the rating of a ticket by a link in a mail: the token stands for a session that has tickets, the user's own or all of the
-- customer, and nothing else. Null without a valid token for that purpose.
DROP FUNCTION IF EXISTS begin_reply_context(text);
CREATE OR REPLACE FUNCTION begin_reply_context(wanted_hash text, purpose text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  caller uuid;
  customer uuid;
  roles_there text[];
BEGIN
  PERFORM claim_context();
  SELECT user_id, customer_id INTO caller, customer FROM find_reply_token(wanted_hash, purpose) WHERE NOT is_expired;
  SELECT roles INTO roles_there FROM memberships WHERE user_id = caller AND customer_id = customer;
  PERFORM write_context(caller, CASE WHEN roles_there IS NOT NULL THEN customer END,
    CASE WHEN roles_there && capable_roles('technical') THEN ARRAY['correspondent'] WHEN roles_there IS NOT NULL THEN ARRAY['requester'] END, NULL, false);
  RETURN caller;
END $$;
GRANT EXECUTE ON FUNCTION begin_reply_context TO portal_app;

-- A mail that opens a ticket: our mail server has verified its sender, a member of exactly one customer where they may open tickets of support.
-- It sees what a requester sees. Mails of one sender wait for each other, so that they count the tickets that they open.
CREATE OR REPLACE FUNCTION begin_mail_context(wanted_mail uuid, address text, OUT customer uuid, OUT customers integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE caller uuid;
BEGIN
  PERFORM claim_context();
  SELECT id INTO caller FROM users WHERE email = lower(address) AND email_verified AND locked_at IS NULL
    AND EXISTS (SELECT FROM find_received_mail(wanted_mail));
  SELECT count(*)::integer, min(customer_id::text)::uuid INTO customers, customer
    FROM memberships WHERE user_id = caller AND roles && capable_roles('support');
  IF customers <> 1 THEN
    customer := NULL;
    caller := NULL;
  ELSE
    PERFORM pg_advisory_xact_lock(lock_class('mail_authors'), hashtext(caller::text));
  END IF;
  PERFORM write_context(caller, customer, CASE WHEN caller IS NOT NULL THEN ARRAY['requester'] END, NULL, false);
END $$;
GRANT EXECUTE ON FUNCTION begin_mail_context TO portal_app;

-- A reply that waits is published by its author, whether or not their session still exists. Returns the author; null if the reply was
-- taken back or returned. Without the right to write to tickets there is no staff member, and the policies show no row.
CREATE OR REPLACE FUNCTION begin_author_context(wanted_reply uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE author uuid;
BEGIN
  PERFORM claim_context();
  SELECT author_id INTO author FROM pending_replies WHERE id = wanted_reply AND problem IS NULL;
  PERFORM write_context(NULL, NULL, NULL, (SELECT staff_members.user_id FROM staff_members JOIN users ON users.id = staff_members.user_id
    WHERE staff_members.user_id = author AND active AND 'support' = ANY(permissions) AND locked_at IS NULL), false);
  RETURN author;
END $$;
GRANT EXECUTE ON FUNCTION begin_author_context TO portal_app;

-- For a staff member who has found the ticket, and with it the customer, in this transaction. The caller stays.
CREATE OR REPLACE FUNCTION set_staff_customer(customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE staff uuid := app_staff_id();
BEGIN
  IF staff IS NOT NULL THEN
    PERFORM write_context(NULL, customer, NULL, staff, false);
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION set_staff_customer TO portal_staff;

-- For the command line, which has no caller.
CREATE OR REPLACE FUNCTION set_operator_customer(customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM write_context(NULL, customer, NULL, NULL, false);
END $$;
GRANT EXECUTE ON FUNCTION set_operator_customer TO portal_operator;

RESET ROLE;

-- What follows the context is checked with the rights of the new role. Viewing stays read-only until the transaction ends.
-- The server's login has no rights of its own and inherits none: it can only call these after SET ROLE.
CREATE OR REPLACE FUNCTION set_tenant_context(session_token text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE began record := begin_tenant_context(session_token);
BEGIN
  PERFORM set_config('role', 'portal_tenant', true);
  IF began.viewing THEN
    PERFORM set_config('transaction_read_only', 'on', true);
  END IF;
  RETURN began.caller;
END $$;
REVOKE EXECUTE ON FUNCTION set_tenant_context FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_tenant_context TO portal_app;

CREATE OR REPLACE FUNCTION set_staff_context(session_token text, wanted_customer uuid DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE desk text := begin_staff_context(session_token, wanted_customer);
BEGIN
  PERFORM set_config('role', 'portal_staff', true);
  RETURN desk;
END $$;
REVOKE EXECUTE ON FUNCTION set_staff_context FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_staff_context TO portal_app;

DROP FUNCTION IF EXISTS set_reply_context(text);
CREATE OR REPLACE FUNCTION set_reply_context(wanted_hash text, purpose text DEFAULT 'reply') RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE caller uuid := begin_reply_context(wanted_hash, purpose);
BEGIN
  PERFORM set_config('role', 'portal_tenant', true);
  RETURN caller;
END $$;
REVOKE EXECUTE ON FUNCTION set_reply_context FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_reply_context TO portal_app;

CREATE OR REPLACE FUNCTION set_author_context(wanted_reply uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE author uuid := begin_author_context(wanted_reply);
BEGIN
  PERFORM set_config('role', 'portal_staff', true);
  RETURN author;
END $$;
REVOKE EXECUTE ON FUNCTION set_author_context FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_author_context TO portal_app;

CREATE OR REPLACE FUNCTION set_mail_context(wanted_mail uuid, address text, OUT customer uuid, OUT customers integer) LANGUAGE plpgsql AS $$
BEGIN
  SELECT began.customer, began.customers INTO customer, customers FROM begin_mail_context(wanted_mail, address) AS began;
  PERFORM set_config('role', 'portal_tenant', true);
END $$;
REVOKE EXECUTE ON FUNCTION set_mail_context FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_mail_context TO portal_app;
