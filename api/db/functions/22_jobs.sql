-- Every job is announced with its kind and the milliseconds until it is due (api/jobs/job-clock.ts): workers need not poll. A claim is not
-- announced; its lease is found by the poll of the others. Equal announcements of a transaction are one.
CREATE OR REPLACE FUNCTION notify_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('jobs', NEW.kind || ':' || ceil(extract(epoch FROM greatest(NEW.next_attempt_at - now(), interval '0')) * 1000)::bigint);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER jobs_notify_insert AFTER INSERT ON jobs FOR EACH ROW
  WHEN (NEW.done_at IS NULL AND NEW.failed_at IS NULL AND isfinite(NEW.next_attempt_at)) EXECUTE FUNCTION notify_job();
CREATE OR REPLACE TRIGGER jobs_notify_update AFTER UPDATE ON jobs FOR EACH ROW
  WHEN (NEW.next_attempt_at <> OLD.next_attempt_at AND NEW.attempts <= OLD.attempts
    AND NEW.done_at IS NULL AND NEW.failed_at IS NULL AND isfinite(NEW.next_attempt_at)) EXECUTE FUNCTION notify_job();

-- The server works on the announcements of bank accounts (14_bank.sql), and can neither make, delete, alter nor put them off. They are done
-- when nobody is left to notify; until then they are due again within 15 minutes.
CREATE OR REPLACE FUNCTION guard_bank_notices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.kind, NEW.key) IS NOT DISTINCT FROM (OLD.id, OLD.kind, OLD.key) AND NEW.failed_at IS NULL
      AND (OLD.done_at IS NOT NULL
        OR NEW.done_at IS NULL AND NEW.data = OLD.data AND NEW.next_attempt_at <= clock_timestamp() + interval '15 minutes'
        OR NEW.done_at IS NOT NULL AND NOT EXISTS (SELECT FROM list_bank_recipients((OLD.data->>'accountId')::uuid, 1))) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'announcements of bank accounts are made and ended by the database' USING ERRCODE = '42501';
END $$;
CREATE OR REPLACE TRIGGER jobs_guard_inserts BEFORE INSERT ON jobs FOR EACH ROW
  WHEN (NEW.kind = 'bank-notice' AND current_user = 'portal_app') EXECUTE FUNCTION guard_bank_notices();
CREATE OR REPLACE TRIGGER jobs_guard_updates BEFORE UPDATE ON jobs FOR EACH ROW
  WHEN ((OLD.kind = 'bank-notice' OR NEW.kind = 'bank-notice') AND current_user = 'portal_app') EXECUTE FUNCTION guard_bank_notices();
CREATE OR REPLACE TRIGGER jobs_guard_deletes BEFORE DELETE ON jobs FOR EACH ROW
  WHEN (OLD.kind = 'bank-notice' AND OLD.done_at IS NULL AND current_user = 'portal_app') EXECUTE FUNCTION guard_bank_notices();

-- The page that compares with our active bank account reads it again.
CREATE OR REPLACE FUNCTION notify_bank_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('bank_changes', '');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER bank_accounts_notify AFTER INSERT OR UPDATE OR DELETE ON bank_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION notify_bank_changes();
