-- What a ticket does by itself, who may see it, and how customers open one.

-- Columns that follow from others. Reopening clears both times.
CREATE OR REPLACE FUNCTION set_ticket_columns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.resolved_at := CASE WHEN is_done(NEW.status) THEN coalesce(NEW.resolved_at, now()) END;
  NEW.closed_at := CASE WHEN NEW.status = 'closed' THEN coalesce(NEW.closed_at, now()) END;
  IF is_done(NEW.status) OR NEW.unread_since IS NOT NULL THEN
    NEW.snoozed_until := NULL;
  END IF;
  NEW.needs_staff := (NOT is_done(NEW.status) OR NEW.unread_since IS NOT NULL) AND NEW.snoozed_until IS NULL;
  -- The next deadline: of the first response, then of the resolution.
  NEW.due_key := CASE WHEN NEW.first_responded_at IS NULL AND NEW.sla_state IN ('running', 'missed') THEN NEW.first_response_due_at
    WHEN NEW.resolution_state IN ('running', 'missed') AND NOT is_done(NEW.status) THEN NEW.resolution_due_at
    ELSE 'infinity' END;
  NEW.activity_key := coalesce(NEW.last_public_at, NEW.created_at);
  -- Nothing reads them since version 1.2.0.
  NEW.stems := NULL;
  IF TG_OP = 'INSERT' OR NEW.customer_id <> OLD.customer_id THEN
    NEW.customer_key := coalesce((SELECT left(fold(name), 200) FROM customers WHERE id = NEW.customer_id), '');
  END IF;
  IF NEW.assignee_id IS NULL THEN
    NEW.assignee_key := chr(1114111);
  ELSIF TG_OP = 'INSERT' OR NEW.assignee_id IS DISTINCT FROM OLD.assignee_id THEN
    NEW.assignee_key := coalesce((SELECT left(fold(name), 200) FROM staff_members WHERE user_id = NEW.assignee_id), chr(1114111));
  END IF;
  IF TG_OP = 'INSERT' OR (NEW.ticket_number, NEW.subject, NEW.priority, NEW.status, NEW.created_at)
    IS DISTINCT FROM (OLD.ticket_number, OLD.subject, OLD.priority, OLD.status, OLD.created_at) THEN
    NEW.priority_key := CASE NEW.priority WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'urgent' THEN 4 ELSE 0 END;
    NEW.urgency_key := CASE NEW.priority WHEN 'urgent' THEN 1 WHEN 'high' THEN 2 WHEN 'medium' THEN 3 WHEN 'low' THEN 4 ELSE 5 END;
    NEW.status_key := status_order(NEW.status);
    NEW.subject_key := left(fold(NEW.subject), 200);
    NEW.search_text := fold(NEW.ticket_number || ' #' || NEW.short_number || ' ' || NEW.subject || ' ' || NEW.priority || ' ' || NEW.status
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
  IF NEW.sla_state = 'running' AND OLD.sla_state IS DISTINCT FROM 'running' AND OLD.sla_state IS DISTINCT FROM 'paused' THEN
    NEW.sla_warned_at := NULL;
  END IF;
  IF NEW.reopened_count > OLD.reopened_count THEN
    NEW.resolution_warned_at := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER tickets_forget_warning BEFORE UPDATE OF sla_state ON tickets FOR EACH ROW
  WHEN (NEW.sla_state IS DISTINCT FROM OLD.sla_state OR NEW.reopened_count > OLD.reopened_count)
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

-- The queue is sorted by these names.
CREATE OR REPLACE FUNCTION rename_ticket_customer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE tickets SET customer_key = left(fold(NEW.name), 200) WHERE customer_id = NEW.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION rename_ticket_assignee() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE tickets SET assignee_key = left(fold(NEW.name), 200) WHERE assignee_id = NEW.user_id;
  RETURN NULL;
END $$;

-- Whether a ticket of the customer can be opened for a user. With `support`, whether it can be shared with them: billing contacts see
-- their own only.
DROP FUNCTION IF EXISTS is_ticket_member(uuid, uuid);
CREATE OR REPLACE FUNCTION is_ticket_member(member uuid, customer uuid, capability text DEFAULT 'tickets') RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM memberships
    WHERE user_id = member AND customer_id = customer AND roles && capable_roles(capability));
END $$;
GRANT EXECUTE ON FUNCTION is_ticket_member TO portal_tenant;

-- For the policy of tickets: read once, not for each row.
CREATE OR REPLACE FUNCTION own_watched_tickets() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(SELECT ticket_id FROM ticket_watchers WHERE user_id = app_user_id() AND customer_id = app_customer_id('support'));
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
      OR app_can('support') AND EXISTS (SELECT FROM ticket_watchers WHERE ticket_id = wanted AND user_id = app_user_id())));
