-- Staff edit tickets: tags, and moving a ticket to another customer.

ALTER TABLE tickets ADD COLUMN tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 20);
CREATE INDEX tickets_tags ON tickets USING gin (tags) WITH (gin_pending_list_limit = 256) WHERE tags <> '{}';

-- The names of tags: one spelling for all tickets, and a limited number of them.
CREATE TABLE tags (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40 AND name ~ '\S'),
  created_at timestamptz NOT NULL DEFAULT now(),
  name_key text COLLATE "C" NOT NULL UNIQUE GENERATED ALWAYS AS (fold(name)) STORED
);

-- What customers do not see of the timeline. As notes, these take no position: a gap would tell customers of them.
CREATE TABLE ticket_internal_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  position integer NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  actor_kind text NOT NULL CHECK (actor_kind IN ('customer', 'staff', 'system')),
  actor_id uuid REFERENCES users ON DELETE SET NULL,
  payload jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets (id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX ticket_internal_events_thread ON ticket_internal_events (ticket_id, position, created_at, id);
CREATE INDEX ticket_internal_events_customer ON ticket_internal_events (customer_id);
CREATE INDEX ticket_internal_events_actor ON ticket_internal_events (actor_id);

-- A ticket that is moved to another customer takes everything that belongs to it along.
DO $$
DECLARE part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['ticket_messages', 'ticket_notes', 'ticket_events', 'ticket_watchers', 'upload_reservations', 'attachments'] LOOP
    EXECUTE format('ALTER TABLE %1$I DROP CONSTRAINT %1$s_ticket_id_customer_id_fkey,
      ADD FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets (id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE', part);
  END LOOP;
END $$;

-- A canned reply may also say what becomes of the ticket.
ALTER TABLE canned_replies
  ADD COLUMN next text COLLATE "C" CHECK (next IN ('reply', 'ask', 'resolve')),
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 20),
  ADD COLUMN priority text COLLATE "C" CHECK (length(priority) BETWEEN 1 AND 50),
  ADD COLUMN assigns_author boolean NOT NULL DEFAULT false;

-- As in 0002.
DO $$
DECLARE protected text;
BEGIN
  FOREACH protected IN ARRAY ARRAY['tags', 'ticket_internal_events'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', protected);
  END LOOP;
END $$;
