-- What makes a stolen password worth less: when a session was last confirmed, the browsers a login is known from, codes
-- from an authenticator with their recovery codes, and passkeys. The last two are the sign-in library's tables.

-- A password or a passkey was given: what may harm an account asks for one of the last ten minutes.
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET authenticated_at = created_at;

-- The cookie's hash: whoever reads the table cannot pretend to be a known browser.
CREATE TABLE known_devices (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  device_hash text COLLATE "C" NOT NULL CHECK (length(device_hash) = 43),
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, device_hash)
);

ALTER TABLE users ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;

-- Secret and recovery codes are encrypted with a key made from AUTH_SECRET.
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

GRANT SELECT, INSERT, UPDATE, DELETE ON known_devices, two_factors, passkeys TO portal_app, portal_operator;
