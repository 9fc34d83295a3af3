-- A session that is used is prolonged, but ends thirty days after its sign-in whatever happens. Its last day is kept to here,
-- so that all that asks whether a session has ended need only look at expires_at.
ALTER TABLE sessions ADD COLUMN signed_in_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET signed_in_at = created_at;

CREATE FUNCTION keep_last_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expires_at := least(NEW.expires_at, NEW.signed_in_at + interval '30 days');
  RETURN NEW;
END $$;
CREATE TRIGGER sessions_last_day BEFORE INSERT OR UPDATE OF expires_at, signed_in_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION keep_last_day();

UPDATE sessions SET expires_at = expires_at;
