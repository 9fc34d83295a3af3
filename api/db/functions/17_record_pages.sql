-- What the pages of records and the calendar feed need beyond their rows.

SET LOCAL ROLE portal_people;

-- What staff did with a record, newest first. The audit log itself is for admins.
CREATE OR REPLACE FUNCTION list_record_events(of_customer uuid, of_entity text)
RETURNS TABLE (happened_at timestamptz, event text, staff_name text, details jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT audit_events.happened_at, audit_events.event, staff_members.name, audit_events.details
    FROM audit_events LEFT JOIN staff_members ON staff_members.user_id = audit_events.user_id
    WHERE customer = of_customer AND entity = of_entity AND actor IN ('staff', 'operator')
      AND audit_events.event <> 'staff.read' AND staff_has('support', 'accounts', 'sales', 'records')
    ORDER BY audit_events.happened_at DESC LIMIT 100;
END $$;
GRANT EXECUTE ON FUNCTION list_record_events TO portal_staff;

-- A calendar program has a secret and no session. It sees what its user's roles allow now; nothing if the user is locked or has left.
CREATE OR REPLACE FUNCTION begin_calendar_context(wanted_hash text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  caller uuid;
  customer uuid;
  roles_there text[];
BEGIN
  PERFORM claim_context();
  SELECT memberships.user_id, memberships.customer_id, roles INTO caller, customer, roles_there
    FROM calendar_feeds JOIN memberships USING (user_id, customer_id) JOIN users ON users.id = memberships.user_id
    WHERE secret_hash = wanted_hash AND locked_at IS NULL;
  PERFORM write_context(caller, customer, roles_there, NULL, false);
  RETURN caller;
END $$;
GRANT EXECUTE ON FUNCTION begin_calendar_context TO portal_app;

-- The user's own, of the active customer.
CREATE OR REPLACE FUNCTION remove_calendar_feed() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM calendar_feeds WHERE user_id = app_user_id() AND customer_id = app_customer_id();
END $$;
GRANT EXECUTE ON FUNCTION remove_calendar_feed TO portal_tenant;

RESET ROLE;

CREATE OR REPLACE FUNCTION set_calendar_context(wanted_hash text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE caller uuid := begin_calendar_context(wanted_hash);
BEGIN
  PERFORM set_config('role', 'portal_tenant', true), set_config('transaction_read_only', 'on', true);
  RETURN caller;
END $$;
REVOKE EXECUTE ON FUNCTION set_calendar_context FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_calendar_context TO portal_app;
