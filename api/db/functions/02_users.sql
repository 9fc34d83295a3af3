-- Sessions and rate limits.

-- Use extends a session, but never beyond thirty days after the sign-in. Enforced here, so that every check for an expired
-- session only has to look at expires_at.
CREATE OR REPLACE FUNCTION cap_session_lifetime() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expires_at := least(NEW.expires_at, NEW.signed_in_at + interval '30 days');
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER sessions_cap_lifetime BEFORE INSERT OR UPDATE OF expires_at, signed_in_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION cap_session_lifetime();

-- Extending a session counts as a sign-in.
CREATE OR REPLACE FUNCTION set_last_signed_in_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET last_signed_in_at = now() WHERE id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER sessions_set_last_signed_in_at AFTER INSERT OR UPDATE OF expires_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION set_last_signed_in_at();

-- Counts one attempt for each key in turn and stops at the first key that is over its limit, so that a rejected IP network
-- creates no rows for the accounts it tries. A key that is over its limit is only read, except that the first rejection is
-- counted, which tells it apart from later ones (is_first).
-- Every caller must pass keys in the same order, the narrowest network first and the account last: each call locks one row
-- per level, so that no two calls deadlock. retry_after is 0 for an accepted attempt, else in seconds.
CREATE OR REPLACE FUNCTION consume_rate_limit(keys text[], limits integer[], seconds integer[])
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
