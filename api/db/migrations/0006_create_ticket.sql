-- Creates a ticket for the caller's customer (product §7), with the caller's rights. A repeated idempotency key returns its
-- first ticket (is_replay). No row means that the caller has no customer.
--
-- Tickets are numbered by the millisecond. Under a burst, two tickets of one millisecond must not wait for each other: a
-- number is claimed with an advisory lock, which the second ticket cannot get, so that it tries the next number at once
-- instead of waiting for the first to commit. The unique index still decides.
--
-- hourly_limit: the most tickets of one customer per hour, and five times as many per day; 0 for no limit. Counted
-- here, with the index that lists them, so that the limit costs no round trip. Tickets of uncommitted transactions are not
-- seen: a burst can exceed the limit by the number of connections.

-- Where to start looking for a free number, so that a burst does not try every number already taken. Only a hint: the
-- clock corrects it when it is behind, or ahead by more than a minute.
CREATE SEQUENCE ticket_numbers;
GRANT USAGE, UPDATE ON SEQUENCE ticket_numbers TO portal_tenant;

CREATE FUNCTION create_ticket(
  new_subject text,
  new_description text,
  new_priority text,
  key text,
  at_millisecond bigint DEFAULT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  hourly_limit integer DEFAULT 60
) RETURNS TABLE (ticket tickets, is_replay boolean) LANGUAGE plpgsql AS $$
DECLARE
  caller uuid := app_user_id();
  customer uuid := app_customer_id();
  nth timestamptz;
  full_until timestamptz;
  number bigint := nextval('ticket_numbers');
BEGIN
  IF customer IS NULL THEN
    RETURN;
  END IF;
  IF hourly_limit > 0 THEN
    -- Fewer than an hour's limit in the last day: neither limit can be reached.
    SELECT created_at INTO nth FROM tickets WHERE customer_id = customer AND created_at > now() - interval '1 day'
      ORDER BY created_at DESC OFFSET hourly_limit - 1 LIMIT 1;
  END IF;
  IF nth IS NOT NULL THEN
    SELECT greatest(
      CASE WHEN nth > now() - interval '1 hour' THEN nth + interval '1 hour' END,
      (SELECT created_at + interval '1 day' FROM tickets WHERE customer_id = customer AND created_at > now() - interval '1 day'
        ORDER BY created_at DESC OFFSET hourly_limit * 5 - 1 LIMIT 1)
    ) INTO full_until;
    -- A replay is never rejected, however many tickets came after it.
    IF full_until IS NOT NULL
      AND NOT EXISTS (SELECT FROM tickets WHERE customer_id = customer AND idempotency_key = key) THEN
      RAISE EXCEPTION 'too many tickets' USING ERRCODE = 'PT429',
        DETAIL = greatest(1, ceil(extract(epoch FROM full_until - now())))::text;
    END IF;
  END IF;
  IF number NOT BETWEEN at_millisecond AND at_millisecond + 60000 THEN
    number := setval('ticket_numbers', at_millisecond);
  END IF;
  FOR attempt IN 0 .. 9999 LOOP
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(number + attempt);
    INSERT INTO tickets (customer_id, ticket_number, subject, description, priority, created_by, idempotency_key)
      VALUES (customer, 'TKT-' || (number + attempt), new_subject, new_description, new_priority, caller, key)
      ON CONFLICT DO NOTHING
      RETURNING tickets.* INTO ticket;
    is_replay := false;
    IF NOT FOUND AND key IS NOT NULL THEN
      SELECT * INTO ticket FROM tickets WHERE customer_id = customer AND idempotency_key = key;
      is_replay := true;
    END IF;
    IF FOUND THEN
      RETURN NEXT;
      RETURN;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'no free ticket number near %', at_millisecond;
END $$;

REVOKE EXECUTE ON FUNCTION create_ticket(text, text, text, text, bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_ticket(text, text, text, text, bigint, integer) TO portal_tenant;
