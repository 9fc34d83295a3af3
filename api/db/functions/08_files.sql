-- Files of tickets, and documents of contracts and licenses. A file is counted with a reservation before a byte of it is read. The reservation becomes an attachment once
-- the file is stored, or is deleted. A file of a ticket that is about to be opened has no ticket yet, only its customer.

SET LOCAL ROLE portal_tickets;

-- Customers for their own, staff for any that is not erased.
CREATE OR REPLACE FUNCTION can_open_ticket(wanted_customer uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_staff_id() IS NOT NULL THEN
    RETURN staff_has('support') AND EXISTS (SELECT FROM customers WHERE id = wanted_customer AND erased_at IS NULL);
  END IF;
  RETURN coalesce(wanted_customer = app_customer_id('tickets'), false);
END $$;
GRANT EXECUTE ON FUNCTION can_open_ticket TO portal_tenant, portal_staff;

-- The document of a contract or a license: for staff who change records.
CREATE OR REPLACE FUNCTION can_add_document(wanted_customer uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN app_staff_id() IS NOT NULL AND staff_has('records')
    AND EXISTS (SELECT FROM customers WHERE id = wanted_customer AND erased_at IS NULL);
END $$;

-- The ticket, or the customer of a ticket that the caller is about to open or of a document. 0 means no limit. No row: the caller may
-- not see the ticket, or store files for the customer. Files of invoices are not counted: we make them, not people. PT429: the user sent too much in the last hour, with the seconds
-- until the first of it no longer counts. PT507: the customer has no room left.
DROP FUNCTION IF EXISTS reserve_upload(uuid, integer, integer, bigint, bigint);
CREATE OR REPLACE FUNCTION reserve_upload(wanted uuid, customer uuid, file_size integer, max_files integer, max_bytes bigint,
  max_stored bigint)
RETURNS TABLE (reservation_id uuid, reserved_for uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  author uuid := coalesce(app_staff_id(), app_user_id());
  recent record;
BEGIN
  IF author IS NULL OR NOT (CASE WHEN wanted IS NULL THEN can_open_ticket(customer) OR can_add_document(customer) ELSE can_see_ticket(wanted) END) THEN
    RETURN;
  END IF;
  IF wanted IS NOT NULL THEN
    SELECT customer_id INTO customer FROM tickets WHERE id = wanted;
  END IF;
  -- Concurrent reservations count each other. Always in this order.
  PERFORM pg_advisory_xact_lock(lock_class('customer_uploads'), hashtext(customer::text));
  PERFORM pg_advisory_xact_lock(lock_class('user_uploads'), hashtext(author::text));
  DELETE FROM upload_reservations WHERE user_id = author AND expires_at <= now();
  SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes, min(created_at) AS since INTO recent FROM (
    SELECT size, created_at FROM attachments WHERE uploaded_by = author AND created_at > now() - interval '1 hour'
    UNION ALL SELECT size, created_at FROM record_files
      WHERE created_by = author AND invoice_id IS NULL AND created_at > now() - interval '1 hour'
    UNION ALL SELECT size, now() FROM upload_reservations WHERE user_id = author) AS sent;
  IF max_files > 0 AND recent.files >= max_files OR max_bytes > 0 AND recent.bytes + file_size > max_bytes THEN
    RAISE EXCEPTION 'too many files' USING ERRCODE = 'PT429',
      DETAIL = greatest(1, ceil(extract(epoch FROM coalesce(recent.since, now()) + interval '1 hour' - now())))::text;
  END IF;
  IF max_stored > 0 AND file_size + (SELECT coalesce(sum(size), 0) FROM attachments WHERE customer_id = customer)
    + (SELECT coalesce(sum(size), 0) FROM record_files WHERE customer_id = customer AND invoice_id IS NULL)
    + (SELECT coalesce(sum(size), 0) FROM upload_reservations WHERE customer_id = customer AND expires_at > now()) > max_stored THEN
    RAISE EXCEPTION 'no room for files' USING ERRCODE = 'PT507';
  END IF;
  RETURN QUERY INSERT INTO upload_reservations (ticket_id, customer_id, user_id, size) VALUES (wanted, customer, author, file_size)
    RETURNING id, customer_id;
END $$;
GRANT EXECUTE ON FUNCTION reserve_upload TO portal_tenant, portal_staff;

-- All bytes have arrived and the file is about to be stored: from now on it is not removed. PT404: the reservation is gone, with
-- the ticket or the user.
CREATE OR REPLACE FUNCTION name_upload(wanted uuid, hash text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE customer uuid;
BEGIN
  SELECT customer_id INTO customer FROM upload_reservations WHERE id = wanted;
  PERFORM pg_advisory_xact_lock(lock_class('stored_files'), hashtext(customer || hash));
  UPDATE upload_reservations SET sha256 = hash, expires_at = now() + interval '20 minutes' WHERE id = wanted;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such upload' USING ERRCODE = 'PT404';
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION name_upload TO portal_app;

-- Ends an upload that failed. True if no row names its file: the caller removes it before the transaction ends. Another upload of
-- the same file waits for that in name_upload, and stores it again.
CREATE OR REPLACE FUNCTION release_upload(wanted uuid, customer uuid, hash text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM upload_reservations WHERE id = wanted;
  IF hash IS NULL THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(lock_class('stored_files'), hashtext(customer || hash));
  RETURN NOT EXISTS (SELECT FROM attachments WHERE customer_id = customer AND sha256 = hash
    UNION ALL SELECT FROM record_files WHERE customer_id = customer AND sha256 = hash
    UNION ALL SELECT FROM upload_reservations WHERE customer_id = customer AND sha256 = hash);
END $$;
GRANT EXECUTE ON FUNCTION release_upload TO portal_app;

-- Uses up a reservation of the caller. PT404: it expired, or is for another file.
DROP FUNCTION IF EXISTS use_reservation(jsonb, uuid);
CREATE OR REPLACE FUNCTION use_reservation(file jsonb, of_ticket uuid, OUT customer uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM upload_reservations WHERE id = (file->>'reservationId')::uuid AND ticket_id IS NOT DISTINCT FROM of_ticket
    AND user_id = coalesce(app_staff_id(), app_user_id()) AND sha256 = file->>'sha256' AND size >= (file->>'size')::integer
    RETURNING customer_id INTO customer;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such upload' USING ERRCODE = 'PT404';
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION use_reservation TO portal_staff;

-- The row of a stored file, which was counted with its reservation. PT404: the caller may not see the ticket, or has no reservation.
CREATE OR REPLACE FUNCTION add_attachment(wanted uuid, file jsonb) RETURNS attachments
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  author uuid := coalesce(app_staff_id(), app_user_id());
  customer uuid := use_reservation(file, wanted);
  added attachments;
BEGIN
  IF NOT (CASE WHEN wanted IS NULL THEN can_open_ticket(customer) ELSE can_see_ticket(wanted) END) THEN
    RAISE EXCEPTION 'no such ticket' USING ERRCODE = 'PT404';
  END IF;
  INSERT INTO attachments (ticket_id, customer_id, file_name, content_type, size, sha256, is_previewable, state, uploaded_by)
    VALUES (wanted, customer, file->>'fileName', file->>'contentType', (file->>'size')::integer, file->>'sha256',
      (file->>'isPreviewable')::boolean, CASE WHEN (file->>'isScanned')::boolean THEN 'pending' ELSE 'unscanned' END, author)
    RETURNING * INTO added;
  RETURN added;
END $$;
GRANT EXECUTE ON FUNCTION add_attachment TO portal_tenant, portal_staff;

-- Sends files with the message or note that the caller has just written, or with the description of their ticket. All of them
-- or none: PT404 for one that is not the caller's or was sent before, PT409 for one that is infected. Files are listed by the time
-- they came; those that are sent together exchange these times, so that they are listed in the order that their author chose.
-- Staff send the files of a mail that they publish: these belong to the author of its text.
CREATE OR REPLACE FUNCTION attach_files(wanted uuid[], of_ticket uuid, of_message uuid DEFAULT NULL, of_note uuid DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  author uuid := coalesce(app_staff_id(), app_user_id());
  owner uuid := author;
  customer uuid;
  changed integer;
BEGIN
  SELECT customer_id INTO customer FROM tickets WHERE id = of_ticket;
  IF author IS NULL OR NOT can_see_ticket(of_ticket) THEN
    RAISE EXCEPTION 'no such ticket' USING ERRCODE = 'PT404';
  END IF;
  IF app_staff_id() IS NOT NULL AND of_note IS NULL THEN
    SELECT CASE WHEN of_message IS NULL THEN author_id ELSE (SELECT author_id FROM ticket_messages WHERE id = of_message) END
      INTO owner FROM tickets WHERE id = of_ticket;
  END IF;
  IF of_message IS NOT NULL AND NOT EXISTS (SELECT FROM ticket_messages WHERE id = of_message AND ticket_id = of_ticket
      AND (author_id = author OR app_staff_id() IS NOT NULL AND author_kind = 'customer' AND source = 'email'))
    OR of_note IS NOT NULL AND (app_staff_id() IS NULL
      OR NOT EXISTS (SELECT FROM ticket_notes WHERE id = of_note AND ticket_id = of_ticket AND author_id = author)) THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM attachments WHERE id = ANY(wanted) AND uploaded_by = author AND state = 'infected') THEN
    RAISE EXCEPTION 'file_infected' USING ERRCODE = 'PT409';
  END IF;
  -- A file that was uploaded to a ticket which was merged, or closed long ago, goes with the text.
  WITH sent AS (SELECT id, created_at, row_number() OVER (ORDER BY created_at, id) AS came,
        row_number() OVER (ORDER BY array_position(wanted, id)) AS chosen FROM attachments
      WHERE id = ANY(wanted) AND uploaded_by = author AND attached_at IS NULL AND customer_id = customer),
    placed AS (SELECT sent.id, time.created_at + sent.chosen * interval '1 microsecond' AS created_at
      FROM sent JOIN sent AS time ON time.came = sent.chosen)
  UPDATE attachments SET ticket_id = of_ticket, message_id = of_message, note_id = of_note, attached_at = clock_timestamp(),
      created_at = placed.created_at, uploaded_by = owner
    FROM placed WHERE attachments.id = placed.id AND attached_at IS NULL;
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF changed <> cardinality(ARRAY(SELECT DISTINCT unnest(wanted))) THEN
    RAISE EXCEPTION 'no such file' USING ERRCODE = 'PT404';
  END IF;
  RETURN changed;
END $$;
GRANT EXECUTE ON FUNCTION attach_files TO portal_tenant, portal_staff;

-- A job scans each file that the scanner has not seen. What the operator restores comes with its jobs.
CREATE OR REPLACE FUNCTION enqueue_scan() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO jobs (kind, key, data) VALUES ('scan', NEW.id::text, jsonb_build_object('attachmentId', NEW.id));
  RETURN NULL;
END $$;

-- No row for a file that is gone or was scanned with another row that names it.
CREATE OR REPLACE FUNCTION read_pending_file(wanted uuid) RETURNS TABLE (customer_id uuid, sha256 text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT attachments.customer_id, attachments.sha256 FROM attachments WHERE id = wanted AND state = 'pending'
    UNION ALL SELECT record_files.customer_id, record_files.sha256 FROM record_files WHERE id = wanted AND state = 'pending';
END $$;
GRANT EXECUTE ON FUNCTION read_pending_file TO portal_app;

-- For every row of the customer that names the file.
CREATE OR REPLACE FUNCTION save_scan(wanted uuid, result text, found_signature text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH scanned AS (SELECT customer_id, sha256 FROM attachments WHERE id = wanted
      UNION ALL SELECT customer_id, sha256 FROM record_files WHERE id = wanted),
    recorded AS (UPDATE record_files SET state = result, signature = found_signature FROM scanned
      WHERE record_files.customer_id = scanned.customer_id AND record_files.sha256 = scanned.sha256
        AND (record_files.state = 'pending' OR result = 'infected' AND record_files.state <> 'infected'))
  UPDATE attachments SET state = result, signature = found_signature FROM scanned
    WHERE attachments.customer_id = scanned.customer_id AND attachments.sha256 = scanned.sha256
      AND (attachments.state = 'pending' OR result = 'infected' AND attachments.state <> 'infected');
END $$;
GRANT EXECUTE ON FUNCTION save_scan TO portal_app;

-- Which files of the storage have a row, or are about to get one: the orphan check asks in batches.
CREATE OR REPLACE FUNCTION known_files(folder text, hashes text[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF folder = 'mail' THEN
    RETURN QUERY SELECT DISTINCT inbound_mails.sha256 FROM inbound_mails WHERE inbound_mails.sha256 = ANY(hashes);
  ELSE
    RETURN QUERY SELECT attachments.sha256 FROM attachments WHERE customer_id = folder::uuid AND attachments.sha256 = ANY(hashes)
      UNION SELECT record_files.sha256 FROM record_files WHERE customer_id = folder::uuid AND record_files.sha256 = ANY(hashes)
      UNION SELECT upload_reservations.sha256 FROM upload_reservations
      WHERE customer_id = folder::uuid AND upload_reservations.sha256 = ANY(hashes);
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION known_files TO portal_app, portal_operator;

RESET ROLE;

CREATE OR REPLACE TRIGGER attachments_enqueue_scan AFTER INSERT ON attachments
  FOR EACH ROW WHEN (NEW.state = 'pending' AND current_user = 'portal_tickets') EXECUTE FUNCTION enqueue_scan();
CREATE OR REPLACE TRIGGER record_files_enqueue_scan AFTER INSERT ON record_files
  FOR EACH ROW WHEN (NEW.state = 'pending' AND current_user IN ('portal_staff', 'portal_key')) EXECUTE FUNCTION enqueue_scan();