END $$;
GRANT EXECUTE ON FUNCTION can_see_ticket TO portal_tenant, portal_staff;

-- Names for the authors of a conversation, and the email addresses of those who are not staff. Erased users have none.
DROP FUNCTION IF EXISTS ticket_people;
CREATE OR REPLACE FUNCTION ticket_people(wanted uuid[]) RETURNS TABLE (user_id uuid, name text, email text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, coalesce(staff_members.name, users.name), CASE WHEN staff_members.user_id IS NULL THEN users.email END
    FROM users LEFT JOIN staff_members ON staff_members.user_id = users.id
    WHERE users.id = ANY(wanted) AND (staff_members.user_id IS NOT NULL OR app_staff_id() IS NOT NULL AND staff_has('support')
      OR EXISTS (SELECT FROM memberships WHERE memberships.user_id = users.id AND customer_id = app_customer_id('tickets'))
      OR EXISTS (SELECT FROM ticket_messages WHERE author_id = users.id AND customer_id = app_customer_id('tickets'))
      OR EXISTS (SELECT FROM tickets WHERE author_id = users.id AND customer_id = app_customer_id('tickets')));
END $$;
GRANT EXECUTE ON FUNCTION ticket_people TO portal_tenant, portal_staff;

-- For the list of tickets: whether somebody else has written since the reader last saw the ticket. A colleague's ticket that the
-- reader has never opened is not theirs to read.
CREATE OR REPLACE FUNCTION has_unread_reply(wanted uuid, reader uuid, author uuid, requester uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE seen integer := (SELECT version FROM ticket_reads WHERE user_id = reader AND ticket_id = wanted);
BEGIN
  IF seen IS NULL AND author IS DISTINCT FROM reader AND requester IS DISTINCT FROM reader
    AND NOT EXISTS (SELECT FROM ticket_watchers WHERE ticket_id = wanted AND user_id = reader) THEN
    RETURN false;
  END IF;
  RETURN EXISTS (SELECT FROM ticket_messages
    WHERE ticket_id = wanted AND position > coalesce(seen, 0) AND author_id IS DISTINCT FROM reader);
END $$;
GRANT EXECUTE ON FUNCTION has_unread_reply TO portal_tenant;

-- For the list of tickets: the name of a member, or of a former one who opened the ticket.
CREATE OR REPLACE FUNCTION ticket_person_name(wanted uuid) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT coalesce((SELECT staff_members.name FROM staff_members WHERE user_id = wanted), users.name)
    FROM users WHERE users.id = wanted);
END $$;
GRANT EXECUTE ON FUNCTION ticket_person_name TO portal_tenant;

-- The member of the customer with this email address, if a ticket can be shared with them, or, with `tickets`, opened for them.
DROP FUNCTION IF EXISTS find_colleague(text);
CREATE OR REPLACE FUNCTION find_colleague(wanted_email text, needed text DEFAULT 'support') RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT users.id FROM users WHERE email = lower(wanted_email) AND is_ticket_member(users.id, app_customer_id(), needed)
    AND (app_can('tickets') OR app_staff_id() IS NOT NULL AND staff_has('support')));
END $$;
GRANT EXECUTE ON FUNCTION find_colleague TO portal_tenant, portal_staff;

