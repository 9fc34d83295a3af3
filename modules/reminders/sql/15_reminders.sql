-- Reminders of invoices: who is reminded of what today, and what a mail says when it is sent.

SET LOCAL ROLE portal_tickets;

CREATE OR REPLACE FUNCTION is_disputed(invoice invoices) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN lower(invoice.status) IN ('disputed', 'in_dispute', 'contested');

-- Owed, not disputed, and not a credit note.
CREATE OR REPLACE FUNCTION is_reminded(invoice invoices) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN invoice.is_unpaid AND invoice.amount > invoice.settled AND invoice.amount > 0 AND invoice.due_date IS NOT NULL
  AND NOT is_disputed(invoice);

-- When an invoice is reminded of: on its own days, on those of its customer, or on the default ones.
CREATE OR REPLACE FUNCTION reminder_days(invoice invoices, default_days integer[]) RETURNS integer[] LANGUAGE sql STABLE
RETURN coalesce((SELECT days FROM reminder_settings WHERE invoice_id = invoice.id),
  (SELECT days FROM reminder_settings WHERE customer_id = invoice.customer_id AND invoice_id IS NULL), default_days);

-- A member who may see the invoices and wants mails about them.
CREATE OR REPLACE FUNCTION wants_reminders(member uuid, customer uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM memberships WHERE user_id = member AND customer_id = customer AND roles && capable_roles('billing'))
    AND NOT EXISTS (SELECT FROM notification_preferences WHERE user_id = member AND event = 'reminder' AND delivery = 'none');
END $$;

-- What was sent after the backup is not known after a restore: only stages that begin later are reminded of.
CREATE OR REPLACE FUNCTION last_restored_at() RETURNS timestamptz
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN coalesce((SELECT max(happened_at) FROM audit_events WHERE event = 'backup.restored'), '-infinity');
END $$;

