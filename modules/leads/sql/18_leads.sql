-- Leads: what visitors send with public forms (0030). The server writes them with these functions only and reads one of them at a time, for
-- its mails; staff read all.

SET LOCAL ROLE portal_people;

CREATE OR REPLACE FUNCTION save_consent_text(text_hash text, of_form text, shown text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO consent_texts (hash, form, body) VALUES (text_hash, of_form, shown) ON CONFLICT DO NOTHING;
$$;
GRANT EXECUTE ON FUNCTION save_consent_text TO portal_app;

-- The lead that was made with this key, or null. Others with the key wait until the transaction ends. PT422: with other contents. PT404:
-- a notice that no page of this form has ever shown.
CREATE OR REPLACE FUNCTION begin_lead(of_key text, of_request text, of_form text, consent_hash text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE found leads;
BEGIN
  PERFORM pg_advisory_xact_lock(lock_class('lead_keys'), hashtext(of_key));
  SELECT * INTO found FROM leads WHERE key_hash = of_key;
  IF found.id IS NULL THEN
    IF NOT EXISTS (SELECT FROM consent_texts WHERE hash = consent_hash AND form = of_form) THEN
      RAISE EXCEPTION 'unknown_consent' USING ERRCODE = 'PT404';
    END IF;
  ELSIF found.request_hash <> of_request THEN
    RAISE EXCEPTION 'idempotency_key_reused' USING ERRCODE = 'PT422';
  END IF;
  RETURN found.id;
END $$;
GRANT EXECUTE ON FUNCTION begin_lead TO portal_app;

-- False if the proof was used before.
CREATE OR REPLACE FUNCTION use_lead_proof(used text, until timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO lead_proofs (nonce, expires_at) VALUES (used, until) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION use_lead_proof TO portal_app;

-- Whether somebody else sent the same text within a day. The first of them looked like any other: it becomes doubtful too, unless staff have
-- seen it. Takes one submission of a text at a time, or two at once would not see each other.
CREATE OR REPLACE FUNCTION is_repeated_lead(of_text text, sender text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(lock_class('lead_texts'), hashtext(of_text));
  UPDATE leads SET verdict = 'doubtful', reasons = reasons || '{same_text}', version = version + 1
    WHERE text_hash = of_text AND received_at > now() - interval '24 hours' AND lower(email) <> lower(sender)
      AND verdict = 'clean' AND status = 'new';
  RETURN EXISTS (SELECT FROM leads
    WHERE text_hash = of_text AND received_at > now() - interval '24 hours' AND lower(email) <> lower(sender));
END $$;
GRANT EXECUTE ON FUNCTION is_repeated_lead TO portal_app;

-- office_hours and minutes: as for SLA targets (sla_due); null for a form that says nothing about a response.
CREATE OR REPLACE FUNCTION save_lead(lead jsonb, at timestamptz, office_hours timestamptz[], minutes integer) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE made uuid;
BEGIN
  INSERT INTO leads (form, "values", name, company, email, page, consent, verdict, reasons, status, due_at, received_at, last_contact_at,
      key_hash, request_hash, text_hash)
    VALUES (lead->>'form', lead->'values', lead->>'name', lead->>'company', lead->>'email', lead->>'page',
      jsonb_build_object('text_hash', lead->>'consentHash', 'page', lead->>'page', 'at', at),
      lead->>'verdict', ARRAY(SELECT jsonb_array_elements_text(lead->'reasons')),
      CASE WHEN lead->>'verdict' = 'spam' THEN 'spam' ELSE 'new' END,
      CASE WHEN minutes IS NOT NULL THEN sla_due('office', at, office_hours, minutes) END, at, at,
      lead->>'keyHash', lead->>'requestHash', lead->>'textHash')
    RETURNING id INTO made;
  RETURN made;
END $$;
GRANT EXECUTE ON FUNCTION save_lead TO portal_app;

-- For the mails about it. No row once it is erased, or became spam.
CREATE OR REPLACE FUNCTION lead_for_mail(wanted uuid) RETURNS TABLE (form text, "values" jsonb, email text, page text, verdict text,
  reasons text[], status text, due_at timestamptz, received_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT leads.form, leads."values", leads.email, leads.page, leads.verdict, leads.reasons, leads.status, leads.due_at,
      leads.received_at
    FROM leads WHERE leads.id = wanted AND leads.verdict <> 'spam' AND leads.status <> 'spam';
END $$;
GRANT EXECUTE ON FUNCTION lead_for_mail TO portal_app;

RESET ROLE;
