-- Leads at the desk (0032). Staff read and change them with their own rights (11_rights.sql); here is what the server does for them, and
-- what others than the support may know.

SET LOCAL ROLE portal_people;

-- One event for what a staff member reads of a lead within a quarter of an hour, as note_staff_read().
CREATE OR REPLACE FUNCTION note_lead_read(wanted uuid, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE thing text := 'lead:' || wanted;
BEGIN
  INSERT INTO audit_events (actor, event, user_id, entity, request_id, network, details)
    SELECT 'staff', 'lead.read', app_staff_id(), thing, request, from_network, '{}'
    FROM leads WHERE leads.id = wanted AND staff_has('support') AND NOT EXISTS (SELECT FROM audit_events
      WHERE happened_at > now() - interval '15 minutes' AND event = 'lead.read' AND user_id = app_staff_id() AND entity = thing);
END $$;
GRANT EXECUTE ON FUNCTION note_lead_read TO portal_staff;

-- Counts only: also for admins, who see no lead. Spam and what the filter doubts do not count. Late: answered late, or overdue now.
CREATE OR REPLACE FUNCTION lead_counts(since timestamptz, until timestamptz) RETURNS TABLE (form text, page text, received_at timestamptz,
  is_in_time boolean, is_late boolean, is_converted boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT leads.form, leads.page, leads.received_at, coalesce(leads.answered_at <= leads.due_at, false),
      coalesce(leads.answered_at > leads.due_at OR leads.answered_at IS NULL AND leads.due_at < now(), false), leads.status = 'converted'
    FROM leads WHERE staff_has('support', 'admin') AND leads.verdict = 'clean' AND leads.status <> 'spam'
      AND leads.received_at >= since AND leads.received_at < until;
END $$;
GRANT EXECUTE ON FUNCTION lead_counts TO portal_staff;

RESET ROLE;

SET LOCAL ROLE portal_tickets;

-- The Reply-To of a mail to the prospect.
CREATE OR REPLACE FUNCTION save_lead_reply_token(new_hash text, lead uuid, valid_days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO reply_tokens (token_hash, lead_id, expires_at) VALUES (new_hash, lead, now() + make_interval(days => valid_days));
END $$;
GRANT EXECUTE ON FUNCTION save_lead_reply_token TO portal_app;

CREATE OR REPLACE FUNCTION find_lead_reply_token(wanted_hash text) RETURNS TABLE (lead_id uuid, email text, is_expired boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT leads.id, leads.email, reply_tokens.expires_at <= now() OR leads.status = 'spam'
    FROM reply_tokens JOIN leads ON leads.id = reply_tokens.lead_id WHERE token_hash = wanted_hash AND purpose = 'reply';
END $$;
GRANT EXECUTE ON FUNCTION find_lead_reply_token TO portal_app;

-- What a mail to the prospect says, when it is sent. No row once the lead is erased or is spam. `earlier`: the Message-IDs of the mails that
-- the prospect sent, oldest first.
CREATE OR REPLACE FUNCTION lead_reply_for_mail(message uuid) RETURNS TABLE (lead_id uuid, form text, "values" jsonb, email text, body text,
  author text, earlier text[], slot_state text, slot_starts_at timestamptz, slot_ends_at timestamptz, slot_sequence integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT leads.id, leads.form, leads."values", leads.email, lead_messages.body,
      (SELECT staff_members.name FROM staff_members WHERE staff_members.user_id = lead_messages.author_id),
      ARRAY(SELECT before.email_message_id FROM lead_messages AS before WHERE before.lead_id = leads.id
        AND before.email_message_id IS NOT NULL AND before.created_at <= lead_messages.created_at ORDER BY before.created_at, before.id),
      lead_messages.slot_state, lead_messages.slot_starts_at, lead_messages.slot_ends_at, lead_messages.slot_sequence
    FROM lead_messages JOIN leads ON leads.id = lead_messages.lead_id
    WHERE lead_messages.id = message AND lead_messages.kind = 'sent' AND leads.status <> 'spam';
END $$;
GRANT EXECUTE ON FUNCTION lead_reply_for_mail TO portal_app;

-- A reply of the prospect, with the row of its mail (finish_inbound_mail). The lead waits for us again, unless it became a customer or a
-- ticket. Returns why nothing was written: read before by another instance, sent before, or more than people write in an hour.
CREATE OR REPLACE FUNCTION publish_lead_mail(wanted uuid, of_lead uuid, mail jsonb, written text, attached jsonb, hourly_limit integer) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM leads WHERE id = of_lead FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'unknown_token';
  ELSIF EXISTS (SELECT FROM lead_messages WHERE lead_id = of_lead AND email_message_id = mail->>'messageId') THEN
    RETURN 'duplicate';
  ELSIF (SELECT count(*) >= hourly_limit FROM lead_messages
      WHERE lead_id = of_lead AND kind = 'received' AND created_at > now() - interval '1 hour') THEN
    RETURN 'loop';
  ELSIF NOT finish_inbound_mail(wanted, mail || '{"state": "published"}') THEN
    RETURN 'done_before';
  END IF;
  INSERT INTO lead_messages (lead_id, kind, body, email_message_id, files, inbound_mail_id)
    VALUES (of_lead, 'received', written, mail->>'messageId', attached, wanted);
  UPDATE leads SET last_contact_at = now(), version = version + 1, status = CASE WHEN status IN ('read', 'answered') THEN 'new' ELSE status END
    WHERE id = of_lead;
  RETURN 'published';
END $$;
GRANT EXECUTE ON FUNCTION publish_lead_mail TO portal_app;

RESET ROLE;
