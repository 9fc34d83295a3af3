-- Jobs that tell customers and staff what happened in a ticket, and what their mails are made of.

SET LOCAL ROLE portal_tickets;

-- Customers and staff get a mail about a ticket a moment after the first change, with all that followed; about urgent ones at
-- once. One job waits per ticket: a transaction that writes to the ticket while the job runs waits for it and enqueues the next.
CREATE OR REPLACE FUNCTION enqueue_ticket_notice() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  of_ticket uuid;
  first integer := 0;
  urgency text;
BEGIN
  IF TG_TABLE_NAME = 'tickets' THEN
    of_ticket := NEW.id;
    urgency := NEW.priority;
  ELSE
    of_ticket := NEW.ticket_id;
    first := NEW.position;
    SELECT priority INTO urgency FROM tickets WHERE id = of_ticket;
  END IF;
  INSERT INTO jobs (kind, key, ticket_id, data, next_attempt_at)
    VALUES ('ticket-notice', of_ticket::text, of_ticket, jsonb_build_object('since', first),
      now() + CASE WHEN urgency = 'urgent' THEN interval '0' ELSE notice_delay() END)
    ON CONFLICT (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL
    DO UPDATE SET next_attempt_at = least(jobs.next_attempt_at, EXCLUDED.next_attempt_at);
  RETURN NULL;
END $$;

-- A response or a resolution that is overdue: staff are alerted, in office hours.
CREATE OR REPLACE FUNCTION enqueue_sla_alert() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO jobs (kind, key, ticket_id, data) VALUES ('sla-alert', NEW.ticket_id || ':' || NEW.kind, NEW.ticket_id,
      jsonb_build_object('target', replace(NEW.kind, '_missed', '')))
    ON CONFLICT (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL DO NOTHING;
  RETURN NULL;
END $$;

-- What mails about a ticket are made of: what happened from one version to another, and who may be told now. Internal notes are not
-- read, and infected files are not named. Null if the ticket is gone.
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
    'id', ticket.id, 'ticketNumber', ticket.ticket_number, 'shortNumber', ticket.short_number, 'subject', ticket.subject, 'description', ticket.description,
    'priority', ticket.priority, 'status', ticket.status, 'version', ticket.version, 'customerId', ticket.customer_id,
    'customerName', (SELECT name FROM customers WHERE customers.id = ticket.customer_id),
    'openedBy', CASE WHEN ticket.origin = 'desk' OR ticket.unverified_sender IS NOT NULL THEN jsonb_build_object('name',
      (SELECT name FROM staff_members WHERE user_id = ticket.author_id)) END,
    'assigneeId', ticket.assignee_id, 'createdAt', ticket.created_at,
    'resolvedAt', ticket.resolved_at, 'dueAt', ticket.first_response_due_at,
    'isOverdue', ticket.sla_state = 'missed' AND ticket.first_responded_at IS NULL AND NOT is_done(ticket.status),
    'slaCalendar', ticket.sla_calendar, 'isAwaited', ticket.sla_state = 'running' AND ticket.first_responded_at IS NULL,
    'resolutionDueAt', ticket.resolution_due_at, 'isResolutionOverdue', ticket.resolution_state = 'missed' AND NOT is_done(ticket.status),
    'isResolutionAwaited', ticket.resolution_state = 'running',
    'assigneeName', (SELECT name FROM staff_members WHERE user_id = ticket.assignee_id),
    -- Who hears of every target that was missed.
    'leads', (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', users.id, 'email', users.email,
        'preferences', (SELECT jsonb_object_agg(event, delivery) FROM notification_preferences WHERE user_id = users.id))
        ORDER BY users.email), '[]')
      FROM users JOIN staff_members ON staff_members.user_id = users.id WHERE active AND permissions @> '{admin,support}'),
    'people', (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', users.id, 'email', users.email,
        'preferences', (SELECT jsonb_object_agg(event, delivery) FROM notification_preferences WHERE user_id = users.id))
        ORDER BY users.email), '[]')
      FROM users WHERE is_ticket_member(users.id, ticket.customer_id) AND users.id IN (SELECT ticket.author_id
        UNION SELECT ticket.requester_id UNION SELECT user_id FROM ticket_watchers
          WHERE ticket_id = wanted AND is_ticket_member(user_id, ticket.customer_id, 'support'))),
    'staff', (SELECT jsonb_build_object('userId', users.id, 'email', users.email,
        'preferences', (SELECT jsonb_object_agg(event, delivery) FROM notification_preferences WHERE user_id = users.id))
      FROM users JOIN staff_members ON staff_members.user_id = users.id
      WHERE users.id = ticket.assignee_id AND active AND 'support' = ANY(permissions)),
    -- Whom internal notes mention; the notes themselves are not read.
    'mentioned', (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', users.id, 'email', users.email,
        'preferences', (SELECT jsonb_object_agg(event, delivery) FROM notification_preferences WHERE user_id = users.id))
        ORDER BY users.email), '[]')
      FROM users JOIN staff_members ON staff_members.user_id = users.id WHERE active AND 'support' = ANY(permissions)
        AND users.id IN (SELECT unnest(mentions) FROM ticket_notes WHERE ticket_id = wanted)),
    'files', (SELECT coalesce(jsonb_agg(jsonb_build_object('fileName', file_name, 'size', size) ORDER BY created_at, id), '[]')
      FROM attachments WHERE ticket_id = wanted AND message_id IS NULL AND note_id IS NULL AND attached_at IS NOT NULL
        AND state <> 'infected'),
    'items', (SELECT coalesce(jsonb_agg(to_jsonb(item) ORDER BY item.position), '[]') FROM (
      SELECT item.*, coalesce((SELECT staff_members.name FROM staff_members WHERE user_id = "authorId"),
          (SELECT name FROM users WHERE users.id = "authorId")) AS "authorName",
        (SELECT coalesce(jsonb_agg(jsonb_build_object('fileName', file_name, 'size', size) ORDER BY created_at, id), '[]')
          FROM attachments WHERE message_id = "messageId" AND state <> 'infected') AS files
      FROM (SELECT position, 'message' AS kind, author_kind AS "authorKind", author_id AS "authorId",
            unverified_sender AS "unverifiedSender", body, '{}' AS payload, created_at AS "createdAt", id AS "messageId"
          FROM ticket_messages WHERE ticket_id = wanted AND position BETWEEN since AND until AND withdrawn_at IS NULL
        UNION ALL SELECT position, kind, actor_kind, actor_id, NULL, NULL, payload, created_at, NULL
          FROM ticket_events WHERE ticket_id = wanted AND position BETWEEN since AND until) AS item
      ORDER BY position DESC LIMIT 60) AS item)
  );
