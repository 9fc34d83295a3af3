-- Work that the server does later: one queue for mails, notices about tickets, digests, alerts and periodic work. It was the
-- queue of mails, whose rows stay. A job is written in the transaction that causes it; an instance claims it until its lease
-- ends, and retries it. failed_at: no further attempt; last_error says why. Once a job is done or has failed, data is emptied:
-- that of a mail may contain a secret.
ALTER TABLE mail_outbox RENAME TO jobs;
ALTER TABLE jobs RENAME COLUMN sent_at TO done_at;
ALTER INDEX mail_outbox_due RENAME TO jobs_due;
ALTER TABLE jobs
  ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'mail' CHECK (kind ~ '^[a-z-]{1,40}$'),
  -- At most one waiting job of a kind has the key.
  ADD COLUMN key text COLLATE "C" CHECK (length(key) BETWEEN 1 AND 200),
  ADD COLUMN ticket_id uuid REFERENCES tickets ON DELETE CASCADE,
  -- Whom it is for. Null for mails that somebody without an account gets, and for the mailbox of the support.
  ADD COLUMN user_id uuid REFERENCES users ON DELETE CASCADE,
  ALTER COLUMN template DROP NOT NULL,
  ALTER COLUMN recipient DROP NOT NULL,
  ADD CONSTRAINT jobs_mail_check CHECK ((kind = 'mail') = (template IS NOT NULL AND recipient IS NOT NULL));
