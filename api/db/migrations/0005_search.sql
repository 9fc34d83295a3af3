-- Substring search in the lists. LIKE is not leakproof, so under row-level security the trigram index would not be used.
-- These functions use it as portal_search, restricted to the caller's customer, and return only ids: the list itself is then
-- read under the caller's own policies.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- A short pending list: writes stay cheap (an import took 6 times as long without one), and searches, which read the whole
-- list, stay fast although the embedded engine has no autovacuum to empty it.
CREATE INDEX invoices_search ON invoices USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX contracts_search ON contracts USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX payments_search ON payments USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX licenses_search ON licenses USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX tickets_search ON tickets USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- Puts the patterns into the statement as literals, so that each search is planned for its own: a generic plan cannot tell
-- rare words from common ones.
CREATE FUNCTION search_condition(patterns text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT string_agg(format('search_text LIKE %L', fold(pattern)), ' AND ') FROM unnest(patterns) AS pattern);

CREATE FUNCTION search_invoices(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT id FROM invoices WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
    USING app_customer_id(), max_rows;
END $$;

CREATE FUNCTION search_contracts(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT id FROM contracts WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
    USING app_customer_id(), max_rows;
END $$;

CREATE FUNCTION search_payments(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT id FROM payments WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
    USING app_customer_id(), max_rows;
END $$;

CREATE FUNCTION search_licenses(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT id FROM licenses WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
    USING app_customer_id(), max_rows;
END $$;

CREATE FUNCTION search_tickets(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT id FROM tickets WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
    USING app_customer_id(), max_rows;
END $$;

REVOKE EXECUTE ON FUNCTION
  search_invoices(text[], integer), search_contracts(text[], integer), search_payments(text[], integer),
  search_licenses(text[], integer), search_tickets(text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  search_invoices(text[], integer), search_contracts(text[], integer), search_payments(text[], integer),
  search_licenses(text[], integer), search_tickets(text[], integer) TO portal_tenant;

-- ALTER … OWNER requires that the new owner can create in the schema, and that the caller can set its role.
DO $$ BEGIN IF NOT pg_has_role(current_user, 'portal_search', 'MEMBER') THEN GRANT portal_search TO CURRENT_USER; END IF; END $$;
GRANT CREATE ON SCHEMA public TO portal_search;
ALTER FUNCTION search_invoices(text[], integer) OWNER TO portal_search;
ALTER FUNCTION search_contracts(text[], integer) OWNER TO portal_search;
ALTER FUNCTION search_payments(text[], integer) OWNER TO portal_search;
ALTER FUNCTION search_licenses(text[], integer) OWNER TO portal_search;
ALTER FUNCTION search_tickets(text[], integer) OWNER TO portal_search;
REVOKE CREATE ON SCHEMA public FROM portal_search;
DO $$ BEGIN
  IF current_setting('server_version_num')::integer < 160000 THEN REVOKE portal_search FROM CURRENT_USER; END IF;
END $$;
