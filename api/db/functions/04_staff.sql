-- The desk: who may open it, and what staff see of people, mails and the audit log.

SET LOCAL ROLE portal_people;

-- No row for a session of anybody but active staff; else the state is 'open', or what keeps the desk closed.
CREATE OR REPLACE FUNCTION desk_session(session_token text)
RETURNS TABLE (staff uuid, state text, can_view boolean, ends_at timestamptz, viewed uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT staff_members.user_id,
      CASE WHEN NOT has_second_factor THEN 'second_factor_required'
        WHEN signed_in_at + interval '12 hours' <= now() THEN 'desk_session_expired' ELSE 'open' END,
      permissions && ARRAY['support', 'accounts'], least(expires_at, signed_in_at + interval '12 hours'), viewed_customer_id
    FROM sessions JOIN staff_members ON staff_members.user_id = sessions.user_id
    WHERE token = hash_token(session_token) AND expires_at > now() AND active;
END $$;
GRANT EXECUTE ON FUNCTION desk_session TO portal_app, portal_staff;

-- Whether the staff member has one of the permissions, or any if none is named. Read in every statement rather than once in
-- the transaction: a suspension takes effect with the next statement.
CREATE OR REPLACE FUNCTION staff_has(VARIADIC wanted text[] DEFAULT '{}') RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM staff_members
    WHERE user_id = app_staff_id() AND active AND (cardinality(wanted) = 0 OR permissions && wanted));
END $$;
GRANT EXECUTE ON FUNCTION staff_has TO portal_app, portal_search, portal_staff, portal_tickets;

DROP FUNCTION IF EXISTS desk_members;
CREATE OR REPLACE FUNCTION desk_members() RETURNS TABLE (user_id uuid, email text, name text, roles text[], created_at timestamptz,
  last_signed_in_at timestamptz, has_second_factor boolean, is_locked boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, users.email, users.name, memberships.roles, memberships.created_at, users.last_signed_in_at,
      users.two_factor_enabled OR EXISTS (SELECT FROM passkeys WHERE passkeys.user_id = users.id), users.locked_at IS NOT NULL
    FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE memberships.customer_id = app_customer_id() AND staff_has('accounts') ORDER BY users.email;
END $$;
GRANT EXECUTE ON FUNCTION desk_members TO portal_staff;

CREATE OR REPLACE FUNCTION desk_invitations() RETURNS TABLE (id uuid, email text, roles text[], created_at timestamptz, expires_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT invitations.id, invitations.email, invitations.roles, invitations.created_at, invitations.expires_at
    FROM invitations WHERE customer_id = app_customer_id() AND staff_has('accounts') ORDER BY invitations.email;
END $$;
GRANT EXECUTE ON FUNCTION desk_invitations TO portal_staff;

-- Sent again without a choice, an invitation keeps its language.
CREATE OR REPLACE FUNCTION desk_invitation_language(invited text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT locale FROM invitations WHERE customer_id = app_customer_id() AND email = invited AND staff_has('accounts'));
END $$;
GRANT EXECUTE ON FUNCTION desk_invitation_language TO portal_staff;

-- The email address of a member whose second factors staff may remove: not those of staff, which is up to the operator.
CREATE OR REPLACE FUNCTION desk_member_email(member uuid) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT users.email FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE memberships.user_id = member AND memberships.customer_id = app_customer_id() AND staff_has('accounts')
      AND NOT EXISTS (SELECT FROM staff_members WHERE staff_members.user_id = member));
END $$;
GRANT EXECUTE ON FUNCTION desk_member_email TO portal_staff;

-- For the author of a ticket, the user of an event, and the staff member's own.
CREATE OR REPLACE FUNCTION desk_user_email(wanted uuid) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT email FROM users WHERE id = wanted AND (wanted = app_staff_id() OR staff_has('support', 'admin')));
END $$;
GRANT EXECUTE ON FUNCTION desk_user_email TO portal_staff;

