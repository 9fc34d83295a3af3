-- The virus scan, the periodic work on tickets and retention become jobs; a warning before a response is overdue; files in mails.

-- Of the round that runs. Once warned, no second time until the clock starts again.
ALTER TABLE tickets ADD COLUMN sla_warned_at timestamptz;

-- As in 0009.
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'portal_tickets', 'MEMBER') THEN
    GRANT portal_tickets TO CURRENT_USER;
  END IF;
END $$;
GRANT CREATE ON SCHEMA public TO portal_tickets;

SET LOCAL ROLE portal_tickets;
DROP FUNCTION claim_scans(integer, integer);
DROP FUNCTION finish_scan(uuid, text, text, integer);

-- A file that the scanner has not seen is scanned by a job, whoever uploaded it or sent it by mail. What the operator restores
-- comes with its jobs.
CREATE FUNCTION enqueue_scan() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO jobs (kind, key, data) VALUES ('scan', NEW.id::text, jsonb_build_object('attachmentId', NEW.id));
  RETURN NULL;
END $$;

-- No row for a file that is gone or was scanned with another row that names it.
CREATE FUNCTION read_pending_file(wanted uuid) RETURNS TABLE (customer_id uuid, sha256 text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT attachments.customer_id, attachments.sha256 FROM attachments WHERE id = wanted AND state = 'pending';
END $$;

-- For every row of the customer that names the file.
CREATE FUNCTION save_scan(wanted uuid, result text, found_signature text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE attachments SET state = result, signature = found_signature
    FROM (SELECT customer_id, sha256 FROM attachments WHERE id = wanted) AS scanned
    WHERE attachments.customer_id = scanned.customer_id AND attachments.sha256 = scanned.sha256
      AND (attachments.state = 'pending' OR result = 'infected' AND attachments.state <> 'infected');
END $$;

-- Enqueues a warning for responses that are due until a time, by the calendar of the ticket; null: none of that calendar now.
CREATE FUNCTION warn_due_tickets(at timestamptz, office_until timestamptz, continuous_until timestamptz, max_rows integer)
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

-- For the page on the state of the service: what waits for staff.
CREATE FUNCTION desk_backlog() RETURNS TABLE (held_mails integer, overdue_responses integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT (SELECT count(*)::integer FROM inbound_mails WHERE state = 'held'),
      (SELECT count(*)::integer FROM tickets WHERE needs_staff AND due_key < now())
    WHERE staff_has('admin');
END $$;

-- As in 0011, with the names of files, and whether a response is still awaited. Infected files are not named.
CREATE OR REPLACE FUNCTION read_ticket_notice(wanted uuid, since integer, until integer) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ticket tickets;
BEGIN
  SELECT * INTO ticket FROM tickets WHERE id = wanted;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object(
    'id', ticket.id, 'ticketNumber', ticket.ticket_number, 'subject', ticket.subject, 'description', ticket.description,
    'priority', ticket.priority, 'status', ticket.status, 'version', ticket.version, 'customerId', ticket.customer_id,
    'customerName', (SELECT name FROM customers WHERE customers.id = ticket.customer_id),
    'authorId', ticket.created_by, 'assigneeId', ticket.assignee_id, 'createdAt', ticket.created_at,
    'resolvedAt', ticket.resolved_at, 'dueAt', ticket.first_response_due_at,
    'isOverdue', ticket.sla_state = 'missed' AND ticket.first_responded_at IS NULL AND ticket.status NOT IN ('resolved', 'closed'),
    'slaCalendar', ticket.sla_calendar, 'isAwaited', ticket.sla_state = 'running' AND ticket.first_responded_at IS NULL,
    'assigneeName', (SELECT name FROM staff_members WHERE user_id = ticket.assignee_id),
    'people', (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', users.id, 'email', users.email,
        'preferences', (SELECT jsonb_object_agg(event, delivery) FROM notification_preferences WHERE user_id = users.id))
        ORDER BY users.email), '[]')
      FROM users WHERE is_ticket_member(users.id, ticket.customer_id) AND users.id IN (SELECT ticket.created_by
        UNION SELECT ticket.requester_id UNION SELECT user_id FROM ticket_watchers WHERE ticket_id = wanted)),
    'staff', (SELECT jsonb_build_object('userId', users.id, 'email', users.email,
        'preferences', (SELECT jsonb_object_agg(event, delivery) FROM notification_preferences WHERE user_id = users.id))
      FROM users JOIN staff_members ON staff_members.user_id = users.id
      WHERE users.id = ticket.assignee_id AND active AND 'support' = ANY(permissions)),
    'files', (SELECT coalesce(jsonb_agg(jsonb_build_object('fileName', file_name, 'size', size) ORDER BY created_at, id), '[]')
      FROM attachments WHERE ticket_id = wanted AND message_id IS NULL AND note_id IS NULL AND attached_at IS NOT NULL
        AND state <> 'infected'),
    'items', (SELECT coalesce(jsonb_agg(to_jsonb(item) ORDER BY item.position), '[]') FROM (
      SELECT item.*, coalesce((SELECT staff_members.name FROM staff_members WHERE user_id = "authorId"),
          (SELECT email FROM users WHERE users.id = "authorId")) AS "authorName",
        (SELECT coalesce(jsonb_agg(jsonb_build_object('fileName', file_name, 'size', size) ORDER BY created_at, id), '[]')
          FROM attachments WHERE message_id = "messageId" AND state <> 'infected') AS files
      FROM (SELECT position, 'message' AS kind, author_kind AS "authorKind", author_id AS "authorId", body, '{}' AS payload,
            created_at AS "createdAt", id AS "messageId"
          FROM ticket_messages WHERE ticket_id = wanted AND position BETWEEN since AND until
        UNION ALL SELECT position, kind, actor_kind, actor_id, NULL, payload, created_at, NULL
          FROM ticket_events WHERE ticket_id = wanted AND position BETWEEN since AND until) AS item
      ORDER BY position DESC LIMIT 60) AS item)
  );
