-- Substring search in the lists. LIKE is not leakproof, so under row-level security the trigram index would not be used.
-- These functions use it as portal_search, restricted to what the caller may see, and return only ids: the list itself is then
-- read under the caller's own policies.

-- Puts the patterns into the statement as literals, so that each search is planned for its own: a generic plan cannot tell
-- rare words from common ones.
CREATE OR REPLACE FUNCTION search_condition(patterns text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT string_agg(format('search_text LIKE %L', fold(pattern)), ' AND ') FROM unnest(patterns) AS pattern);

-- The same for email addresses.
CREATE OR REPLACE FUNCTION email_condition(patterns text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT string_agg(format('users.email LIKE %L', fold(pattern)), ' AND ') FROM unnest(patterns) AS pattern);

SET LOCAL ROLE portal_search;

-- Risk and balance, for those who may see invoices.
CREATE OR REPLACE FUNCTION own_balance() RETURNS TABLE (risk text, outstanding numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT customers.risk, customer_balances.outstanding
    FROM customers JOIN customer_balances ON customer_balances.customer_id = customers.id
    WHERE customers.id = app_customer_id() AND app_can('billing');
END $$;
GRANT EXECUTE ON FUNCTION own_balance TO portal_tenant;

CREATE OR REPLACE FUNCTION search_invoices(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_can('billing') OR app_staff_id() IS NOT NULL AND staff_has('support', 'accounts', 'sales', 'records') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM invoices WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
      USING app_customer_id(), max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION search_invoices TO portal_tenant, portal_staff;

CREATE OR REPLACE FUNCTION search_contracts(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_can('billing') OR app_staff_id() IS NOT NULL AND staff_has('support', 'accounts', 'sales', 'records') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM contracts WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
      USING app_customer_id(), max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION search_contracts TO portal_tenant, portal_staff;

CREATE OR REPLACE FUNCTION search_payments(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_can('billing') OR app_staff_id() IS NOT NULL AND staff_has('support', 'accounts', 'sales', 'records') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM payments WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
      USING app_customer_id(), max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION search_payments TO portal_tenant, portal_staff;

CREATE OR REPLACE FUNCTION search_licenses(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_can('technical') OR app_staff_id() IS NOT NULL AND staff_has('support', 'accounts', 'sales', 'records') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM licenses WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
      USING app_customer_id(), max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION search_licenses TO portal_tenant, portal_staff;

-- A requester finds their own tickets, those opened for them and those they watch, however many others match.
CREATE OR REPLACE FUNCTION search_tickets(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_can('technical') OR app_staff_id() IS NOT NULL AND staff_has('support') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM tickets WHERE customer_id = $1 AND ' || search_condition(patterns) || ' LIMIT $2'
      USING app_customer_id(), max_rows;
  ELSIF app_can('tickets') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM tickets WHERE customer_id = $1 AND (author_id = $3 OR requester_id = $3 OR id = ANY($4)) AND '
      || search_condition(patterns) || ' LIMIT $2' USING app_customer_id(), max_rows, app_user_id(), own_watched_tickets();
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION search_tickets TO portal_tenant, portal_staff;

-- Searches over all customers.
CREATE OR REPLACE FUNCTION desk_search_customers(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has() THEN
    RETURN QUERY EXECUTE 'SELECT id FROM customers WHERE ' || search_condition(patterns) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_customers TO portal_staff;

-- Each word in the ticket, in its customer or in the email address of its requester.
CREATE OR REPLACE FUNCTION desk_search_tickets(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM tickets WHERE ' || (SELECT string_agg(format(
        '(search_text LIKE %1$L OR customer_id = ANY (ARRAY(SELECT id FROM customers WHERE search_text LIKE %1$L LIMIT 1000))'
        ' OR requester_id = ANY (ARRAY(SELECT id FROM users WHERE email LIKE %1$L LIMIT 1000)))', fold(pattern)), ' AND ')
      FROM unnest(patterns) AS pattern) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_tickets TO portal_staff;

CREATE OR REPLACE FUNCTION desk_search_invoices(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support', 'accounts', 'sales', 'records') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM invoices WHERE ' || search_condition(patterns) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_invoices TO portal_staff;

CREATE OR REPLACE FUNCTION desk_search_contracts(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support', 'accounts', 'sales', 'records') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM contracts WHERE ' || search_condition(patterns) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_contracts TO portal_staff;

CREATE OR REPLACE FUNCTION desk_search_licenses(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support', 'accounts', 'sales', 'records') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM licenses WHERE ' || search_condition(patterns) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_licenses TO portal_staff;

-- For a condition on tickets: the users whose email address matches.
CREATE OR REPLACE FUNCTION desk_search_users(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM users WHERE ' || email_condition(patterns) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_users TO portal_staff;

-- Members by their email address, for those who see it: in tickets, or among the people of a customer.
CREATE OR REPLACE FUNCTION desk_search_members(patterns text[], max_rows integer)
RETURNS TABLE (user_id uuid, email text, customer_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support', 'accounts') THEN
    RETURN QUERY EXECUTE 'SELECT users.id, users.email, memberships.customer_id FROM users JOIN memberships ON user_id = users.id WHERE '
      || email_condition(patterns) || ' ORDER BY users.email, customer_id LIMIT $1' USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_members TO portal_staff;

-- Tickets by words of what was written in them, internal notes included, newest first, each with the text that matched. The
-- newest of at most a thousand matches per kind: a word of every ticket costs no more than a rare one.
CREATE OR REPLACE FUNCTION desk_search_messages(words text, max_rows integer) RETURNS TABLE (ticket_id uuid, excerpt text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support') THEN
    RETURN QUERY EXECUTE format('
      WITH found AS (
        (SELECT ticket_id, id, created_at, 1 AS kind FROM ticket_messages WHERE search_words(body) @@ %1$L::tsquery LIMIT 1000)
        UNION ALL (SELECT ticket_id, id, created_at, 2 FROM ticket_notes WHERE search_words(body) @@ %1$L::tsquery LIMIT 1000)
        UNION ALL (SELECT id, id, created_at, 3 FROM tickets WHERE search_words(description) @@ %1$L::tsquery LIMIT 1000)),
      newest AS (SELECT DISTINCT ON (ticket_id) * FROM found ORDER BY ticket_id, created_at DESC),
      shown AS (SELECT * FROM newest ORDER BY created_at DESC, id LIMIT $1)
      SELECT ticket_id, ts_headline(''pg_catalog.simple'', CASE kind
          WHEN 1 THEN (SELECT body FROM ticket_messages WHERE ticket_messages.id = shown.id)
          WHEN 2 THEN (SELECT body FROM ticket_notes WHERE ticket_notes.id = shown.id)
          ELSE (SELECT description FROM tickets WHERE tickets.id = shown.id) END,
        %1$L::tsquery, ''StartSel="", StopSel="", MinWords=8, MaxWords=16'')
      FROM shown ORDER BY created_at DESC, id', words) USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_messages TO portal_staff;

RESET ROLE;
