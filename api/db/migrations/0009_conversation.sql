-- A ticket is a conversation: messages, internal notes, a timeline, watchers, and the promise of a first response. Who may see
-- a ticket also sees its messages, events and watchers; internal notes are a table of their own without any right of the tenant.
-- One more database role, beside those of 0004, 0007 and 0008:
--   portal_tickets   owner of the functions by which customers and staff write into a conversation

-- As in 0007.
DO $$
BEGIN
  BEGIN
    CREATE ROLE portal_tickets NOLOGIN NOINHERIT NOBYPASSRLS;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
  END;
  BEGIN
    IF current_setting('server_version_num')::integer >= 160000
      AND (NOT pg_has_role(current_user, 'portal_tickets', 'SET') OR pg_has_role(current_user, 'portal_tickets', 'USAGE')) THEN
      EXECUTE 'GRANT portal_tickets TO CURRENT_USER WITH INHERIT FALSE, SET TRUE';
    END IF;
  EXCEPTION WHEN unique_violation THEN
    NULL;
  END;
END $$;
GRANT USAGE ON SCHEMA public TO portal_tickets;

-- Urgent tickets of the customer are answered around the clock while the contract is active.
ALTER TABLE contracts ADD COLUMN urgent_around_the_clock boolean NOT NULL DEFAULT false;
CREATE INDEX contracts_around_the_clock ON contracts (customer_id) WHERE urgent_around_the_clock;

ALTER TABLE tickets
  DROP CONSTRAINT tickets_description_check,
  -- As long as a reply: one to a ticket that was closed long ago becomes the description of the ticket that follows it.
  ADD CONSTRAINT tickets_description_check CHECK (length(description) BETWEEN 1 AND 20000 AND description ~ '\S'),
  -- For whom the ticket was opened.
  ADD COLUMN requester_id uuid REFERENCES users ON DELETE SET NULL,
  -- The promise of the current round: opening starts the first, reopening another. Null: nothing was promised.
  ADD COLUMN first_response_due_at timestamptz,
  ADD COLUMN first_responded_at timestamptz,
  ADD COLUMN sla_state text CHECK (sla_state IN ('running', 'paused', 'met', 'missed')),
  ADD COLUMN sla_calendar text CHECK (sla_calendar IN ('office', 'continuous')),
  ADD COLUMN sla_paused_at timestamptz,
  ADD COLUMN reopened_count integer NOT NULL DEFAULT 0 CHECK (reopened_count >= 0),
  -- Deferred, so that a restore may insert rows in any order.
  ADD COLUMN follows_ticket_id uuid REFERENCES tickets ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  ADD COLUMN merged_into_id uuid REFERENCES tickets ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  -- Of the last message; null while there is only the description.
  ADD COLUMN last_public_at timestamptz,
  ADD COLUMN closed_at timestamptz,
  -- Since when the customer wrote something that no staff member has answered or marked as read.
  ADD COLUMN unread_since timestamptz,
  ADD CONSTRAINT tickets_sla_check CHECK (sla_state IS NULL OR (first_response_due_at IS NOT NULL AND sla_calendar IS NOT NULL)),
  ADD CONSTRAINT tickets_merged_check CHECK (merged_into_id <> id),
  ADD UNIQUE (id, customer_id);

-- The owner of the tables sees their rows only as the operator.
SET LOCAL ROLE portal_operator;
UPDATE tickets SET requester_id = created_by, closed_at = CASE WHEN status = 'closed' THEN resolved_at END;
RESET ROLE;

ALTER TABLE tickets
  ADD COLUMN needs_staff boolean NOT NULL GENERATED ALWAYS AS (status NOT IN ('resolved', 'closed') OR unread_since IS NOT NULL) STORED,
  -- What is due first comes first; what has no deadline comes last.
  ADD COLUMN due_key timestamptz NOT NULL GENERATED ALWAYS AS (
    CASE WHEN first_responded_at IS NULL AND sla_state IN ('running', 'missed') THEN first_response_due_at ELSE 'infinity' END
  ) STORED;
