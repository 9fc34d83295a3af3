-- The newsletter (0033). The server writes subscribers with these functions only and reads one of them at a time; staff read all.

SET LOCAL ROLE portal_people;

-- Who confirmed before stays confirmed. Any other gets 30 more days. PT404: a notice that no page has ever shown.
CREATE OR REPLACE FUNCTION subscribe(of_email text, of_page text, consent_hash text, at timestamptz)
RETURNS TABLE (id uuid, state text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF NOT EXISTS (SELECT FROM consent_texts WHERE hash = consent_hash AND form = 'newsletter') THEN
    RAISE EXCEPTION 'unknown_consent' USING ERRCODE = 'PT404';
  END IF;
  RETURN QUERY INSERT INTO subscribers AS stored (email, consent, requested_at)
    VALUES (of_email, jsonb_build_object('text_hash', consent_hash, 'page', of_page, 'at', at), at)
    ON CONFLICT (lower(email)) DO UPDATE SET
      email = CASE WHEN stored.state = 'pending' THEN excluded.email ELSE stored.email END,
      consent = CASE WHEN stored.state = 'pending' THEN excluded.consent ELSE stored.consent END,
      requested_at = CASE WHEN stored.state = 'pending' THEN excluded.requested_at ELSE stored.requested_at END
    RETURNING stored.id, stored.state;
END $$;
GRANT EXECUTE ON FUNCTION subscribe TO portal_app;

-- No row once it was not confirmed in time, or unsubscribed.
CREATE OR REPLACE FUNCTION subscriber_of(wanted uuid) RETURNS TABLE (email text, state text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT subscribers.email, subscribers.state FROM subscribers
    WHERE subscribers.id = wanted AND (subscribers.state = 'confirmed' OR subscribers.requested_at > now() - interval '30 days');
END $$;
GRANT EXECUTE ON FUNCTION subscriber_of TO portal_app;

-- False if it is confirmed already. `lifted`: the hashes of the email address, by every key.
CREATE OR REPLACE FUNCTION confirm_subscriber(wanted uuid, lifted text[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE subscribers SET state = 'confirmed', confirmed_at = now() WHERE id = wanted AND state = 'pending';
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM suppressed WHERE email_hmac = ANY(lifted);
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION confirm_subscriber TO portal_app;

-- False if it was not subscribed. The hash is kept in both cases.
CREATE OR REPLACE FUNCTION unsubscribe(of_email text, hashed text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO suppressed (email_hmac) VALUES (hashed) ON CONFLICT (email_hmac) DO UPDATE SET created_at = now();
  DELETE FROM subscribers WHERE lower(email) = lower(of_email);
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION unsubscribe TO portal_app;

RESET ROLE;
