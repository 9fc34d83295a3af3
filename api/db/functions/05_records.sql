-- Substring search in the lists. LIKE is not leakproof, so under row-level security the trigram index would not be used.
-- These functions use it as portal_search, restricted to what the caller may see, and return only ids: the list itself is then
-- read under the caller's own policies.

-- Puts the patterns into the statement as literals, so that each search is planned for its own: a generic plan cannot tell
-- rare words from common ones.
CREATE OR REPLACE FUNCTION search_condition(patterns text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT string_agg(format('search_text LIKE %L', fold(pattern)), ' AND ') FROM unnest(patterns) AS pattern);

DROP FUNCTION IF EXISTS email_condition(text[]);
-- The same for people: their email address or name.
CREATE OR REPLACE FUNCTION person_condition(patterns text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT string_agg(format('(users.email LIKE %1$L OR fold(users.name) LIKE %1$L)', fold(pattern)), ' AND ')
  FROM unnest(patterns) AS pattern);

-- A ticket by its own words, its customer or its requester.
CREATE OR REPLACE FUNCTION about_condition(pattern text) RETURNS text LANGUAGE sql IMMUTABLE STRICT
RETURN format('search_text LIKE %1$L OR customer_id = ANY (ARRAY(SELECT id FROM customers WHERE search_text LIKE %1$L LIMIT 1000))'
  ' OR requester_id = ANY (ARRAY(SELECT id FROM users WHERE %2$s LIMIT 1000))', fold(pattern), person_condition(ARRAY[pattern]));

-- Every word by its stem or as it is, the last one also as the beginning of a word. Null if no word carries a meaning (« le la »).
CREATE OR REPLACE FUNCTION words_query(words text[]) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT
SET client_min_messages = warning AS $$
DECLARE
  word text;
  stem text;
  one tsquery;
  every tsquery;
BEGIN
  FOREACH word IN ARRAY words LOOP
    stem := fold((tsvector_to_array(to_tsvector('pg_catalog.french', word)))[1]);
    word := fold(word);
    one := plainto_tsquery('pg_catalog.french', word);
    CONTINUE WHEN numnode(one) = 0;
    one := one || plainto_tsquery('pg_catalog.simple', word) || plainto_tsquery('pg_catalog.simple', coalesce(stem, word));
    IF word = fold(words[cardinality(words)]) AND word ~ '^[a-z0-9]{3,}$' THEN
      one := one || (word || ':*')::tsquery;
    END IF;
    every := coalesce(every && one, one);
  END LOOP;
  RETURN every;
END $$;

-- What the invoice of a credit note is called; NULL unless the caller may see it.
CREATE OR REPLACE FUNCTION credited_number(invoice uuid) RETURNS text LANGUAGE sql STABLE STRICT
RETURN (SELECT coalesce(number, id::text) FROM invoices WHERE id = invoice);

SET LOCAL ROLE portal_search;

DROP FUNCTION IF EXISTS desk_search_messages(text, integer), desk_search_members(text[], integer);

-- Ids of the texts with the words: all, or of more than a thousand the newest, among the newest 5,000 texts. A word of every text
-- costs little more than a rare one.
CREATE OR REPLACE FUNCTION newest_matches(searched text, words tsquery) RETURNS uuid[] LANGUAGE plpgsql STABLE SET jit = off AS $$
DECLARE
  matching text := format('FROM %I WHERE %s @@ %L::tsquery', searched,
    CASE searched WHEN 'tickets' THEN 'ticket_stems(subject, description)' ELSE 'stems' END, words);
  found uuid[];
  newest uuid[];
  since timestamptz;
BEGIN
  EXECUTE format('SELECT array_agg(id) FROM (SELECT id %s LIMIT 1001) AS found', matching) INTO found;
  IF cardinality(found) <= 1000 THEN
    RETURN found;
  END IF;
  EXECUTE format('SELECT min(created_at) FROM (SELECT created_at FROM %I ORDER BY created_at DESC LIMIT 5000) AS newest', searched) INTO since;
  EXECUTE format('SELECT array_agg(id) FROM (SELECT id %s AND created_at >= %L ORDER BY created_at DESC LIMIT 1000) AS newest', matching, since)
    INTO newest;
  RETURN coalesce(newest, found[1:1000]);
