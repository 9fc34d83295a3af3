-- Appointments: staff who offer times, and what was booked. The database makes the times (api/db/functions/19_appointments.sql).

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- [{"from": "09:00", "to": "10:00"}, …]: periods of one day in local time. They may overlap, as those of product §9 do.
CREATE FUNCTION are_open_periods(given jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE period jsonb;
BEGIN
  IF given IS NULL OR jsonb_typeof(given) <> 'array' OR jsonb_array_length(given) > 24 THEN
    RETURN false;
  END IF;
  FOR period IN SELECT jsonb_array_elements(given) LOOP
    IF jsonb_typeof(period) <> 'object' OR coalesce(period->>'from', '') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
      OR coalesce(period->>'to', '') !~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'
      OR (period->>'from') COLLATE "C" >= (period->>'to') COLLATE "C" OR period - '{from,to}'::text[] <> '{}' THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN true;
END $$;

-- By ISO weekday, 1 is Monday.
CREATE FUNCTION are_weekly_hours(given jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE weekday record;
BEGIN
  IF given IS NULL OR jsonb_typeof(given) <> 'object' THEN
    RETURN false;
  END IF;
  FOR weekday IN SELECT key, value FROM jsonb_each(given) LOOP
    IF weekday.key !~ '^[1-7]$' OR NOT are_open_periods(weekday.value) THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN true;
END $$;

-- A staff member who offers times. Null once the staff member has left: nothing is offered, and what was booked remains to be moved.
CREATE TABLE hosts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid UNIQUE REFERENCES staff_members (user_id) ON DELETE SET NULL,
  zone text NOT NULL DEFAULT 'Europe/Paris' CHECK (length(zone) BETWEEN 1 AND 64),
  weekly jsonb NOT NULL CONSTRAINT hosts_weekly CHECK (are_weekly_hours(weekly)),
  notice_hours integer NOT NULL DEFAULT 24 CHECK (notice_hours BETWEEN 0 AND 720),
  horizon_days integer NOT NULL DEFAULT 60 CHECK (horizon_days BETWEEN 1 AND 365),
  -- Free before and after each appointment.
  buffer_minutes integer NOT NULL DEFAULT 0 CHECK (buffer_minutes BETWEEN 0 AND 240),
  kinds text[] NOT NULL CONSTRAINT hosts_kinds
    CHECK (kinds <@ ARRAY['infrastructure', 'cybersecurity', 'microsoft365', 'managed', 'general']),
  is_open boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  -- The hash of the URL that shows the host's appointments to a calendar program.
  feed_hash text COLLATE "C" UNIQUE CHECK (length(feed_hash) = 43),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Other hours on one day; null: none.
CREATE TABLE host_exceptions (
  host_id uuid NOT NULL REFERENCES hosts ON DELETE CASCADE,
  day date NOT NULL CHECK (day BETWEEN '2020-01-01' AND '2200-01-01'),
  hours jsonb CONSTRAINT host_exceptions_hours CHECK (hours IS NULL OR are_open_periods(hours)),
  PRIMARY KEY (host_id, day)
);

CREATE TABLE appointments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The calendar event, which stays one event however often it is moved.
  uid uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  sequence integer NOT NULL DEFAULT 0 CHECK (sequence >= 0),
  host_id uuid NOT NULL REFERENCES hosts,
  kind text NOT NULL CHECK (kind IN ('infrastructure', 'cybersecurity', 'microsoft365', 'managed', 'general')),
  starts_at timestamptz NOT NULL CHECK (isfinite(starts_at)),
  ends_at timestamptz NOT NULL CHECK (isfinite(ends_at) AND ends_at > starts_at),
  status text NOT NULL CHECK (status IN ('held', 'booked', 'done', 'cancelled', 'no_show')),
  meeting text NOT NULL CHECK (meeting IN ('video', 'phone', 'onsite')),
  -- Without a foreign key: a lead has a retention period of its own.
  lead_id uuid,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  customer_id uuid REFERENCES customers ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  company text NOT NULL CHECK (length(company) <= 200),
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  phone text NOT NULL DEFAULT '' CHECK (length(phone) <= 50),
  answers jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(answers) = 'object'),
  -- The guest's, as the browser names it: mails have the time there too.
  zone text CHECK (length(zone) BETWEEN 1 AND 64),
  -- One for each mail with a link that manages the appointment.
  token_hashes text[] NOT NULL DEFAULT '{}',
  held_until timestamptz CHECK (isfinite(held_until)),
  -- Since when the present time is agreed on.
  booked_at timestamptz,
  reminded_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text CHECK (cancelled_by IN ('guest', 'staff', 'expiry')),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT appointments_held CHECK (status <> 'held' OR held_until IS NOT NULL),
  CONSTRAINT appointments_booked CHECK (status IN ('held', 'cancelled') OR booked_at IS NOT NULL),
  CONSTRAINT appointments_cancelled CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL) AND num_nonnulls(cancelled_at, cancelled_by) IN (0, 2)),
  CONSTRAINT appointments_customer CHECK (num_nonnulls(user_id, customer_id) IN (0, 2)),
  CONSTRAINT appointments_free EXCLUDE USING gist (host_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (status IN ('held', 'booked'))
);
CREATE INDEX appointments_tokens ON appointments USING gin (token_hashes);
CREATE INDEX appointments_starts ON appointments (starts_at, id);
CREATE INDEX appointments_host ON appointments (host_id, starts_at);
CREATE INDEX appointments_user ON appointments (user_id, starts_at);
CREATE INDEX appointments_customer_starts ON appointments (customer_id, starts_at);
CREATE INDEX appointments_email ON appointments (lower(email), starts_at);

-- As in 0003.
DO $$
DECLARE protected text;
BEGIN
  FOREACH protected IN ARRAY ARRAY['hosts', 'host_exceptions', 'appointments'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', protected);
  END LOOP;
END $$;
