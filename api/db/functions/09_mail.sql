-- Mails that come in. A mail is accepted once its original and its row are stored, and parsed later by a job.

SET LOCAL ROLE portal_tickets;

-- For the mail that is about to be sent.
DROP FUNCTION IF EXISTS save_reply_token(text, uuid, uuid, integer), find_reply_token(text);
CREATE OR REPLACE FUNCTION save_reply_token(new_hash text, ticket uuid, replier uuid, valid_days integer, purpose text DEFAULT 'reply')
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO reply_tokens (token_hash, ticket_id, user_id, expires_at, purpose)
    VALUES (new_hash, ticket, replier, now() + make_interval(days => valid_days), save_reply_token.purpose);
END $$;
GRANT EXECUTE ON FUNCTION save_reply_token TO portal_app;

-- Also expired if the user may no longer see tickets of the customer.
CREATE OR REPLACE FUNCTION find_reply_token(wanted_hash text, wanted_purpose text DEFAULT 'reply')
RETURNS TABLE (ticket_id uuid, customer_id uuid, user_id uuid, email text, is_expired boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT tickets.id, tickets.customer_id, users.id, users.email,
      expires_at <= now() OR NOT is_ticket_member(users.id, tickets.customer_id)
    FROM reply_tokens JOIN tickets ON tickets.id = reply_tokens.ticket_id JOIN users ON users.id = reply_tokens.user_id
    WHERE token_hash = wanted_hash AND purpose = wanted_purpose;
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
  INSERT INTO inbound_mails (delivery_key, sha256, size, sender, recipients, subject, full_text, state, ticket_id, user_id, lead_id)
    SELECT mail->>'deliveryKey', mail->>'sha256', (mail->>'size')::integer, mail->>'sender',
      ARRAY(SELECT jsonb_array_elements_text(mail->'recipients')), '', '', 'received', (mail->>'ticketId')::uuid, (mail->>'userId')::uuid,
      (mail->>'leadId')::uuid
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
GRANT EXECUTE ON FUNCTION find_received_mail TO portal_app, portal_people;

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

-- A message of a user without a customer. It is held like a mail that proves its sender. Null if it was sent before. PT409: the user
-- has a customer. PT429: this user, or all of them, wrote too much, with the seconds until the first of it no longer counts.
CREATE OR REPLACE FUNCTION write_to_staff(company text, message text, key text, daily_limit integer, hourly_total integer) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  own uuid := app_user_id();
  delivery text := encode(sha256(convert_to(concat_ws(E'\n', own, key, company, message), 'UTF8')), 'hex');
  full_until timestamptz;
  saved uuid;
BEGIN
  IF EXISTS (SELECT FROM memberships WHERE user_id = own) THEN
    RAISE EXCEPTION 'already_member' USING ERRCODE = 'PT409';
  END IF;
  -- Concurrent messages count each other.
  PERFORM pg_advisory_xact_lock(lock_class('user_messages'), hashtext(own::text));
  IF EXISTS (SELECT FROM inbound_mails WHERE delivery_key = delivery) THEN
    RETURN NULL;
  END IF;
  full_until := greatest(
    (SELECT received_at + interval '1 day' FROM inbound_mails WHERE user_id = own AND reason = 'no_customer'
      AND received_at > now() - interval '1 day' ORDER BY received_at DESC OFFSET daily_limit - 1 LIMIT 1),
    (SELECT received_at + interval '1 hour' FROM inbound_mails WHERE reason = 'no_customer'
      AND received_at > now() - interval '1 hour' ORDER BY received_at DESC OFFSET hourly_total - 1 LIMIT 1));
  IF full_until IS NOT NULL THEN
    RAISE EXCEPTION 'too many messages' USING ERRCODE = 'PT429',
      DETAIL = greatest(1, ceil(extract(epoch FROM full_until - now())))::text;
  END IF;
  INSERT INTO inbound_mails (delivery_key, size, sender, recipients, from_address, authentication, subject, full_text, visible_text,
      state, reason, user_id)
    SELECT delivery, octet_length(message), email, '{}', email, 'passed', company, message, message, 'held', 'no_customer', own
    FROM users WHERE id = own RETURNING id INTO STRICT saved;
  RETURN saved;
END $$;
GRANT EXECUTE ON FUNCTION write_to_staff TO portal_tenant;

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

-- A staff member opens a ticket for the context's customer, by themselves or from a held mail. The mail's sender is its author, if
-- that is proven. Quiet: nobody of the customer is told that it was opened. PT404: the customer is gone or erased.
CREATE OR REPLACE FUNCTION create_ticket_as_staff(new_subject text, new_description text, new_priority text, key text,
  sla_start timestamptz, office_hours timestamptz[], requested_for text, of_mail uuid, is_quiet boolean)
RETURNS TABLE (ticket tickets, is_replay boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  new_author uuid := app_staff_id();
  unverified_address text;
  created record;
BEGIN
  PERFORM require_support();
  IF of_mail IS NOT NULL THEN
    SELECT coalesce(author, new_author), unverified INTO new_author, unverified_address FROM mail_sender(of_mail, app_customer_id());
  END IF;
  SELECT * INTO created FROM create_ticket(new_subject, new_description, new_priority, create_ticket_as_staff.key, hourly_limit => 0,
    sla_start => create_ticket_as_staff.sla_start, office_hours => create_ticket_as_staff.office_hours,
    requested_for => create_ticket_as_staff.requested_for, caller => new_author,
    new_origin => CASE WHEN of_mail IS NULL THEN 'desk' ELSE 'email' END, unverified => unverified_address);
  -- Only now: the insertion has waited for an erasure that was under way.
  IF NOT FOUND OR NOT can_open_ticket(app_customer_id()) THEN
    RAISE EXCEPTION 'no such customer' USING ERRCODE = 'PT404';
  END IF;
  ticket := created.ticket;
  is_replay := created.is_replay;
  IF is_quiet AND NOT is_replay THEN
    UPDATE jobs SET data = data || '{"isQuiet": true}'
      WHERE kind = 'ticket-notice' AND jobs.key = (created.ticket).id::text AND done_at IS NULL AND failed_at IS NULL;
  END IF;
  RETURN NEXT;
END $$;
GRANT EXECUTE ON FUNCTION create_ticket_as_staff TO portal_staff;

-- The ticket that follows one which was closed too long ago, where a staff member publishes a mail.
DROP FUNCTION IF EXISTS create_ticket_as_sender(text, text, text, timestamptz, timestamptz, uuid, uuid);
CREATE OR REPLACE FUNCTION create_ticket_as_sender(new_subject text, new_description text, new_priority text, sla_start timestamptz,
  office_hours timestamptz[], follows uuid, of_mail uuid) RETURNS TABLE (ticket tickets, is_replay boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE sender record := mail_sender(of_mail, app_customer_id());
BEGIN
  RETURN QUERY SELECT * FROM create_ticket(new_subject, new_description, new_priority, NULL, hourly_limit => 0,
    sla_start => create_ticket_as_sender.sla_start, office_hours => create_ticket_as_sender.office_hours,
    follows => create_ticket_as_sender.follows, caller => sender.author, new_origin => 'email');
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

-- Withdraws a mail from the ticket where it was published, as a message or as its description: its text and its files are gone there,
-- and the mail is held again. Its files belong to nobody, until the daily retention removes them. PT409: it was withdrawn before.
CREATE OR REPLACE FUNCTION withdraw_mail(of_ticket uuid, of_message uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE withdrawn uuid;
BEGIN
  PERFORM require_support();
  UPDATE inbound_mails SET state = 'held', reason = 'withdrawn', ticket_id = NULL, message_id = NULL, decided_by = app_staff_id(),
      decided_at = now()
    WHERE ticket_id = of_ticket AND message_id IS NOT DISTINCT FROM of_message AND state = 'published' RETURNING id INTO withdrawn;
  IF withdrawn IS NULL THEN
    RAISE EXCEPTION 'changed_meanwhile' USING ERRCODE = 'PT409';
  END IF;
  UPDATE ticket_messages SET body = '—', unverified_sender = NULL, email_message_id = NULL, withdrawn_at = now() WHERE id = of_message;
  UPDATE tickets SET description = '—', unverified_sender = NULL WHERE id = of_ticket AND of_message IS NULL;
  UPDATE attachments SET message_id = NULL, attached_at = NULL, uploaded_by = NULL
    WHERE ticket_id = of_ticket AND message_id IS NOT DISTINCT FROM of_message AND note_id IS NULL AND attached_at IS NOT NULL;
  RETURN withdrawn;
END $$;
GRANT EXECUTE ON FUNCTION withdraw_mail TO portal_staff;

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
