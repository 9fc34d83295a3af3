-- Taking an account back from somebody who got into it.

-- Nobody signs in to a locked account, whatever they have. Choosing a new password by mail unlocks it.
ALTER TABLE users ADD COLUMN locked_at timestamptz;

-- For the owner of an email address that an account has, or had: undoes a change that they did not ask for. Apart from
-- verifications, which whoever is in the account can void. The token's hash: who reads the table cannot follow the link.
CREATE TABLE email_undo_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 43),
  -- The address that the account gets back.
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_undo_links_user ON email_undo_links (user_id, created_at);
CREATE INDEX email_undo_links_email ON email_undo_links (email);
CREATE INDEX email_undo_links_expiry ON email_undo_links (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON email_undo_links TO portal_app, portal_operator;
