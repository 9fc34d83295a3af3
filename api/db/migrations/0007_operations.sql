-- What the server keeps about its own work: rate limits, the audit log, retention runs.

-- One row per key: an action, and an IP network or a user, hashed.
CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL,
  -- For limits with exponential backoff: rejects the key until then, whatever its count is.
  blocked_until timestamptz
);
CREATE INDEX rate_limits_reset ON rate_limits (resets_at);

-- The audit log: written in the transaction of what it describes, and append-only. The server's roles can insert, only operators
-- and admins can read, and only the owner of the table, which no request can become, can delete expired events.
CREATE TABLE audit_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL CHECK (actor IN ('user', 'visitor', 'operator', 'system', 'staff')),
  event text COLLATE "C" NOT NULL CHECK (event ~ '^[a-z_]+\.[a-z_]+$' AND length(event) <= 60),
  outcome text COLLATE "C" NOT NULL DEFAULT 'done' CHECK (outcome IN ('done', 'rejected')),
  -- The user concerned, who is also the one who acted where the actor is 'user'. No foreign key: events outlive the user.
  -- Not called customer_id, as these rows do not belong to the customer.
  user_id uuid,
  customer uuid,
  entity text COLLATE "C" CHECK (length(entity) <= 100),
  -- How many since the last event of the same kind: repeated failures are grouped.
  times integer NOT NULL DEFAULT 1 CHECK (times > 0),
  request_id text COLLATE "C" CHECK (length(request_id) <= 64),
  -- /24 or /48, never a whole IP address.
  network text COLLATE "C" CHECK (length(network) <= 50),
  details jsonb NOT NULL DEFAULT '{}' CHECK (length(details::text) <= 2000)
);
CREATE INDEX audit_events_happened ON audit_events (happened_at, id);
CREATE INDEX audit_events_user ON audit_events (user_id, happened_at);
CREATE INDEX audit_events_customer ON audit_events (customer, happened_at);
CREATE INDEX audit_events_event ON audit_events (event, happened_at, id);
ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY;
-- A restore inserts whole rows.
GRANT SELECT, INSERT ON audit_events TO portal_operator;
CREATE POLICY operator_insert ON audit_events FOR INSERT TO portal_operator WITH CHECK (true);
CREATE POLICY operator_select ON audit_events FOR SELECT TO portal_operator USING (true);

-- One row per run, counts only. The newest tells every instance when the next run is due.
CREATE TABLE retention_runs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  counts jsonb NOT NULL
);
CREATE INDEX retention_runs_started ON retention_runs (started_at);
GRANT SELECT ON retention_runs TO portal_operator;