-- The latest stage of each invoice only, for members who were not reminded of it or of a later one. One row per user, with all their
-- invoices; the rows are stored, so that nobody gets them twice.
CREATE OR REPLACE FUNCTION claim_reminders(today date, default_days integer[], max_users integer)
RETURNS TABLE (user_id uuid, email text, reminders uuid[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE restored date := (CASE WHEN isfinite(last_restored_at()) THEN last_restored_at() AT TIME ZONE 'Europe/Paris' ELSE '-infinity' END)::date;
BEGIN
  RETURN QUERY WITH due AS (
    SELECT invoices.id, invoices.customer_id, invoices.due_date, 
      (SELECT max(day) FROM unnest(reminder_days(invoices, default_days)) AS day WHERE invoices.due_date + day <= today) AS stage
    FROM invoices WHERE is_reminded(invoices) AND invoices.due_date <= today + 60
      AND NOT EXISTS (SELECT FROM customers WHERE customers.id = invoices.customer_id AND erased_at IS NOT NULL)
  ), wanted AS (
    SELECT due.*, memberships.user_id AS reader FROM due JOIN memberships ON memberships.customer_id = due.customer_id
    WHERE stage IS NOT NULL AND (stage >= 0 OR due_date >= today) AND due_date + stage > restored
      AND wants_reminders(memberships.user_id, due.customer_id)
      AND NOT EXISTS (SELECT FROM invoice_reminders AS known WHERE known.invoice_id = due.id AND known.user_id = memberships.user_id
        AND known.due_date = due.due_date AND known.stage >= due.stage)
  ), made AS (
    INSERT INTO invoice_reminders (customer_id, invoice_id, user_id, due_date, stage)
    SELECT customer_id, wanted.id, reader, due_date, stage FROM wanted
    WHERE reader IN (SELECT DISTINCT reader FROM wanted ORDER BY reader LIMIT max_users)
    ON CONFLICT DO NOTHING RETURNING id, invoice_reminders.user_id
  )
  SELECT users.id, users.email, array_agg(made.id) FROM made JOIN users ON users.id = made.user_id GROUP BY users.id, users.email;
END $$;
GRANT EXECUTE ON FUNCTION claim_reminders TO portal_app;

-- Before the mail is sent: what is still owed, by customers of whom the recipient still sees invoices. The other rows are deleted, as
-- nobody was reminded. Null if nothing is left.
CREATE OR REPLACE FUNCTION take_reminders(recipient uuid, wanted uuid[]) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM invoice_reminders WHERE id = ANY(wanted) AND user_id = recipient AND sent_at IS NULL AND NOT EXISTS (
    SELECT FROM invoices WHERE invoices.id = invoice_id AND is_reminded(invoices) AND invoices.due_date = invoice_reminders.due_date
      AND wants_reminders(recipient, invoices.customer_id) AND invoice_reminders.created_at > last_restored_at());
  RETURN (SELECT jsonb_build_object('email', users.email, 'items', jsonb_agg(jsonb_build_object(
      'customerId', invoices.customer_id, 'customerName', customers.name, 'number', invoices.number, 'dueDate', invoices.due_date,
      'remaining', (invoices.amount - invoices.settled)::text,
      'currency', (SELECT currency FROM invoice_documents WHERE invoice_documents.invoice_id = invoices.id))
      ORDER BY customers.name, invoices.due_date, invoices.number))
    FROM invoice_reminders JOIN invoices ON invoices.id = invoice_id JOIN customers ON customers.id = invoices.customer_id
      JOIN users ON users.id = recipient
    WHERE invoice_reminders.id = ANY(wanted) AND user_id = recipient AND is_reminded(invoices)
      AND wants_reminders(recipient, invoices.customer_id)
    GROUP BY users.id);
END $$;
GRANT EXECUTE ON FUNCTION take_reminders TO portal_app;

-- The mail server has accepted the mail: recorded with the end of its job, or not at all.
CREATE OR REPLACE FUNCTION record_reminders_sent() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invoice_reminders SET sent_at = NEW.done_at WHERE sent_at IS NULL AND user_id = NEW.user_id
    AND id IN (SELECT value::uuid FROM jsonb_array_elements_text(OLD.data->'values'->'reminders'));
  RETURN NULL;
END $$;

-- For the desk: days of the customer, or of one invoice; null days delete the setting.
CREATE OR REPLACE FUNCTION set_reminders(customer uuid, invoice uuid, chosen integer[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT staff_has('accounts', 'records') THEN
    RAISE EXCEPTION 'reminders are set by staff' USING ERRCODE = '42501';
  ELSIF NOT EXISTS (SELECT FROM customers WHERE customers.id = customer AND erased_at IS NULL)
    OR invoice IS NOT NULL AND NOT EXISTS (SELECT FROM invoices WHERE id = invoice AND customer_id = customer) THEN
    RAISE EXCEPTION 'not_found' USING ERRCODE = 'PT404';
  END IF;
  -- Two at once wait for each other.
  PERFORM pg_advisory_xact_lock(lock_class('reminders'), hashtext(coalesce(invoice, customer)::text));
  DELETE FROM reminder_settings WHERE customer_id = customer AND invoice_id IS NOT DISTINCT FROM invoice;
  IF chosen IS NOT NULL THEN
    INSERT INTO reminder_settings (customer_id, invoice_id, days, updated_by) VALUES (customer, invoice, chosen, app_staff_id());
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION set_reminders TO portal_staff;

-- For the desk: whether an invoice is disputed, and the next stage that claim_reminders() would choose; null if none follows.
CREATE OR REPLACE FUNCTION read_next_reminder(wanted uuid, of_customer uuid, default_days integer[], today date)
RETURNS TABLE (is_disputed boolean, next_on date, stage integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT is_disputed(invoices), next.next_on, next.day FROM invoices LEFT JOIN LATERAL (
      SELECT greatest(due_date + day, today) AS next_on, day FROM unnest(reminder_days(invoices, default_days)) AS day
      WHERE is_reminded(invoices) AND (due_date + day > today OR (day >= 0 OR due_date >= today)
          AND day = (SELECT max(passed) FROM unnest(reminder_days(invoices, default_days)) AS passed WHERE due_date + passed <= today))
        AND NOT EXISTS (SELECT FROM invoice_reminders AS known WHERE known.invoice_id = invoices.id
          AND known.due_date = invoices.due_date AND known.stage >= day)
      ORDER BY day LIMIT 1) AS next ON true
    WHERE invoices.id = wanted AND customer_id = of_customer AND staff_has('support', 'accounts', 'sales', 'records');
END $$;
GRANT EXECUTE ON FUNCTION read_next_reminder TO portal_staff;

-- For the desk: who was reminded of an invoice, or of all of a customer; newest first. A mail that was given up reached nobody.
DROP FUNCTION IF EXISTS desk_reminders(uuid, uuid, integer);
CREATE OR REPLACE FUNCTION list_reminders(customer uuid, invoice uuid, max_rows integer)
RETURNS TABLE (id uuid, invoice_id uuid, number text, email text, stage integer, due_date date, at timestamptz, state text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT sent.id, sent.invoice_id, invoices.number, users.email, sent.stage, sent.due_date, coalesce(sent.sent_at, sent.created_at),
      CASE WHEN sent.sent_at IS NOT NULL THEN 'sent' WHEN EXISTS (SELECT FROM jobs WHERE kind = 'mail' AND jobs.user_id = sent.user_id
        AND done_at IS NULL AND failed_at IS NULL AND data->'values'->'reminders' ? sent.id::text) THEN 'waiting' ELSE 'failed' END
    FROM invoice_reminders AS sent JOIN invoices ON invoices.id = sent.invoice_id LEFT JOIN users ON users.id = sent.user_id
    WHERE sent.customer_id = customer AND (invoice IS NULL OR sent.invoice_id = invoice)
      AND staff_has('support', 'accounts', 'sales', 'records')
    ORDER BY 7 DESC, sent.id LIMIT max_rows;
END $$;
GRANT EXECUTE ON FUNCTION list_reminders TO portal_staff;

RESET ROLE;

-- The values of a job are deleted when it ends: they are those of before.
CREATE OR REPLACE TRIGGER jobs_reminders_sent AFTER UPDATE OF done_at ON jobs FOR EACH ROW
  WHEN (NEW.kind = 'mail' AND OLD.done_at IS NULL AND NEW.done_at IS NOT NULL AND OLD.data->>'template' = 'invoice-reminder')
  EXECUTE FUNCTION record_reminders_sent();
