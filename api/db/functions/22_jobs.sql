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

-- The page that compares with our active bank account reads it again.
CREATE OR REPLACE FUNCTION notify_bank_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('bank_changes', '');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER bank_accounts_notify AFTER INSERT OR UPDATE OR DELETE ON bank_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION notify_bank_changes();
