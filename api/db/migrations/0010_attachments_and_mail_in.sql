-- Files of tickets, replies by mail, and mails that wait for staff. The bytes are in the file storage (api/files), by customer
-- and hash; the rows are here. A file is stored before its row, and removed after the last row that names it.

CREATE TABLE attachments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  -- At most one of them; neither for a file of the description, and before the text it belongs to is sent.
  message_id uuid REFERENCES ticket_messages ON DELETE CASCADE,
  note_id uuid REFERENCES ticket_notes ON DELETE CASCADE,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  content_type text COLLATE "C" NOT NULL CHECK (content_type ~ '^[a-z]+/[a-z0-9.+-]{1,100}$'),
  size integer NOT NULL CHECK (size BETWEEN 1 AND 26214400),
  sha256 text COLLATE "C" NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  is_previewable boolean NOT NULL DEFAULT false,
  -- unscanned: there was no scanner. Nothing is sent to anybody before it is clean, or unscanned.
  state text NOT NULL CHECK (state IN ('pending', 'clean', 'infected', 'unscanned')),
  -- What the scanner found.
  signature text CHECK (length(signature) BETWEEN 1 AND 300),
  scan_attempts integer NOT NULL DEFAULT 0,
  next_scan_at timestamptz NOT NULL DEFAULT now(),
  uploaded_by uuid REFERENCES users ON DELETE SET NULL,
  -- Null while only its uploader sees it.
  attached_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (ticket_id, customer_id) REFERENCES tickets (id, customer_id) ON DELETE CASCADE,
  CHECK (num_nonnulls(message_id, note_id) <= 1),
  CHECK (attached_at IS NOT NULL OR num_nonnulls(message_id, note_id) = 0),
  CHECK ((state = 'infected') = (signature IS NOT NULL))
);
CREATE INDEX attachments_ticket ON attachments (ticket_id, created_at, id);
CREATE INDEX attachments_message ON attachments (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX attachments_note ON attachments (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX attachments_file ON attachments (customer_id, sha256);
CREATE INDEX attachments_uploader ON attachments (uploaded_by, created_at);
CREATE INDEX attachments_pending ON attachments (next_scan_at) WHERE state = 'pending';
CREATE INDEX attachments_drafts ON attachments (created_at) WHERE attached_at IS NULL;

-- A secret in the Reply-To of a mail: one user may reply to one ticket. The mail alone has it; here is its hash.
CREATE TABLE reply_tokens (
  token_hash text COLLATE "C" PRIMARY KEY CHECK (length(token_hash) = 43),
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX reply_tokens_ticket ON reply_tokens (ticket_id);
CREATE INDEX reply_tokens_user ON reply_tokens (user_id);
CREATE INDEX reply_tokens_expiry ON reply_tokens (expires_at);

-- Every mail that came in. Its original is a file in the folder `mail` of the storage.
CREATE TABLE inbound_mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Of content and recipients: a mail server that delivers twice delivers once.
  delivery_key text COLLATE "C" NOT NULL UNIQUE CHECK (length(delivery_key) = 64),
  sha256 text COLLATE "C" NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  size integer NOT NULL CHECK (size >= 0),
  sender text NOT NULL CHECK (length(sender) <= 320),
  recipients text[] NOT NULL CHECK (cardinality(recipients) <= 100),
  from_address text CHECK (length(from_address) BETWEEN 1 AND 320),
  subject text NOT NULL CHECK (length(subject) <= 500),
  email_message_id text COLLATE "C" CHECK (length(email_message_id) BETWEEN 1 AND 1000),
  -- All of it, with what it replies to.
  full_text text NOT NULL CHECK (length(full_text) <= 200000),
  file_count integer NOT NULL DEFAULT 0,
  state text NOT NULL CHECK (state IN ('held', 'published', 'discarded')),
  -- Why it was held, also after staff decided.
  reason text COLLATE "C" CHECK (reason ~ '^[a-z_]{1,40}$'),
  -- The ticket of its token, or the one where staff published it.
  ticket_id uuid REFERENCES tickets ON DELETE CASCADE,
  user_id uuid REFERENCES users ON DELETE SET NULL,
  message_id uuid REFERENCES ticket_messages ON DELETE SET NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  decided_by uuid REFERENCES users ON DELETE SET NULL,
  decided_at timestamptz,
  CHECK (state <> 'held' OR reason IS NOT NULL),
  CHECK (state <> 'published' OR ticket_id IS NOT NULL)
);
CREATE INDEX inbound_mails_held ON inbound_mails (received_at, id) WHERE state = 'held';
CREATE INDEX inbound_mails_received ON inbound_mails (received_at, id);
CREATE INDEX inbound_mails_ticket ON inbound_mails (ticket_id, received_at) WHERE ticket_id IS NOT NULL;
CREATE INDEX inbound_mails_user ON inbound_mails (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX inbound_mails_message ON inbound_mails (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX inbound_mails_file ON inbound_mails (sha256);
CREATE INDEX inbound_mails_from ON inbound_mails (from_address);

DO $$
DECLARE new_table text;
BEGIN
  FOREACH new_table IN ARRAY ARRAY['attachments', 'reply_tokens', 'inbound_mails'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY; ALTER TABLE %1$I FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'');
      GRANT SELECT, INSERT, UPDATE ON %1$I TO portal_tickets;
      CREATE POLICY tickets_all ON %1$I TO portal_tickets USING (current_user = ''portal_tickets'')', new_table);
  END LOOP;
END $$;
GRANT SELECT ON ticket_notes TO portal_tickets;
CREATE POLICY tickets_all ON ticket_notes TO portal_tickets USING (current_user = 'portal_tickets');

-- Whoever sees the ticket sees its files, except those of internal notes and those that somebody else has not sent yet.
GRANT SELECT ON attachments TO portal_tenant, portal_staff;
CREATE POLICY tenant_select ON attachments FOR SELECT TO portal_tenant USING (
  customer_id = (SELECT app_customer_id('tickets')) AND ((SELECT app_can('technical')) OR can_see_ticket(ticket_id))
  AND note_id IS NULL AND (attached_at IS NOT NULL OR uploaded_by = (SELECT app_user_id())));
CREATE POLICY staff_select ON attachments FOR SELECT TO portal_staff USING (
  (SELECT staff_has('support')) AND (attached_at IS NOT NULL OR uploaded_by = (SELECT app_staff_id())));
GRANT SELECT ON inbound_mails TO portal_staff;
CREATE POLICY staff_select ON inbound_mails FOR SELECT TO portal_staff USING ((SELECT staff_has('support')));

-- The row of a file that has been stored. PT404: the caller may not see the ticket. PT429: more files than anybody sends.
CREATE FUNCTION add_attachment(wanted uuid, file jsonb) RETURNS attachments
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  author uuid := coalesce(app_staff_id(), app_user_id());
  customer uuid;
  added attachments;
BEGIN
  IF author IS NULL OR NOT can_see_ticket(wanted) THEN
    RAISE EXCEPTION 'no such ticket' USING ERRCODE = 'PT404';
  END IF;
  IF (SELECT count(*) FROM attachments WHERE uploaded_by = author AND created_at > now() - interval '1 hour') >= 100 THEN
    RAISE EXCEPTION 'too many files' USING ERRCODE = 'PT429', DETAIL = '600';
  END IF;
  SELECT customer_id INTO customer FROM tickets WHERE id = wanted;
  INSERT INTO attachments (ticket_id, customer_id, file_name, content_type, size, sha256, is_previewable, state, uploaded_by)
    VALUES (wanted, customer, file->>'fileName', file->>'contentType', (file->>'size')::integer, file->>'sha256',
      (file->>'isPreviewable')::boolean, CASE WHEN (file->>'isScanned')::boolean THEN 'pending' ELSE 'unscanned' END, author)
    RETURNING * INTO added;
  RETURN added;
END $$;

-- Sends files with the message or note that the caller has just written, or with the description of their ticket. All of them
-- or none: PT404 for one that is not the caller's or was sent before, PT409 for one that is infected.
CREATE FUNCTION attach_files(wanted uuid[], of_ticket uuid, of_message uuid DEFAULT NULL, of_note uuid DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  author uuid := coalesce(app_staff_id(), app_user_id());
  customer uuid;
  changed integer;
BEGIN
  SELECT customer_id INTO customer FROM tickets WHERE id = of_ticket;
  IF author IS NULL OR NOT can_see_ticket(of_ticket) THEN
    RAISE EXCEPTION 'no such ticket' USING ERRCODE = 'PT404';
  END IF;
  IF of_message IS NOT NULL AND NOT EXISTS (SELECT FROM ticket_messages WHERE id = of_message AND ticket_id = of_ticket AND author_id = author)
    OR of_note IS NOT NULL AND (app_staff_id() IS NULL
      OR NOT EXISTS (SELECT FROM ticket_notes WHERE id = of_note AND ticket_id = of_ticket AND author_id = author)) THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM attachments WHERE id = ANY(wanted) AND uploaded_by = author AND state = 'infected') THEN
    RAISE EXCEPTION 'file_infected' USING ERRCODE = 'PT409';
  END IF;
  -- A file that was uploaded to a ticket which was merged, or closed long ago, goes with the text.
  UPDATE attachments SET ticket_id = of_ticket, message_id = of_message, note_id = of_note, attached_at = clock_timestamp()
    WHERE id = ANY(wanted) AND uploaded_by = author AND attached_at IS NULL AND customer_id = customer;
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF changed <> cardinality(ARRAY(SELECT DISTINCT unnest(wanted))) THEN
    RAISE EXCEPTION 'no such file' USING ERRCODE = 'PT404';
  END IF;
  RETURN changed;
END $$;

-- The scanner of an instance claims files until the lease ends.
CREATE FUNCTION claim_scans(max_rows integer, lease_seconds integer)
RETURNS TABLE (id uuid, customer_id uuid, sha256 text, attempts integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY WITH due AS MATERIALIZED (
      SELECT attachments.id FROM attachments WHERE state = 'pending' AND next_scan_at <= now()
      ORDER BY next_scan_at LIMIT max_rows FOR UPDATE SKIP LOCKED)
    UPDATE attachments SET scan_attempts = scan_attempts + 1, next_scan_at = now() + make_interval(secs => lease_seconds)
    FROM due WHERE attachments.id = due.id
    RETURNING attachments.id, attachments.customer_id, attachments.sha256, scan_attempts;
END $$;

-- Every row of the customer that names the file. Without a result, the next attempt is after the delay.
CREATE FUNCTION finish_scan(wanted uuid, result text, found_signature text, delay_seconds integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF result IS NULL THEN
    UPDATE attachments SET next_scan_at = now() + make_interval(secs => delay_seconds) WHERE id = wanted AND state = 'pending';
    RETURN;
  END IF;
  UPDATE attachments SET state = result, signature = found_signature
    FROM (SELECT customer_id, sha256 FROM attachments WHERE id = wanted) AS scanned
    WHERE attachments.customer_id = scanned.customer_id AND attachments.sha256 = scanned.sha256
      AND (attachments.state = 'pending' OR result = 'infected' AND attachments.state <> 'infected');
END $$;

-- For the mail that is about to be sent.
CREATE FUNCTION save_reply_token(new_hash text, ticket uuid, replier uuid, valid_days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO reply_tokens (token_hash, ticket_id, user_id, expires_at)
    VALUES (new_hash, ticket, replier, now() + make_interval(days => valid_days));
END $$;

-- Expired also if the user may not see tickets of the customer any more.
CREATE FUNCTION find_reply_token(wanted_hash text)
RETURNS TABLE (ticket_id uuid, customer_id uuid, user_id uuid, email text, is_expired boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT tickets.id, tickets.customer_id, users.id, users.email,
      expires_at <= now() OR NOT is_ticket_member(users.id, tickets.customer_id)
    FROM reply_tokens JOIN tickets ON tickets.id = reply_tokens.ticket_id JOIN users ON users.id = reply_tokens.user_id
    WHERE token_hash = wanted_hash;
END $$;

-- As set_tenant_context, for a reply by mail: the token stands for a session that can do one thing. Returns the user, or null.
CREATE FUNCTION set_reply_context(wanted_hash text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  caller uuid;
  customer uuid;
  roles_there text[];
  ignored text;
BEGIN
  SELECT user_id, customer_id INTO caller, customer FROM find_reply_token(wanted_hash) WHERE NOT is_expired;
  ignored := set_config('app.user_id', coalesce(caller::text, ''), true);
  ignored := set_config('role', 'portal_tenant', true);
  SELECT roles INTO roles_there FROM memberships WHERE user_id = caller AND customer_id = customer;
  ignored := set_config('app.customer_id', CASE WHEN roles_there IS NULL THEN '' ELSE customer::text END, true);
  ignored := set_config('app.roles', coalesce(array_to_string(roles_there, ','), ''), true);
  RETURN caller;
END $$;

-- How often mails have written into a ticket in the last hour: more than people do is a loop.
CREATE FUNCTION count_recent_mails(ticket uuid) RETURNS integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT count(*)::integer FROM inbound_mails
    WHERE ticket_id = ticket AND state = 'published' AND received_at > now() - interval '1 hour');
END $$;

-- Keeps a mail; null if it was delivered before. A published one is kept in the transaction of its message.
CREATE FUNCTION save_inbound_mail(mail jsonb) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE saved uuid;
BEGIN
  INSERT INTO inbound_mails (delivery_key, sha256, size, sender, recipients, from_address, subject, email_message_id, full_text,
      file_count, state, reason, ticket_id, user_id, message_id)
    SELECT mail->>'deliveryKey', mail->>'sha256', (mail->>'size')::integer, mail->>'sender',
      ARRAY(SELECT jsonb_array_elements_text(mail->'recipients')), mail->>'from', mail->>'subject', mail->>'messageId',
      mail->>'text', (mail->>'fileCount')::integer, mail->>'state', mail->>'reason', (mail->>'ticketId')::uuid,
      (mail->>'userId')::uuid, (mail->>'ticketMessageId')::uuid
    ON CONFLICT (delivery_key) DO NOTHING RETURNING id INTO saved;
  RETURN saved;
END $$;

-- Staff publish a mail that was held in a ticket, as what the sender wrote. PT409: somebody else decided meanwhile.
CREATE FUNCTION publish_inbound_mail(wanted uuid, of_ticket uuid, body text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  mail inbound_mails;
  ticket tickets;
  author uuid;
  message uuid;
BEGIN
  IF app_staff_id() IS NULL OR NOT staff_has('support') THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO ticket FROM tickets WHERE id = of_ticket FOR NO KEY UPDATE;
  SELECT * INTO mail FROM inbound_mails WHERE id = wanted FOR UPDATE;
  IF mail.id IS NULL OR ticket.id IS NULL THEN
    RAISE EXCEPTION 'no such mail or ticket' USING ERRCODE = 'PT404';
  END IF;
  IF mail.state <> 'held' THEN
    RAISE EXCEPTION 'changed_meanwhile' USING ERRCODE = 'PT409';
  END IF;
  -- Only as a person of the customer of this ticket; nobody else is named as the author.
  SELECT users.id INTO author FROM users WHERE users.email = lower(mail.from_address) AND is_ticket_member(users.id, ticket.customer_id);
  INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, author_id, body, source, email_message_id)
    VALUES (ticket.id, ticket.customer_id, ticket.version + 1, 'customer', author, publish_inbound_mail.body, 'email',
      CASE WHEN EXISTS (SELECT FROM ticket_messages WHERE email_message_id = mail.email_message_id) THEN NULL ELSE mail.email_message_id END)
    RETURNING id INTO message;
  UPDATE tickets SET version = ticket.version + 1, last_public_at = clock_timestamp(), unread_since = coalesce(unread_since, now())
    WHERE id = ticket.id;
  UPDATE inbound_mails SET state = 'published', ticket_id = ticket.id, user_id = coalesce(author, mail.user_id), message_id = message,
    decided_by = app_staff_id(), decided_at = now() WHERE id = wanted;
  RETURN message;
END $$;

-- The files of a mail that was published: by its author, or by staff.
CREATE FUNCTION add_mail_file(of_message uuid, file jsonb) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  message ticket_messages;
  added uuid;
BEGIN
  SELECT * INTO message FROM ticket_messages WHERE id = of_message AND source = 'email';
  IF message.id IS NULL OR NOT can_see_ticket(message.ticket_id)
    OR app_staff_id() IS NULL AND message.author_id IS DISTINCT FROM app_user_id() THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO attachments (ticket_id, customer_id, message_id, file_name, content_type, size, sha256, is_previewable, state, uploaded_by, attached_at)
    VALUES (message.ticket_id, message.customer_id, message.id, file->>'fileName', file->>'contentType', (file->>'size')::integer,
      file->>'sha256', (file->>'isPreviewable')::boolean,
      CASE WHEN (file->>'isScanned')::boolean THEN 'pending' ELSE 'unscanned' END, message.author_id, clock_timestamp())
    RETURNING id INTO added;
  RETURN added;
END $$;

CREATE FUNCTION discard_inbound_mail(wanted uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_staff_id() IS NULL OR NOT staff_has('support') THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE inbound_mails SET state = 'discarded', decided_by = app_staff_id(), decided_at = now() WHERE id = wanted AND state = 'held';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'changed_meanwhile' USING ERRCODE = 'PT409';
  END IF;
END $$;

-- Whether a file of the storage has a row, for each of them: the orphan check asks in batches.
CREATE FUNCTION known_files(folder text, hashes text[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF folder = 'mail' THEN
    RETURN QUERY SELECT DISTINCT inbound_mails.sha256 FROM inbound_mails WHERE inbound_mails.sha256 = ANY(hashes);
  ELSE
    RETURN QUERY SELECT DISTINCT attachments.sha256 FROM attachments
      WHERE customer_id = folder::uuid AND attachments.sha256 = ANY(hashes);
  END IF;
END $$;

DO $$
DECLARE own text;
BEGIN
  IF NOT pg_has_role(current_user, 'portal_tickets', 'MEMBER') THEN
    GRANT portal_tickets TO CURRENT_USER;
  END IF;
  GRANT CREATE ON SCHEMA public TO portal_tickets;
  FOREACH own IN ARRAY ARRAY['add_attachment(uuid, jsonb)', 'attach_files(uuid[], uuid, uuid, uuid)', 'claim_scans(integer, integer)',
    'finish_scan(uuid, text, text, integer)', 'save_reply_token(text, uuid, uuid, integer)', 'find_reply_token(text)',
    'count_recent_mails(uuid)', 'save_inbound_mail(jsonb)', 'publish_inbound_mail(uuid, uuid, text)', 'add_mail_file(uuid, jsonb)',
    'discard_inbound_mail(uuid)', 'known_files(text, text[])'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %1$s FROM PUBLIC; ALTER FUNCTION %1$s OWNER TO portal_tickets', own);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION set_reply_context(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_reply_context(text) TO portal_app;
SET LOCAL ROLE portal_tickets;
GRANT EXECUTE ON FUNCTION add_attachment(uuid, jsonb), attach_files(uuid[], uuid, uuid, uuid) TO portal_tenant, portal_staff;
GRANT EXECUTE ON FUNCTION add_mail_file(uuid, jsonb) TO portal_tenant, portal_staff;
GRANT EXECUTE ON FUNCTION count_recent_mails(uuid), save_inbound_mail(jsonb) TO portal_app;
GRANT EXECUTE ON FUNCTION publish_inbound_mail(uuid, uuid, text), discard_inbound_mail(uuid) TO portal_staff;
GRANT EXECUTE ON FUNCTION claim_scans(integer, integer), finish_scan(uuid, text, text, integer), find_reply_token(text),
  save_reply_token(text, uuid, uuid, integer), known_files(text, text[]) TO portal_app;
GRANT EXECUTE ON FUNCTION known_files(text, text[]) TO portal_operator;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM portal_tickets;
DO $$ BEGIN
  IF current_setting('server_version_num')::integer < 160000 THEN
    REVOKE portal_tickets FROM CURRENT_USER;
  END IF;
END $$;
