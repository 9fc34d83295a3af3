-- What a ticket does by itself, who may see it, and how customers open one.

-- Columns that follow from others. Reopening clears both times.
CREATE OR REPLACE FUNCTION set_ticket_columns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.resolved_at := CASE WHEN is_done(NEW.status) THEN coalesce(NEW.resolved_at, now()) END;
  NEW.closed_at := CASE WHEN NEW.status = 'closed' THEN coalesce(NEW.closed_at, now()) END;
  NEW.needs_staff := NOT is_done(NEW.status) OR NEW.unread_since IS NOT NULL;
  NEW.due_key := CASE WHEN NEW.first_responded_at IS NULL AND NEW.sla_state IN ('running', 'missed') THEN NEW.first_response_due_at
    ELSE 'infinity' END;
  IF TG_OP = 'INSERT' OR (NEW.ticket_number, NEW.subject, NEW.priority, NEW.status, NEW.created_at)
    IS DISTINCT FROM (OLD.ticket_number, OLD.subject, OLD.priority, OLD.status, OLD.created_at) THEN
    NEW.priority_key := CASE NEW.priority WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'urgent' THEN 4 ELSE 0 END;
    NEW.urgency_key := CASE NEW.priority WHEN 'urgent' THEN 1 WHEN 'high' THEN 2 WHEN 'medium' THEN 3 WHEN 'low' THEN 4 ELSE 5 END;
    NEW.subject_key := left(fold(NEW.subject), 200);
    NEW.search_text := fold(NEW.ticket_number || ' ' || NEW.subject || ' ' || NEW.priority || ' ' || NEW.status
      || ' ' || replace(NEW.status, '_', ' ') || ' ' || date_search_text((NEW.created_at AT TIME ZONE 'UTC')::date));
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER tickets_set_columns BEFORE INSERT OR UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION set_ticket_columns();

-- Unless the statement has counted itself: each message and event of the conversation has a version of its own, which is its
-- position.
CREATE OR REPLACE FUNCTION increment_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := greatest(NEW.version, OLD.version + 1);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER tickets_increment_version BEFORE UPDATE ON tickets FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.assignee_id IS DISTINCT FROM NEW.assignee_id
    OR OLD.priority IS DISTINCT FROM NEW.priority)
  EXECUTE FUNCTION increment_version();

-- A new warning for a clock that starts again. One that goes on after a pause has not started again.
CREATE OR REPLACE FUNCTION forget_warning() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sla_warned_at := NULL;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER tickets_forget_warning BEFORE UPDATE OF sla_state ON tickets FOR EACH ROW
  WHEN (NEW.sla_state = 'running' AND OLD.sla_state IS DISTINCT FROM 'running' AND OLD.sla_state IS DISTINCT FROM 'paused')
  EXECUTE FUNCTION forget_warning();

-- Live updates: every change of a ticket is announced in its own transaction to the server instances (api/db/notifications.ts).
-- Ids and versions only: those who may see the ticket read it again.
-- By statement: an import changes thousands of tickets, and then a customer's people read everything again.
CREATE OR REPLACE FUNCTION notify_ticket_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM changed) > 50 THEN
    PERFORM pg_notify('ticket_changes', json_build_object('customerId', customer_id)::text)
      FROM (SELECT DISTINCT customer_id FROM changed) AS customers;
  ELSE
    PERFORM pg_notify('ticket_changes', json_build_object('customerId', customer_id, 'ticketId', id, 'version', version)::text)
      FROM changed;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER tickets_notify_insert AFTER INSERT ON tickets
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_ticket_changes();
CREATE OR REPLACE TRIGGER tickets_notify_update AFTER UPDATE ON tickets
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_ticket_changes();

-- Internal notes change no ticket, and only staff are told.
CREATE OR REPLACE FUNCTION notify_note_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('ticket_changes',
      json_build_object('customerId', customer_id, 'ticketId', ticket_id, 'version', position, 'isInternal', true)::text)
    FROM (SELECT DISTINCT customer_id, ticket_id, position FROM changed LIMIT 50) AS notes;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ticket_notes_notify AFTER INSERT ON ticket_notes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_note_changes();

SET LOCAL ROLE portal_tickets;

-- Whether a user can be given a ticket of the customer to see.
CREATE OR REPLACE FUNCTION is_ticket_member(member uuid, customer uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM memberships
    WHERE user_id = member AND customer_id = customer AND roles && capable_roles('tickets'));
