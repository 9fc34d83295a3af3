-- The staff's side of leads (0030): search, replies by mail, and replies of prospects that come back.

-- Name, company, email address and everything that was typed. Leads are few: without an index.
ALTER TABLE leads ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold(name || ' ' || company || ' ' || email || ' ' || "values"::text)) STORED;

ALTER TABLE lead_messages
  -- The Message-ID of the prospect's reply, as their mail server wrote it.
  ADD COLUMN email_message_id text COLLATE "C" CHECK (length(email_message_id) BETWEEN 1 AND 1000),
  -- From the staff member's browser.
  ADD COLUMN idempotency_key text COLLATE "C" CHECK (length(idempotency_key) BETWEEN 1 AND 200);
CREATE UNIQUE INDEX lead_messages_key ON lead_messages (author_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX lead_messages_mail ON lead_messages (lead_id, email_message_id) WHERE email_message_id IS NOT NULL;

-- A reply address is one user's in one ticket, or the prospect's of a lead.
ALTER TABLE reply_tokens
  ALTER COLUMN ticket_id DROP NOT NULL,
  ALTER COLUMN user_id DROP NOT NULL,
  ADD COLUMN lead_id uuid REFERENCES leads ON DELETE CASCADE,
  ADD CONSTRAINT reply_tokens_owner CHECK (CASE WHEN lead_id IS NULL THEN ticket_id IS NOT NULL AND user_id IS NOT NULL
    ELSE ticket_id IS NULL AND user_id IS NULL AND purpose = 'reply' END);
CREATE INDEX reply_tokens_lead ON reply_tokens (lead_id) WHERE lead_id IS NOT NULL;

-- The mails of a lead are erased with it.
ALTER TABLE inbound_mails ADD COLUMN lead_id uuid REFERENCES leads ON DELETE CASCADE;
CREATE INDEX inbound_mails_lead ON inbound_mails (lead_id, received_at) WHERE lead_id IS NOT NULL;
ALTER TABLE inbound_mails DROP CONSTRAINT inbound_mails_check1,
  ADD CONSTRAINT inbound_mails_published CHECK (state <> 'published' OR ticket_id IS NOT NULL OR lead_id IS NOT NULL);
