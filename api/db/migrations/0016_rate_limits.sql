-- Until when a key is refused whatever its count is: for limits whose waiting time grows.
ALTER TABLE rate_limits ADD COLUMN blocked_until timestamptz;

-- Counts an attempt for each key in turn and stops at the first that is over its limit, so that a refused IP network leaves
-- no row for the accounts that it names. A key that is over its limit is only read. The first refusal is counted: that
-- is how it is told from those after it. Keys must come in the same order from everybody, the narrowest
-- network first and the account last: each call locks one row per level, so that no two wait for each other.
-- wait is 0 for an attempt that was taken, else the seconds until the next may be.
CREATE FUNCTION take_attempt(keys text[], limits integer[], seconds integer[])
RETURNS TABLE (wait integer, is_first boolean) LANGUAGE plpgsql AS $$
DECLARE
  attempts integer;
  until timestamptz;
BEGIN
  FOR level IN 1 .. cardinality(keys) LOOP
    is_first := false;
    SELECT count, resets_at INTO attempts, until FROM rate_limits
      WHERE key = keys[level] AND resets_at > now() AND count > limits[level];
    IF NOT FOUND THEN
      INSERT INTO rate_limits AS kept (key, count, resets_at)
        VALUES (keys[level], 1, now() + make_interval(secs => seconds[level]))
        ON CONFLICT (key) DO UPDATE SET
          count = CASE WHEN kept.resets_at <= now() THEN 1 ELSE kept.count + 1 END,
          resets_at = CASE WHEN kept.resets_at <= now() THEN excluded.resets_at ELSE kept.resets_at END
        RETURNING kept.count, kept.resets_at INTO attempts, until;
      is_first := attempts = limits[level] + 1;
    END IF;
    IF attempts > limits[level] THEN
      wait := greatest(1, ceil(extract(epoch FROM until - now())));
      RETURN NEXT;
      RETURN;
    END IF;
  END LOOP;
  wait := 0;
  RETURN NEXT;
END $$;