END $$;
GRANT EXECUTE ON FUNCTION is_ticket_member TO portal_tenant;

-- For the policy of tickets: read once, not for each row.
CREATE OR REPLACE FUNCTION own_watched_tickets() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(SELECT ticket_id FROM ticket_watchers WHERE user_id = app_user_id() AND customer_id = app_customer_id('tickets'));
END $$;
GRANT EXECUTE ON FUNCTION own_watched_tickets TO portal_tenant, portal_search;

-- The policies of tickets, for one ticket. For customers: everybody with the capability technical, its author, its requester and
-- its watchers. For staff: those with support.
CREATE OR REPLACE FUNCTION can_see_ticket(wanted uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_staff_id() IS NOT NULL THEN
    RETURN staff_has('support') AND EXISTS (SELECT FROM tickets WHERE id = wanted);
  END IF;
  RETURN EXISTS (SELECT FROM tickets WHERE id = wanted AND customer_id = app_customer_id('tickets')
    AND (app_can('technical') OR author_id = app_user_id() OR requester_id = app_user_id()
      OR EXISTS (SELECT FROM ticket_watchers WHERE ticket_id = wanted AND user_id = app_user_id())));
END $$;
GRANT EXECUTE ON FUNCTION can_see_ticket TO portal_tenant, portal_staff;

-- Names for the authors of a conversation: staff by name, users by email address. Erased users have none.
CREATE OR REPLACE FUNCTION ticket_people(wanted uuid[]) RETURNS TABLE (user_id uuid, name text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, coalesce(staff_members.name, users.email)
    FROM users LEFT JOIN staff_members ON staff_members.user_id = users.id
    WHERE users.id = ANY(wanted) AND (staff_members.user_id IS NOT NULL OR app_staff_id() IS NOT NULL AND staff_has('support')
      OR EXISTS (SELECT FROM memberships WHERE memberships.user_id = users.id AND customer_id = app_customer_id('tickets'))
      OR EXISTS (SELECT FROM ticket_messages WHERE author_id = users.id AND customer_id = app_customer_id('tickets'))
      OR EXISTS (SELECT FROM tickets WHERE author_id = users.id AND customer_id = app_customer_id('tickets')));
END $$;
GRANT EXECUTE ON FUNCTION ticket_people TO portal_tenant, portal_staff;

-- The member of the customer with this email address, if they may see tickets.
CREATE OR REPLACE FUNCTION find_colleague(wanted_email text) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT users.id FROM users WHERE email = lower(wanted_email) AND is_ticket_member(users.id, app_customer_id())
    AND (app_can('tickets') OR app_staff_id() IS NOT NULL AND staff_has('support')));
END $$;
GRANT EXECUTE ON FUNCTION find_colleague TO portal_tenant, portal_staff;

-- With whom a ticket can be shared. Requesters type an email address instead: they may not list the people of a customer.
CREATE OR REPLACE FUNCTION list_colleagues() RETURNS TABLE (user_id uuid, email text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, users.email FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE customer_id = app_customer_id() AND roles && capable_roles('tickets')
      AND (app_can('technical') OR app_staff_id() IS NOT NULL AND staff_has('support')) ORDER BY users.email;
END $$;
GRANT EXECUTE ON FUNCTION list_colleagues TO portal_tenant, portal_staff;

-- Whether urgent tickets of the customer are answered around the clock.
CREATE OR REPLACE FUNCTION is_around_the_clock(customer uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (customer = app_customer_id() OR app_staff_id() IS NOT NULL) AND EXISTS (SELECT FROM contracts
    WHERE customer_id = customer AND urgent_around_the_clock AND status = 'active'
      AND coalesce(start_date, '-infinity') <= current_date AND coalesce(end_date, 'infinity') >= current_date);
END $$;
GRANT EXECUTE ON FUNCTION is_around_the_clock TO portal_tenant, portal_operator, portal_staff;

RESET ROLE;

SET LOCAL ROLE portal_search;

-- When the nth newest ticket of the customer was opened, within a day. The limits of create_ticket() count the tickets of
-- colleagues that a requester does not see.
CREATE OR REPLACE FUNCTION recent_ticket_time(number integer) RETURNS timestamptz
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT created_at FROM tickets WHERE customer_id = app_customer_id() AND created_at > now() - interval '1 day'
    ORDER BY created_at DESC OFFSET number - 1 LIMIT 1);
END $$;
GRANT EXECUTE ON FUNCTION recent_ticket_time TO portal_tenant;

RESET ROLE;

-- Creates a ticket for the caller's customer (product §7), with the caller's rights. A repeated idempotency key returns its first
-- ticket (is_replay); a key is its user's, so that a colleague who happens to send the same one opens another ticket. No row means
-- that the caller has no customer. PT404: nobody has the email address.
--
-- Tickets are numbered by the millisecond. Under a burst, two tickets of one millisecond must not wait for each other: a
-- number is claimed with an advisory lock, which the second ticket cannot get, so that it tries the next number at once
-- instead of waiting for the first to commit. The unique index still decides.
--
-- hourly_limit: the most tickets of one customer per hour, and five times as many per day; 0 for no limit. Counted
-- here, with the index that lists them, so that the limit costs no round trip. Tickets of uncommitted transactions are not
-- seen: a burst can exceed the limit by the number of connections.
--
-- The due times of both calendars are given; the priority and the contract decide which applies.
DROP FUNCTION IF EXISTS create_ticket(text, text, text, text, bigint, integer, timestamptz, timestamptz, text, uuid);
CREATE OR REPLACE FUNCTION create_ticket(
  new_subject text,
  new_description text,
  new_priority text,
  key text,
  at_millisecond bigint DEFAULT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  hourly_limit integer DEFAULT 0,
  office_due timestamptz DEFAULT NULL,
  continuous_due timestamptz DEFAULT NULL,
  requested_for text DEFAULT NULL,
  follows uuid DEFAULT NULL,
  caller uuid DEFAULT app_user_id()
) RETURNS TABLE (ticket tickets, is_replay boolean) LANGUAGE plpgsql AS $$
DECLARE
  customer uuid := app_customer_id();
  requester uuid := caller;
  calendar text;
  due timestamptz;
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
      SELECT FROM tickets WHERE customer_id = customer AND author_id = caller AND idempotency_key = key) THEN
      RAISE EXCEPTION 'too many tickets' USING ERRCODE = 'PT429',
        DETAIL = greatest(1, ceil(extract(epoch FROM full_until - now())))::text;
    END IF;
  END IF;
  IF requested_for IS NOT NULL THEN
    requester := find_colleague(requested_for);
    IF requester IS NULL THEN
      RAISE EXCEPTION 'no such colleague' USING ERRCODE = 'PT404';
    END IF;
  ELSIF follows IS NOT NULL THEN
    SELECT CASE WHEN is_ticket_member(requester_id, customer) THEN requester_id ELSE caller END INTO requester
      FROM tickets WHERE id = follows;
  END IF;
  IF office_due IS NOT NULL THEN
    calendar := CASE WHEN new_priority = 'urgent' AND is_around_the_clock(customer) THEN 'continuous' ELSE 'office' END;
    due := CASE calendar WHEN 'continuous' THEN continuous_due ELSE office_due END;
  END IF;
  IF number NOT BETWEEN at_millisecond AND at_millisecond + 60000 THEN
    number := setval('ticket_numbers', at_millisecond);
  END IF;
  FOR attempt IN 0 .. 9999 LOOP
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(number + attempt);
    INSERT INTO tickets (customer_id, ticket_number, subject, description, priority, author_id, idempotency_key,
        requester_id, first_response_due_at, sla_state, sla_calendar, follows_ticket_id, unread_since)
      VALUES (customer, 'TKT-' || (number + attempt), new_subject, new_description, new_priority, caller, key,
        requester, due, CASE WHEN due IS NOT NULL THEN 'running' END, calendar, follows, now())
      ON CONFLICT DO NOTHING
      RETURNING tickets.* INTO ticket;
    is_replay := false;
    IF NOT FOUND AND key IS NOT NULL THEN
      SELECT * INTO ticket FROM tickets WHERE customer_id = customer AND author_id = caller AND idempotency_key = key;
      is_replay := true;
    END IF;
    IF FOUND THEN
      RETURN NEXT;
      RETURN;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'no free ticket number near %', at_millisecond;
END $$;
REVOKE EXECUTE ON FUNCTION create_ticket FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_ticket TO portal_tenant, portal_tickets;
