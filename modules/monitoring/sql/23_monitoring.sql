-- Counts and ages for metrics, alerts, the command `check` and the desk's page about the service's health. No names, no ids: the server
-- reads them without a session. Ages are computed here, as the clocks of the server and the database may differ.

SET LOCAL ROLE portal_people;

CREATE OR REPLACE FUNCTION lead_facts() RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN jsonb_build_object(
    'leadsWaiting', (SELECT count(*) FROM leads WHERE verdict = 'clean' AND status IN ('new', 'read')),
    'leadsOverdue', (SELECT count(*) FROM leads WHERE verdict = 'clean' AND status IN ('new', 'read') AND due_at < now()),
    'appointmentsUpcoming', (SELECT count(*) FROM appointments WHERE status = 'booked' AND starts_at > now()));
END $$;
GRANT EXECUTE ON FUNCTION lead_facts TO portal_app, portal_staff, portal_operator;

RESET ROLE;

SET LOCAL ROLE portal_tickets;

-- overdue: nobody has claimed it; oldest: since it was written, where attempts have failed. A recurring job is written once.
CREATE OR REPLACE FUNCTION service_facts() RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  made timestamptz := (SELECT max(happened_at) FROM audit_events WHERE event = 'backup.made');
  proven timestamptz := (SELECT max(happened_at) FROM audit_events WHERE event = 'backup.proven');
  -- What failed before a restore failed on another machine.
  restored timestamptz := (SELECT max(happened_at) FROM audit_events WHERE event = 'backup.restored');
BEGIN
  RETURN jsonb_build_object(
    'jobs', (SELECT coalesce(jsonb_agg(waiting), '[]') FROM (
      SELECT kind, count(*) AS pending,
        greatest(0, extract(epoch FROM now() - min(next_attempt_at)))::double precision AS overdue,
        greatest(0, extract(epoch FROM now() - min(next_attempt_at)),
          extract(epoch FROM now() - min(created_at) FILTER (WHERE attempts > 0 AND key IS DISTINCT FROM 'recurring')))::double precision AS oldest
      FROM jobs WHERE done_at IS NULL AND failed_at IS NULL GROUP BY kind) AS waiting),
    'mailsHeld', (SELECT count(*) FROM inbound_mails WHERE state = 'held'),
    'ticketsOverdue', (SELECT count(*) FROM tickets WHERE needs_staff AND due_key < now() AND first_responded_at IS NULL),
    'lastRetentionAt', (SELECT extract(epoch FROM max(finished_at)) FROM retention_runs),
    'lastBackupAt', extract(epoch FROM made),
    'backupAge', extract(epoch FROM now() - made),
    'hasBackupFailed', EXISTS (SELECT FROM audit_events WHERE event = 'backup.failed' AND happened_at > coalesce(greatest(made, restored), '-infinity')),
    'lastProofAt', extract(epoch FROM proven),
    'proofAge', extract(epoch FROM now() - proven),
    'hasProofFailed', EXISTS (SELECT FROM audit_events WHERE event = 'backup.proof_failed' AND happened_at > coalesce(greatest(proven, restored), '-infinity')),
    -- Since a restore, until `resume`.
    'heldFor', (SELECT extract(epoch FROM now() - since) FROM outbound_holds),
    'age', (SELECT extract(epoch FROM now() - min(happened_at)) FROM audit_events));
END $$;
GRANT EXECUTE ON FUNCTION service_facts TO portal_app, portal_staff, portal_operator;

RESET ROLE;
