-- Webhooks (decision 029): what happened is written with the change itself, so that no statement of the server can forget it. The command
-- line, which imports and restores, tells nobody.

SET LOCAL ROLE portal_people;

-- The body has ids, numbers and codes, and nothing that somebody wrote.
CREATE OR REPLACE FUNCTION emit_webhook(what text, facts jsonb, only_endpoint uuid DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE made uuid;
BEGIN
  FOR made IN INSERT INTO webhook_messages (endpoint_id, event, body)
      SELECT id, what, jsonb_build_object('type', what, 'timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'data', facts)::text
      FROM webhook_endpoints WHERE disabled_at IS NULL AND CASE WHEN only_endpoint IS NULL THEN what = ANY(events) ELSE id = only_endpoint END
      RETURNING id LOOP
    INSERT INTO jobs (kind, key, data) VALUES ('webhook', made, jsonb_build_object('messageId', made));
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION customer_facts(wanted uuid) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('id', id, 'number', number) FROM customers WHERE id = wanted
$$;

CREATE OR REPLACE FUNCTION emit_record_webhook() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed jsonb;
  facts jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE disabled_at IS NULL AND TG_ARGV[0] = ANY(events)) THEN
    RETURN NULL;
  END IF;
  changed := to_jsonb(NEW);
  facts := jsonb_build_object('id', coalesce(changed->>'invoice_id', changed->>'ticket_id', changed->>'id'));
  IF TG_TABLE_NAME = 'customers' THEN
    facts := customer_facts(NEW.id);
  ELSE
    facts := facts || jsonb_strip_nulls(jsonb_build_object('customer', customer_facts((changed->>'customer_id')::uuid),
      'number', coalesce(changed->>'number', changed->>'payment_reference', changed->>'ticket_number'),
      'amount', changed->>'amount', 'status', changed->>'status', 'form', changed->>'form', 'author', changed->>'author_kind'));
  END IF;
  PERFORM emit_webhook(TG_ARGV[0], facts);
  RETURN NULL;
END $$;

-- For the worker. No row where the message or its endpoint is gone, disabled or served.
DROP FUNCTION IF EXISTS find_webhook;
CREATE FUNCTION find_webhook(wanted uuid) RETURNS TABLE (url text, secret text, previous_secret text, body text, paused_until timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT endpoint.url, endpoint.secret, CASE WHEN endpoint.previous_until > now() THEN endpoint.previous_secret END, message.body,
      CASE WHEN endpoint.paused_until > now() THEN endpoint.paused_until END
    FROM webhook_messages AS message JOIN webhook_endpoints AS endpoint ON endpoint.id = message.endpoint_id
    WHERE message.id = wanted AND message.delivered_at IS NULL AND endpoint.disabled_at IS NULL;
END $$;
GRANT EXECUTE ON FUNCTION find_webhook TO portal_app;

-- Returns whether the endpoint was disabled by this attempt: three days of failures. One that answers late or not at all is left alone for a
-- while, longer each time: each attempt takes seconds, for which the messages to others wait.
CREATE OR REPLACE FUNCTION record_webhook_attempt(message uuid, response integer, reason text, duration integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE endpoint uuid := (SELECT endpoint_id FROM webhook_messages WHERE id = message);
BEGIN
  IF endpoint IS NULL THEN
    RETURN false;
  END IF;
  INSERT INTO webhook_attempts (message_id, status, problem, milliseconds) VALUES (message, response, left(reason, 200), duration);
  IF reason IS NULL THEN
    UPDATE webhook_messages SET delivered_at = now() WHERE id = message;
    UPDATE webhook_endpoints SET failing_since = NULL, paused_until = NULL
      WHERE id = endpoint AND num_nonnulls(failing_since, paused_until) > 0;
    RETURN false;
  END IF;
  UPDATE webhook_endpoints SET failing_since = now() WHERE id = endpoint AND failing_since IS NULL;
  IF response IS NULL OR duration > 5000 THEN
    UPDATE webhook_endpoints SET paused_until = now() + least(greatest((now() - failing_since) / 4, interval '30 seconds'), interval '10 minutes')
      WHERE id = endpoint;
  END IF;
  UPDATE webhook_endpoints SET disabled_at = now() WHERE id = endpoint AND disabled_at IS NULL AND failing_since < now() - interval '3 days';
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION record_webhook_attempt TO portal_app;

CREATE OR REPLACE FUNCTION desk_webhooks() RETURNS TABLE (id uuid, url text, events text[], created_name text, created_at timestamptz,
  failing_since timestamptz, disabled_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT endpoint.id, endpoint.url, endpoint.events, (SELECT name FROM staff_members WHERE user_id = endpoint.created_by),
      endpoint.created_at, endpoint.failing_since, endpoint.disabled_at
    FROM webhook_endpoints AS endpoint WHERE staff_has('admin') ORDER BY endpoint.created_at, endpoint.id;
END $$;
GRANT EXECUTE ON FUNCTION desk_webhooks TO portal_staff;

-- The newest messages of an endpoint with their last attempt.
CREATE OR REPLACE FUNCTION desk_webhook_messages(endpoint uuid, max_rows integer) RETURNS TABLE (id uuid, event text, body text, created_at timestamptz,
  delivered_at timestamptz, attempts integer, attempted_at timestamptz, status integer, problem text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT message.id, message.event, message.body, message.created_at, message.delivered_at,
      (SELECT count(*)::integer FROM webhook_attempts WHERE message_id = message.id), last.attempted_at, last.status, last.problem
    FROM webhook_messages AS message LEFT JOIN LATERAL (SELECT * FROM webhook_attempts WHERE message_id = message.id
      ORDER BY webhook_attempts.attempted_at DESC LIMIT 1) AS last ON true
    WHERE message.endpoint_id = endpoint AND staff_has('admin') ORDER BY message.created_at DESC, message.id LIMIT max_rows;
END $$;
GRANT EXECUTE ON FUNCTION desk_webhook_messages TO portal_staff;

CREATE OR REPLACE FUNCTION require_webhook(wanted uuid) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE id = wanted AND staff_has('admin')) THEN
    RAISE EXCEPTION 'not_found' USING ERRCODE = 'PT404';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION note_webhook_event(what text, endpoint uuid, request text, from_network text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO audit_events (actor, event, user_id, entity, request_id, network, details)
    SELECT 'staff', what, app_staff_id(), 'webhook:' || id, request, from_network, jsonb_build_object('host', substring(url FROM '://([^/]+)'))
    FROM webhook_endpoints WHERE id = endpoint;
$$;

CREATE OR REPLACE FUNCTION create_webhook(new_url text, new_events text[], sealed text, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE made uuid;
BEGIN
  IF NOT staff_has('admin') THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(lock_class('webhooks'), 0);
  IF (SELECT count(*) >= max_webhooks() FROM webhook_endpoints) THEN
    RAISE EXCEPTION 'too_many_keys' USING ERRCODE = 'PT409';
  END IF;
  INSERT INTO webhook_endpoints (url, events, secret, created_by) VALUES (new_url, new_events, sealed, app_staff_id()) RETURNING id INTO made;
  PERFORM note_webhook_event('webhook.created', made, request, from_network);
END $$;
GRANT EXECUTE ON FUNCTION create_webhook TO portal_staff;

CREATE OR REPLACE FUNCTION change_webhook_secret(wanted uuid, sealed text, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_webhook(wanted);
  UPDATE webhook_endpoints SET previous_secret = secret, previous_until = now() + interval '24 hours', secret = sealed WHERE id = wanted;
  PERFORM note_webhook_event('webhook.secret_changed', wanted, request, from_network);
END $$;
GRANT EXECUTE ON FUNCTION change_webhook_secret TO portal_staff;

CREATE OR REPLACE FUNCTION enable_webhook(wanted uuid, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_webhook(wanted);
  UPDATE webhook_endpoints SET disabled_at = NULL, failing_since = NULL, paused_until = NULL WHERE id = wanted AND disabled_at IS NOT NULL;
  IF FOUND THEN
    PERFORM note_webhook_event('webhook.enabled', wanted, request, from_network);
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION enable_webhook TO portal_staff;

CREATE OR REPLACE FUNCTION remove_webhook(wanted uuid, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_webhook(wanted);
  PERFORM note_webhook_event('webhook.removed', wanted, request, from_network);
  DELETE FROM webhook_endpoints WHERE id = wanted;
END $$;
GRANT EXECUTE ON FUNCTION remove_webhook TO portal_staff;

CREATE OR REPLACE FUNCTION send_test_webhook(wanted uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_webhook(wanted);
  UPDATE webhook_endpoints SET paused_until = NULL WHERE id = wanted AND paused_until IS NOT NULL;
  PERFORM emit_webhook('test', '{}', wanted);
END $$;
GRANT EXECUTE ON FUNCTION send_test_webhook TO portal_staff;

-- The same id and the same body. One job at a time: while it waits, it is sent earlier. A disabled endpoint gets nothing.
CREATE OR REPLACE FUNCTION resend_webhook(wanted uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_webhook((SELECT endpoint.id FROM webhook_messages JOIN webhook_endpoints AS endpoint ON endpoint.id = endpoint_id
    WHERE webhook_messages.id = wanted AND endpoint.disabled_at IS NULL));
  UPDATE webhook_messages SET delivered_at = NULL WHERE id = wanted;
  UPDATE webhook_endpoints SET paused_until = NULL FROM webhook_messages
    WHERE webhook_endpoints.id = endpoint_id AND webhook_messages.id = wanted AND paused_until IS NOT NULL;
  INSERT INTO jobs (kind, key, data) VALUES ('webhook', wanted, jsonb_build_object('messageId', wanted))
    ON CONFLICT (kind, key) WHERE done_at IS NULL AND failed_at IS NULL AND key IS NOT NULL DO UPDATE SET next_attempt_at = now();
END $$;
GRANT EXECUTE ON FUNCTION resend_webhook TO portal_staff;

RESET ROLE;

CREATE OR REPLACE TRIGGER invoice_documents_webhook AFTER INSERT ON invoice_documents FOR EACH ROW
  WHEN (NEW.origin = 'written' AND current_user <> 'portal_operator') EXECUTE FUNCTION emit_record_webhook('invoice.issued');
CREATE OR REPLACE TRIGGER invoices_webhook AFTER UPDATE OF status ON invoices FOR EACH ROW
  WHEN (NEW.status = 'paid' AND OLD.status <> 'paid' AND current_user <> 'portal_operator') EXECUTE FUNCTION emit_record_webhook('invoice.paid');
CREATE OR REPLACE TRIGGER payments_webhook AFTER INSERT ON payments FOR EACH ROW
  WHEN (current_user <> 'portal_operator') EXECUTE FUNCTION emit_record_webhook('payment.recorded');
CREATE OR REPLACE TRIGGER customers_webhook AFTER INSERT OR UPDATE ON customers FOR EACH ROW
  WHEN (current_user <> 'portal_operator') EXECUTE FUNCTION emit_record_webhook('customer.changed');
CREATE OR REPLACE TRIGGER tickets_webhook_opened AFTER INSERT ON tickets FOR EACH ROW
  WHEN (current_user <> 'portal_operator') EXECUTE FUNCTION emit_record_webhook('ticket.opened');
CREATE OR REPLACE TRIGGER tickets_webhook_closed AFTER UPDATE OF status ON tickets FOR EACH ROW
  WHEN (NEW.status = 'closed' AND OLD.status <> 'closed' AND current_user <> 'portal_operator') EXECUTE FUNCTION emit_record_webhook('ticket.closed');
CREATE OR REPLACE TRIGGER ticket_messages_webhook AFTER INSERT ON ticket_messages FOR EACH ROW
  WHEN (current_user <> 'portal_operator') EXECUTE FUNCTION emit_record_webhook('ticket.replied');
CREATE OR REPLACE TRIGGER leads_webhook AFTER INSERT ON leads FOR EACH ROW
  WHEN (current_user <> 'portal_operator') EXECUTE FUNCTION emit_record_webhook('lead.received');