END $$;

RESET ROLE;
CREATE TRIGGER scan AFTER INSERT ON attachments FOR EACH ROW WHEN (NEW.state = 'pending' AND current_user = 'portal_tickets')
  EXECUTE FUNCTION enqueue_scan();

SET LOCAL ROLE portal_tickets;
REVOKE EXECUTE ON FUNCTION enqueue_scan(), read_pending_file(uuid), save_scan(uuid, text, text),
  warn_due_tickets(timestamptz, timestamptz, timestamptz, integer), desk_backlog() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION read_pending_file(uuid), save_scan(uuid, text, text),
  warn_due_tickets(timestamptz, timestamptz, timestamptz, integer) TO portal_app;
GRANT EXECUTE ON FUNCTION desk_backlog() TO portal_staff;

-- Files that wait already.
INSERT INTO jobs (kind, key, data)
  SELECT 'scan', id::text, jsonb_build_object('attachmentId', id) FROM attachments WHERE state = 'pending';
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM portal_tickets;

-- A clock that goes on after a pause has not started again.
CREATE FUNCTION forget_warning() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sla_warned_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER forget_warning BEFORE UPDATE OF sla_state ON tickets FOR EACH ROW
  WHEN (NEW.sla_state = 'running' AND OLD.sla_state IS DISTINCT FROM 'running' AND OLD.sla_state IS DISTINCT FROM 'paused')
  EXECUTE FUNCTION forget_warning();

ALTER TABLE attachments DROP COLUMN scan_attempts, DROP COLUMN next_scan_at;

DO $$ BEGIN
  IF current_setting('server_version_num')::integer < 160000 THEN
    REVOKE portal_tickets FROM CURRENT_USER;
  END IF;
END $$;