CREATE INDEX tickets_requester ON tickets (requester_id);
CREATE INDEX tickets_follows ON tickets (follows_ticket_id) WHERE follows_ticket_id IS NOT NULL;
CREATE INDEX tickets_merged_into ON tickets (merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX tickets_running ON tickets (first_response_due_at) WHERE sla_state = 'running';
CREATE INDEX tickets_silent ON tickets (resolved_at) WHERE status = 'resolved';
-- Instead of those of 0008: the queue is sorted by what is due, then by urgency.
DROP INDEX tickets_queue, tickets_queue_by_created_at, tickets_all_by_urgency, tickets_all_by_status, tickets_by_assignee;
CREATE INDEX tickets_queue ON tickets (due_key, urgency_key, created_at, id) WHERE needs_staff;
CREATE INDEX tickets_queue_by_created_at ON tickets (created_at, id) WHERE needs_staff;
CREATE INDEX tickets_all_by_due ON tickets (due_key, urgency_key, created_at, id);
CREATE INDEX tickets_all_by_status ON tickets (status, due_key, urgency_key, created_at, id);
CREATE INDEX tickets_by_assignee ON tickets (assignee_id, due_key, urgency_key, created_at, id) WHERE assignee_id IS NOT NULL;

-- As in 0002, with the time of closing, from which on a customer can reopen for 14 days.
CREATE OR REPLACE FUNCTION set_ticket_resolved_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.resolved_at := CASE WHEN NEW.status IN ('resolved', 'closed') THEN coalesce(NEW.resolved_at, now()) END;
  NEW.closed_at := CASE WHEN NEW.status = 'closed' THEN coalesce(NEW.closed_at, now()) END;
  RETURN NEW;
END $$;

-- As in 0008, unless the statement has counted itself: every message and event of the conversation has a version of its own,
-- which is its position.
CREATE OR REPLACE FUNCTION increment_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := greatest(NEW.version, OLD.version + 1);
  RETURN NEW;
END $$;

-- The customer is repeated in each row for its policies; the reference guarantees that it is the one of the ticket.
CREATE TABLE ticket_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  -- The version of the ticket that it made: the order of the conversation, and the key of its pages.
  position integer NOT NULL,
  author_kind text NOT NULL CHECK (author_kind IN ('customer', 'staff', 'system')),
  author_id uuid REFERENCES users ON DELETE SET NULL,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 20000 AND body ~ '\S'),
  source text NOT NULL CHECK (source IN ('portal', 'desk', 'email')),
  email_message_id text COLLATE "C" UNIQUE CHECK (length(email_message_id) BETWEEN 1 AND 1000),
  idempotency_key text COLLATE "C" CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets (id, customer_id) ON DELETE CASCADE,
  UNIQUE (ticket_id, position),
  UNIQUE (author_id, idempotency_key)
);
CREATE INDEX ticket_messages_customer ON ticket_messages (customer_id);
CREATE INDEX ticket_messages_author ON ticket_messages (author_id, created_at);
CREATE INDEX ticket_messages_keyed ON ticket_messages (created_at) WHERE idempotency_key IS NOT NULL;

-- Written between two versions: a note takes no position, which customers would notice as a gap.
CREATE TABLE ticket_notes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  position integer NOT NULL,
  author_id uuid REFERENCES users ON DELETE SET NULL,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 20000 AND body ~ '\S'),
  idempotency_key text COLLATE "C" CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets (id, customer_id) ON DELETE CASCADE,
  UNIQUE (author_id, idempotency_key)
);
CREATE INDEX ticket_notes_thread ON ticket_notes (ticket_id, position, created_at, id);
CREATE INDEX ticket_notes_customer ON ticket_notes (customer_id);
CREATE INDEX ticket_notes_keyed ON ticket_notes (created_at) WHERE idempotency_key IS NOT NULL;

-- The timeline that the customer sees. Append-only: nobody but the operator may change or delete a row. No personal data in the
-- payload but ids.
CREATE TABLE ticket_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  position integer NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  actor_kind text NOT NULL CHECK (actor_kind IN ('customer', 'staff', 'system')),
  actor_id uuid REFERENCES users ON DELETE SET NULL,
  payload jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets (id, customer_id) ON DELETE CASCADE,
  UNIQUE (ticket_id, position)
);
CREATE INDEX ticket_events_customer ON ticket_events (customer_id);
CREATE INDEX ticket_events_actor ON ticket_events (actor_id);
-- For the monthly figures.
CREATE INDEX ticket_events_responses ON ticket_events (customer_id, created_at) WHERE kind IN ('responded', 'response_missed');
CREATE INDEX ticket_events_all_responses ON ticket_events (created_at) WHERE kind IN ('responded', 'response_missed');

