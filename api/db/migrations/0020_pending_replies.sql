-- Replies of staff that are sent and not published yet: their author can take them back until publish_at. One per ticket and author.
CREATE TABLE pending_replies (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 20000 AND body ~ '\S'),
  -- What else was sent: files, the next status, and what a macro does (contract/desk-conversation.ts).
  request jsonb NOT NULL,
  publish_at timestamptz NOT NULL,
  -- The error code that kept it from being published: it waits for its author.
  problem text COLLATE "C" CHECK (problem ~ '^[a-z_]{1,40}$'),
  UNIQUE (ticket_id, author_id)
);
CREATE INDEX pending_replies_author ON pending_replies (author_id);

ALTER TABLE pending_replies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_replies TO portal_operator;
CREATE POLICY operator_all ON pending_replies TO portal_operator USING (current_user = 'portal_operator');