END $$;
GRANT EXECUTE ON FUNCTION read_ticket_notice TO portal_app;

RESET ROLE;

-- In the database, so that no way of writing into a ticket can forget it. Not for the operator, who restores and imports.
CREATE OR REPLACE TRIGGER tickets_enqueue_notice AFTER INSERT ON tickets FOR EACH ROW
  WHEN (current_user IN ('portal_tenant', 'portal_tickets'))
  EXECUTE FUNCTION enqueue_ticket_notice();
CREATE OR REPLACE TRIGGER ticket_messages_enqueue_notice AFTER INSERT ON ticket_messages FOR EACH ROW WHEN (current_user = 'portal_tickets')
  EXECUTE FUNCTION enqueue_ticket_notice();
CREATE OR REPLACE TRIGGER ticket_events_enqueue_notice AFTER INSERT ON ticket_events FOR EACH ROW
  WHEN (current_user = 'portal_tickets' AND NEW.kind IN ('status_changed', 'reopened', 'assigned', 'watcher_added'))
  EXECUTE FUNCTION enqueue_ticket_notice();
CREATE OR REPLACE TRIGGER ticket_events_enqueue_alert AFTER INSERT ON ticket_events FOR EACH ROW
  WHEN (current_user = 'portal_tickets' AND NEW.kind IN ('response_missed', 'resolution_missed') AND NEW.actor_kind = 'system')
  EXECUTE FUNCTION enqueue_sla_alert();
