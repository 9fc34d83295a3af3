-- Who belongs to which customer, and what each role may do there. A user may belong to several customers; the session says
-- which of them is active.
--   owner      everything, and who belongs to the customer      technical  licenses and all tickets
--   billing    invoices, payments, contracts and the balance    requester  their own tickets
-- One more database role, beside those of 0004:
--   portal_people    owner of the functions that read and change who belongs to a customer

DO $$
BEGIN
  BEGIN
    CREATE ROLE portal_people NOLOGIN NOINHERIT NOBYPASSRLS;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
  END;
  BEGIN
    -- As 0004 and 0005 do for portal_search.
    IF current_setting('server_version_num')::integer >= 160000
      AND (NOT pg_has_role(current_user, 'portal_people', 'SET') OR pg_has_role(current_user, 'portal_people', 'USAGE')) THEN
      EXECUTE 'GRANT portal_people TO CURRENT_USER WITH INHERIT FALSE, SET TRUE';
    END IF;
  EXCEPTION WHEN unique_violation THEN
    NULL;
  END;
END $$;
GRANT USAGE ON SCHEMA public TO portal_people;

CREATE FUNCTION are_roles(given text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cardinality(given) BETWEEN 1 AND 4 AND given <@ ARRAY['owner', 'billing', 'technical', 'requester'];

-- Existing users could see everything of their customer: they become owners. Grants and policies stay with the table.
ALTER TABLE customer_users RENAME TO memberships;
ALTER TABLE memberships RENAME CONSTRAINT customer_users_user_id_fkey TO memberships_user_id_fkey;
ALTER TABLE memberships RENAME CONSTRAINT customer_users_customer_id_fkey TO memberships_customer_id_fkey;
ALTER TABLE memberships DROP CONSTRAINT customer_users_pkey, ADD PRIMARY KEY (user_id, customer_id);
ALTER INDEX customer_users_customer RENAME TO memberships_customer;
ALTER TABLE memberships ADD COLUMN roles text[] NOT NULL DEFAULT '{owner}' CHECK (are_roles(roles));
ALTER TABLE memberships ALTER COLUMN roles DROP DEFAULT;

-- Ours. The customer whose records the session shows. Not called customer_id, as sessions belong to users.
ALTER TABLE sessions ADD COLUMN active_customer_id uuid REFERENCES customers ON DELETE SET NULL;
CREATE INDEX sessions_active_customer ON sessions (active_customer_id) WHERE active_customer_id IS NOT NULL;

-- Invitations that were not accepted yet. Only the mail has the token, so that only the reader of the mailbox can accept.
CREATE TABLE invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  roles text[] NOT NULL CHECK (are_roles(roles)),
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 43),
  locale text NOT NULL CHECK (length(locale) <= 10),
  -- Null for those of the operator.
  invited_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  UNIQUE (customer_id, email)
);
CREATE INDEX invitations_email ON invitations (email);
CREATE INDEX invitations_invited_by ON invitations (invited_by);
CREATE INDEX invitations_expiry ON invitations (expires_at);
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;

