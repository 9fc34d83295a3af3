-- Users, their sessions and credentials. users, sessions, accounts, verifications, two_factors and passkeys are the tables
-- of better-auth; columns it does not know are marked as ours.

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) <= 254),
  email_verified boolean NOT NULL DEFAULT false,
  name text NOT NULL CHECK (length(name) <= 254),
  image text CHECK (length(image) <= 2000),
  two_factor_enabled boolean NOT NULL DEFAULT false,
  -- Ours. Retention deletes a user without a customer three years after the last sign-in (product §9).
  last_signed_in_at timestamptz,
  -- Ours. A locked user cannot sign in with any credential until the password is reset by email.
  locked_at timestamptz,
  -- Ours. Incremented whenever access is revoked. Sign-in reads it before it checks the credentials and again at the end,
  -- so that a password that was valid before a reset opens no session after it.
  access_version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  -- Ours. When a password or passkey was last given: sensitive changes require one of the last ten minutes.
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  -- Ours. Kept when the token is rotated; the session ends thirty days later.
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Use extends a session, but never beyond thirty days after the sign-in. Enforced here, so that every check for an expired
-- session only has to look at expires_at.
CREATE FUNCTION cap_session_lifetime() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expires_at := least(NEW.expires_at, NEW.signed_in_at + interval '30 days');
  RETURN NEW;
END $$;
CREATE TRIGGER sessions_cap_lifetime BEFORE INSERT OR UPDATE OF expires_at, signed_in_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION cap_session_lifetime();

-- Extending a session counts as a sign-in.
CREATE FUNCTION set_last_signed_in_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET last_signed_in_at = now() WHERE id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_set_last_signed_in_at AFTER INSERT OR UPDATE OF expires_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION set_last_signed_in_at();

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider_id text NOT NULL,
  account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX accounts_user ON accounts (user_id);

CREATE TABLE verifications (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_identifier ON verifications (identifier, created_at);
CREATE INDEX verifications_expiry ON verifications (expires_at);

-- The secret is encrypted with a key derived from AUTH_SECRET; recovery codes are hashed.
CREATE TABLE two_factors (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz
);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text CHECK (length(name) <= 100),
  public_key text NOT NULL CHECK (length(public_key) <= 4000),
  credential_id text COLLATE "C" NOT NULL UNIQUE CHECK (length(credential_id) <= 2000),
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Browsers a user has signed in from. Only the hash of the cookie is stored: reading the table does not let anyone
-- impersonate a known browser.
CREATE TABLE known_devices (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  device_hash text COLLATE "C" NOT NULL CHECK (length(device_hash) = 43),
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, device_hash)
);

-- Links by which the owner of a user's current or former email address undoes an email change they did not request. Not in
-- verifications, which an intruder in the account can void. Only the hash of the token is stored.
CREATE TABLE email_undo_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 43),
  -- The email address that the user gets back.
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_undo_links_user ON email_undo_links (user_id, created_at);
CREATE INDEX email_undo_links_email ON email_undo_links (email);
CREATE INDEX email_undo_links_expiry ON email_undo_links (expires_at);