CREATE TABLE ticket_watchers (
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ticket_id, user_id),
  FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets (id, customer_id) ON DELETE CASCADE
);
CREATE INDEX ticket_watchers_user ON ticket_watchers (user_id);
CREATE INDEX ticket_watchers_customer ON ticket_watchers (customer_id);

-- Texts that staff insert into replies. Archived, not deleted.
CREATE TABLE canned_replies (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200 AND title ~ '\S'),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 20000 AND body ~ '\S'),
  version integer NOT NULL DEFAULT 1,
  updated_by uuid REFERENCES users ON DELETE SET NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  title_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(title)) STORED
);
CREATE UNIQUE INDEX canned_replies_by_title ON canned_replies (title_key) WHERE archived_at IS NULL;
CREATE INDEX canned_replies_updated_by ON canned_replies (updated_by);

DO $$
DECLARE new_table text;
BEGIN
  FOREACH new_table IN ARRAY ARRAY['ticket_messages', 'ticket_notes', 'ticket_events', 'ticket_watchers', 'canned_replies'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY; ALTER TABLE %1$I FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', new_table);
  END LOOP;
END $$;

-- portal_tickets, the owner of the functions below, as far as they need it.
GRANT SELECT, UPDATE ON tickets TO portal_tickets;
GRANT SELECT, INSERT ON ticket_messages, ticket_events TO portal_tickets;
GRANT SELECT, INSERT, DELETE ON ticket_watchers TO portal_tickets;
GRANT SELECT ON memberships, staff_members TO portal_tickets;
GRANT SELECT (id, email) ON users TO portal_tickets;
GRANT SELECT (customer_id, status, start_date, end_date, urgent_around_the_clock) ON contracts TO portal_tickets;
DO $$
DECLARE used text;
BEGIN
  FOREACH used IN ARRAY ARRAY['tickets', 'ticket_messages', 'ticket_events', 'ticket_watchers', 'memberships', 'staff_members', 'contracts'] LOOP
    EXECUTE format('CREATE POLICY tickets_all ON %I TO portal_tickets USING (current_user = ''portal_tickets'')', used);
  END LOOP;
END $$;

-- Whether a user can be given a ticket of the customer to see: the roles of app_can('tickets').
CREATE FUNCTION is_ticket_member(member uuid, customer uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM memberships
    WHERE user_id = member AND customer_id = customer AND roles && ARRAY['owner', 'technical', 'requester']);
END $$;

-- For the policy of tickets: read once, not for each row.
CREATE FUNCTION own_watched_tickets() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(SELECT ticket_id FROM ticket_watchers WHERE user_id = app_user_id() AND customer_id = app_customer_id('tickets'));
END $$;

-- The policies of tickets for one ticket: of a customer, everybody with the capability technical, its author, whom it was
-- opened for, and its watchers; of staff, those with support.
CREATE FUNCTION can_see_ticket(wanted uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_staff_id() IS NOT NULL THEN
    RETURN staff_has('support') AND EXISTS (SELECT FROM tickets WHERE id = wanted);
  END IF;
  RETURN EXISTS (SELECT FROM tickets WHERE id = wanted AND customer_id = app_customer_id('tickets')
    AND (app_can('technical') OR created_by = app_user_id() OR requester_id = app_user_id()
      OR EXISTS (SELECT FROM ticket_watchers WHERE ticket_id = wanted AND user_id = app_user_id())));
END $$;

-- Names for the authors of a conversation: staff by name, users by email address, those who were erased not at all.
CREATE FUNCTION ticket_people(wanted uuid[]) RETURNS TABLE (user_id uuid, name text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, coalesce(staff_members.name, users.email)
    FROM users LEFT JOIN staff_members ON staff_members.user_id = users.id
    WHERE users.id = ANY(wanted) AND (staff_members.user_id IS NOT NULL OR app_staff_id() IS NOT NULL AND staff_has('support')
      OR EXISTS (SELECT FROM memberships WHERE memberships.user_id = users.id AND customer_id = app_customer_id('tickets'))
      OR EXISTS (SELECT FROM ticket_messages WHERE author_id = users.id AND customer_id = app_customer_id('tickets'))
      OR EXISTS (SELECT FROM tickets WHERE created_by = users.id AND customer_id = app_customer_id('tickets')));
END $$;

-- The member of the customer with this email address, if they may see tickets.
CREATE FUNCTION find_colleague(wanted_email text) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT users.id FROM users WHERE email = lower(wanted_email) AND is_ticket_member(users.id, app_customer_id())
    AND (app_can('tickets') OR app_staff_id() IS NOT NULL AND staff_has('support')));
END $$;

-- Whom a ticket can be shared with. A requester types an email address instead: the people of a customer are not theirs to list.
CREATE FUNCTION list_colleagues() RETURNS TABLE (user_id uuid, email text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, users.email FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE customer_id = app_customer_id() AND roles && ARRAY['owner', 'technical', 'requester']
      AND (app_can('technical') OR app_staff_id() IS NOT NULL AND staff_has('support')) ORDER BY users.email;
END $$;

-- Whether urgent tickets of the customer are answered around the clock.
CREATE FUNCTION is_around_the_clock(customer uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (customer = app_customer_id() OR app_staff_id() IS NOT NULL) AND EXISTS (SELECT FROM contracts
    WHERE customer_id = customer AND urgent_around_the_clock AND status = 'active'
      AND coalesce(start_date, '-infinity') <= current_date AND coalesce(end_date, 'infinity') >= current_date);
END $$;

-- Locks a ticket until the end of the transaction; no row if the caller may not see it. What a customer writes to a ticket that
-- was merged belongs to the other one, if they may see that.
CREATE FUNCTION lock_ticket(wanted uuid) RETURNS TABLE (ticket tickets, is_continuous boolean)
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
  is_continuous := ticket.priority = 'urgent' AND is_around_the_clock(ticket.customer_id);
  RETURN NEXT;
END $$;

-- What customers may do to a status: api/services/tickets/status-machine.ts decides, and a test compares the two.
CREATE FUNCTION customer_may_move(from_status text, to_status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN from_status = to_status OR CASE from_status
  WHEN 'waiting_customer' THEN to_status IN ('open', 'in_progress')
  WHEN 'resolved' THEN to_status IN ('open', 'closed')
  WHEN 'closed' THEN to_status = 'open'
  ELSE false
END;

-- Writes a message, events and the new state of a ticket that the transaction has locked. The author is the caller.
CREATE FUNCTION save_ticket(wanted uuid, expected_version integer, changed jsonb, message jsonb, events jsonb)
RETURNS TABLE (version integer, message_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  staff uuid := app_staff_id();
  kind_of_author text := CASE WHEN staff IS NULL THEN 'customer' ELSE 'staff' END;
  author uuid := coalesce(staff, app_user_id());
  before tickets;
  after tickets;
  event jsonb;
BEGIN
  SELECT * INTO before FROM tickets WHERE id = wanted FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT can_see_ticket(wanted) THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF before.version <> expected_version THEN
    RAISE EXCEPTION 'the ticket was not locked' USING ERRCODE = 'serialization_failure';
  END IF;
  after := jsonb_populate_record(before, changed);
  IF staff IS NULL AND (NOT customer_may_move(before.status, after.status)
    OR after.assignee_id IS DISTINCT FROM before.assignee_id
    OR after.merged_into_id IS DISTINCT FROM before.merged_into_id AND after.merged_into_id IS NOT NULL) THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  version := before.version;
  IF message IS NOT NULL THEN
    version := version + 1;
    INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, author_id, body, source, email_message_id, idempotency_key)
      VALUES (wanted, before.customer_id, version, kind_of_author, author, message->>'body', message->>'source',
        message->>'emailMessageId', message->>'idempotencyKey')
      RETURNING id INTO message_id;
  END IF;
  FOR event IN SELECT * FROM jsonb_array_elements(events) LOOP
    version := version + 1;
    INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind, actor_id, payload)
      VALUES (wanted, before.customer_id, version, event->>'kind', kind_of_author, author, event->'payload');
  END LOOP;
  UPDATE tickets SET version = save_ticket.version, status = after.status, assignee_id = after.assignee_id,
      merged_into_id = after.merged_into_id, first_response_due_at = after.first_response_due_at,
      first_responded_at = after.first_responded_at, sla_state = after.sla_state, sla_calendar = after.sla_calendar,
      sla_paused_at = after.sla_paused_at, reopened_count = after.reopened_count, unread_since = after.unread_since,
      last_public_at = CASE WHEN message IS NULL THEN before.last_public_at ELSE clock_timestamp() END
    WHERE id = wanted RETURNING tickets.version INTO version;
  -- Tickets that were merged into this one follow it: a merged ticket never leads to another merged one.
  IF after.merged_into_id IS DISTINCT FROM before.merged_into_id AND after.merged_into_id IS NOT NULL THEN
    UPDATE tickets SET merged_into_id = after.merged_into_id WHERE merged_into_id = wanted;
  END IF;
  RETURN NEXT;
END $$;

-- Returns whether something changed. Watchers are removed by themselves, by whom the ticket is about, by those who see every
-- ticket of the customer, and by staff.
CREATE FUNCTION set_watcher(wanted uuid, watcher uuid, watches boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ticket tickets;
BEGIN
  SELECT * INTO ticket FROM tickets WHERE id = wanted FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT can_see_ticket(wanted) OR watches AND NOT is_ticket_member(watcher, ticket.customer_id) THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF watches THEN
    IF (SELECT count(*) FROM ticket_watchers WHERE ticket_id = wanted) >= 50 THEN
      RAISE EXCEPTION 'too_many_people' USING ERRCODE = 'PT409';
    END IF;
    INSERT INTO ticket_watchers (ticket_id, customer_id, user_id) VALUES (wanted, ticket.customer_id, watcher)
      ON CONFLICT DO NOTHING;
    RETURN FOUND;
  END IF;
  IF app_staff_id() IS NULL AND NOT app_can('technical')
    AND app_user_id() NOT IN (watcher, coalesce(ticket.created_by, watcher), coalesce(ticket.requester_id, watcher)) THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM ticket_watchers WHERE ticket_id = wanted AND user_id = watcher;
  RETURN FOUND;
END $$;

-- A ticket that follows another has the people of that one.
CREATE FUNCTION copy_watchers(old_ticket uuid, new_ticket uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF can_see_ticket(old_ticket) AND EXISTS (SELECT FROM tickets
    WHERE id = new_ticket AND created_by = app_user_id() AND follows_ticket_id = old_ticket) THEN
    INSERT INTO ticket_watchers (ticket_id, customer_id, user_id)
      SELECT new_ticket, customer_id, user_id FROM ticket_watchers WHERE ticket_id = old_ticket ON CONFLICT DO NOTHING;
  END IF;
END $$;

-- Periodic work of every instance. Rows that a request holds are left to the next run.
CREATE FUNCTION mark_missed_tickets(max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY WITH due AS MATERIALIZED (
      SELECT id FROM tickets WHERE sla_state = 'running' AND first_response_due_at < now()
      ORDER BY first_response_due_at LIMIT max_rows FOR NO KEY UPDATE SKIP LOCKED),
    marked AS (UPDATE tickets SET sla_state = 'missed', version = version + 1 WHERE id IN (SELECT id FROM due)
      RETURNING id, customer_id, tickets.version),
    written AS (INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind)
      SELECT id, customer_id, marked.version, 'response_missed', 'system' FROM marked)
    SELECT id FROM marked;
END $$;

-- Resolved for seven days without a word, and nothing of the customer is unread.
CREATE FUNCTION close_silent_tickets(max_rows integer) RETURNS TABLE (ticket_id uuid, customer_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY WITH due AS MATERIALIZED (
      SELECT id FROM tickets WHERE status = 'resolved' AND resolved_at <= now() - interval '7 days' AND unread_since IS NULL
        AND coalesce(last_public_at, resolved_at) <= now() - interval '7 days'
      ORDER BY resolved_at LIMIT max_rows FOR NO KEY UPDATE SKIP LOCKED),
    closed AS (UPDATE tickets SET status = 'closed', version = version + 1 WHERE id IN (SELECT id FROM due)
      RETURNING tickets.id, tickets.customer_id, tickets.version),
    written AS (INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind, payload)
      SELECT closed.id, closed.customer_id, closed.version, 'status_changed', 'system', '{"from": "resolved", "to": "closed"}' FROM closed)
    SELECT closed.id, closed.customer_id FROM closed;
END $$;

REVOKE EXECUTE ON FUNCTION is_ticket_member(uuid, uuid), own_watched_tickets(), can_see_ticket(uuid), ticket_people(uuid[]),
  find_colleague(text), list_colleagues(), is_around_the_clock(uuid), lock_ticket(uuid),
  save_ticket(uuid, integer, jsonb, jsonb, jsonb), set_watcher(uuid, uuid, boolean), copy_watchers(uuid, uuid),
  mark_missed_tickets(integer), close_silent_tickets(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_ticket_member(uuid, uuid), own_watched_tickets(), copy_watchers(uuid, uuid) TO portal_tenant;
GRANT EXECUTE ON FUNCTION own_watched_tickets() TO portal_search;
GRANT EXECUTE ON FUNCTION can_see_ticket(uuid), ticket_people(uuid[]), find_colleague(text), list_colleagues(),
  is_around_the_clock(uuid), lock_ticket(uuid), save_ticket(uuid, integer, jsonb, jsonb, jsonb),
  set_watcher(uuid, uuid, boolean) TO portal_tenant, portal_staff;
GRANT EXECUTE ON FUNCTION is_ticket_member(uuid, uuid), can_see_ticket(uuid), is_around_the_clock(uuid) TO portal_tickets;
GRANT EXECUTE ON FUNCTION is_around_the_clock(uuid) TO portal_operator;
GRANT EXECUTE ON FUNCTION mark_missed_tickets(integer), close_silent_tickets(integer) TO portal_app;

-- What customers see. Nothing is inserted but by the functions above; ticket_notes and canned_replies are not theirs at all.
GRANT SELECT ON ticket_messages, ticket_events, ticket_watchers TO portal_tenant;
DO $$
DECLARE part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['ticket_messages', 'ticket_events', 'ticket_watchers'] LOOP
    EXECUTE format('CREATE POLICY tenant_select ON %I FOR SELECT TO portal_tenant USING (
      customer_id = (SELECT app_customer_id(''tickets'')) AND ((SELECT app_can(''technical'')) OR can_see_ticket(ticket_id)))', part);
    EXECUTE format('CREATE POLICY staff_select ON %I FOR SELECT TO portal_staff USING ((SELECT staff_has(''support'')))', part);
  END LOOP;
END $$;
ALTER POLICY tenant_select ON tickets USING (customer_id = (SELECT app_customer_id('tickets'))
  AND ((SELECT app_can('technical')) OR created_by = (SELECT app_user_id()) OR requester_id = (SELECT app_user_id())
    OR id = ANY((SELECT own_watched_tickets())::uuid[])));
GRANT INSERT (requester_id, first_response_due_at, sla_state, sla_calendar, follows_ticket_id, unread_since) ON tickets TO portal_tenant;
ALTER POLICY tenant_insert ON tickets WITH CHECK (customer_id = (SELECT app_customer_id('tickets'))
  AND created_by = (SELECT app_user_id()) AND status = 'open'
  AND (requester_id IS NULL OR requester_id = (SELECT app_user_id()) OR is_ticket_member(requester_id, customer_id))
  AND (follows_ticket_id IS NULL OR can_see_ticket(follows_ticket_id)));

GRANT SELECT ON ticket_messages, ticket_events, ticket_watchers, ticket_notes, canned_replies TO portal_staff;
GRANT INSERT (ticket_id, customer_id, position, author_id, body, idempotency_key) ON ticket_notes TO portal_staff;
GRANT INSERT (title, body, updated_by), UPDATE (title, body, version, updated_by, updated_at, archived_at) ON canned_replies TO portal_staff;
GRANT INSERT (urgent_around_the_clock), UPDATE (urgent_around_the_clock) ON contracts TO portal_staff;
CREATE POLICY staff_select ON ticket_notes FOR SELECT TO portal_staff USING ((SELECT staff_has('support')));
CREATE POLICY staff_insert ON ticket_notes FOR INSERT TO portal_staff
  WITH CHECK ((SELECT staff_has('support')) AND author_id = (SELECT app_staff_id()));
CREATE POLICY staff_select ON canned_replies FOR SELECT TO portal_staff USING ((SELECT staff_has('support')));
CREATE POLICY staff_insert ON canned_replies FOR INSERT TO portal_staff
  WITH CHECK ((SELECT staff_has('support')) AND updated_by = (SELECT app_staff_id()));
CREATE POLICY staff_update ON canned_replies FOR UPDATE TO portal_staff USING ((SELECT staff_has('support')))
  WITH CHECK (updated_by = (SELECT app_staff_id()));

-- As in 0007, for whom the ticket is opened, when its response is due, and which ticket it follows. The due times of both
-- calendars are given; the priority and the contract decide which applies. PT404: nobody has the email address.
DROP FUNCTION create_ticket(text, text, text, text, bigint, integer);
CREATE FUNCTION create_ticket(
  new_subject text,
  new_description text,
  new_priority text,
  key text,
  at_millisecond bigint DEFAULT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  hourly_limit integer DEFAULT 60,
  office_due timestamptz DEFAULT NULL,
  continuous_due timestamptz DEFAULT NULL,
  requested_for text DEFAULT NULL,
  follows uuid DEFAULT NULL
) RETURNS TABLE (ticket tickets, is_replay boolean) LANGUAGE plpgsql AS $$
DECLARE
  caller uuid := app_user_id();
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
      SELECT FROM tickets WHERE customer_id = customer AND created_by = caller AND idempotency_key = key) THEN
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
    INSERT INTO tickets (customer_id, ticket_number, subject, description, priority, created_by, idempotency_key,
        requester_id, first_response_due_at, sla_state, sla_calendar, follows_ticket_id, unread_since)
      VALUES (customer, 'TKT-' || (number + attempt), new_subject, new_description, new_priority, caller, key,
        requester, due, CASE WHEN due IS NOT NULL THEN 'running' END, calendar, follows, now())
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
REVOKE EXECUTE ON FUNCTION create_ticket(text, text, text, text, bigint, integer, timestamptz, timestamptz, text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_ticket(text, text, text, text, bigint, integer, timestamptz, timestamptz, text, uuid) TO portal_tenant;

-- As in 0005, 0007 and 0008.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['portal_search', 'portal_people', 'portal_tickets'] LOOP
    IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    END IF;
  END LOOP;
END $$;
GRANT CREATE ON SCHEMA public TO portal_search, portal_tickets;
ALTER FUNCTION is_ticket_member(uuid, uuid) OWNER TO portal_tickets;
ALTER FUNCTION own_watched_tickets() OWNER TO portal_tickets;
ALTER FUNCTION can_see_ticket(uuid) OWNER TO portal_tickets;
ALTER FUNCTION ticket_people(uuid[]) OWNER TO portal_tickets;
ALTER FUNCTION find_colleague(text) OWNER TO portal_tickets;
ALTER FUNCTION list_colleagues() OWNER TO portal_tickets;
ALTER FUNCTION is_around_the_clock(uuid) OWNER TO portal_tickets;
ALTER FUNCTION lock_ticket(uuid) OWNER TO portal_tickets;
ALTER FUNCTION save_ticket(uuid, integer, jsonb, jsonb, jsonb) OWNER TO portal_tickets;
ALTER FUNCTION set_watcher(uuid, uuid, boolean) OWNER TO portal_tickets;
ALTER FUNCTION copy_watchers(uuid, uuid) OWNER TO portal_tickets;
ALTER FUNCTION mark_missed_tickets(integer) OWNER TO portal_tickets;
ALTER FUNCTION close_silent_tickets(integer) OWNER TO portal_tickets;

SET LOCAL ROLE portal_people;
GRANT EXECUTE ON FUNCTION staff_has(text[]) TO portal_tickets;
RESET ROLE;

-- As in 0008; a requester also finds the tickets that were opened for them and those they watch.
SET LOCAL ROLE portal_search;
CREATE OR REPLACE FUNCTION search_tickets(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_can('technical') OR app_staff_id() IS NOT NULL AND staff_has('support') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM tickets WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
      USING app_customer_id(), max_rows;
  ELSIF app_can('tickets') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM tickets WHERE customer_id = $1 AND (created_by = $3 OR requester_id = $3 OR id = ANY($4)) AND '
      || search_condition(patterns) || ' LIMIT $2' USING app_customer_id(), max_rows, app_user_id(), own_watched_tickets();
  END IF;
END $$;
RESET ROLE;

REVOKE CREATE ON SCHEMA public FROM portal_search, portal_tickets;
DO $$ BEGIN
  IF current_setting('server_version_num')::integer < 160000 THEN
    REVOKE portal_search, portal_people, portal_tickets FROM CURRENT_USER;
  END IF;
END $$;
