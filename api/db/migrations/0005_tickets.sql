-- A ticket for the caller's customer (product §7), numbered by the millisecond. The number's unique index decides between
-- two tickets of the same millisecond: the later one takes the next. A key that was used gives its first ticket back.
-- No row at all means that the caller is linked to no customer. Runs with the caller's rights.
CREATE FUNCTION create_ticket(
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
