-- As before (0009), for so many tickets of one customer in an hour, and five times as many in a day. They are counted here,
-- by the index that lists them, so that the limit costs no round trip; 0 counts nothing. Tickets that are being written
-- at this moment are not seen yet: a burst may go over it by as many as there are connections.
DROP FUNCTION create_ticket(text, text, text, text, bigint);

-- Where to look for a free number is remembered: in a burst each ticket tried every number that the ones before had taken,
-- each at the price of a ticket. The sequence is a hint, which the clock corrects as soon as it is behind, or ahead by more
-- than a minute; whether a number is free, the lock and the unique index decide as ever.
CREATE SEQUENCE ticket_numbers;
GRANT USAGE, UPDATE ON SEQUENCE ticket_numbers TO portal_tenant;

CREATE FUNCTION create_ticket(
  new_subject text,
  new_description text,
  new_priority text,
  key text,
  at_millisecond bigint DEFAULT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  most_per_hour integer DEFAULT 60
) RETURNS TABLE (ticket tickets, was_there boolean) LANGUAGE plpgsql AS $$
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
  IF most_per_hour > 0 THEN
    -- Whoever has not made an hour's number in a whole day is asked no more.
    SELECT created_at INTO nth FROM tickets WHERE customer_id = customer AND created_at > now() - interval '1 day'
      ORDER BY created_at DESC OFFSET most_per_hour - 1 LIMIT 1;
  END IF;
  IF nth IS NOT NULL THEN
    SELECT greatest(
      CASE WHEN nth > now() - interval '1 hour' THEN nth + interval '1 hour' END,
      (SELECT created_at + interval '1 day' FROM tickets WHERE customer_id = customer AND created_at > now() - interval '1 day'
        ORDER BY created_at DESC OFFSET most_per_hour * 5 - 1 LIMIT 1)
    ) INTO full_until;
    -- What was acknowledged before is told again, however many came after it.
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
    was_there := false;
    IF NOT FOUND AND key IS NOT NULL THEN
      SELECT * INTO ticket FROM tickets WHERE customer_id = customer AND idempotency_key = key;
      was_there := true;
    END IF;
    IF FOUND THEN
      RETURN NEXT;
      RETURN;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'no free ticket number near %', at_millisecond;
END $$;
