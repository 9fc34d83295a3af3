-- Live updates: every change of a ticket is announced in its own transaction to the server instances (api/db/notifications.ts),
-- whoever made it: a customer, staff, a periodic run or the command line. Ids and versions only: what changed is read again by
-- those who may.

-- By statement: an import changes thousands of tickets, and then a customer's people read everything again.
CREATE FUNCTION notify_ticket_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM changed) > 50 THEN
    PERFORM pg_notify('ticket_changes', json_build_object('customerId', customer_id)::text)
      FROM (SELECT DISTINCT customer_id FROM changed) AS customers;
  ELSE
    PERFORM pg_notify('ticket_changes', json_build_object('customerId', customer_id, 'ticketId', id, 'version', version)::text)
      FROM changed;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_notify_insert AFTER INSERT ON tickets
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_ticket_changes();
CREATE TRIGGER tickets_notify_update AFTER UPDATE ON tickets
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_ticket_changes();

-- Internal notes change no ticket, and only staff are told.
CREATE FUNCTION notify_note_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('ticket_changes',
      json_build_object('customerId', customer_id, 'ticketId', ticket_id, 'version', position, 'isInternal', true)::text)
    FROM (SELECT DISTINCT customer_id, ticket_id, position FROM changed LIMIT 50) AS notes;
  RETURN NULL;
END $$;
CREATE TRIGGER ticket_notes_notify AFTER INSERT ON ticket_notes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_note_changes();
