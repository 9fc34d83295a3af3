-- How a ticket is written. The functions enforce rights and write; status-machine.ts decides.

SET LOCAL ROLE portal_tickets;

DROP FUNCTION IF EXISTS mark_missed_tickets(integer), close_silent_tickets(integer), publish_inbound_mail(uuid, uuid, text, boolean),
  add_mail_file(uuid, jsonb);

-- Locks a ticket until the end of the transaction; no row if the caller may not see it. What a customer writes to a merged ticket
-- belongs to the surviving one, if they may see that.
DROP FUNCTION IF EXISTS lock_ticket(uuid);
CREATE OR REPLACE FUNCTION lock_ticket(wanted uuid) RETURNS TABLE (ticket tickets, calendar text, response integer, resolution integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE target uuid;
BEGIN
  IF NOT can_see_ticket(wanted) THEN
    RETURN;
  END IF;
  IF app_staff_id() IS NULL THEN
    SELECT merged_into_id INTO target FROM tickets WHERE id = wanted;
    IF can_see_ticket(target) THEN
      wanted := target;
    END IF;
  END IF;
  SELECT * INTO ticket FROM tickets WHERE id = wanted FOR NO KEY UPDATE;
  IF app_staff_id() IS NULL THEN
    ticket.tags := '{}';
  END IF;
  SELECT * INTO calendar, response, resolution FROM sla_terms(ticket.customer_id, ticket.priority);
  RETURN NEXT;
END $$;
GRANT EXECUTE ON FUNCTION lock_ticket TO portal_tenant, portal_staff;

-- For the functions below: a ticket that the transaction has locked, and that nothing has changed since.
CREATE OR REPLACE FUNCTION locked_ticket(wanted uuid, expected_version integer) RETURNS tickets LANGUAGE plpgsql AS $$
DECLARE locked tickets;
BEGIN
  SELECT * INTO locked FROM tickets WHERE id = wanted FOR NO KEY UPDATE;
  IF locked.version <> expected_version THEN
    RAISE EXCEPTION 'the ticket was not locked' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN locked;
END $$;

-- For the functions below, which decide what their caller may change: writes a message, events and the new state of a ticket.
CREATE OR REPLACE FUNCTION write_ticket(before tickets, after tickets, message jsonb, events jsonb, kind_of_author text, author uuid,
  unverified text, OUT version integer, OUT message_id uuid) LANGUAGE plpgsql AS $$
DECLARE event jsonb;
BEGIN
  version := before.version;
  IF message IS NOT NULL THEN
    version := version + 1;
    INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, author_id, unverified_sender, body, source,
        email_message_id, idempotency_key)
      VALUES (before.id, before.customer_id, version, kind_of_author, author, unverified, message->>'body', message->>'source',
        message->>'emailMessageId', message->>'idempotencyKey')
      RETURNING id INTO message_id;
  END IF;
  FOR event IN SELECT * FROM jsonb_array_elements(events) LOOP
    IF (event->>'isInternal')::boolean THEN
      INSERT INTO ticket_internal_events (ticket_id, customer_id, position, kind, actor_kind, actor_id, payload)
        VALUES (before.id, before.customer_id, version, event->>'kind', kind_of_author, author, event->'payload');
      CONTINUE;
    END IF;
    version := version + 1;
    INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind, actor_id, payload)
      VALUES (before.id, before.customer_id, version, event->>'kind', kind_of_author, author, event->'payload');
  END LOOP;
  UPDATE tickets SET version = write_ticket.version, status = after.status, assignee_id = after.assignee_id,
      merged_into_id = after.merged_into_id, first_response_due_at = after.first_response_due_at,
      first_responded_at = after.first_responded_at, sla_state = after.sla_state, sla_calendar = after.sla_calendar,
      sla_paused_at = after.sla_paused_at, response_minutes = after.response_minutes, resolution_minutes = after.resolution_minutes,
      resolution_due_at = after.resolution_due_at, resolution_state = after.resolution_state,
      resolution_paused_at = after.resolution_paused_at, reopened_count = after.reopened_count, unread_since = after.unread_since,
      priority = after.priority, subject = after.subject, tags = after.tags,
      snoozed_until = after.snoozed_until,
      last_public_at = CASE WHEN message IS NULL THEN before.last_public_at ELSE clock_timestamp() END,
      customer_wrote_last = CASE WHEN message IS NULL THEN before.customer_wrote_last ELSE kind_of_author = 'customer' END
    WHERE id = before.id RETURNING tickets.version INTO version;
  -- Tickets that were merged into this one follow it: a merged ticket never leads to another merged one.
  IF after.merged_into_id IS DISTINCT FROM before.merged_into_id AND after.merged_into_id IS NOT NULL THEN
    UPDATE tickets SET merged_into_id = after.merged_into_id WHERE merged_into_id = before.id;
  END IF;
