-- Customers, users with their sessions and credentials, and who belongs to a customer or to the staff. users, sessions, accounts,
-- verifications, two_factors and passkeys are the tables of better-auth; columns it does not know are marked as ours.
--
-- A short pending list of a GIN index: writes stay cheap (an import took 6 times as long without one), and searches, which read
-- the whole list, stay fast although the embedded engine has no autovacuum to empty it.

CREATE TABLE customers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  contact text CHECK (length(contact) <= 200),
  email text CHECK (length(email) <= 254),
  phone text CHECK (length(phone) <= 50),
  risk text NOT NULL DEFAULT 'low' CHECK (length(risk) BETWEEN 1 AND 50),
  -- Overrides the sum of the unpaid invoices (customer_balances).
  total_outstanding numeric(14, 2),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set when retention or an operator has removed all personal data; what remains must be kept by law.
  erased_at timestamptz,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (left(fold(name), 200)) STORED,
  -- Digits of phone numbers also without what separates them: people write the same number in many ways.
  search_text text NOT NULL GENERATED ALWAYS AS (
    fold(name || ' ' || coalesce(contact, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')
      || ' ' || coalesce(regexp_replace(phone, '[^0-9]', '', 'g'), ''))
  ) STORED
);
CREATE INDEX customers_by_name ON customers (name_key, id);
CREATE INDEX customers_by_created_at ON customers (created_at, id);
CREATE INDEX customers_search ON customers USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);

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
  -- Ours. Since when the account has no password, by choice of a user with two passkeys or more.
  password_disabled_at timestamptz,
  -- Ours. The language of mails to the user; null until a browser has named one that we have.
  language text CHECK (language IN ('en', 'fr')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX users_search ON users USING gin (email gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The hash of the cookie's token.
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  -- Ours. When a password or passkey was last given: sensitive changes require one of the last ten minutes.
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  -- Ours. Kept when the token is rotated; the session ends thirty days later.
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  -- Ours. At most a few minutes late: not every request writes it.
  last_used_at timestamptz NOT NULL DEFAULT now(),
  -- Ours. Whether the sign-in was with a code or a passkey; a password alone does not open the desk.
  has_second_factor boolean NOT NULL DEFAULT false,
  -- Ours. Whether the last confirmation, or the sign-in, was with a code or a passkey.
  confirmed_with_factor boolean NOT NULL DEFAULT false,
  -- Ours. The customer whose records the session shows. Not called customer_id, as sessions belong to users.
  active_customer_id uuid REFERENCES customers ON DELETE SET NULL,
  -- Ours. The customer as whom a staff member sees the portal, without being able to change anything.
  viewed_customer_id uuid REFERENCES customers ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_active_customer ON sessions (active_customer_id) WHERE active_customer_id IS NOT NULL;
CREATE INDEX sessions_viewed_customer ON sessions (viewed_customer_id) WHERE viewed_customer_id IS NOT NULL;

-- Sessions that ended because somebody changed how the account is protected, so that the other browsers can say so.
CREATE TABLE ended_sessions (
  token text COLLATE "C" PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ended_sessions_user ON ended_sessions (user_id);
CREATE INDEX ended_sessions_ended ON ended_sessions (ended_at);

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

-- Who belongs to which customer. A user may belong to several; the session says which of them is active. What a role may do is in
-- roles_can() (api/db/functions/01_context.sql):
--   owner      everything, and who belongs to the customer      technical  licenses and all tickets
--   billing    invoices, payments, contracts and the balance    requester  their own tickets
CREATE TABLE memberships (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  roles text[] NOT NULL CHECK (are_roles(roles)),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, customer_id)
);
CREATE INDEX memberships_customer ON memberships (customer_id);

-- Invitations that were not accepted yet. Only the mail has the token, so that only the reader of the mailbox can accept.
CREATE TABLE invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  roles text[] NOT NULL CHECK (are_roles(roles)),
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 43),
  locale text NOT NULL CHECK (length(locale) <= 10),
  -- Null for those of the operator, which those of an erased user must not become.
  invited_by uuid REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  UNIQUE (customer_id, email)
);
CREATE INDEX invitations_email ON invitations (email);
CREATE INDEX invitations_invited_by ON invitations (invited_by);
CREATE INDEX invitations_expiry ON invitations (expires_at);

-- The staff of the company, and what each may do at the desk, across all customers:
--   support   tickets, and seeing the portal as a customer      records  importing, correcting and voiding records
--   accounts  customers and their people, and the same          admin    the audit log and health
--   sales     reading customers and their records
-- Every permission but admin reads customers and their records.
CREATE TABLE staff_members (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Shown to colleagues, and to customers whose data they looked at.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  permissions text[] NOT NULL CHECK (
    cardinality(permissions) BETWEEN 1 AND 5 AND permissions <@ ARRAY['support', 'accounts', 'sales', 'records', 'admin']),
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The one-time code with which a staff member without a second factor enrols one. The operator hands it over in person: the
-- password and the mailbox alone must not open the desk. The server reads and uses codes, and cannot issue any.
CREATE TABLE enrolment_codes (
  user_id uuid PRIMARY KEY REFERENCES staff_members ON DELETE CASCADE,
  code_hash text COLLATE "C" NOT NULL CHECK (length(code_hash) = 43),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

-- The operator's rights are in the migrations, as migrations and restores change rows with them. All others are in
-- api/db/functions/11_rights.sql.
GRANT SELECT, INSERT, UPDATE, DELETE ON users, sessions, ended_sessions, accounts, verifications, two_factors, passkeys, known_devices,
  email_undo_links, enrolment_codes TO portal_operator;

-- A policy for a role also applies to roles that inherit its rights, which the owner of the tables does before PostgreSQL 16.
-- current_user restricts it to transactions that have set the role.
DO $$
DECLARE protected text;
BEGIN
  FOREACH protected IN ARRAY ARRAY['customers', 'memberships', 'invitations', 'staff_members'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', protected);
  END LOOP;
END $$;
