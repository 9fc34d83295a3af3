-- What a user has seen of a ticket, and what a ticket is about.

CREATE TABLE ticket_reads (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  -- The version of the ticket that was on the screen.
  version integer NOT NULL CHECK (version >= 0),
  PRIMARY KEY (user_id, ticket_id)
);
CREATE INDEX ticket_reads_ticket ON ticket_reads (ticket_id);

-- Billing contacts ask about invoices; everything else is support.
ALTER TABLE tickets ADD COLUMN topic text COLLATE "C" NOT NULL DEFAULT 'support' CHECK (topic IN ('support', 'billing'));

-- What was there before counts as seen.
ALTER TABLE tickets NO FORCE ROW LEVEL SECURITY;
INSERT INTO ticket_reads (user_id, ticket_id, version)
  SELECT author_id, id, version FROM tickets WHERE author_id IS NOT NULL
  UNION SELECT requester_id, id, version FROM tickets WHERE requester_id IS NOT NULL;
ALTER TABLE tickets FORCE ROW LEVEL SECURITY;

-- As in 0002.
ALTER TABLE ticket_reads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_reads TO portal_operator;
CREATE POLICY operator_all ON ticket_reads TO portal_operator USING (current_user = 'portal_operator');
