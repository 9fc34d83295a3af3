-- Work that the server does later, and how users want to be notified.

-- One queue for mails, notices about tickets, digests, alerts and periodic work. A job is written in the transaction that causes
-- it; an instance claims it until its lease ends, and retries it. failed_at: no further attempt; last_error says why. Once a job is
-- done or has failed, data is emptied; a mail keeps all but its values, which may contain a secret.
CREATE TABLE jobs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text COLLATE "C" NOT NULL CHECK (kind ~ '^[a-z-]{1,40}$'),
  -- At most one waiting job of a kind has the key.
  key text COLLATE "C" CHECK (length(key) BETWEEN 1 AND 200),
  ticket_id uuid REFERENCES tickets ON DELETE CASCADE,
  -- The recipient. Null for mails to somebody without an account, and to the support mailbox.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  -- By kind (api/jobs/job-data.ts).
  data jsonb NOT NULL DEFAULT '{}',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  done_at timestamptz,
  failed_at timestamptz CHECK (failed_at IS NULL OR done_at IS NULL),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT jobs_mail_check CHECK (kind <> 'mail' OR data->>'template' IS NOT NULL AND data->>'recipient' IS NOT NULL
    AND (data ? 'values') = (done_at IS NULL AND failed_at IS NULL)),
  CONSTRAINT jobs_rejected_check CHECK (failed_at IS NOT NULL OR NOT data ? 'isRejected')
);
-- By kind first: each worker reads its own kinds only.
CREATE INDEX jobs_due ON jobs (kind, next_attempt_at) WHERE done_at IS NULL AND failed_at IS NULL;
CREATE UNIQUE INDEX jobs_waiting ON jobs (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL;
CREATE INDEX jobs_ticket ON jobs (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX jobs_user ON jobs (user_id) WHERE user_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs TO portal_operator;

-- How a user learns of an event; without a row, by mail. Mails about the security of an account are not in it: nobody can turn
-- them off.
CREATE TABLE notification_preferences (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  event text COLLATE "C" NOT NULL CHECK (event ~ '^[a-z_]{1,40}$'),
  delivery text COLLATE "C" NOT NULL CHECK (delivery IN ('mail', 'digest', 'none')),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, event)
);
ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_preferences TO portal_operator;
CREATE POLICY operator_all ON notification_preferences TO portal_operator USING (current_user = 'portal_operator');
