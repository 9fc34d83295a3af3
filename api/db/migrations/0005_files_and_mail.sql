-- Files of tickets, replies by mail, and mails that wait for staff. The bytes are in the file storage (api/files), by customer
-- and hash; the rows are here. A file is stored before its row, and removed after the last row that names it.

-- Files that are being uploaded.
CREATE TABLE upload_reservations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- As declared, or else the maximum size of a file.
  size integer NOT NULL CHECK (size BETWEEN 0 AND 26214400),
  -- Null until all bytes have arrived. Set before the file is stored, so that nobody removes it meanwhile.
  sha256 text COLLATE "C" CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- Longer than an upload may take: only those of killed servers expire.
  expires_at timestamptz NOT NULL DEFAULT now() + interval '20 minutes',
  FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets (id, customer_id) ON DELETE CASCADE
);
CREATE INDEX upload_reservations_customer ON upload_reservations (customer_id, sha256);
CREATE INDEX upload_reservations_user ON upload_reservations (user_id);
CREATE INDEX upload_reservations_ticket ON upload_reservations (ticket_id);
CREATE INDEX upload_reservations_expiry ON upload_reservations (expires_at);

CREATE TABLE attachments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  -- At most one of them; neither for a file of the description, and before the text it belongs to is sent.
  message_id uuid REFERENCES ticket_messages ON DELETE CASCADE,
  note_id uuid REFERENCES ticket_notes ON DELETE CASCADE,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  content_type text COLLATE "C" NOT NULL CHECK (content_type ~ '^[a-z]+/[a-z0-9.+-]{1,100}$'),
  size integer NOT NULL CHECK (size BETWEEN 1 AND 26214400),
  sha256 text COLLATE "C" NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  is_previewable boolean NOT NULL DEFAULT false,
  -- unscanned: there was no scanner. A file is sent to nobody before it is clean, or unscanned.
  state text NOT NULL CHECK (state IN ('pending', 'clean', 'infected', 'unscanned')),
  -- What the scanner found.
  signature text CHECK (length(signature) BETWEEN 1 AND 300),
  uploaded_by uuid REFERENCES users ON DELETE SET NULL,
  -- Null while only its uploader sees it.
  attached_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets (id, customer_id) ON DELETE CASCADE,
  CHECK (num_nonnulls(message_id, note_id) <= 1),
  CHECK (attached_at IS NOT NULL OR num_nonnulls(message_id, note_id) = 0),
  CHECK ((state = 'infected') = (signature IS NOT NULL))
);
CREATE INDEX attachments_ticket ON attachments (ticket_id, created_at, id);
CREATE INDEX attachments_message ON attachments (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX attachments_note ON attachments (note_id) WHERE note_id IS NOT NULL;
-- With the size, so that the files of a customer are counted from the index.
CREATE INDEX attachments_file ON attachments (customer_id, sha256) INCLUDE (size);
CREATE INDEX attachments_uploader ON attachments (uploaded_by, created_at);
CREATE INDEX attachments_drafts ON attachments (created_at) WHERE attached_at IS NULL;

-- A secret in the Reply-To of a mail: one user may reply to one ticket. The mail alone has it; here is its hash.
CREATE TABLE reply_tokens (
  token_hash text COLLATE "C" PRIMARY KEY CHECK (length(token_hash) = 43),
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX reply_tokens_ticket ON reply_tokens (ticket_id);
CREATE INDEX reply_tokens_user ON reply_tokens (user_id);
CREATE INDEX reply_tokens_expiry ON reply_tokens (expires_at);

-- Every mail that came in. Its original is a file in the folder `mail` of the storage.
CREATE TABLE inbound_mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- A hash of content and recipients: a mail server that delivers twice delivers once.
  delivery_key text COLLATE "C" NOT NULL UNIQUE CHECK (length(delivery_key) = 64),
  -- Null once the original was deleted.
  sha256 text COLLATE "C" CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  size integer NOT NULL CHECK (size >= 0),
  sender text NOT NULL CHECK (length(sender) <= 320),
  recipients text[] NOT NULL CHECK (cardinality(recipients) <= 100),
  from_address text CHECK (length(from_address) BETWEEN 1 AND 320),
  -- Whether our mail server found that it comes from the domain of its From header. Null before it is parsed.
  authentication text COLLATE "C" CHECK (authentication IN ('passed', 'failed', 'unchecked')),
  subject text NOT NULL CHECK (length(subject) <= 500),
  email_message_id text COLLATE "C" CHECK (length(email_message_id) BETWEEN 1 AND 1000),
  -- All of it, with what it replies to.
  full_text text NOT NULL CHECK (length(full_text) <= 200000),
  -- What its sender wrote, without what it replies to.
  visible_text text CHECK (length(visible_text) <= 200000),
  file_count integer NOT NULL DEFAULT 0,
  -- received: accepted, not parsed yet.
  state text NOT NULL CHECK (state IN ('received', 'held', 'published', 'discarded')),
  -- Why it was held, also after staff decided.
  reason text COLLATE "C" CHECK (reason ~ '^[a-z_]{1,40}$'),
  -- The ticket of its token, or the one where staff published it.
  ticket_id uuid REFERENCES tickets ON DELETE CASCADE,
  user_id uuid REFERENCES users ON DELETE SET NULL,
  message_id uuid REFERENCES ticket_messages ON DELETE SET NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  decided_by uuid REFERENCES users ON DELETE SET NULL,
  decided_at timestamptz,
  CHECK (state <> 'held' OR reason IS NOT NULL),
  CHECK (state <> 'published' OR ticket_id IS NOT NULL)
);
CREATE INDEX inbound_mails_held ON inbound_mails (received_at, id) WHERE state = 'held';
CREATE INDEX inbound_mails_received ON inbound_mails (received_at, id);
CREATE INDEX inbound_mails_without_ticket ON inbound_mails (received_at) INCLUDE (size) WHERE ticket_id IS NULL;
CREATE INDEX inbound_mails_ticket ON inbound_mails (ticket_id, received_at) WHERE ticket_id IS NOT NULL;
CREATE INDEX inbound_mails_user ON inbound_mails (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX inbound_mails_message ON inbound_mails (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX inbound_mails_file ON inbound_mails (sha256);
CREATE INDEX inbound_mails_from ON inbound_mails (from_address);

-- As in 0002.
DO $$
DECLARE protected text;
BEGIN
  FOREACH protected IN ARRAY ARRAY['upload_reservations', 'attachments', 'reply_tokens', 'inbound_mails'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', protected);
  END LOOP;
END $$;
