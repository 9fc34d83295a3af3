-- The newsletter with LEADS=deliver. Visitors have no role: the functions of api/db/functions/21_newsletter.sql write for them.

ALTER TABLE consent_texts DROP CONSTRAINT consent_texts_form_check,
  ADD CONSTRAINT consent_texts_form_check CHECK (form IN ('checklist', 'contact', 'audit', 'consultation', 'newsletter'));

-- Nobody else: unsubscribing deletes the row.
CREATE TABLE subscribers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254 AND email !~ '[\s<>,;]'),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'confirmed')),
  -- {text_hash, page, at}
  consent jsonb NOT NULL CHECK (consent ?& ARRAY['text_hash', 'page', 'at']),
  -- When the form was last sent before the confirmation.
  requested_at timestamptz NOT NULL DEFAULT now() CHECK (isfinite(requested_at)),
  confirmed_at timestamptz CHECK (isfinite(confirmed_at)),
  CHECK ((confirmed_at IS NOT NULL) = (state = 'confirmed'))
);
CREATE UNIQUE INDEX subscribers_email ON subscribers (lower(email));
CREATE INDEX subscribers_pending ON subscribers (requested_at) WHERE state = 'pending';
CREATE INDEX subscribers_confirmed ON subscribers (confirmed_at) WHERE state = 'confirmed';

-- Who unsubscribed, as a keyed hash (HMAC-SHA-256) of the email address in lower case.
CREATE TABLE suppressed (
  email_hmac text COLLATE "C" PRIMARY KEY CHECK (length(email_hmac) = 43),
  created_at timestamptz NOT NULL DEFAULT now() CHECK (isfinite(created_at))
);
CREATE INDEX suppressed_created ON suppressed (created_at);

-- As in 0003.
DO $$
DECLARE protected text;
BEGIN
  FOREACH protected IN ARRAY ARRAY['subscribers', 'suppressed'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', protected);
  END LOOP;
END $$;
