-- As before (0005), but two tickets of the same millisecond no longer wait for one another: a number is claimed by a lock
-- that only one transaction can hold, and the other takes the next number at once instead of waiting for the first to
-- commit. The unique index still decides. Under a burst this is the difference between a queue and none.
CREATE OR REPLACE FUNCTION create_ticket(
  new_subject text,
  new_description text,
  new_priority text,
  key text,
  at_millisecond bigint DEFAULT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
) RETURNS TABLE (ticket tickets, was_there boolean) LANGUAGE plpgsql AS $$
DECLARE
  caller uuid := app_user_id();
  customer uuid := app_customer_id();
BEGIN
  IF customer IS NULL THEN
    RETURN;
  END IF;
  FOR attempt IN 0 .. 9999 LOOP
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(at_millisecond + attempt);
    INSERT INTO tickets (customer_id, ticket_number, subject, description, priority, created_by, idempotency_key)
      VALUES (customer, 'TKT-' || (at_millisecond + attempt), new_subject, new_description, new_priority, caller, key)
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