-- With whom a ticket can be shared. Requesters type an email address instead: they may not list the people of a customer.
DROP FUNCTION IF EXISTS list_colleagues;
CREATE OR REPLACE FUNCTION list_colleagues() RETURNS TABLE (user_id uuid, email text, name text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, users.email, users.name FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE customer_id = app_customer_id() AND roles && capable_roles('support')
      AND (app_can('technical') OR app_staff_id() IS NOT NULL AND staff_has('support')) ORDER BY users.email;
END $$;
GRANT EXECUTE ON FUNCTION list_colleagues TO portal_tenant, portal_staff;

-- The calendar and the targets of a new ticket: those of the priority, or the best of the customer's active contracts.
DROP FUNCTION IF EXISTS is_around_the_clock(uuid);
CREATE OR REPLACE FUNCTION sla_terms(customer uuid, priority text, OUT calendar text, OUT response integer, OUT resolution integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT CASE WHEN bool_or(around_the_clock OR urgent_around_the_clock AND sla_terms.priority = 'urgent') THEN 'continuous' ELSE 'office' END,
      least(sla_minutes('response', sla_terms.priority), min(nullif(response_minutes, 0))),
      least(sla_minutes('resolution', sla_terms.priority), min(nullif(resolution_minutes, 0)))
    INTO calendar, response, resolution
    FROM contracts WHERE customer_id = customer AND (customer = app_customer_id() OR app_staff_id() IS NOT NULL)
      AND (urgent_around_the_clock OR around_the_clock OR response_minutes > 0 OR resolution_minutes > 0)
      AND status = 'active'
      AND coalesce(start_date, '-infinity') <= current_date AND coalesce(end_date, 'infinity') >= current_date;
END $$;
GRANT EXECUTE ON FUNCTION sla_terms TO portal_tenant, portal_operator, portal_staff;

-- For create_ticket(), whose caller may be a customer: without what only staff see.
CREATE OR REPLACE FUNCTION opened_ticket(wanted uuid) RETURNS tickets
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ticket tickets;
  context text[] := app_context();
  caller uuid := nullif(context[1], '')::uuid;
  customer uuid := nullif(context[2], '')::uuid;
BEGIN
  SELECT * INTO ticket FROM tickets WHERE id = wanted AND customer_id = customer AND (caller IS NULL OR author_id = caller);
  ticket.tags := '{}';
  RETURN ticket;
END $$;
GRANT EXECUTE ON FUNCTION opened_ticket TO portal_tenant;

-- The spelling of tags that exist; the others are added. PT409 tag_vocabulary_full: there are too many. Names that no ticket has make room.
CREATE OR REPLACE FUNCTION resolve_tags(wanted text[]) RETURNS text[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE given text;
BEGIN
  IF app_staff_id() IS NULL OR NOT staff_has('support') THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  FOR given IN SELECT DISTINCT ON (fold(one)) one FROM unnest(wanted) AS one ORDER BY fold(one) LOOP
    CONTINUE WHEN EXISTS (SELECT FROM tags WHERE name_key = fold(given));
    PERFORM pg_advisory_xact_lock(lock_class('tags'), 0);
    IF (SELECT count(*) FROM tags) >= max_tags() THEN
      DELETE FROM tags WHERE name_key <> ALL (ARRAY(SELECT fold(one) FROM unnest(wanted) AS one))
        AND NOT EXISTS (SELECT FROM tickets WHERE tickets.tags @> ARRAY[tags.name] AND tickets.tags <> '{}');
      IF (SELECT count(*) FROM tags) >= max_tags() THEN
        RAISE EXCEPTION 'tag_vocabulary_full' USING ERRCODE = 'PT409';
      END IF;
    END IF;
    INSERT INTO tags (name) VALUES (given) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN ARRAY(SELECT name FROM tags WHERE name_key = ANY(ARRAY(SELECT fold(one) FROM unnest(wanted) AS one)) ORDER BY name_key);
END $$;
GRANT EXECUTE ON FUNCTION resolve_tags TO portal_staff;

RESET ROLE;

SET LOCAL ROLE portal_search;

-- When the nth newest ticket of the customer was opened, within a day. The limits of create_ticket() count the tickets of
-- colleagues that a requester does not see. Its plan is cached: made after ANALYZE of an empty table, it would scan all tickets and
-- sort them.
CREATE OR REPLACE FUNCTION recent_ticket_time(number integer) RETURNS timestamptz
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE customer uuid := app_customer_id();
BEGIN
  RETURN (SELECT created_at FROM tickets WHERE customer_id = customer AND created_at > now() - interval '1 day'
    ORDER BY created_at DESC OFFSET number - 1 LIMIT 1);
END $$;
GRANT EXECUTE ON FUNCTION recent_ticket_time TO portal_tenant;

RESET ROLE;

CREATE OR REPLACE TRIGGER customers_rename_tickets AFTER UPDATE OF name ON customers FOR EACH ROW
  WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION rename_ticket_customer();
CREATE OR REPLACE TRIGGER staff_members_rename_tickets AFTER UPDATE OF name ON staff_members FOR EACH ROW
  WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION rename_ticket_assignee();

-- The end of a number of minutes of the calendar. office_hours: when the office opens and closes, one after the other, from the start
-- on, for as long as the longest target (office-hours.ts).
CREATE OR REPLACE FUNCTION sla_due(calendar text, start timestamptz, office_hours timestamptz[], minutes integer) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE time_left interval := make_interval(mins => minutes);
BEGIN
  IF calendar = 'continuous' THEN
    RETURN start + time_left;
  END IF;
  FOR opening IN 1 .. cardinality(office_hours) BY 2 LOOP
    IF time_left <= office_hours[opening + 1] - office_hours[opening] THEN
      RETURN office_hours[opening] + time_left;
    END IF;
    time_left := time_left - (office_hours[opening + 1] - office_hours[opening]);
  END LOOP;
  RAISE EXCEPTION 'too few office hours for % minutes', minutes;
END $$;

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
-- sla_start and office_hours: for the SLA targets, which the priority and the contract decide; null for none.
--
-- about_invoice: the invoice that it asks about, which the caller may see. PT410: there is no such one.
--
-- caller: its author. A staff member requests nothing for themselves, and has read what they wrote.
DROP FUNCTION IF EXISTS create_ticket(text, text, text, text, bigint, integer, timestamptz, timestamptz, text, uuid),
  create_ticket(text, text, text, text, bigint, integer, timestamptz, timestamptz, text, uuid, uuid),
  create_ticket(text, text, text, text, bigint, integer, timestamptz, timestamptz[], text, uuid, uuid, text, text);
CREATE OR REPLACE FUNCTION create_ticket(
  new_subject text,
  new_description text,
  new_priority text,
  key text,
  at_millisecond bigint DEFAULT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  hourly_limit integer DEFAULT 0,
  sla_start timestamptz DEFAULT NULL,
  office_hours timestamptz[] DEFAULT NULL,
  requested_for text DEFAULT NULL,
  follows uuid DEFAULT NULL,
  caller uuid DEFAULT app_user_id(),
  new_origin text DEFAULT 'portal',
  unverified text DEFAULT NULL,
  new_topic text DEFAULT NULL,
  about_invoice uuid DEFAULT NULL
) RETURNS TABLE (ticket tickets, is_replay boolean) LANGUAGE plpgsql AS $$
DECLARE
  -- Once: each call checks the signature.
  context text[] := app_context();
  customer uuid := nullif(context[2], '')::uuid;
  is_staff boolean := coalesce(caller = nullif(context[4], '')::uuid, false);
  requester uuid := CASE WHEN NOT is_staff THEN caller END;
  calendar text;
  response integer := sla_minutes('response', new_priority);
  resolution integer;
  response_due timestamptz;
  resolution_due timestamptz;
  state text;
  nth timestamptz;
  full_until timestamptz;
  opened uuid;
  number bigint := nextval('ticket_numbers');
  -- A billing contact has no other questions. Staff and mails have no roles.
  about text := coalesce(new_topic,
    CASE WHEN about_invoice IS NULL AND (coalesce(context[1], '') = '' OR roles_can(nullif(context[3], ''), 'support'))
      THEN 'support' ELSE 'billing' END);
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
    requester := find_colleague(requested_for, 'tickets');
    IF requester IS NULL THEN
      RAISE EXCEPTION 'no such colleague' USING ERRCODE = 'PT404';
    END IF;
  ELSIF follows IS NOT NULL THEN
    SELECT CASE WHEN is_ticket_member(requester_id, customer) THEN requester_id ELSE caller END INTO requester
      FROM tickets WHERE id = follows;
  END IF;
  IF about_invoice IS NOT NULL AND NOT EXISTS (SELECT FROM invoices WHERE id = about_invoice AND customer_id = customer) THEN
    RAISE EXCEPTION 'no such invoice' USING ERRCODE = 'PT410';
  END IF;
  IF sla_start IS NOT NULL THEN
    SELECT * INTO calendar, response, resolution FROM sla_terms(customer, new_priority);
    response_due := sla_due(calendar, sla_start, office_hours, response);
    resolution_due := sla_due(calendar, sla_start, office_hours, resolution);
    state := 'running';
  END IF;
  IF number NOT BETWEEN at_millisecond AND at_millisecond + 60000 THEN
    number := setval('ticket_numbers', at_millisecond);
  END IF;
  FOR attempt IN 0 .. 9999 LOOP
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(number + attempt);
    INSERT INTO tickets (customer_id, ticket_number, subject, description, priority, topic, invoice_id, author_id, idempotency_key,
        requester_id, response_minutes, first_response_due_at, sla_state, sla_calendar, resolution_minutes, resolution_due_at,
        resolution_state, follows_ticket_id, unread_since, origin, unverified_sender)
      VALUES (customer, 'TKT-' || (number + attempt), new_subject, new_description, new_priority, about, about_invoice, caller, key,
        requester, response, response_due, state, calendar, resolution, resolution_due, state, follows,
        CASE WHEN NOT is_staff THEN now() END, new_origin, unverified)
      ON CONFLICT DO NOTHING
      RETURNING id INTO opened;
    is_replay := false;
    IF NOT FOUND AND key IS NOT NULL THEN
      SELECT id INTO opened FROM tickets WHERE customer_id = customer AND author_id = caller AND idempotency_key = key;
      is_replay := true;
    END IF;
    IF FOUND THEN
      ticket := opened_ticket(opened);
      RETURN NEXT;
      RETURN;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'no free ticket number near %', at_millisecond;
END $$;
REVOKE EXECUTE ON FUNCTION create_ticket FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_ticket TO portal_tenant, portal_tickets;