END $$;

-- The author is the caller, a customer or a staff member.
CREATE OR REPLACE FUNCTION save_ticket(wanted uuid, expected_version integer, changed jsonb, message jsonb, events jsonb)
RETURNS TABLE (version integer, message_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  staff uuid := app_staff_id();
  may_see boolean := can_see_ticket(wanted);
  before tickets := CASE WHEN may_see THEN locked_ticket(wanted, expected_version) END;
  after tickets := jsonb_populate_record(before, changed);
BEGIN
  IF NOT may_see OR staff IS NULL AND (NOT customer_may_move(before.status, after.status)
    OR (after.assignee_id, after.subject, after.tags) IS DISTINCT FROM (before.assignee_id, before.subject, before.tags)
    -- A customer says once that a ticket has become urgent.
    OR after.priority IS DISTINCT FROM before.priority AND (after.priority <> 'urgent' OR EXISTS (SELECT FROM ticket_events
      WHERE ticket_id = wanted AND kind = 'priority_changed' AND actor_kind = 'customer'))
    OR after.merged_into_id IS DISTINCT FROM before.merged_into_id AND after.merged_into_id IS NOT NULL) THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY SELECT * FROM write_ticket(before, after, message, events, CASE WHEN staff IS NULL THEN 'customer' ELSE 'staff' END,
    coalesce(staff, app_user_id()), NULL);
END $$;
GRANT EXECUTE ON FUNCTION save_ticket TO portal_tenant, portal_staff;

-- A job publishes a reply that waits.
CREATE OR REPLACE FUNCTION enqueue_reply() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO jobs (kind, key, ticket_id, user_id, data, next_attempt_at)
    VALUES ('reply', NEW.id::text, NEW.ticket_id, NEW.author_id, jsonb_build_object('replyId', NEW.id), NEW.publish_at);
  RETURN NULL;
END $$;

-- Takes a reply that waits, to publish it or to give it back to its author, who is the caller. A concurrent call waits for the end of
-- the transaction. No row if the reply is gone.
CREATE OR REPLACE FUNCTION take_reply(wanted uuid) RETURNS SETOF pending_replies
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY DELETE FROM pending_replies WHERE id = wanted AND author_id = app_staff_id() RETURNING *;
END $$;
GRANT EXECUTE ON FUNCTION take_reply TO portal_staff;

-- A reply that cannot be published waits for its author. The ticket becomes unread, unless somebody else has dealt with it: the customer
-- has no answer.
CREATE OR REPLACE FUNCTION return_reply(wanted uuid, reason text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE of_ticket uuid;
BEGIN
  UPDATE pending_replies SET problem = reason WHERE id = wanted RETURNING ticket_id INTO of_ticket;
  UPDATE tickets SET unread_since = coalesce(unread_since, now()) WHERE id = of_ticket AND reason <> 'changed_meanwhile';
END $$;
GRANT EXECUTE ON FUNCTION return_reply TO portal_app;

-- A staff member publishes a mail that was held. Its sender is the author, if that is proven (lock_held_mail).
CREATE OR REPLACE FUNCTION save_ticket_as_sender(wanted uuid, expected_version integer, changed jsonb, message jsonb, events jsonb, of_mail uuid)
RETURNS TABLE (version integer, message_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before tickets := locked_ticket(wanted, expected_version);
  sender record := mail_sender(of_mail, before.customer_id);
BEGIN
  -- The same mail may have come by its reply address too.
  IF sender.email_message_id IS NOT NULL AND NOT EXISTS (SELECT FROM ticket_messages WHERE ticket_id = wanted
    AND author_id = sender.author AND email_message_id = sender.email_message_id) THEN
    message := message || jsonb_build_object('emailMessageId', sender.email_message_id);
  END IF;
  RETURN QUERY SELECT * FROM write_ticket(before, jsonb_populate_record(before, changed), message, events, 'customer', sender.author,
    sender.unverified);
END $$;
GRANT EXECUTE ON FUNCTION save_ticket_as_sender TO portal_staff;

-- The command line: the timeline shows it as staff.
CREATE OR REPLACE FUNCTION save_ticket_as_operator(wanted uuid, expected_version integer, changed jsonb, message jsonb, events jsonb)
RETURNS TABLE (version integer, message_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE before tickets := locked_ticket(wanted, expected_version);
BEGIN
  RETURN QUERY SELECT * FROM write_ticket(before, jsonb_populate_record(before, changed), message, events, 'staff', NULL, NULL);
END $$;
GRANT EXECUTE ON FUNCTION save_ticket_as_operator TO portal_operator;

-- Periodic work: it writes no message, assigns nobody and merges nothing.
CREATE OR REPLACE FUNCTION save_ticket_as_system(wanted uuid, expected_version integer, changed jsonb, message jsonb, events jsonb)
RETURNS TABLE (version integer, message_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before tickets := locked_ticket(wanted, expected_version);
  after tickets := jsonb_populate_record(before, changed);
BEGIN
  IF message IS NOT NULL OR NOT system_may_move(before.status, after.status)
    OR (after.assignee_id, after.merged_into_id, after.priority, after.subject, after.tags)
      IS DISTINCT FROM (before.assignee_id, before.merged_into_id, before.priority, before.subject, before.tags) THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY SELECT * FROM write_ticket(before, after, NULL, events, 'system', NULL, NULL);
END $$;
GRANT EXECUTE ON FUNCTION save_ticket_as_system TO portal_app;

-- Moves a ticket that the transaction has locked to another customer, with everything that belongs to it (ON UPDATE CASCADE); its files
-- are in the storage already. Nobody of the old customer keeps access: watchers, reply addresses, drafts and uploads end, and so do
-- links to other tickets. PT409: it was merged, or others into it.
CREATE OR REPLACE FUNCTION move_ticket(wanted uuid, expected_version integer, new_customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE before tickets;
BEGIN
  PERFORM require_support();
  before := locked_ticket(wanted, expected_version);
  IF before.merged_into_id IS NOT NULL OR EXISTS (SELECT FROM tickets WHERE merged_into_id = wanted) THEN
    RAISE EXCEPTION 'merged' USING ERRCODE = 'PT409';
  END IF;
  DELETE FROM upload_reservations WHERE ticket_id = wanted;
  DELETE FROM attachments WHERE ticket_id = wanted AND attached_at IS NULL;
  DELETE FROM reply_tokens WHERE ticket_id = wanted;
  DELETE FROM ticket_watchers WHERE ticket_id = wanted AND NOT is_ticket_member(user_id, new_customer);
  UPDATE tickets SET follows_ticket_id = NULL WHERE follows_ticket_id = wanted;
  UPDATE tickets SET customer_id = new_customer, follows_ticket_id = NULL, invoice_id = NULL, idempotency_key = NULL,
      requester_id = CASE WHEN is_ticket_member(requester_id, new_customer) THEN requester_id END
    WHERE id = wanted;
  -- Its people read their lists again.
  PERFORM pg_notify('ticket_changes', json_build_object('customerId', before.customer_id)::text);
END $$;
GRANT EXECUTE ON FUNCTION move_ticket TO portal_staff;

-- Returns whether something changed. Watchers are removed by themselves, by the author and the requester, by those who see every
-- ticket of the customer, and by staff.
CREATE OR REPLACE FUNCTION set_watcher(wanted uuid, watcher uuid, watches boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ticket tickets;
BEGIN
  SELECT * INTO ticket FROM tickets WHERE id = wanted FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT can_see_ticket(wanted) OR watches AND NOT is_ticket_member(watcher, ticket.customer_id, 'support') THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF watches THEN
    IF (SELECT count(*) FROM ticket_watchers WHERE ticket_id = wanted) >= max_watchers() THEN
      RAISE EXCEPTION 'too_many_people' USING ERRCODE = 'PT409';
    END IF;
    INSERT INTO ticket_watchers (ticket_id, customer_id, user_id) VALUES (wanted, ticket.customer_id, watcher)
      ON CONFLICT DO NOTHING;
    RETURN FOUND;
  END IF;
  IF app_staff_id() IS NULL AND NOT app_can('technical')
    AND app_user_id() NOT IN (watcher, coalesce(ticket.author_id, watcher), coalesce(ticket.requester_id, watcher)) THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM ticket_watchers WHERE ticket_id = wanted AND user_id = watcher;
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION set_watcher TO portal_tenant, portal_staff;

-- A follow-up ticket has the watchers of the one it follows.
CREATE OR REPLACE FUNCTION copy_watchers(old_ticket uuid, new_ticket uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF can_see_ticket(old_ticket) AND EXISTS (SELECT FROM tickets
    WHERE id = new_ticket AND follows_ticket_id = old_ticket AND (author_id = app_user_id() OR app_staff_id() IS NOT NULL)) THEN
    INSERT INTO ticket_watchers (ticket_id, customer_id, user_id)
      SELECT new_ticket, customer_id, user_id FROM ticket_watchers WHERE ticket_id = old_ticket ON CONFLICT DO NOTHING;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION copy_watchers TO portal_tenant, portal_staff;

-- Periodic work of every instance: locks tickets that may be due, whose change is then saved. Those that a request has locked are left
-- to the next run.
CREATE OR REPLACE FUNCTION lock_overdue_tickets(at timestamptz, max_rows integer) RETURNS SETOF tickets
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT * FROM tickets WHERE id IN (
      (SELECT id FROM tickets WHERE sla_state = 'running' AND first_response_due_at < at ORDER BY first_response_due_at LIMIT max_rows)
      UNION (SELECT id FROM tickets WHERE resolution_state = 'running' AND resolution_due_at < at ORDER BY resolution_due_at LIMIT max_rows))
    LIMIT max_rows FOR NO KEY UPDATE SKIP LOCKED;
END $$;
GRANT EXECUTE ON FUNCTION lock_overdue_tickets TO portal_app;

-- Resolved, without a message since a time, and nothing from the customer is unread.
CREATE OR REPLACE FUNCTION lock_silent_tickets(since timestamptz, max_rows integer) RETURNS SETOF tickets
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT * FROM tickets WHERE status = 'resolved' AND resolved_at <= since AND unread_since IS NULL
      AND coalesce(last_public_at, resolved_at) <= since
    ORDER BY resolved_at LIMIT max_rows FOR NO KEY UPDATE SKIP LOCKED;
END $$;
GRANT EXECUTE ON FUNCTION lock_silent_tickets TO portal_app;

-- Put aside until a time that has come.
CREATE OR REPLACE FUNCTION lock_snoozed_tickets(at timestamptz, max_rows integer) RETURNS SETOF tickets
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT * FROM tickets WHERE snoozed_until <= at
    ORDER BY snoozed_until LIMIT max_rows FOR NO KEY UPDATE SKIP LOCKED;
END $$;
GRANT EXECUTE ON FUNCTION lock_snoozed_tickets TO portal_app;

-- The earliest times at which periodic work may have something to do: an index entry each, unless many were warned already.
CREATE OR REPLACE FUNCTION next_ticket_deadlines(at timestamptz)
RETURNS TABLE (response timestamptz, response_warning timestamptz, resolution timestamptz, resolution_warning timestamptz, snooze timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT
    (SELECT min(first_response_due_at) FROM tickets WHERE sla_state = 'running'),
    (SELECT min(first_response_due_at) FROM tickets WHERE sla_state = 'running' AND sla_warned_at IS NULL AND first_response_due_at > at),
    (SELECT min(resolution_due_at) FROM tickets WHERE resolution_state = 'running'),
    (SELECT min(resolution_due_at) FROM tickets WHERE resolution_state = 'running' AND resolution_warned_at IS NULL AND resolution_due_at > at),
    (SELECT min(snoozed_until) FROM tickets WHERE snoozed_until IS NOT NULL);
END $$;
GRANT EXECUTE ON FUNCTION next_ticket_deadlines TO portal_app;

-- Enqueues a warning for responses that are due before a time, by the calendar of the ticket; null: none of that calendar now.
CREATE OR REPLACE FUNCTION warn_due_tickets(at timestamptz, office_until timestamptz, continuous_until timestamptz, max_rows integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  warned integer;
BEGIN
  WITH due AS MATERIALIZED (
      SELECT id FROM tickets WHERE sla_state = 'running' AND sla_warned_at IS NULL
        AND first_response_due_at > at AND first_response_due_at <= greatest(office_until, continuous_until)
        AND first_response_due_at <= CASE sla_calendar WHEN 'office' THEN office_until ELSE continuous_until END
      ORDER BY first_response_due_at LIMIT max_rows FOR NO KEY UPDATE SKIP LOCKED),
    marked AS (UPDATE tickets SET sla_warned_at = at WHERE id IN (SELECT id FROM due) RETURNING id)
  INSERT INTO jobs (kind, key, ticket_id) SELECT 'sla-warning', id::text, id FROM marked
    ON CONFLICT (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL DO NOTHING;
  GET DIAGNOSTICS warned = ROW_COUNT;
  RETURN warned;
END $$;
GRANT EXECUTE ON FUNCTION warn_due_tickets TO portal_app;

-- The same for resolutions.
CREATE OR REPLACE FUNCTION warn_due_resolutions(at timestamptz, office_until timestamptz, continuous_until timestamptz, max_rows integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  warned integer;
BEGIN
  WITH due AS MATERIALIZED (
      SELECT id FROM tickets WHERE resolution_state = 'running' AND resolution_warned_at IS NULL
        AND resolution_due_at > at AND resolution_due_at <= greatest(office_until, continuous_until)
        AND resolution_due_at <= CASE sla_calendar WHEN 'office' THEN office_until ELSE continuous_until END
      ORDER BY resolution_due_at LIMIT max_rows FOR NO KEY UPDATE SKIP LOCKED),
    marked AS (UPDATE tickets SET resolution_warned_at = at WHERE id IN (SELECT id FROM due) RETURNING id)
  INSERT INTO jobs (kind, key, ticket_id, data) SELECT 'sla-warning', id || ':resolution', id, '{"target": "resolution"}' FROM marked
    ON CONFLICT (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL DO NOTHING;
  GET DIAGNOSTICS warned = ROW_COUNT;
  RETURN warned;
END $$;
GRANT EXECUTE ON FUNCTION warn_due_resolutions TO portal_app;

-- For the mail about a merge: where the conversation continues, if the reader may see that ticket. Repeats the policies of
-- tickets, for a user without a session.
CREATE OR REPLACE FUNCTION find_merge_target(merged uuid, reader uuid) RETURNS TABLE (id uuid, ticket_number text, subject text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT target.id, target.ticket_number, target.subject
    FROM tickets AS duplicate JOIN tickets AS target ON target.id = duplicate.merged_into_id
    WHERE duplicate.id = merged AND is_ticket_member(reader, target.customer_id)
      AND (target.author_id = reader OR target.requester_id = reader
        OR is_ticket_member(reader, target.customer_id, 'support')
          AND EXISTS (SELECT FROM ticket_watchers WHERE ticket_id = target.id AND user_id = reader)
        OR EXISTS (SELECT FROM memberships WHERE user_id = reader AND customer_id = target.customer_id
          AND roles && capable_roles('technical')));
END $$;
GRANT EXECUTE ON FUNCTION find_merge_target TO portal_app;

RESET ROLE;

-- What the operator restores comes with its jobs.
CREATE OR REPLACE TRIGGER pending_replies_enqueue AFTER INSERT ON pending_replies FOR EACH ROW WHEN (current_user = 'portal_staff')
  EXECUTE FUNCTION enqueue_reply();
