-- Who did what: written beside what it tells of, and changed by nobody. The server's own roles can add to it; only the
-- operator's may read it; to remove what is past its time takes the owner of the table, whom no request can become.

CREATE TABLE audit_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL CHECK (actor IN ('user', 'visitor', 'operator', 'system')),
  event text COLLATE "C" NOT NULL CHECK (event ~ '^[a-z_]+\.[a-z_]+$' AND length(event) <= 60),
  outcome text COLLATE "C" NOT NULL DEFAULT 'done' CHECK (outcome IN ('done', 'refused')),
  -- The login that it concerns, which acted itself where the actor is a user. No reference: what was done stays done
  -- when the login is gone. The customer is not called customer_id, as its rows are not that customer's to see.
  user_id uuid,
  customer uuid,
  entity text COLLATE "C" CHECK (length(entity) <= 100),
  -- How often since the last row of the same kind: repeated failures are folded.
  times integer NOT NULL DEFAULT 1 CHECK (times > 0),
  request_id text COLLATE "C" CHECK (length(request_id) <= 64),
  -- Never a whole address: /24 or /48.
  network text COLLATE "C" CHECK (length(network) <= 50),
  details jsonb NOT NULL DEFAULT '{}' CHECK (length(details::text) <= 2000)
);
CREATE INDEX audit_events_happened ON audit_events (happened_at);
CREATE INDEX audit_events_user ON audit_events (user_id, happened_at);
CREATE INDEX audit_events_customer ON audit_events (customer, happened_at);

-- Column by column: nobody who writes an event chooses when it was.
GRANT INSERT (actor, event, outcome, user_id, customer, entity, times, request_id, network, details) ON audit_events
  TO portal_app, portal_tenant;
-- A restore puts back rows as they were.
GRANT SELECT, INSERT ON audit_events TO portal_operator;

ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY noted_by_server ON audit_events FOR INSERT TO portal_app WITH CHECK (actor <> 'operator');
CREATE POLICY noted_for_caller ON audit_events FOR INSERT TO portal_tenant
  WITH CHECK (actor = 'user' AND user_id = (SELECT app_user_id()) AND customer = (SELECT app_customer_id()));
CREATE POLICY noted_by_operator ON audit_events FOR INSERT TO portal_operator WITH CHECK (true);
CREATE POLICY read_by_operator ON audit_events FOR SELECT TO portal_operator USING (true);
