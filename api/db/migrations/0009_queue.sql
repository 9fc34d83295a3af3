-- The queue of the desk: each of its columns can be sorted by, and each of its views is counted.

-- As in 0004, set_ticket_columns() derives the keys. Only customer_wrote_last is stored: write_ticket() sets it.
ALTER TABLE tickets
  ADD COLUMN customer_key text COLLATE "C" NOT NULL DEFAULT '',
  -- Tickets of nobody sort last: U+10FFFF is not a character and sorts after all others.
  ADD COLUMN assignee_key text COLLATE "C" NOT NULL DEFAULT chr(1114111),
  -- From open to closed; unknown statuses sort first.
  ADD COLUMN status_key integer NOT NULL DEFAULT 0,
  -- The last message, or the description. Internal notes do not count: customers would notice them by live updates.
  ADD COLUMN activity_key timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN customer_wrote_last boolean NOT NULL DEFAULT true;

-- Nothing else about a ticket changes.
ALTER TABLE tickets DISABLE TRIGGER USER;
SET LOCAL ROLE portal_operator;
UPDATE tickets SET
  customer_key = coalesce((SELECT name_key FROM customers WHERE customers.id = customer_id), ''),
  assignee_key = coalesce((SELECT left(fold(name), 200) FROM staff_members WHERE user_id = assignee_id), chr(1114111)),
  status_key = coalesce(array_position(ARRAY['open', 'in_progress', 'waiting_customer', 'resolved', 'closed'], status), 0),
  activity_key = coalesce(last_public_at, created_at),
  customer_wrote_last = coalesce((SELECT author_kind = 'customer' FROM ticket_messages
    WHERE ticket_id = tickets.id ORDER BY position DESC LIMIT 1), true);
RESET ROLE;
ALTER TABLE tickets ENABLE TRIGGER USER;

-- Active tickets are read by the first column; all of them by merging both halves, each in its order.
CREATE INDEX tickets_desk_by_customer ON tickets (needs_staff, customer_key, id);
CREATE INDEX tickets_desk_by_priority ON tickets (needs_staff, urgency_key, created_at, id);
CREATE INDEX tickets_desk_by_status ON tickets (needs_staff, status_key, created_at, id);
CREATE INDEX tickets_desk_by_assignee ON tickets (needs_staff, assignee_key, created_at, id);
CREATE INDEX tickets_desk_by_activity ON tickets (needs_staff, activity_key, id);
CREATE INDEX tickets_desk_by_created_at ON tickets (needs_staff, created_at, id);
-- The views, in the order of the queue.
DROP INDEX tickets_by_assignee;
CREATE INDEX tickets_by_assignee ON tickets (assignee_id, needs_staff, due_key, urgency_key, created_at, id)
  WHERE assignee_id IS NOT NULL;
CREATE INDEX tickets_unassigned ON tickets (due_key, urgency_key, created_at, id) WHERE needs_staff AND assignee_id IS NULL;
CREATE INDEX tickets_unread ON tickets (due_key, urgency_key, created_at, id) WHERE unread_since IS NOT NULL;
CREATE INDEX tickets_waiting ON tickets (due_key, urgency_key, created_at, id) WHERE needs_staff AND customer_wrote_last;
