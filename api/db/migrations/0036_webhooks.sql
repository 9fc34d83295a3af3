-- Webhooks: what we tell other programs when something happens.

CREATE FUNCTION are_webhook_events(given text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cardinality(given) BETWEEN 1 AND 8 AND given <@ ARRAY['invoice.issued', 'invoice.paid', 'payment.recorded', 'customer.changed',
  'ticket.opened', 'ticket.replied', 'ticket.closed', 'lead.received'];

-- Staff ids have no foreign key, as in 0035.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Plain http is for tests: the desk takes https only.
  url text NOT NULL CHECK (url ~ '^https?://' AND length(url) <= 500),
  events text[] NOT NULL CHECK (are_webhook_events(events)),
  -- Encrypted with a key that is derived from AUTH_SECRET. The one before also signs for a day after it was replaced.
  secret text COLLATE "C" NOT NULL CHECK (length(secret) <= 300),
  previous_secret text COLLATE "C" CHECK (length(previous_secret) <= 300),
  previous_until timestamptz CHECK (isfinite(previous_until)),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now() CHECK (isfinite(created_at)),
  -- Since when every attempt has failed.
  failing_since timestamptz CHECK (isfinite(failing_since)),
  disabled_at timestamptz CHECK (isfinite(disabled_at)),
  CHECK (num_nonnulls(previous_secret, previous_until) IN (0, 2))
);

-- One message to one endpoint: its id and its body are the same in all attempts.
CREATE TABLE webhook_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  event text COLLATE "C" NOT NULL CHECK (length(event) <= 60),
  body text NOT NULL CHECK (length(body) <= 20000),
  created_at timestamptz NOT NULL DEFAULT now() CHECK (isfinite(created_at)),
  delivered_at timestamptz CHECK (isfinite(delivered_at))
);
CREATE INDEX webhook_messages_endpoint ON webhook_messages (endpoint_id, created_at);
CREATE INDEX webhook_messages_created ON webhook_messages (created_at);

CREATE TABLE webhook_attempts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  message_id uuid NOT NULL REFERENCES webhook_messages ON DELETE CASCADE,
  attempted_at timestamptz NOT NULL DEFAULT clock_timestamp() CHECK (isfinite(attempted_at)),
  -- Null where there was no response.
  status integer CHECK (status BETWEEN 100 AND 999),
  problem text CHECK (length(problem) <= 200),
  milliseconds integer NOT NULL CHECK (milliseconds >= 0)
);
CREATE INDEX webhook_attempts_message ON webhook_attempts (message_id, attempted_at);

-- As in 0003.
DO $$
DECLARE protected text;
BEGIN
  FOREACH protected IN ARRAY ARRAY['webhook_endpoints', 'webhook_messages', 'webhook_attempts'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', protected);
  END LOOP;
END $$;
