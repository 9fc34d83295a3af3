-- What the pages of contracts need, and the calendar feeds of users.

-- How a contract ends: it just does, or it goes on unless somebody gives notice in time. Without notice_days nobody has to.
ALTER TABLE contracts
  ADD COLUMN renews_tacitly boolean NOT NULL DEFAULT false,
  ADD COLUMN notice_days integer CHECK (notice_days BETWEEN 0 AND 3650),
  ADD COLUMN notice_date date GENERATED ALWAYS AS (end_date - notice_days) STORED;

-- A URL that shows a user's dates of one customer. The secret is not stored; a new one replaces it.
CREATE TABLE calendar_feeds (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  secret_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(secret_hash) = 43),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, customer_id)
);
CREATE INDEX calendar_feeds_customer ON calendar_feeds (customer_id);

ALTER TABLE calendar_feeds ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON calendar_feeds TO portal_operator;
CREATE POLICY operator_all ON calendar_feeds TO portal_operator USING (current_user = 'portal_operator');

-- The order of a statement of account.
CREATE INDEX payments_received ON payments (customer_id, payment_date, id) INCLUDE (amount) WHERE is_received;
