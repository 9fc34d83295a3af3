-- Invoice files with another account than the active one (0040, decision 025): never from a program, and from staff once a second person
-- has confirmed them for an invoice of this number and amount. Administrators are notified of both.

SET LOCAL ROLE portal_people;

-- At most one email per sender and hour: a program that retries, or an import of old invoices, must not flood the administrators.
CREATE OR REPLACE FUNCTION enqueue_iban_notice(sender text, sender_name text, invoice_number text, is_refused boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM jobs WHERE kind = 'iban-notice' AND key = sender AND created_at > now() - interval '1 hour') THEN
    INSERT INTO jobs (kind, key, data) VALUES ('iban-notice', sender,
        jsonb_build_object('number', invoice_number, 'sender', sender_name, 'isRefused', is_refused))
      ON CONFLICT (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL DO NOTHING;
  END IF;
END $$;

-- `asked` or `confirmed`; null if nobody has asked, or for a program.
CREATE OR REPLACE FUNCTION invoice_iban_state(customer uuid, invoice_number text, ibans text, total numeric, in_currency text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT CASE WHEN is_confirmed THEN 'confirmed' ELSE 'asked' END FROM invoice_iban_requests
    WHERE staff_has('records') AND customer_id = customer AND lower(number) = lower(invoice_number) AND iban = ibans
      AND gross = total AND currency = in_currency AND is_confirmed IS DISTINCT FROM false);
END $$;
GRANT EXECUTE ON FUNCTION invoice_iban_state TO portal_staff, portal_key;

-- Asks for a second person. False if that was done before.
CREATE OR REPLACE FUNCTION request_invoice_iban(customer uuid, invoice_number text, ibans text, total numeric, in_currency text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE staff uuid := app_staff_id();
BEGIN
  IF staff IS NULL OR NOT staff_has('records') THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO invoice_iban_requests (customer_id, number, iban, gross, currency, requested_by)
    VALUES (customer, invoice_number, ibans, total, in_currency, staff)
    ON CONFLICT (customer_id, lower(number), iban, gross, currency) WHERE is_confirmed IS DISTINCT FROM false DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM enqueue_iban_notice('staff:' || staff, (SELECT name FROM staff_members WHERE user_id = staff), invoice_number, false);
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION request_invoice_iban TO portal_staff;

-- A program sent such a file, which was refused.
CREATE OR REPLACE FUNCTION note_refused_iban(invoice_number text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM enqueue_iban_notice('key:' || id, name, invoice_number, true) FROM api_keys
    WHERE id = app_key_id() AND key_can('invoices:write');
END $$;
GRANT EXECUTE ON FUNCTION note_refused_iban TO portal_key;

-- What a second person has to decide, oldest first.
CREATE OR REPLACE FUNCTION desk_invoice_ibans() RETURNS TABLE (id uuid, customer_id uuid, customer_name text, number text, iban text, gross text,
  currency text, is_own boolean, requested_name text, requested_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT asked.id, asked.customer_id, customers.name, asked.number, asked.iban, asked.gross::text, asked.currency,
      asked.requested_by = app_staff_id(), (SELECT staff_members.name FROM staff_members WHERE user_id = asked.requested_by), asked.requested_at
    FROM invoice_iban_requests AS asked JOIN customers ON customers.id = asked.customer_id
    WHERE staff_has('admin') AND asked.decided_at IS NULL ORDER BY asked.requested_at, asked.id LIMIT 200;
END $$;
GRANT EXECUTE ON FUNCTION desk_invoice_ibans TO portal_staff;

CREATE OR REPLACE FUNCTION decide_invoice_iban(wanted uuid, confirms boolean, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE asked invoice_iban_requests;
BEGIN
  SELECT * INTO asked FROM invoice_iban_requests WHERE id = wanted AND staff_has('admin') FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not_found' USING ERRCODE = 'PT404';
  ELSIF asked.decided_at IS NOT NULL THEN
    RAISE EXCEPTION 'changed_meanwhile' USING ERRCODE = 'PT409';
  ELSIF confirms AND asked.requested_by = app_staff_id() THEN
    RAISE EXCEPTION 'own_proposal' USING ERRCODE = 'PT409';
  END IF;
  IF asked.requested_by = app_staff_id() THEN
    -- Withdrawn by the one who asked: nobody has decided.
    DELETE FROM invoice_iban_requests WHERE id = wanted;
  ELSE
    UPDATE invoice_iban_requests SET decided_by = app_staff_id(), decided_at = clock_timestamp(), is_confirmed = confirms WHERE id = wanted;
  END IF;
  INSERT INTO audit_events (actor, event, user_id, customer, entity, request_id, network, details)
    VALUES ('staff', CASE WHEN confirms THEN 'invoice.iban_confirmed' ELSE 'invoice.iban_rejected' END, app_staff_id(), asked.customer_id,
      'invoice_iban_request:' || wanted, request, from_network, jsonb_build_object('number', asked.number));
END $$;
GRANT EXECUTE ON FUNCTION decide_invoice_iban TO portal_staff;

-- Holds for every statement of the server, not only for its import.
CREATE OR REPLACE FUNCTION guard_invoice_iban() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  named text := coalesce(NEW.document #>> '{payment,iban}', NEW.iban);
  expected text := expected_iban();
BEGIN
  IF named IS NULL OR expected IS NULL OR named = expected THEN
    RETURN NEW;
  END IF;
  IF app_staff_id() IS NULL OR NOT EXISTS (SELECT FROM invoice_iban_requests AS asked JOIN invoices ON invoices.customer_id = asked.customer_id
      AND lower(invoices.number) = lower(asked.number) WHERE invoices.id = NEW.invoice_id AND asked.customer_id = NEW.customer_id
      AND asked.gross = NEW.gross AND asked.currency = NEW.currency AND asked.is_confirmed AND named = ANY(string_to_array(asked.iban, ', '))) THEN
    RAISE EXCEPTION 'iban_not_active' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

RESET ROLE;

CREATE OR REPLACE TRIGGER invoice_documents_guard_iban BEFORE INSERT OR UPDATE OF document, iban ON invoice_documents FOR EACH ROW
  WHEN (NEW.origin = 'read' AND current_user <> 'portal_operator') EXECUTE FUNCTION guard_invoice_iban();