END $$;

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
  IF app_can('licenses') OR app_staff_id() IS NOT NULL AND staff_has('support', 'accounts', 'sales', 'records') THEN
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

-- For a condition on tickets: those in whose texts a word is, internal notes included. The word comes as a pattern of LIKE.
CREATE OR REPLACE FUNCTION desk_search_words(pattern text) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  word text := regexp_replace(pattern, '[%\\\\]', '', 'g');
  query tsquery := words_query(ARRAY[word]);
BEGIN
  IF length(word) >= 3 AND query IS NOT NULL AND staff_has('support') THEN
    RETURN QUERY SELECT ticket_id FROM ticket_messages WHERE id = ANY (newest_matches('ticket_messages', query))
      UNION SELECT ticket_id FROM ticket_notes WHERE id = ANY (newest_matches('ticket_notes', query))
      UNION SELECT unnest(newest_matches('tickets', query));
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_words TO portal_staff;

-- Each word in the ticket, in its customer, or in the name or email address of its requester.
CREATE OR REPLACE FUNCTION desk_search_tickets(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM tickets WHERE ' || (SELECT string_agg('(' || about_condition(pattern) || ')', ' AND ')
      FROM unnest(patterns) AS pattern) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_tickets TO portal_staff;

-- The same, or in what was written in the ticket.
CREATE OR REPLACE FUNCTION desk_search_queue(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM tickets WHERE ' || (SELECT string_agg(format('(%s OR id = ANY (ARRAY(SELECT desk_search_words(%L))))',
        about_condition(pattern), pattern), ' AND ')
      FROM unnest(patterns) AS pattern) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_queue TO portal_staff;

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

-- For a condition on tickets: the users whose email address or name matches.
CREATE OR REPLACE FUNCTION desk_search_users(patterns text[], max_rows integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support') THEN
    RETURN QUERY EXECUTE 'SELECT id FROM users WHERE ' || person_condition(patterns) || ' LIMIT $1' USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_users TO portal_staff;

-- Members by their name or email address, for those who see it: in tickets, or among the people of a customer.
CREATE OR REPLACE FUNCTION desk_search_members(patterns text[], max_rows integer)
RETURNS TABLE (user_id uuid, name text, email text, customer_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF staff_has('support', 'accounts') THEN
    RETURN QUERY EXECUTE 'SELECT users.id, users.name, users.email, memberships.customer_id FROM users JOIN memberships ON user_id = users.id WHERE '
      || person_condition(patterns) || ' ORDER BY users.email, customer_id LIMIT $1' USING max_rows;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_members TO portal_staff;

-- Tickets by words of what was written in them, internal notes included, newest first, each with the text that matched.
CREATE OR REPLACE FUNCTION desk_search_messages(words text[], max_rows integer) RETURNS TABLE (ticket_id uuid, body text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE query tsquery := words_query(words);
BEGIN
  IF query IS NOT NULL AND staff_has('support') THEN
    RETURN QUERY WITH found AS (
        SELECT ticket_id, id, created_at, 1 AS kind FROM ticket_messages WHERE id = ANY (newest_matches('ticket_messages', query))
        UNION ALL SELECT ticket_id, id, created_at, 2 FROM ticket_notes WHERE id = ANY (newest_matches('ticket_notes', query))
        UNION ALL SELECT id, id, created_at, 3 FROM tickets
          WHERE id = ANY (newest_matches('tickets', query))),
      newest AS (SELECT DISTINCT ON (ticket_id) * FROM found ORDER BY ticket_id, created_at DESC),
      shown AS (SELECT * FROM newest ORDER BY created_at DESC, id LIMIT max_rows)
      SELECT ticket_id, CASE kind
          WHEN 1 THEN (SELECT body FROM ticket_messages WHERE ticket_messages.id = shown.id)
          WHEN 2 THEN (SELECT body FROM ticket_notes WHERE ticket_notes.id = shown.id)
          ELSE (SELECT description FROM tickets WHERE tickets.id = shown.id) END
      FROM shown ORDER BY created_at DESC, id;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION desk_search_messages TO portal_staff;

RESET ROLE;
