-- Roles and extensions. Nobody logs in as one of these roles: a connection or a transaction sets one.
--   portal_app       default role of a connection: users, rate limits and jobs, no customer's records
--   portal_tenant    role of an authenticated request: the records of one customer
--   portal_staff     role of a request to the desk: reads records, writes the granted columns, deletes nothing, and reaches no
--                    password hash, secret or token
--   portal_operator  the command line, restores and migrations: every record
-- Owners of functions (api/db/functions) that do what their callers may not do themselves:
--   portal_search    searches records
--   portal_people    reads and changes who belongs to a customer or to the staff
--   portal_tickets   writes tickets, files and mails

-- Roles belong to the whole cluster: another database may have created them, even at the same moment.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['portal_app', 'portal_tenant', 'portal_staff', 'portal_operator',
    'portal_search', 'portal_people', 'portal_tickets'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT NOBYPASSRLS', wanted);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
    BEGIN
      -- Since PostgreSQL 16, creating a role gives the right to grant it but not to set it.
      IF current_setting('server_version_num')::integer >= 160000 THEN
        IF NOT pg_has_role(current_user, wanted, 'SET') OR pg_has_role(current_user, wanted, 'USAGE') THEN
          EXECUTE format('GRANT %I TO CURRENT_USER WITH INHERIT FALSE, SET TRUE', wanted);
        END IF;
      -- Before, a member inherits what the policies of its role show: nobody stays a member of an owner of functions.
      ELSIF wanted NOT IN ('portal_search', 'portal_people', 'portal_tickets') AND NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
        EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
      END IF;
    EXCEPTION WHEN unique_violation THEN
      NULL;
    END;
  END LOOP;
END $$;

-- A temporary table would shadow ours of the same name. Sessions also put pg_temp last in their search path.
DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$;

GRANT USAGE ON SCHEMA public TO portal_app, portal_tenant, portal_staff, portal_operator, portal_search, portal_people, portal_tickets;

-- The key that signs contexts (api/db/functions/01_context.sql). Outside of the schema public: neither backups nor the command
-- line read it, and a restored database has one of its own.
CREATE SCHEMA private;
GRANT USAGE ON SCHEMA private TO portal_people;
CREATE TABLE private.context_keys (key bytea NOT NULL);
GRANT SELECT ON private.context_keys TO portal_people;
INSERT INTO private.context_keys VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- The functions that columns, constraints and indexes are made of are part of the migrations: rows would keep what another
-- definition computed.

-- Lower case without accents, independent of the database's locale.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'));

-- The two formats in which people search for a date: '2025-01-05 jan 05, 2025'. to_char() is not immutable.
CREATE FUNCTION date_search_text(day date) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN extract(year FROM day)::text
  || '-' || lpad(extract(month FROM day)::text, 2, '0')
  || '-' || lpad(extract(day FROM day)::text, 2, '0')
  || ' ' || (ARRAY['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'])[extract(month FROM day)::integer]
  || ' ' || lpad(extract(day FROM day)::text, 2, '0')
  || ', ' || extract(year FROM day)::text;

-- Words rather than trigrams: a tenth of the size for long texts, and nobody looks for the middle of a word there.
CREATE FUNCTION search_words(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN to_tsvector('pg_catalog.simple'::regconfig, fold(body));

CREATE FUNCTION are_roles(given text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cardinality(given) BETWEEN 1 AND 4 AND given <@ ARRAY['owner', 'billing', 'technical', 'requester'];