-- One event for what a staff member reads on one page within a quarter of an hour.
CREATE OR REPLACE FUNCTION note_staff_read(read_customer uuid, page text, thing text, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_events (actor, event, user_id, customer, entity, request_id, network, details)
    SELECT 'staff', 'staff.read', app_staff_id(), customers.id, thing, request, from_network, jsonb_build_object('page', page)
    FROM customers WHERE customers.id = read_customer AND staff_has() AND NOT EXISTS (SELECT FROM audit_events
      WHERE customer = read_customer AND happened_at > now() - interval '15 minutes' AND event = 'staff.read'
        AND user_id = app_staff_id() AND details->>'page' = page AND entity IS NOT DISTINCT FROM thing);
END $$;
GRANT EXECUTE ON FUNCTION note_staff_read TO portal_staff;

-- For the owners of the customer, newest first.
CREATE OR REPLACE FUNCTION list_staff_reads(before_time timestamptz, before_id uuid, max_rows integer)
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
GRANT EXECUTE ON FUNCTION list_staff_reads TO portal_tenant;

CREATE OR REPLACE FUNCTION desk_health() RETURNS TABLE (size_bytes bigint, queued integer, oldest_queued_at timestamptz, failed integer,
  last_sent_at timestamptz, last_backup_at timestamptz, last_retention_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT
      CASE WHEN has_database_privilege(current_database(), 'CONNECT') THEN pg_database_size(current_database()) END,
      (SELECT count(*)::integer FROM jobs WHERE kind = 'mail' AND done_at IS NULL AND failed_at IS NULL),
      (SELECT min(created_at) FROM jobs WHERE kind = 'mail' AND done_at IS NULL AND failed_at IS NULL),
      (SELECT count(*)::integer FROM jobs WHERE kind = 'mail' AND done_at IS NULL AND failed_at IS NOT NULL),
      (SELECT max(done_at) FROM jobs WHERE kind = 'mail'),
      (SELECT max(happened_at) FROM audit_events WHERE event = 'backup.made'),
      (SELECT max(finished_at) FROM retention_runs)
    WHERE staff_has('admin');
END $$;
GRANT EXECUTE ON FUNCTION desk_health TO portal_staff;

-- When two admins are suspended at once, one stays: the second waits for the first.
CREATE OR REPLACE FUNCTION keep_an_admin() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(lock_class('staff'), 0);
  IF NOT EXISTS (SELECT FROM staff_members WHERE active AND 'admin' = ANY(permissions)) THEN
    RAISE EXCEPTION 'last_admin' USING ERRCODE = 'PT409';
  END IF;
  RETURN NULL;
END $$;

-- Viewing does not resume when a right that was taken away is given back: it begins with an event.
CREATE OR REPLACE FUNCTION end_viewing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE sessions SET viewed_customer_id = NULL WHERE user_id = OLD.user_id AND viewed_customer_id IS NOT NULL;
  RETURN NULL;
END $$;

RESET ROLE;

SET LOCAL ROLE portal_tickets;

-- The support backlog, for the page about the service's health.
CREATE OR REPLACE FUNCTION desk_backlog() RETURNS TABLE (held_mails integer, overdue_responses integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT (SELECT count(*)::integer FROM inbound_mails WHERE state = 'held'),
      (SELECT count(*)::integer FROM tickets WHERE needs_staff AND due_key < now() AND first_responded_at IS NULL)
    WHERE staff_has('admin');
END $$;
GRANT EXECUTE ON FUNCTION desk_backlog TO portal_staff;

-- The support in the months that end with one, of all customers or one. Only counts, for managers who may not read tickets. The backlog
-- is counted back from today. Planned for each call: one customer needs other indexes than all of
-- them; to compile it would take ten times as long as to run it.
DROP FUNCTION IF EXISTS support_months(date, uuid, integer);
CREATE OR REPLACE FUNCTION support_months(last_month date, of_customer uuid, month_count integer)
RETURNS TABLE (month text, opened integer, resolved integer, backlog integer, kept integer, missed integer, response_average integer,
  resolution_average integer, resolution_median integer, resolution_kept integer, resolution_missed integer, reopened integer, good integer, okay integer, bad integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan SET jit = off AS $$
DECLARE
  first_month date := last_month - make_interval(months => month_count - 1);
  since timestamptz := first_month::timestamp AT TIME ZONE 'Europe/Paris';
  until timestamptz := (last_month + interval '1 month') AT TIME ZONE 'Europe/Paris';
BEGIN
  IF NOT staff_has('support', 'admin') THEN
    RETURN;
  END IF;
  -- Each month is a range of an index: to convert the time zone of every row would cost more than to count them.
  RETURN QUERY WITH
    months AS MATERIALIZED (SELECT start, start AT TIME ZONE 'Europe/Paris' AS since, (start + interval '1 month') AT TIME ZONE 'Europe/Paris' AS until
      FROM generate_series(first_month::timestamp, last_month::timestamp, interval '1 month') AS start),
    last_ratings AS (SELECT DISTINCT ON (ticket_id, payload->>'round') created_at, payload->>'to' AS choice
      FROM ticket_events WHERE kind = 'rated' AND created_at >= since AND (of_customer IS NULL OR customer_id = of_customer)
      ORDER BY ticket_id, payload->>'round', position DESC),
    rated AS (SELECT date_trunc('month', created_at AT TIME ZONE 'Europe/Paris') AS start, count(*) FILTER (WHERE choice = 'good') AS good,
        count(*) FILTER (WHERE choice = 'okay') AS okay, count(*) FILTER (WHERE choice = 'bad') AS bad FROM last_ratings GROUP BY 1),
    -- Not resolved at the end of the last month.
    waiting AS (SELECT (SELECT count(*) FROM tickets WHERE status <> 'closed' AND NOT is_done(status) AND (of_customer IS NULL OR customer_id = of_customer))
      + (SELECT count(*) FROM tickets WHERE resolved_at >= until AND (of_customer IS NULL OR customer_id = of_customer))
      - (SELECT count(*) FROM tickets WHERE created_at >= until AND (of_customer IS NULL OR customer_id = of_customer)) AS number)
  SELECT to_char(start, 'YYYY-MM'), created.number::integer, done.number::integer,
    greatest(0, (SELECT number FROM waiting) + coalesce(sum(done.number - created.number) OVER (ORDER BY start DESC
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))::integer,
    outcomes.kept::integer, outcomes.missed::integer, round(outcomes.average)::integer,
    round(changes.average)::integer, round(changes.median)::integer, changes.kept::integer, changes.missed::integer,
    changes.reopened::integer, coalesce(rated.good, 0)::integer, coalesce(rated.okay, 0)::integer, coalesce(rated.bad, 0)::integer
    FROM months
    CROSS JOIN LATERAL (SELECT count(*) AS number FROM tickets WHERE created_at >= months.since AND created_at < months.until
      AND (of_customer IS NULL OR customer_id = of_customer)) AS created
    CROSS JOIN LATERAL (SELECT count(*) AS number FROM tickets WHERE resolved_at >= months.since AND resolved_at < months.until
      AND (of_customer IS NULL OR customer_id = of_customer)) AS done
    CROSS JOIN LATERAL (SELECT
        count(*) FILTER (WHERE kind = 'responded' AND (payload->>'isKept')::boolean) AS kept,
        count(*) FILTER (WHERE kind = 'response_missed') AS missed,
        avg((payload->>'minutes')::integer) FILTER (WHERE kind = 'responded') AS average
      FROM ticket_events WHERE kind IN ('responded', 'response_missed') AND created_at >= months.since AND created_at < months.until
        AND (of_customer IS NULL OR customer_id = of_customer)) AS outcomes
    CROSS JOIN LATERAL (SELECT
        count(*) FILTER (WHERE kind = 'reopened') AS reopened,
        count(*) FILTER (WHERE (payload->>'isKept')::boolean) AS kept,
        count(*) FILTER (WHERE NOT (payload->>'isKept')::boolean) AS missed,
        avg((payload->>'minutes')::integer) AS average,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY (payload->>'minutes')::integer) AS median
      FROM ticket_events WHERE kind IN ('status_changed', 'reopened') AND created_at >= months.since AND created_at < months.until
        AND (of_customer IS NULL OR customer_id = of_customer)) AS changes
    LEFT JOIN rated USING (start);
END $$;
GRANT EXECUTE ON FUNCTION support_months TO portal_staff;

-- When tickets were opened in the months that end with one, by day of the week and hour in the office. Hours without tickets have no row.
CREATE OR REPLACE FUNCTION support_hours(last_month date, of_customer uuid, month_count integer)
RETURNS TABLE (weekday integer, hour integer, opened integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan SET jit = off AS $$
DECLARE
  since timestamptz := (last_month - make_interval(months => month_count - 1)) AT TIME ZONE 'Europe/Paris';
  until timestamptz := (last_month + interval '1 month') AT TIME ZONE 'Europe/Paris';
BEGIN
  IF NOT staff_has('support', 'admin') THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT extract(isodow FROM moment)::integer, extract(hour FROM moment)::integer, count(*)::integer
    FROM (SELECT created_at AT TIME ZONE 'Europe/Paris' AS moment FROM tickets
      WHERE created_at >= since AND created_at < until AND (of_customer IS NULL OR customer_id = of_customer)) AS opening
    GROUP BY 1, 2;
END $$;
GRANT EXECUTE ON FUNCTION support_hours TO portal_staff;

-- Who works on open tickets, and who resolved how many in a month.
CREATE OR REPLACE FUNCTION support_people(in_month date, of_customer uuid)
RETURNS TABLE (user_id uuid, name text, open integer, resolved integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan SET jit = off AS $$
DECLARE
  since timestamptz := in_month::timestamp AT TIME ZONE 'Europe/Paris';
  until timestamptz := (in_month + interval '1 month') AT TIME ZONE 'Europe/Paris';
BEGIN
  IF NOT staff_has('support', 'admin') THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT load.assignee_id, (SELECT staff_members.name FROM staff_members WHERE staff_members.user_id = load.assignee_id),
      sum(load.open)::integer, sum(load.resolved)::integer
    FROM (SELECT assignee_id, count(*) AS open, 0 AS resolved FROM tickets
        WHERE status <> 'closed' AND NOT is_done(status) AND (of_customer IS NULL OR customer_id = of_customer) GROUP BY 1
      UNION ALL SELECT assignee_id, 0, count(*) FROM tickets
        WHERE resolved_at >= since AND resolved_at < until AND (of_customer IS NULL OR customer_id = of_customer) GROUP BY 1) AS load
    GROUP BY 1;
END $$;
GRANT EXECUTE ON FUNCTION support_people TO portal_staff;

RESET ROLE;

SET LOCAL ROLE portal_search;

-- What an event of the audit log is about, as it is called today. Events hold ids only, and remain when what they name was erased.
-- For admins, who may not read tickets themselves.
CREATE OR REPLACE FUNCTION audit_subject(entity text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  kind text := split_part(entity, ':', 1);
  key text := split_part(entity, ':', 2);
BEGIN
  IF key !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' OR NOT staff_has('admin') THEN
    RETURN NULL;
  END IF;
  RETURN CASE kind
    WHEN 'ticket' THEN (SELECT ticket_number FROM tickets WHERE id = key::uuid)
    WHEN 'tickets' THEN (SELECT ticket_number FROM tickets WHERE id = key::uuid)
    WHEN 'invoices' THEN (SELECT coalesce(number, left(key, 8)) FROM invoices WHERE id = key::uuid)
    WHEN 'contracts' THEN (SELECT contract_number FROM contracts WHERE id = key::uuid)
    WHEN 'payments' THEN (SELECT payment_reference FROM payments WHERE id = key::uuid)
    WHEN 'licenses' THEN (SELECT product_name FROM licenses WHERE id = key::uuid)
    WHEN 'user' THEN coalesce((SELECT name FROM staff_members WHERE user_id = key::uuid), (SELECT email FROM users WHERE id = key::uuid))
    WHEN 'invitation' THEN (SELECT email FROM invitations WHERE id = key::uuid)
    WHEN 'customer' THEN (SELECT name FROM customers WHERE id = key::uuid)
    WHEN 'canned_reply' THEN (SELECT title FROM canned_replies WHERE id = key::uuid)
    WHEN 'lead' THEN (SELECT company FROM leads WHERE id = key::uuid)
  END;
END $$;
GRANT EXECUTE ON FUNCTION audit_subject TO portal_staff;

-- The same for ids in the details: `into` a ticket, assigned `to` or about a `user`, `from` and `to` a customer.
CREATE OR REPLACE FUNCTION audit_names(details jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_object_agg(key, name), '{}') FROM jsonb_each_text(details) AS detail,
      LATERAL audit_subject(CASE WHEN key IN ('to', 'from', 'user') AND strpos(value, ':') = 0 THEN 'user:' || value ELSE value END) AS name
    WHERE key IN ('to', 'from', 'user', 'into') AND name IS NOT NULL);
END $$;
GRANT EXECUTE ON FUNCTION audit_names TO portal_staff;

RESET ROLE;

CREATE OR REPLACE TRIGGER staff_members_keep_an_admin AFTER UPDATE OF active, permissions ON staff_members
  FOR EACH ROW WHEN (OLD.active AND 'admin' = ANY(OLD.permissions) AND NOT (NEW.active AND 'admin' = ANY(NEW.permissions)))
  EXECUTE FUNCTION keep_an_admin();
CREATE OR REPLACE TRIGGER staff_members_keep_an_admin_removed AFTER DELETE ON staff_members
  FOR EACH ROW WHEN (OLD.active AND 'admin' = ANY(OLD.permissions)) EXECUTE FUNCTION keep_an_admin();
CREATE OR REPLACE TRIGGER staff_members_end_viewing AFTER UPDATE ON staff_members
  FOR EACH ROW WHEN (OLD.active IS DISTINCT FROM NEW.active OR OLD.permissions IS DISTINCT FROM NEW.permissions)
  EXECUTE FUNCTION end_viewing();
CREATE OR REPLACE TRIGGER staff_members_end_viewing_removed AFTER DELETE ON staff_members FOR EACH ROW EXECUTE FUNCTION end_viewing();