CREATE UNIQUE INDEX jobs_waiting ON jobs (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL;
CREATE INDEX jobs_ticket ON jobs (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX jobs_user ON jobs (user_id) WHERE user_id IS NOT NULL;

-- How a user learns of an event; without a row, by mail. Mails about the security of an account are not in it: nobody can turn
-- them off.
CREATE TABLE notification_preferences (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  event text COLLATE "C" NOT NULL CHECK (event ~ '^[a-z_]{1,40}$'),
  delivery text COLLATE "C" NOT NULL CHECK (delivery IN ('mail', 'digest', 'none')),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, event)
);
ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_preferences FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_preferences TO portal_operator;
CREATE POLICY operator_all ON notification_preferences TO portal_operator USING (current_user = 'portal_operator');
GRANT SELECT, INSERT, UPDATE ON notification_preferences TO portal_tenant;
CREATE POLICY tenant_own ON notification_preferences TO portal_tenant USING (user_id = (SELECT app_user_id()));
GRANT SELECT, INSERT, UPDATE ON notification_preferences TO portal_staff;
CREATE POLICY staff_own ON notification_preferences TO portal_staff USING (user_id = (SELECT app_staff_id()));
GRANT SELECT ON notification_preferences TO portal_tickets;
CREATE POLICY tickets_all ON notification_preferences TO portal_tickets USING (current_user = 'portal_tickets');

GRANT SELECT, INSERT, UPDATE ON jobs TO portal_tickets;
GRANT SELECT (id, name) ON customers TO portal_tickets;
CREATE POLICY tickets_select ON customers FOR SELECT TO portal_tickets USING (current_user = 'portal_tickets');

-- Customers and staff learn of what happens in a ticket 90 seconds later, with all that followed; of urgent ones at once. One
-- job waits per ticket; whoever writes to the ticket while it is carried out waits for it and enqueues the next.
CREATE FUNCTION enqueue_ticket_notice() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  of_ticket uuid;
  first integer;
BEGIN
  IF TG_TABLE_NAME = 'tickets' THEN
    of_ticket := NEW.id;
    first := 0;
  ELSE
    of_ticket := NEW.ticket_id;
    first := NEW.position;
  END IF;
  INSERT INTO jobs (kind, key, ticket_id, data, next_attempt_at)
    SELECT 'ticket-notice', id::text, id, jsonb_build_object('since', first),
      now() + CASE WHEN priority = 'urgent' THEN interval '0' ELSE interval '90 seconds' END
    FROM tickets WHERE id = of_ticket
    ON CONFLICT (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL
    DO UPDATE SET next_attempt_at = least(jobs.next_attempt_at, EXCLUDED.next_attempt_at);
  RETURN NULL;
END $$;

-- A response that is overdue: staff are alerted, in office hours.
CREATE FUNCTION enqueue_sla_alert() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO jobs (kind, key, ticket_id) VALUES ('sla-alert', NEW.ticket_id::text, NEW.ticket_id)
    ON CONFLICT (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL DO NOTHING;
  RETURN NULL;
END $$;

-- In the database, so that no way of writing into a ticket can forget it. Not for the operator, who restores and imports, nor
-- for the import of staff, which inserts tickets as portal_staff; the operator's changes of a status enqueue their notice.
CREATE TRIGGER notice AFTER INSERT ON tickets FOR EACH ROW WHEN (current_user = 'portal_tenant')
  EXECUTE FUNCTION enqueue_ticket_notice();
CREATE TRIGGER notice AFTER INSERT ON ticket_messages FOR EACH ROW WHEN (current_user = 'portal_tickets')
  EXECUTE FUNCTION enqueue_ticket_notice();
CREATE TRIGGER notice AFTER INSERT ON ticket_events FOR EACH ROW
  WHEN (current_user = 'portal_tickets' AND NEW.kind IN ('status_changed', 'reopened', 'assigned', 'watcher_added'))
  EXECUTE FUNCTION enqueue_ticket_notice();
CREATE TRIGGER alert AFTER INSERT ON ticket_events FOR EACH ROW
  WHEN (current_user = 'portal_tickets' AND NEW.kind = 'response_missed' AND NEW.actor_kind = 'system')
  EXECUTE FUNCTION enqueue_sla_alert();

-- What mails about a ticket are made of, for the server's own work: what happened from one version to another, and who may learn
-- of it now. Internal notes are not read. Null if the ticket is gone.
CREATE FUNCTION read_ticket_notice(wanted uuid, since integer, until integer) RETURNS jsonb
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
    'items', (SELECT coalesce(jsonb_agg(to_jsonb(item) ORDER BY item.position), '[]') FROM (
      SELECT item.*, coalesce((SELECT staff_members.name FROM staff_members WHERE user_id = "authorId"),
          (SELECT email FROM users WHERE users.id = "authorId")) AS "authorName"
      FROM (SELECT position, 'message' AS kind, author_kind AS "authorKind", author_id AS "authorId", body, '{}' AS payload, created_at AS "createdAt"
          FROM ticket_messages WHERE ticket_id = wanted AND position BETWEEN since AND until
        UNION ALL SELECT position, kind, actor_kind, actor_id, NULL, payload, created_at
          FROM ticket_events WHERE ticket_id = wanted AND position BETWEEN since AND until) AS item
      ORDER BY position DESC LIMIT 60) AS item)
  );
END $$;

REVOKE EXECUTE ON FUNCTION enqueue_ticket_notice(), enqueue_sla_alert(), read_ticket_notice(uuid, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION read_ticket_notice(uuid, integer, integer) TO portal_app;

-- As in 0009.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['portal_people', 'portal_tickets'] LOOP
    IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    END IF;
  END LOOP;
END $$;
GRANT CREATE ON SCHEMA public TO portal_people, portal_tickets;
ALTER FUNCTION enqueue_ticket_notice() OWNER TO portal_tickets;
ALTER FUNCTION enqueue_sla_alert() OWNER TO portal_tickets;
ALTER FUNCTION read_ticket_notice(uuid, integer, integer) OWNER TO portal_tickets;

-- As in 0008, of the mails among the jobs.
GRANT SELECT (kind) ON jobs TO portal_people;
SET LOCAL ROLE portal_people;
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
RESET ROLE;

REVOKE CREATE ON SCHEMA public FROM portal_people, portal_tickets;
DO $$ BEGIN
  IF current_setting('server_version_num')::integer < 160000 THEN
    REVOKE portal_people, portal_tickets FROM CURRENT_USER;
  END IF;
END $$;
