-- Keys with which other programs, such as accounting software, use the API; the numbers that they give customers; and the order in which
-- records change. Their requests run as a role of their own:
--   portal_key       role of a request with an API key: the records of all customers, by the scopes of the key

-- As in 0001.
DO $$
BEGIN
  BEGIN
    CREATE ROLE portal_key NOLOGIN NOINHERIT NOBYPASSRLS;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
  END;
  BEGIN
    IF current_setting('server_version_num')::integer >= 160000 THEN
      IF NOT pg_has_role(current_user, 'portal_key', 'SET') OR pg_has_role(current_user, 'portal_key', 'USAGE') THEN
        EXECUTE 'GRANT portal_key TO CURRENT_USER WITH INHERIT FALSE, SET TRUE';
      END IF;
    ELSIF NOT pg_has_role(current_user, 'portal_key', 'MEMBER') THEN
      GRANT portal_key TO CURRENT_USER;
    END IF;
  EXCEPTION WHEN unique_violation THEN
    NULL;
  END;
END $$;
GRANT USAGE ON SCHEMA public TO portal_key;

CREATE FUNCTION are_key_scopes(given text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cardinality(given) BETWEEN 1 AND 9 AND given <@ ARRAY['customers:read', 'customers:write', 'contracts:read', 'contracts:write',
  'invoices:read', 'invoices:write', 'payments:read', 'payments:write', 'changes:read'];

-- Staff ids have no foreign key: a key outlives the staff member who created it.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80 AND name ~ '\S'),
  -- The first characters, by which people recognise it.
  prefix text COLLATE "C" NOT NULL CHECK (prefix ~ '^rak_[A-Za-z0-9_-]{6}$'),
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 43),
  scopes text[] NOT NULL CHECK (are_key_scopes(scopes)),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now() CHECK (isfinite(created_at)),
  expires_at timestamptz NOT NULL CHECK (isfinite(expires_at) AND expires_at > created_at),
  -- To the day: a key that is used often is written once a day.
  last_used_on date,
  revoked_by uuid,
  revoked_at timestamptz CHECK (isfinite(revoked_at)),
  CHECK (num_nonnulls(revoked_by, revoked_at) IN (0, 2))
);

-- As in 0003.
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON api_keys TO portal_operator;
CREATE POLICY operator_all ON api_keys TO portal_operator USING (current_user = 'portal_operator');

-- The last change of each record, by the transaction that made it (api/db/functions/10_api_keys.sql). Outside of the schema public, as
-- transactions of a backup mean nothing in another cluster: a restore writes these rows again. So does the generation, which cursors name.
CREATE TABLE private.record_changes (
  record_id uuid PRIMARY KEY,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('customer', 'contract', 'invoice', 'payment')),
  changed_in xid8 NOT NULL
);
CREATE INDEX record_changes_order ON private.record_changes (changed_in, record_id);
CREATE TABLE private.change_generations (generation uuid NOT NULL);
INSERT INTO private.change_generations VALUES (gen_random_uuid());
GRANT SELECT, INSERT, UPDATE, DELETE ON private.record_changes TO portal_people;
GRANT SELECT ON private.change_generations TO portal_people;

-- What exists already has changed once. The owner sees no row of these tables, hence the role.
GRANT USAGE ON SCHEMA private TO portal_operator;
GRANT INSERT ON private.record_changes TO portal_operator;
SET LOCAL ROLE portal_operator;
INSERT INTO private.record_changes (record_id, kind, changed_in)
  SELECT id, 'customer', pg_current_xact_id() FROM customers UNION ALL SELECT id, 'contract', pg_current_xact_id() FROM contracts
  UNION ALL SELECT id, 'invoice', pg_current_xact_id() FROM invoices UNION ALL SELECT id, 'payment', pg_current_xact_id() FROM payments;
RESET ROLE;
REVOKE INSERT ON private.record_changes FROM portal_operator;
REVOKE USAGE ON SCHEMA private FROM portal_operator;

-- Last, as these lock tables that requests need.
-- compatible: the column is new, the constraint takes more than before, and what is revoked was granted above.
-- The number of a customer in the accounting, ignoring case.
ALTER TABLE customers ADD COLUMN number text CHECK (length(number) BETWEEN 1 AND 64 AND number ~ '\S');
CREATE UNIQUE INDEX customers_number ON customers (lower(number)) WHERE number IS NOT NULL;

ALTER TABLE audit_events DROP CONSTRAINT audit_events_actor_check,
  ADD CONSTRAINT audit_events_actor_check CHECK (actor IN ('user', 'visitor', 'operator', 'system', 'staff', 'key'));
