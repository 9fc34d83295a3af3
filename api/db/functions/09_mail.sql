-- Mails that come in. A mail is accepted once its original and its row are stored, and parsed later by a job.

SET LOCAL ROLE portal_tickets;

-- For the mail that is about to be sent.
CREATE OR REPLACE FUNCTION save_reply_token(new_hash text, ticket uuid, replier uuid, valid_days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO reply_tokens (token_hash, ticket_id, user_id, expires_at)
    VALUES (new_hash, ticket, replier, now() + make_interval(days => valid_days));
END $$;
GRANT EXECUTE ON FUNCTION save_reply_token TO portal_app;

-- Also expired if the user may no longer see tickets of the customer.
CREATE OR REPLACE FUNCTION find_reply_token(wanted_hash text)
RETURNS TABLE (ticket_id uuid, customer_id uuid, user_id uuid, email text, is_expired boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT tickets.id, tickets.customer_id, users.id, users.email,
      expires_at <= now() OR NOT is_ticket_member(users.id, tickets.customer_id)
    FROM reply_tokens JOIN tickets ON tickets.id = reply_tokens.ticket_id JOIN users ON users.id = reply_tokens.user_id
    WHERE token_hash = wanted_hash;
END $$;
GRANT EXECUTE ON FUNCTION find_reply_token TO portal_app, portal_people;

-- How much mail has arrived for a ticket, or for none. The caller compares it with its limits before it stores another one.
CREATE OR REPLACE FUNCTION measure_inbound_mails(of_ticket uuid)
RETURNS TABLE (hour_count integer, hour_bytes bigint, total_count integer, total_bytes bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF of_ticket IS NULL THEN
    RETURN QUERY SELECT (count(*) FILTER (WHERE received_at > now() - interval '1 hour'))::integer,
        coalesce(sum(size) FILTER (WHERE received_at > now() - interval '1 hour'), 0)::bigint,
        (count(*) FILTER (WHERE state IN ('received', 'held')))::integer,
        coalesce(sum(size) FILTER (WHERE sha256 IS NOT NULL), 0)::bigint
      FROM inbound_mails WHERE ticket_id IS NULL;
  ELSE
    RETURN QUERY SELECT count(*)::integer, coalesce(sum(size), 0)::bigint, 0, 0::bigint
      FROM inbound_mails WHERE ticket_id = of_ticket AND received_at > now() - interval '1 hour';
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION measure_inbound_mails TO portal_app;

-- How often mails have written into a ticket in the last hour: more than people do is a loop.
CREATE OR REPLACE FUNCTION count_recent_mails(ticket uuid) RETURNS integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT count(*)::integer FROM inbound_mails
    WHERE ticket_id = ticket AND state = 'published' AND received_at > now() - interval '1 hour');
END $$;
GRANT EXECUTE ON FUNCTION count_recent_mails TO portal_app;

-- Keeps a mail whose original is stored, with the job that parses it. Null if it was delivered before.
CREATE OR REPLACE FUNCTION accept_inbound_mail(mail jsonb) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE saved uuid;
BEGIN
  INSERT INTO inbound_mails (delivery_key, sha256, size, sender, recipients, subject, full_text, state, ticket_id, user_id)
    SELECT mail->>'deliveryKey', mail->>'sha256', (mail->>'size')::integer, mail->>'sender',
      ARRAY(SELECT jsonb_array_elements_text(mail->'recipients')), '', '', 'received', (mail->>'ticketId')::uuid, (mail->>'userId')::uuid
    ON CONFLICT (delivery_key) DO NOTHING RETURNING id INTO saved;
  IF saved IS NOT NULL THEN
    INSERT INTO jobs (kind, key, data) VALUES ('received-mail', saved::text, jsonb_build_object('mail', saved));
  END IF;
  RETURN saved;
END $$;
GRANT EXECUTE ON FUNCTION accept_inbound_mail TO portal_app;

-- No row once it was parsed.
CREATE OR REPLACE FUNCTION find_received_mail(wanted uuid) RETURNS TABLE (sha256 text, sender text, recipients text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT inbound_mails.sha256, inbound_mails.sender, inbound_mails.recipients FROM inbound_mails
    WHERE id = wanted AND state = 'received';
END $$;
GRANT EXECUTE ON FUNCTION find_received_mail TO portal_app;

-- The result of parsing a mail. False if another instance was faster: then nothing of this transaction may remain.
CREATE OR REPLACE FUNCTION finish_inbound_mail(wanted uuid, mail jsonb) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE inbound_mails SET from_address = mail->>'from', subject = mail->>'subject', email_message_id = mail->>'messageId',
      full_text = mail->>'text', visible_text = mail->>'visibleText', file_count = (mail->>'fileCount')::integer,
      authentication = mail->>'authentication', state = mail->>'state', reason = mail->>'reason',
      ticket_id = (mail->>'ticketId')::uuid, user_id = (mail->>'userId')::uuid, message_id = (mail->>'ticketMessageId')::uuid
    WHERE id = wanted AND state = 'received';
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION finish_inbound_mail TO portal_app;

CREATE OR REPLACE FUNCTION require_support() RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF app_staff_id() IS NULL OR NOT staff_has('support') THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

-- The customers that the sender of a mail seems to belong to: those of the user with that email address, and that of its reply
-- address. A From header can be forged: this helps staff to choose a ticket and proves nothing.
CREATE OR REPLACE FUNCTION mail_customers(wanted uuid[]) RETURNS TABLE (mail_id uuid, customer_id uuid, name text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_support();
  RETURN QUERY SELECT inbound_mails.id, customers.id, customers.name
    FROM inbound_mails CROSS JOIN LATERAL (
        SELECT tickets.customer_id AS id FROM tickets WHERE tickets.id = inbound_mails.ticket_id
        UNION SELECT memberships.customer_id FROM users JOIN memberships ON memberships.user_id = users.id
          WHERE users.email = lower(inbound_mails.from_address)) AS known
      JOIN customers ON customers.id = known.id
    WHERE inbound_mails.id = ANY(wanted) ORDER BY customers.name, customers.id;
END $$;
GRANT EXECUTE ON FUNCTION mail_customers TO portal_staff;

-- The sender of a mail that a staff member publishes, as the author of what is written to a ticket of the customer: a member whose own
-- reply address or mail server proves it, or else an email address that is shown as not verified.
CREATE OR REPLACE FUNCTION mail_sender(wanted uuid, customer uuid, OUT author uuid, OUT unverified text, OUT email_message_id text)
LANGUAGE plpgsql STABLE AS $$
DECLARE mail inbound_mails;
BEGIN
  PERFORM require_support();
  SELECT * INTO STRICT mail FROM inbound_mails WHERE id = wanted AND state = 'held';
  SELECT users.id INTO author FROM users WHERE users.email = lower(mail.from_address) AND is_ticket_member(users.id, customer)
    AND (mail.authentication = 'passed' OR mail.user_id = users.id AND mail.authentication = 'unchecked');
  unverified := CASE WHEN author IS NULL THEN coalesce(mail.from_address, nullif(mail.sender, ''), 'unknown') END;
  email_message_id := mail.email_message_id;
END $$;

-- Locks a mail that a staff member publishes in a ticket of the customer. PT409 changed_meanwhile: somebody else decided;
-- other_customer: the sender seems to belong to another customer, and the caller has not confirmed that.
CREATE OR REPLACE FUNCTION lock_held_mail(wanted uuid, customer uuid, is_confirmed boolean) RETURNS TABLE (is_proven boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE mail inbound_mails;
BEGIN
  PERFORM require_support();
  SELECT * INTO mail FROM inbound_mails WHERE id = wanted FOR UPDATE;
  IF mail.id IS NULL THEN
    RAISE EXCEPTION 'no such mail' USING ERRCODE = 'PT404';
  END IF;
  IF mail.state <> 'held' THEN
    RAISE EXCEPTION 'changed_meanwhile' USING ERRCODE = 'PT409';
  END IF;
  IF NOT is_confirmed AND EXISTS (SELECT FROM mail_customers(ARRAY[wanted]))
    AND NOT EXISTS (SELECT FROM mail_customers(ARRAY[wanted]) AS known WHERE known.customer_id = customer) THEN
    RAISE EXCEPTION 'other_customer' USING ERRCODE = 'PT409';
  END IF;
  RETURN QUERY SELECT author IS NOT NULL FROM mail_sender(wanted, customer);
END $$;
GRANT EXECUTE ON FUNCTION lock_held_mail TO portal_staff;

-- The ticket that follows one which was closed too long ago, where a staff member publishes a mail.
CREATE OR REPLACE FUNCTION create_ticket_as_sender(new_subject text, new_description text, new_priority text, office_due timestamptz,
  continuous_due timestamptz, follows uuid, of_mail uuid) RETURNS TABLE (ticket tickets, is_replay boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE sender record := mail_sender(of_mail, app_customer_id());
BEGIN
  RETURN QUERY SELECT * FROM create_ticket(new_subject, new_description, new_priority, NULL, hourly_limit => 0,
    office_due => create_ticket_as_sender.office_due, continuous_due => create_ticket_as_sender.continuous_due,
    follows => create_ticket_as_sender.follows, caller => sender.author);
END $$;
GRANT EXECUTE ON FUNCTION create_ticket_as_sender TO portal_staff;

-- What became of a held mail: written to a ticket. No message: it is the description.
CREATE OR REPLACE FUNCTION finish_held_mail(wanted uuid, of_ticket uuid, message uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE sender record := mail_sender(wanted, app_customer_id());
BEGIN
  UPDATE inbound_mails SET state = 'published', ticket_id = of_ticket, user_id = coalesce(sender.author, user_id), message_id = message,
    decided_by = app_staff_id(), decided_at = now() WHERE id = wanted;
END $$;
GRANT EXECUTE ON FUNCTION finish_held_mail TO portal_staff;

CREATE OR REPLACE FUNCTION discard_inbound_mail(wanted uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_support();
  UPDATE inbound_mails SET state = 'discarded', decided_by = app_staff_id(), decided_at = now() WHERE id = wanted AND state = 'held';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'changed_meanwhile' USING ERRCODE = 'PT409';
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION discard_inbound_mail TO portal_staff;

-- Every held mail with the same sender as this one. Returns how many.
CREATE OR REPLACE FUNCTION discard_inbound_mails_like(wanted uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  mail inbound_mails;
  changed integer;
BEGIN
  PERFORM require_support();
  SELECT * INTO mail FROM inbound_mails WHERE id = wanted;
  UPDATE inbound_mails SET state = 'discarded', decided_by = app_staff_id(), decided_at = now()
    WHERE state = 'held' AND from_address IS NOT DISTINCT FROM mail.from_address
      AND (mail.from_address IS NOT NULL OR sender = mail.sender);
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END $$;
GRANT EXECUTE ON FUNCTION discard_inbound_mails_like TO portal_staff;

RESET ROLE;
