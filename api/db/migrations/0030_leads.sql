-- Leads: what public forms carried with LEADS=deliver. Visitors have no role: submit_lead() and its helpers (api/db/functions/18_leads.sql)
-- write for them.

-- The text of the notice beside a form, by its hash: proof of what a visitor was told. Never deleted, as leads name it.
CREATE TABLE consent_texts (
  hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 43),
  form text NOT NULL CHECK (form IN ('checklist', 'contact', 'audit', 'consultation')),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 20000),
  first_shown_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE leads (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  form text NOT NULL CHECK (form IN ('checklist', 'contact', 'audit', 'consultation')),
  -- All fields of the form by name, with name, company and email.
  "values" jsonb NOT NULL CHECK (jsonb_typeof("values") = 'object' AND pg_column_size("values") < 65536),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  company text NOT NULL CHECK (length(company) BETWEEN 1 AND 200),
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254 AND email !~ '[\s<>,;]'),
  -- The path of the page that the form was on.
  page text COLLATE "C" NOT NULL CHECK (length(page) <= 200 AND page ~ '^/[a-z0-9/-]*$'),
  -- {text_hash, page, at}
  consent jsonb NOT NULL CHECK (consent ?& ARRAY['text_hash', 'page', 'at']),
  verdict text NOT NULL CHECK (verdict IN ('clean', 'doubtful', 'spam')),
  reasons text[] NOT NULL DEFAULT '{}' CHECK (cardinality(reasons) <= 20 AND array_position(reasons, NULL) IS NULL),
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'read', 'answered', 'converted', 'spam')),
  assignee_id uuid REFERENCES staff_members ON DELETE SET NULL,
  -- Null: nobody was told when we respond.
  due_at timestamptz CHECK (isfinite(due_at)),
  received_at timestamptz NOT NULL DEFAULT now() CHECK (isfinite(received_at)),
  answered_at timestamptz CHECK (isfinite(answered_at)),
  -- From the prospect: a mail of ours that they opened does not count.
  last_contact_at timestamptz NOT NULL DEFAULT now() CHECK (isfinite(last_contact_at)),
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  customer_id uuid REFERENCES customers ON DELETE SET NULL,
  ticket_id uuid REFERENCES tickets ON DELETE SET NULL,
  -- Hashes: of the browser's idempotency key, of everything that it sent with it, and of the text without case, digits and punctuation.
  key_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(key_hash) = 43),
  request_hash text COLLATE "C" NOT NULL CHECK (length(request_hash) = 43),
  text_hash text COLLATE "C" CHECK (length(text_hash) = 43)
);
CREATE INDEX leads_inbox ON leads (verdict, received_at DESC, id);
CREATE INDEX leads_due ON leads (due_at) WHERE status IN ('new', 'read');
CREATE INDEX leads_text ON leads (text_hash, received_at) WHERE text_hash IS NOT NULL;
CREATE INDEX leads_email ON leads (lower(email));
CREATE INDEX leads_last_contact ON leads (last_contact_at);
CREATE INDEX leads_assignee ON leads (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX leads_customer ON leads (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX leads_ticket ON leads (ticket_id) WHERE ticket_id IS NOT NULL;

-- Notes of staff, and mails with the prospect.
CREATE TABLE lead_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  lead_id uuid NOT NULL REFERENCES leads ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('note', 'sent', 'received')),
  -- Null for what the prospect wrote, and once the staff member is erased.
  author_id uuid REFERENCES users ON DELETE SET NULL,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 20000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX lead_messages_lead ON lead_messages (lead_id, created_at, id);
CREATE INDEX lead_messages_author ON lead_messages (author_id) WHERE author_id IS NOT NULL;

-- Nonces of proofs that were used, until the proofs expire.
CREATE TABLE lead_proofs (
  nonce text COLLATE "C" PRIMARY KEY CHECK (length(nonce) BETWEEN 1 AND 200),
  expires_at timestamptz NOT NULL CHECK (isfinite(expires_at))
);
CREATE INDEX lead_proofs_expiry ON lead_proofs (expires_at);

-- As in 0003.
DO $$
DECLARE protected text;
BEGIN
  FOREACH protected IN ARRAY ARRAY['consent_texts', 'leads', 'lead_messages', 'lead_proofs'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', protected);
  END LOOP;
END $$;
