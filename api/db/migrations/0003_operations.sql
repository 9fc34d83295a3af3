-- What the server keeps about its own work: rate limits, outgoing mail, the audit log, retention runs.

-- One row per key: an action, and an IP network or a user, hashed.
CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL,
  -- For limits with exponential backoff: rejects the key until then, whatever its count is.
  blocked_until timestamptz
);
CREATE INDEX rate_limits_reset ON rate_limits (resets_at);

-- Counts one attempt for each key in turn and stops at the first key that is over its limit, so that a rejected IP network
-- creates no rows for the accounts it tries. A key that is over its limit is only read, except that the first rejection is
-- counted, which tells it apart from later ones (is_first).
-- Every caller must pass keys in the same order, the narrowest network first and the account last: each call locks one row
-- per level, so that no two calls deadlock. retry_after is 0 for an accepted attempt, else in seconds.
CREATE FUNCTION consume_rate_limit(keys text[], limits integer[], seconds integer[])
RETURNS TABLE (retry_after integer, is_first boolean) LANGUAGE plpgsql AS $$
DECLARE
  attempts integer;
  until timestamptz;
BEGIN
  FOR level IN 1 .. cardinality(keys) LOOP
    is_first := false;
    SELECT count, resets_at INTO attempts, until FROM rate_limits
      WHERE key = keys[level] AND resets_at > now() AND count > limits[level];
    IF NOT FOUND THEN
      INSERT INTO rate_limits AS stored (key, count, resets_at)
        VALUES (keys[level], 1, now() + make_interval(secs => seconds[level]))
        ON CONFLICT (key) DO UPDATE SET
          count = CASE WHEN stored.resets_at <= now() THEN 1 ELSE stored.count + 1 END,
          resets_at = CASE WHEN stored.resets_at <= now() THEN excluded.resets_at ELSE stored.resets_at END
        RETURNING stored.count, stored.resets_at INTO attempts, until;
      is_first := attempts = limits[level] + 1;
    END IF;
    IF attempts > limits[level] THEN
      retry_after := greatest(1, ceil(extract(epoch FROM until - now())));
      RETURN NEXT;
      RETURN;
    END IF;
  END LOOP;
  retry_after := 0;
  RETURN NEXT;
END $$;

-- Written in the transaction that causes the mail; a worker delivers it and retries. failed_at: no further attempt, because
-- the recipient's server rejected it permanently (is_rejected) or a week has passed; last_error says why. Once a mail is
-- sent or has failed, data is emptied: its link is a secret.
CREATE TABLE mail_outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  template text NOT NULL,
  recipient text NOT NULL,
  locale text,
  data jsonb NOT NULL DEFAULT '{}',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  sent_at timestamptz,
  failed_at timestamptz CHECK (failed_at IS NULL OR sent_at IS NULL),
  is_rejected boolean NOT NULL DEFAULT false CHECK (failed_at IS NOT NULL OR NOT is_rejected),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at) WHERE sent_at IS NULL;

-- The audit log: written in the transaction of what it describes, and append-only. The server's roles can insert, only the
-- operator can read, and only the owner of the table, which no request can become, can delete expired events.
CREATE TABLE audit_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL CHECK (actor IN ('user', 'visitor', 'operator', 'system')),
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
CREATE INDEX audit_events_happened ON audit_events (happened_at);
CREATE INDEX audit_events_user ON audit_events (user_id, happened_at);
CREATE INDEX audit_events_customer ON audit_events (customer, happened_at);

-- One row per run, counts only. The newest tells every instance when the next run is due.
CREATE TABLE retention_runs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  counts jsonb NOT NULL
);
CREATE INDEX retention_runs_started ON retention_runs (started_at);
