-- A ticket is a conversation: messages, internal notes, a timeline, watchers, and the SLA target of the first response. Anyone who
-- can see a ticket also sees its messages, events and watchers; internal notes are a table of their own without any right of the
-- tenant.

CREATE TABLE tickets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  ticket_number text COLLATE "C" NOT NULL UNIQUE CHECK (ticket_number ~ '^TKT-[0-9]{1,19}$'),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 200 AND subject ~ '\S'),
  -- As long as a reply: one to a ticket that was closed long ago becomes the description of the follow-up ticket.
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 20000 AND description ~ '\S'),
  priority text COLLATE "C" NOT NULL DEFAULT 'medium' CHECK (length(priority) BETWEEN 1 AND 50),
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (length(status) BETWEEN 1 AND 50),
  author_id uuid REFERENCES users ON DELETE SET NULL,
  -- For whom the ticket was opened.
  requester_id uuid REFERENCES users ON DELETE SET NULL,
  assignee_id uuid REFERENCES staff_members ON DELETE SET NULL,
  idempotency_key text COLLATE "C" CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  -- Incremented by every change. A change names the version it is based on, so that the second of two staff members who
  -- change a ticket at once sees what the first did.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Retention deletes a ticket two years after it was resolved (product §9). Reopening clears it.
  resolved_at timestamptz,
  closed_at timestamptz,
  reopened_count integer NOT NULL DEFAULT 0 CHECK (reopened_count >= 0),
  -- The time of the last message; null while there is only the description.
  last_public_at timestamptz,
  -- Since when the customer wrote something that no staff member has answered or marked as read.
  unread_since timestamptz,
  -- The SLA target of the current round: opening starts the first, reopening another. Null: there is none.
  first_response_due_at timestamptz,
  first_responded_at timestamptz,
  sla_state text CHECK (sla_state IN ('running', 'paused', 'met', 'missed')),
  sla_calendar text CHECK (sla_calendar IN ('office', 'continuous')),
  sla_paused_at timestamptz,
  -- When staff were warned in the current round: once, until the clock starts again.
  sla_warned_at timestamptz,
  -- Deferred, so that a restore may insert rows in any order.
  follows_ticket_id uuid REFERENCES tickets ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  merged_into_id uuid REFERENCES tickets ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  -- Derived from the columns above by set_ticket_columns(): PostgreSQL prepares the expressions of all generated columns of a table
  -- in every statement that writes to it, which took a quarter of the time of a new ticket.
  subject_key text COLLATE "C" NOT NULL,
  -- From low to urgent; unknown priorities sort first.
  priority_key integer NOT NULL,
  -- From urgent to low, so that with created_at both ascend: the most urgent first, of these the oldest.
  urgency_key integer NOT NULL,
  -- What is due first comes first; what has no deadline comes last.
  due_key timestamptz NOT NULL,
  needs_staff boolean NOT NULL,
  search_text text NOT NULL,
  -- An idempotency key is its user's: a colleague who happens to send the same one opens another ticket.
  UNIQUE (customer_id, author_id, idempotency_key),
  -- For the references of what belongs to a ticket.
  UNIQUE (id, customer_id),
  CONSTRAINT tickets_sla_check CHECK (sla_state IS NULL OR (first_response_due_at IS NOT NULL AND sla_calendar IS NOT NULL)),
  CONSTRAINT tickets_merged_check CHECK (merged_into_id <> id)
);
-- Lists of a customer.
CREATE INDEX tickets_by_created_at ON tickets (customer_id, created_at, id);
CREATE INDEX tickets_by_ticket_number ON tickets (customer_id, ticket_number);
CREATE INDEX tickets_by_subject ON tickets (customer_id, subject_key, id);
CREATE INDEX tickets_by_priority ON tickets (customer_id, priority_key, id);
CREATE INDEX tickets_by_status ON tickets (customer_id, status, created_at, id);
CREATE INDEX tickets_search ON tickets USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);
-- product §7 counts all but closed tickets, in the portal and at the desk.
CREATE INDEX tickets_open_of_customer ON tickets (customer_id) WHERE status <> 'closed';
-- Queues of the desk.
CREATE INDEX tickets_queue ON tickets (due_key, urgency_key, created_at, id) WHERE needs_staff;
CREATE INDEX tickets_all_by_due ON tickets (due_key, urgency_key, created_at, id);
CREATE INDEX tickets_all_by_created_at ON tickets (created_at, id);
CREATE INDEX tickets_by_assignee ON tickets (assignee_id, due_key, urgency_key, created_at, id) WHERE assignee_id IS NOT NULL;
CREATE INDEX tickets_words ON tickets USING gin (search_words(description)) WITH (gin_pending_list_limit = 1024);
-- Frequent periodic work. Retention reads the table once a day instead.
CREATE INDEX tickets_running ON tickets (first_response_due_at) WHERE sla_state = 'running';
CREATE INDEX tickets_silent ON tickets (resolved_at) WHERE status = 'resolved';
-- References. Deleting a user finds author_id in the index of idempotency keys.
CREATE INDEX tickets_requester ON tickets (requester_id);
CREATE INDEX tickets_follows ON tickets (follows_ticket_id) WHERE follows_ticket_id IS NOT NULL;
CREATE INDEX tickets_merged_into ON tickets (merged_into_id) WHERE merged_into_id IS NOT NULL;

