-- Who belongs to a customer, and who may be invited.

-- One change of a customer's people at a time. After waiting, the caller may no longer be an owner. For staff, the customer is the
-- one of the context.
CREATE OR REPLACE FUNCTION lock_people() RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE customer uuid := app_customer_id();
BEGIN
  IF customer IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(lock_class('people'), hashtext(customer::text));
  END IF;
  IF app_staff_id() IS NOT NULL THEN
    IF customer IS NULL OR NOT staff_has('accounts') THEN
      RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
    END IF;
  ELSIF NOT app_can('people') OR NOT EXISTS (SELECT FROM memberships
    WHERE user_id = app_user_id() AND customer_id = customer AND roles && capable_roles('people')) THEN
    RAISE EXCEPTION 'not an owner' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN customer;
END $$;
REVOKE EXECUTE ON FUNCTION lock_people FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_people TO portal_people;

-- Whether the sender of an invitation may still invite. The operator's have no sender.
CREATE OR REPLACE FUNCTION may_invite(sender uuid, customer uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN sender IS NULL
    OR EXISTS (SELECT FROM memberships WHERE user_id = sender AND customer_id = customer AND roles && capable_roles('people'))
    OR EXISTS (SELECT FROM staff_members WHERE user_id = sender AND active AND 'accounts' = ANY(permissions));
END $$;
REVOKE EXECUTE ON FUNCTION may_invite FROM PUBLIC;
GRANT EXECUTE ON FUNCTION may_invite TO portal_people;

SET LOCAL ROLE portal_people;

-- A country of the Maghreb, each of which names months in its own way. Customers have no country, but a phone number.
CREATE OR REPLACE FUNCTION country_of(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE substring(regexp_replace(phone, '[^0-9+]', '', 'g') FROM '^(?:\+|00)(21[236])') WHEN '212' THEN 'MA' WHEN '213' THEN 'DZ' WHEN '216' THEN 'TN' END
$$;
REVOKE EXECUTE ON FUNCTION country_of FROM PUBLIC;

-- The customers of the caller, the active one included. A staff member who views the portal as a customer gets that one.
DROP FUNCTION IF EXISTS own_customers;
CREATE OR REPLACE FUNCTION own_customers() RETURNS TABLE (id uuid, name text, roles text[], country text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_is_viewing() THEN
    RETURN QUERY SELECT customers.id, customers.name, string_to_array(app_roles(), ','), country_of(customers.phone)
      FROM customers WHERE customers.id = app_customer_id();
    RETURN;
  END IF;
  RETURN QUERY SELECT customers.id, customers.name, memberships.roles, country_of(customers.phone)
    FROM memberships JOIN customers ON customers.id = memberships.customer_id
    WHERE memberships.user_id = app_user_id() ORDER BY memberships.created_at, customers.id;
END $$;
GRANT EXECUTE ON FUNCTION own_customers TO portal_tenant;

DROP FUNCTION IF EXISTS list_members;
CREATE OR REPLACE FUNCTION list_members() RETURNS TABLE (user_id uuid, email text, name text, roles text[], created_at timestamptz, last_signed_in_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, users.email, users.name, memberships.roles, memberships.created_at, users.last_signed_in_at
    FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE memberships.customer_id = app_customer_id() AND app_can('people') ORDER BY users.email;
END $$;
GRANT EXECUTE ON FUNCTION list_members TO portal_tenant;

-- False if the customer has no such member. Staff do not give themselves the access to a customer that viewing withholds: another
-- staff member does.
CREATE OR REPLACE FUNCTION change_roles(member uuid, new_roles text[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE customer uuid := lock_people();
BEGIN
  IF member = app_staff_id() THEN
    RAISE EXCEPTION 'own_access' USING ERRCODE = 'PT409';
  END IF;
  UPDATE memberships SET roles = new_roles WHERE user_id = member AND customer_id = customer;
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION change_roles TO portal_tenant, portal_staff;

CREATE OR REPLACE FUNCTION remove_member(member uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE customer uuid := lock_people();
BEGIN
  DELETE FROM memberships WHERE user_id = member AND customer_id = customer;
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION remove_member TO portal_tenant, portal_staff;

-- Inviting an email address again replaces the invitation and voids its link. PT409: rejected, for the reason in the message.
-- Apart from the caller's own email address, nothing here depends on whether it has an account.
CREATE OR REPLACE FUNCTION save_invitation(new_email text, new_roles text[], new_token_hash text, new_locale text, new_expires_at timestamptz)
RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  customer uuid := lock_people();
  saved uuid;
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = app_staff_id() AND email = new_email) THEN
    RAISE EXCEPTION 'own_access' USING ERRCODE = 'PT409';
  END IF;
  IF EXISTS (SELECT FROM memberships JOIN users ON users.id = user_id WHERE customer_id = customer AND email = new_email) THEN
    RAISE EXCEPTION 'already_member' USING ERRCODE = 'PT409';
  END IF;
  IF (SELECT count(*) FROM memberships WHERE customer_id = customer)
    + (SELECT count(*) FROM invitations WHERE customer_id = customer AND email <> new_email) >= max_people() THEN
    RAISE EXCEPTION 'too_many_people' USING ERRCODE = 'PT409';
  END IF;
  INSERT INTO invitations (customer_id, email, roles, token_hash, locale, invited_by, expires_at)
    VALUES (customer, new_email, new_roles, new_token_hash, new_locale, coalesce(app_user_id(), app_staff_id()), new_expires_at)
    ON CONFLICT (customer_id, email) DO UPDATE SET roles = excluded.roles, token_hash = excluded.token_hash,
      locale = excluded.locale, invited_by = excluded.invited_by, created_at = now(), expires_at = excluded.expires_at
    RETURNING id INTO saved;
  RETURN saved;
END $$;
GRANT EXECUTE ON FUNCTION save_invitation TO portal_tenant, portal_staff;

CREATE OR REPLACE FUNCTION withdraw_invitation(invitation uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE customer uuid := lock_people();
BEGIN
  DELETE FROM invitations WHERE id = invitation AND customer_id = customer;
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION withdraw_invitation TO portal_tenant, portal_staff;

-- For the page behind the link of the mail. No row if the sender may no longer invite.
CREATE OR REPLACE FUNCTION find_invitation(hash text) RETURNS TABLE (email text, customer text, roles text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT invitations.email, customers.name, invitations.roles
    FROM invitations JOIN customers ON customers.id = invitations.customer_id
    WHERE token_hash = hash AND expires_at > now() AND may_invite(invited_by, customer_id);
END $$;
GRANT EXECUTE ON FUNCTION find_invitation TO portal_app;

-- Makes the user a member: the invitation must be theirs and their email address verified. Returns the customer, or null.
CREATE OR REPLACE FUNCTION accept_invitation(hash text, accepting_user uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE accepted invitations;
BEGIN
  DELETE FROM invitations WHERE token_hash = hash AND expires_at > now() AND may_invite(invited_by, customer_id)
    AND email = (SELECT users.email FROM users WHERE users.id = accepting_user AND email_verified)
    RETURNING * INTO accepted;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO memberships (user_id, customer_id, roles) VALUES (accepting_user, accepted.customer_id, accepted.roles)
    ON CONFLICT DO NOTHING;
  RETURN accepted.customer_id;
END $$;
GRANT EXECUTE ON FUNCTION accept_invitation TO portal_app;

-- When two owners remove each other at once, one stays: the second waits for the first. A deleted customer or an erased user takes
-- their memberships along. Only the operator can remove the last member of a customer.
CREATE OR REPLACE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(lock_class('people'), hashtext(OLD.customer_id::text));
  IF NOT EXISTS (SELECT FROM memberships WHERE customer_id = OLD.customer_id AND 'owner' = ANY(roles))
    AND EXISTS (SELECT FROM customers WHERE id = OLD.customer_id) AND EXISTS (SELECT FROM users WHERE id = OLD.user_id)
    AND (app_user_id() IS NOT NULL OR EXISTS (SELECT FROM memberships WHERE customer_id = OLD.customer_id)) THEN
    RAISE EXCEPTION 'last_owner' USING ERRCODE = 'PT409';
  END IF;
  RETURN NULL;
END $$;

-- Triggers rather than checks in services: this holds for the portal, the desk and the command line.
CREATE OR REPLACE FUNCTION end_invitations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM invitations WHERE invited_by = OLD.user_id AND NOT may_invite(invited_by, customer_id);
  RETURN NULL;
END $$;

RESET ROLE;

CREATE OR REPLACE TRIGGER memberships_keep_an_owner AFTER UPDATE OF roles ON memberships
  FOR EACH ROW WHEN ('owner' = ANY(OLD.roles) AND NOT 'owner' = ANY(NEW.roles)) EXECUTE FUNCTION keep_an_owner();
CREATE OR REPLACE TRIGGER memberships_keep_an_owner_left AFTER DELETE ON memberships
  FOR EACH ROW WHEN ('owner' = ANY(OLD.roles)) EXECUTE FUNCTION keep_an_owner();
CREATE OR REPLACE TRIGGER memberships_end_invitations AFTER UPDATE OF roles OR DELETE ON memberships
  FOR EACH ROW WHEN ('owner' = ANY(OLD.roles)) EXECUTE FUNCTION end_invitations();
CREATE OR REPLACE TRIGGER staff_members_end_invitations AFTER UPDATE OF active, permissions OR DELETE ON staff_members
  FOR EACH ROW WHEN ('accounts' = ANY(OLD.permissions)) EXECUTE FUNCTION end_invitations();
