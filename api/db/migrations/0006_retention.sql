-- What the promises of the privacy policy (product §9) are reckoned from, and a record of the days on which they were kept.

-- « Support: 2 years after resolution ». A ticket that is opened again starts anew.
ALTER TABLE tickets ADD COLUMN resolved_at timestamptz;
CREATE INDEX tickets_resolved ON tickets (resolved_at) WHERE resolved_at IS NOT NULL;
CREATE INDEX tickets_keyed ON tickets (created_at) WHERE idempotency_key IS NOT NULL;

CREATE FUNCTION note_resolution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.resolved_at := CASE WHEN NEW.status IN ('resolved', 'closed') THEN coalesce(NEW.resolved_at, now()) END;
  RETURN NEW;
END $$;
CREATE TRIGGER tickets_resolution BEFORE INSERT OR UPDATE OF status, resolved_at ON tickets
  FOR EACH ROW EXECUTE FUNCTION note_resolution();

-- « An account that is linked to no customer: 3 years after the last sign-in ». A session that is prolonged is one too.
ALTER TABLE users ADD COLUMN last_signed_in_at timestamptz;

CREATE FUNCTION note_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET last_signed_in_at = now() WHERE id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_sign_in AFTER INSERT OR UPDATE OF expires_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION note_sign_in();

-- Set when all that names the customer was removed and only what the law obliges us to keep is left.
ALTER TABLE customers ADD COLUMN erased_at timestamptz;

-- Counts only. One row for each run: the newest says when the next is due, whichever copy of the server is there by then.
CREATE TABLE retention_runs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  counts jsonb NOT NULL
);
CREATE INDEX retention_runs_started ON retention_runs (started_at);
GRANT SELECT, INSERT ON retention_runs TO portal_app;
GRANT SELECT ON retention_runs TO portal_operator;

-- When older tickets were resolved nobody knows: from today on, the two years are certain to be over after them.
-- As the operator: row-level security shows no row to the owner.
SET LOCAL ROLE portal_operator;
UPDATE tickets SET resolved_at = now() WHERE status IN ('resolved', 'closed');
UPDATE users SET last_signed_in_at = (SELECT max(created_at) FROM sessions WHERE user_id = users.id);
RESET ROLE;