-- Where create_ticket() starts to look for a free number, so that a burst does not try every number already taken. Only a hint:
-- the clock corrects it when it is behind, or ahead by more than a minute.
CREATE SEQUENCE ticket_numbers;

-- The customer is repeated in each row for its policies; the reference guarantees that it is the one of the ticket.
CREATE TABLE ticket_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  -- The version of the ticket that it made: the order of the conversation, and the key of its pages.
  position integer NOT NULL,
  author_kind text NOT NULL CHECK (author_kind IN ('customer', 'staff', 'system')),
  author_id uuid REFERENCES users ON DELETE SET NULL,
  -- The email address in a mail whose sender was not verified: such a message has no author.
  unverified_sender text CHECK (length(unverified_sender) BETWEEN 1 AND 320),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 20000 AND body ~ '\S'),
  source text NOT NULL CHECK (source IN ('portal', 'desk', 'email')),
  email_message_id text COLLATE "C" CHECK (length(email_message_id) BETWEEN 1 AND 1000),
  idempotency_key text COLLATE "C" CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets (id, customer_id) ON DELETE CASCADE,
  UNIQUE (ticket_id, position),
  UNIQUE (author_id, idempotency_key)
);
CREATE INDEX ticket_messages_customer ON ticket_messages (customer_id);
CREATE INDEX ticket_messages_author ON ticket_messages (author_id, created_at);
CREATE INDEX ticket_messages_keyed ON ticket_messages (created_at) WHERE idempotency_key IS NOT NULL;
-- A copy of a mail that another person sends first, or into another ticket, must not keep the original out.
CREATE UNIQUE INDEX ticket_messages_email ON ticket_messages (ticket_id, author_id, email_message_id) WHERE email_message_id IS NOT NULL;
CREATE INDEX ticket_messages_words ON ticket_messages USING gin (search_words(body)) WITH (gin_pending_list_limit = 1024);

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
CREATE INDEX ticket_notes_words ON ticket_notes USING gin (search_words(body)) WITH (gin_pending_list_limit = 1024);

-- The timeline that the customer sees. Append-only: only the operator may change or delete a row. The payload holds no personal
-- data but ids.
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

-- As in 0002.
DO $$
DECLARE protected text;
BEGIN
  FOREACH protected IN ARRAY ARRAY['tickets', 'ticket_messages', 'ticket_notes', 'ticket_events', 'ticket_watchers', 'canned_replies'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', protected);
  END LOOP;
END $$;