-- The rest of the tenant context. app_can() is the only definition of what a role may do; contract/roles.ts repeats it for
-- the browser, and a test compares the two.
CREATE FUNCTION app_can(capability text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(string_to_array(nullif(current_setting('app.roles', true), ''), ',') && CASE capability
  WHEN 'billing' THEN ARRAY['owner', 'billing']
  WHEN 'technical' THEN ARRAY['owner', 'technical']
  WHEN 'tickets' THEN ARRAY['owner', 'technical', 'requester']
  WHEN 'people' THEN ARRAY['owner']
END, false);

-- The customer where the caller has the capability, else null. One comparison in a policy: `AND (SELECT app_can(…))` would be
-- a filter on each row, and a caller without the capability would read the whole list to see nothing.
CREATE FUNCTION app_customer_id(capability text) RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN app_can(capability) THEN app_customer_id() END;

-- The session's customer where the user belongs to it, else the one they have belonged to for the longest time.
CREATE OR REPLACE FUNCTION set_tenant_context(session_token text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  caller uuid;
  wanted uuid;
  customer uuid;
  roles_there text[];
  ignored text;
BEGIN
  SELECT user_id, active_customer_id INTO caller, wanted FROM sessions WHERE token = session_token AND expires_at > now();
  ignored := set_config('app.user_id', coalesce(caller::text, ''), true);
  ignored := set_config('role', 'portal_tenant', true);
  SELECT customer_id, roles INTO customer, roles_there FROM memberships WHERE user_id = caller
    ORDER BY customer_id = wanted DESC NULLS LAST, created_at, customer_id LIMIT 1;
  ignored := set_config('app.customer_id', coalesce(customer::text, ''), true);
  ignored := set_config('app.roles', coalesce(array_to_string(roles_there, ','), ''), true);
  RETURN caller;
END $$;

ALTER POLICY tenant_select ON invoices USING (customer_id = (SELECT app_customer_id('billing')));
ALTER POLICY tenant_select ON contracts USING (customer_id = (SELECT app_customer_id('billing')));
ALTER POLICY tenant_select ON payments USING (customer_id = (SELECT app_customer_id('billing')));
ALTER POLICY tenant_select ON licenses USING (customer_id = (SELECT app_customer_id('technical')));
ALTER POLICY tenant_select ON tickets USING (customer_id = (SELECT app_customer_id('tickets'))
  AND ((SELECT app_can('technical')) OR created_by = (SELECT app_user_id())));
ALTER POLICY tenant_insert ON tickets WITH CHECK (customer_id = (SELECT app_customer_id('tickets'))
  AND created_by = (SELECT app_user_id()) AND status = 'open');

-- Every member sees the name and the contact of the customer; risk and balance only through own_balance().
REVOKE SELECT ON customers, customer_balances FROM portal_tenant;
GRANT SELECT (id, name, contact, email, phone, created_at) ON customers TO portal_tenant;
GRANT SELECT (id, total_outstanding, risk) ON customers TO portal_search;
GRANT SELECT ON customer_balances TO portal_search;
CREATE POLICY search_select ON customers FOR SELECT TO portal_search USING (current_user = 'portal_search');

GRANT SELECT, INSERT, UPDATE, DELETE ON invitations TO portal_operator;
CREATE POLICY operator_all ON invitations TO portal_operator USING (current_user = 'portal_operator');
-- Without token_hash.
GRANT SELECT (id, customer_id, email, roles, locale, invited_by, created_at, expires_at) ON invitations TO portal_tenant;
CREATE POLICY tenant_select ON invitations FOR SELECT TO portal_tenant
  USING (customer_id = (SELECT app_customer_id('people')));

GRANT SELECT (id, email, email_verified, last_signed_in_at) ON users TO portal_people;
GRANT SELECT (id, name) ON customers TO portal_people;
GRANT SELECT, INSERT, UPDATE, DELETE ON memberships, invitations TO portal_people;
CREATE POLICY people_select ON customers FOR SELECT TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON memberships TO portal_people USING (current_user = 'portal_people');
CREATE POLICY people_all ON invitations TO portal_people USING (current_user = 'portal_people');

-- The customers of the caller, the active one included.
CREATE FUNCTION own_customers() RETURNS TABLE (id uuid, name text, roles text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT customers.id, customers.name, memberships.roles
    FROM memberships JOIN customers ON customers.id = memberships.customer_id
    WHERE memberships.user_id = app_user_id() ORDER BY memberships.created_at, customers.id;
END $$;

-- One change of a customer's people at a time. After waiting the caller may no longer be an owner.
CREATE FUNCTION lock_people() RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE customer uuid := app_customer_id();
BEGIN
  IF customer IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(7261943, hashtext(customer::text));
  END IF;
  IF NOT app_can('people') OR NOT EXISTS (SELECT FROM memberships
    WHERE user_id = app_user_id() AND customer_id = customer AND 'owner' = ANY(roles)) THEN
    RAISE EXCEPTION 'not an owner' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN customer;
END $$;

CREATE FUNCTION list_members() RETURNS TABLE (user_id uuid, email text, roles text[], created_at timestamptz, last_signed_in_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, users.email, memberships.roles, memberships.created_at, users.last_signed_in_at
    FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE memberships.customer_id = app_customer_id() AND app_can('people') ORDER BY users.email;
END $$;

-- False where the customer has no such member.
CREATE FUNCTION change_roles(member uuid, new_roles text[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE customer uuid := lock_people();
BEGIN
  UPDATE memberships SET roles = new_roles WHERE user_id = member AND customer_id = customer;
  RETURN FOUND;
END $$;

CREATE FUNCTION remove_member(member uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE customer uuid := lock_people();
BEGIN
  DELETE FROM memberships WHERE user_id = member AND customer_id = customer;
  RETURN FOUND;
END $$;

-- Inviting an email address again replaces the invitation and voids its link. PT409: rejected, for the reason in the message.
-- Nothing here depends on whether the email address has an account.
CREATE FUNCTION save_invitation(new_email text, new_roles text[], new_token_hash text, new_locale text, new_expires_at timestamptz)
RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  customer uuid := lock_people();
  saved uuid;
BEGIN
  IF EXISTS (SELECT FROM memberships JOIN users ON users.id = user_id WHERE customer_id = customer AND email = new_email) THEN
    RAISE EXCEPTION 'already_member' USING ERRCODE = 'PT409';
  END IF;
  IF (SELECT count(*) FROM memberships WHERE customer_id = customer)
    + (SELECT count(*) FROM invitations WHERE customer_id = customer AND email <> new_email) >= 200 THEN
    RAISE EXCEPTION 'too_many_people' USING ERRCODE = 'PT409';
  END IF;
  INSERT INTO invitations (customer_id, email, roles, token_hash, locale, invited_by, expires_at)
    VALUES (customer, new_email, new_roles, new_token_hash, new_locale, app_user_id(), new_expires_at)
    ON CONFLICT (customer_id, email) DO UPDATE SET roles = excluded.roles, token_hash = excluded.token_hash,
      locale = excluded.locale, invited_by = excluded.invited_by, created_at = now(), expires_at = excluded.expires_at
    RETURNING id INTO saved;
  RETURN saved;
END $$;

CREATE FUNCTION withdraw_invitation(invitation uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE customer uuid := lock_people();
BEGIN
  DELETE FROM invitations WHERE id = invitation AND customer_id = customer;
  RETURN FOUND;
END $$;

-- For the page behind the link of the mail.
CREATE FUNCTION find_invitation(hash text) RETURNS TABLE (email text, customer text, roles text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT invitations.email, customers.name, invitations.roles
    FROM invitations JOIN customers ON customers.id = invitations.customer_id
    WHERE token_hash = hash AND expires_at > now();
END $$;

-- Makes the user a member: the invitation must be theirs and their email address verified. Returns the customer, or null.
CREATE FUNCTION accept_invitation(hash text, accepting_user uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE accepted invitations;
BEGIN
  DELETE FROM invitations WHERE token_hash = hash AND expires_at > now()
    AND email = (SELECT users.email FROM users WHERE users.id = accepting_user AND email_verified)
    RETURNING * INTO accepted;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO memberships (user_id, customer_id, roles) VALUES (accepting_user, accepted.customer_id, accepted.roles)
    ON CONFLICT DO NOTHING;
  RETURN accepted.customer_id;
END $$;

-- Of two owners who remove each other at once, one stays: the second waits for the first. A deleted customer, and a user who
-- was erased, take their memberships with them; only the operator can remove the last member of a customer.
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7261943, hashtext(OLD.customer_id::text));
  IF NOT EXISTS (SELECT FROM memberships WHERE customer_id = OLD.customer_id AND 'owner' = ANY(roles))
    AND EXISTS (SELECT FROM customers WHERE id = OLD.customer_id) AND EXISTS (SELECT FROM users WHERE id = OLD.user_id)
    AND (app_user_id() IS NOT NULL OR EXISTS (SELECT FROM memberships WHERE customer_id = OLD.customer_id)) THEN
    RAISE EXCEPTION 'last_owner' USING ERRCODE = 'PT409';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER memberships_keep_an_owner AFTER UPDATE OF roles ON memberships
  FOR EACH ROW WHEN ('owner' = ANY(OLD.roles) AND NOT 'owner' = ANY(NEW.roles)) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER memberships_keep_an_owner_left AFTER DELETE ON memberships
  FOR EACH ROW WHEN ('owner' = ANY(OLD.roles)) EXECUTE FUNCTION keep_an_owner();

-- Risk and balance, for those who may see invoices.
CREATE FUNCTION own_balance() RETURNS TABLE (risk text, outstanding numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT customers.risk, customer_balances.outstanding
    FROM customers JOIN customer_balances ON customer_balances.customer_id = customers.id
    WHERE customers.id = app_customer_id() AND app_can('billing');
END $$;

-- When the customer's newest but `number` ticket was opened, within a day: for the limits of create_ticket(), which count the
-- tickets of colleagues that a requester does not see.
CREATE FUNCTION recent_ticket_time(number integer) RETURNS timestamptz
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT created_at FROM tickets WHERE customer_id = app_customer_id() AND created_at > now() - interval '1 day'
    ORDER BY created_at DESC OFFSET number - 1 LIMIT 1);
END $$;

REVOKE EXECUTE ON FUNCTION own_customers(), lock_people(), list_members(), change_roles(uuid, text[]), remove_member(uuid),
  save_invitation(text, text[], text, text, timestamptz), withdraw_invitation(uuid), find_invitation(text),
  accept_invitation(text, uuid), keep_an_owner(), own_balance(), recent_ticket_time(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_customers(), list_members(), change_roles(uuid, text[]), remove_member(uuid),
  save_invitation(text, text[], text, text, timestamptz), withdraw_invitation(uuid), own_balance(),
  recent_ticket_time(integer) TO portal_tenant;
GRANT EXECUTE ON FUNCTION find_invitation(text), accept_invitation(text, uuid) TO portal_app;
GRANT EXECUTE ON FUNCTION lock_people() TO portal_people;

-- As in 0005: the new owner of a function must be able to create in the schema, and we must be able to set its role.
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
ALTER FUNCTION own_customers() OWNER TO portal_people;
ALTER FUNCTION list_members() OWNER TO portal_people;
ALTER FUNCTION change_roles(uuid, text[]) OWNER TO portal_people;
ALTER FUNCTION remove_member(uuid) OWNER TO portal_people;
ALTER FUNCTION save_invitation(text, text[], text, text, timestamptz) OWNER TO portal_people;
ALTER FUNCTION withdraw_invitation(uuid) OWNER TO portal_people;
ALTER FUNCTION find_invitation(text) OWNER TO portal_people;
ALTER FUNCTION accept_invitation(text, uuid) OWNER TO portal_people;
ALTER FUNCTION keep_an_owner() OWNER TO portal_people;
ALTER FUNCTION own_balance() OWNER TO portal_search;
ALTER FUNCTION recent_ticket_time(integer) OWNER TO portal_search;

-- The searches of 0005, for those who may see the list. A requester's finds their own tickets, however many others match.
SET LOCAL ROLE portal_search;
DO $$
DECLARE
  list text;
  capability text;
BEGIN
  FOR list, capability IN VALUES
    ('invoices', 'billing'), ('contracts', 'billing'), ('payments', 'billing'), ('licenses', 'technical'), ('tickets', 'technical') LOOP
    EXECUTE format($function$
      CREATE OR REPLACE FUNCTION search_%1$s(patterns text[], max_rows integer) RETURNS SETOF uuid
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $body$
      BEGIN
        IF app_can(%2$L) THEN
          RETURN QUERY EXECUTE 'SELECT id FROM %1$s WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
            USING app_customer_id(), max_rows;
        %3$s
        END IF;
      END $body$ $function$, list, capability, CASE list WHEN 'tickets' THEN $other$ELSIF app_can('tickets') THEN
          RETURN QUERY EXECUTE 'SELECT id FROM tickets WHERE customer_id = $1 AND created_by = $3 AND '
            || search_condition(patterns) || ' LIMIT $2' USING app_customer_id(), max_rows, app_user_id();$other$ ELSE '' END);
  END LOOP;
END $$;
RESET ROLE;

REVOKE CREATE ON SCHEMA public FROM portal_search, portal_people;
DO $$ BEGIN
  IF current_setting('server_version_num')::integer < 160000 THEN
    REVOKE portal_search, portal_people FROM CURRENT_USER;
  END IF;
END $$;

-- An idempotency key is its user's: a colleague who happens to send the same one opens another ticket.
ALTER TABLE tickets DROP CONSTRAINT tickets_customer_id_idempotency_key_key;
ALTER TABLE tickets ADD UNIQUE (customer_id, created_by, idempotency_key);

-- As in 0006, with the limits of the whole customer and the keys of the caller.
CREATE OR REPLACE FUNCTION create_ticket(
  new_subject text,
  new_description text,
  new_priority text,
  key text,
  at_millisecond bigint DEFAULT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  hourly_limit integer DEFAULT 60
) RETURNS TABLE (ticket tickets, is_replay boolean) LANGUAGE plpgsql AS $$
DECLARE
  caller uuid := app_user_id();
  customer uuid := app_customer_id();
  nth timestamptz;
  full_until timestamptz;
  number bigint := nextval('ticket_numbers');
BEGIN
  IF customer IS NULL THEN
    RETURN;
  END IF;
  IF hourly_limit > 0 THEN
    -- Fewer than an hour's limit in the last day: neither limit can be reached.
    nth := recent_ticket_time(hourly_limit);
  END IF;
  IF nth IS NOT NULL THEN
    full_until := greatest(
      CASE WHEN nth > now() - interval '1 hour' THEN nth + interval '1 hour' END,
      recent_ticket_time(hourly_limit * 5) + interval '1 day'
    );
    -- A replay is never rejected, however many tickets came after it.
    IF full_until IS NOT NULL AND NOT EXISTS (
      SELECT FROM tickets WHERE customer_id = customer AND created_by = caller AND idempotency_key = key) THEN
      RAISE EXCEPTION 'too many tickets' USING ERRCODE = 'PT429',
        DETAIL = greatest(1, ceil(extract(epoch FROM full_until - now())))::text;
    END IF;
  END IF;
  IF number NOT BETWEEN at_millisecond AND at_millisecond + 60000 THEN
    number := setval('ticket_numbers', at_millisecond);
  END IF;
  FOR attempt IN 0 .. 9999 LOOP
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(number + attempt);
    INSERT INTO tickets (customer_id, ticket_number, subject, description, priority, created_by, idempotency_key)
      VALUES (customer, 'TKT-' || (number + attempt), new_subject, new_description, new_priority, caller, key)
      ON CONFLICT DO NOTHING
      RETURNING tickets.* INTO ticket;
    is_replay := false;
    IF NOT FOUND AND key IS NOT NULL THEN
      SELECT * INTO ticket FROM tickets WHERE customer_id = customer AND created_by = caller AND idempotency_key = key;
      is_replay := true;
    END IF;
    IF FOUND THEN
      RETURN NEXT;
      RETURN;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'no free ticket number near %', at_millisecond;
END $$;
