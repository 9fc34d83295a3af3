-- Appointments (0031). The database makes the times that are offered, and a booking names one that it offers at that moment. Visitors and
-- customers reach appointments through these functions only, which know the caller by the token of a mail or by the context. The current
-- time is a parameter, `at`.

-- Bookings wait for each other: there are few, and two of them may need the same hosts. Comes before any lock on rows.
CREATE OR REPLACE FUNCTION lock_bookings() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(lock_class('bookings'), 0);
END $$;

SET LOCAL ROLE portal_people;

-- Times that hosts offer for a kind, one row per host. Each period of a host's hours begins with one; others follow as long as they fit.
-- besides: an appointment that is to be moved, which is not in its own way.
CREATE OR REPLACE FUNCTION appointment_slots(wanted_kind text, since timestamptz, until timestamptz, at timestamptz, besides uuid DEFAULT NULL)
RETURNS TABLE (host_id uuid, starts_at timestamptz, ends_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE duration interval := make_interval(mins => appointment_minutes(wanted_kind));
BEGIN
  RETURN QUERY WITH offering AS (
    SELECT hosts.id, hosts.zone, hosts.weekly, make_interval(mins => hosts.buffer_minutes) AS buffer,
      greatest(since, at + make_interval(hours => hosts.notice_hours)) AS earliest,
      least(until, at + make_interval(days => hosts.horizon_days)) AS latest
    FROM hosts JOIN staff_members ON staff_members.user_id = hosts.user_id JOIN users ON users.id = hosts.user_id
    WHERE hosts.is_open AND staff_members.active AND users.locked_at IS NULL AND wanted_kind = ANY(hosts.kinds)
  ), days AS (
    SELECT offering.*, midnight
    FROM offering CROSS JOIN LATERAL generate_series((earliest AT TIME ZONE zone)::date::timestamp, latest AT TIME ZONE zone, interval '1 day')
      AS midnight
  ), times AS (
    SELECT DISTINCT days.id, days.zone, days.earliest, days.latest, days.buffer, local_start, local_start AT TIME ZONE days.zone AS start
    FROM days LEFT JOIN host_exceptions AS other ON other.host_id = days.id AND other.day = days.midnight::date
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(CASE WHEN other.host_id IS NULL
      THEN days.weekly->(extract(isodow FROM days.midnight)::integer::text) ELSE other.hours END, '[]')) AS period
    CROSS JOIN LATERAL generate_series(days.midnight + (period->>'from')::interval, days.midnight + (period->>'to')::interval - duration,
      slot_step()) AS local_start
  )
  SELECT times.id, times.start, times.start + duration FROM times
    WHERE times.start BETWEEN times.earliest AND times.latest
      -- A local time that a clock change leaves out is not offered.
      AND times.start AT TIME ZONE times.zone = times.local_start
      AND NOT EXISTS (SELECT FROM appointments AS taken WHERE taken.host_id = times.id AND taken.id IS DISTINCT FROM besides
        AND taken.status IN ('held', 'booked') AND (taken.status = 'booked' OR taken.held_until > at)
        AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(times.start - times.buffer, times.start + duration + times.buffer))
    ORDER BY 2, 1;
END $$;
GRANT EXECUTE ON FUNCTION appointment_slots TO portal_app, portal_tenant, portal_staff;

-- Whether a host looks further ahead than that for a kind: somebody who pages through weeks can go on.
CREATE OR REPLACE FUNCTION offers_after(wanted_kind text, until timestamptz, at timestamptz) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM hosts JOIN staff_members ON staff_members.user_id = hosts.user_id
    WHERE hosts.is_open AND staff_members.active AND wanted_kind = ANY(hosts.kinds) AND at + make_interval(days => hosts.horizon_days) > until);
END $$;
GRANT EXECUTE ON FUNCTION offers_after TO portal_app, portal_tenant, portal_staff;

-- The host for a time that is offered now: the preferred one, or the one with the fewest appointments on that day, then in those weeks.
-- Holds that have expired make room.
CREATE OR REPLACE FUNCTION take_slot(wanted_kind text, wanted_start timestamptz, at timestamptz, besides uuid, preferred uuid,
  OUT host uuid, OUT ends timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM lock_bookings();
  SELECT slot.host_id, slot.ends_at INTO host, ends
    FROM appointment_slots(wanted_kind, wanted_start, wanted_start, at, besides) AS slot
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE abs(extract(epoch FROM near.starts_at - wanted_start)) < 43200) AS that_day,
        count(*) AS around FROM appointments AS near
      WHERE near.host_id = slot.host_id AND (near.status = 'booked' OR near.status = 'held' AND near.held_until > at)
        AND near.starts_at BETWEEN wanted_start - interval '7 days' AND wanted_start + interval '7 days') AS load
    ORDER BY slot.host_id IS DISTINCT FROM preferred, load.that_day, load.around, slot.host_id LIMIT 1;
  IF host IS NULL THEN
    RAISE EXCEPTION 'slot_taken' USING ERRCODE = 'PT409';
  END IF;
  UPDATE appointments SET status = 'cancelled', cancelled_at = at, cancelled_by = 'expiry'
    WHERE host_id = host AND id IS DISTINCT FROM besides AND status = 'held' AND held_until <= at
      AND tstzrange(starts_at, ends_at) && tstzrange(wanted_start, ends);
END $$;

-- More than anybody needs: one person must not fill the calendar. Holds do not count, as strangers make them in anybody's name.
CREATE OR REPLACE FUNCTION limit_appointments(of_email text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (SELECT count(*) >= max_appointments_ahead() FROM appointments WHERE lower(appointments.email) = lower(of_email) AND starts_at > at
    AND status = 'booked') THEN
    RAISE EXCEPTION 'too_many' USING ERRCODE = 'PT429', DETAIL = '900';
  END IF;
END $$;

-- The registered domain of an email address, without subdomains, which cost nothing. Null for a mail service, whose users have nothing in common.
CREATE OR REPLACE FUNCTION company_domain(email text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE domain text := coalesce(
  substring(lower(email) FROM '[^@.]+[.](?:(?:ac|asso|co|com|edu|gouv|gov|net|org)[.][a-z]{2}|[^@.]+)$'), substring(lower(email) FROM '[^@]*$'));
BEGIN
  RETURN CASE WHEN domain <> ALL (mail_services()) THEN domain END;
END $$;
GRANT EXECUTE ON FUNCTION company_domain TO portal_staff;

-- Anybody can have many mailboxes of one domain, and rent them on one network.
CREATE OR REPLACE FUNCTION limit_guests(own appointments, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE ahead record;
BEGIN
  PERFORM limit_appointments(own.email, at);
  SELECT count(*) FILTER (WHERE company_domain(email) = company_domain(own.email)) AS of_domain,
      count(*) FILTER (WHERE network = own.network) AS of_network
    INTO ahead FROM appointments WHERE customer_id IS NULL AND status = 'booked' AND starts_at > at;
  IF greatest(ahead.of_domain, ahead.of_network) >= max_guests_ahead() THEN
    RAISE EXCEPTION 'too_many' USING ERRCODE = 'PT429', DETAIL = '900';
  END IF;
END $$;

-- Called by version 1.1.0 only, which may still be running during an upgrade.
CREATE OR REPLACE FUNCTION begin_hold(of_key text, of_request text, consent_hash text, wanted_kind text, wanted_start timestamptz, guest_email text,
  at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN begin_lead(of_key, of_request, 'consultation', consent_hash) IS NULL;
END $$;
GRANT EXECUTE ON FUNCTION begin_hold TO portal_app;

-- For a visitor, who confirms it with the token of a mail. Depends on the time alone and not on what this email address holds or has booked,
-- as anybody can enter it. Most of those who want the same time at once end before the lock. The lead of the consultation form is made with it
-- (save_lead), so that staff see who has not confirmed. is_new is always true.
CREATE OR REPLACE FUNCTION hold_appointment(wanted_kind text, wanted_start timestamptz, wanted_meeting text, guest jsonb, hash text, at timestamptz,
  lead jsonb, office_hours timestamptz[], minutes integer, OUT id uuid, OUT is_new boolean, OUT lead_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE taken record;
BEGIN
  IF NOT EXISTS (SELECT FROM appointment_slots(wanted_kind, wanted_start, wanted_start, at)) THEN
    RAISE EXCEPTION 'slot_taken' USING ERRCODE = 'PT409';
  END IF;
  is_new := true;
  SELECT * INTO taken FROM take_slot(wanted_kind, wanted_start, at, NULL, NULL);
  lead_id := save_lead(lead, at, office_hours, minutes);
  INSERT INTO appointments AS made (host_id, kind, starts_at, ends_at, status, meeting, lead_id, name, company, email, phone, answers, zone,
      network, token_hashes, held_until, created_at)
    VALUES (taken.host, wanted_kind, wanted_start, taken.ends, 'held', wanted_meeting, hold_appointment.lead_id, guest->>'name', guest->>'company',
      guest->>'email', guest->>'phone', guest->'answers', guest->>'zone', guest->>'network', ARRAY[hash], at + hold_time(), at)
    RETURNING made.id INTO hold_appointment.id;
END $$;
GRANT EXECUTE ON FUNCTION hold_appointment TO portal_app;

-- For the signed-in user, at once. Their name and company are those that we know.
CREATE OR REPLACE FUNCTION book_appointment(wanted_kind text, wanted_start timestamptz, wanted_meeting text, guest jsonb, at timestamptz) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  taken record;
  caller record;
  made uuid;
BEGIN
  PERFORM lock_bookings();
  SELECT users.email, users.name, customers.name AS company INTO caller
    FROM users JOIN customers ON customers.id = app_customer_id() WHERE users.id = app_user_id();
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not_linked' USING ERRCODE = 'PT404';
  END IF;
  SELECT id INTO made FROM appointments WHERE user_id = app_user_id() AND customer_id = app_customer_id() AND starts_at = wanted_start
    AND kind = wanted_kind AND status = 'booked';
  IF FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM limit_appointments(caller.email, at);
  SELECT * INTO taken FROM take_slot(wanted_kind, wanted_start, at, NULL, NULL);
  INSERT INTO appointments (host_id, kind, starts_at, ends_at, status, meeting, user_id, customer_id, name, company, email, phone, answers, zone,
      booked_at, created_at)
    VALUES (taken.host, wanted_kind, wanted_start, taken.ends, 'booked', wanted_meeting, app_user_id(), app_customer_id(),
      left(coalesce(nullif(caller.name, ''), caller.email), 200), left(caller.company, 200), caller.email, guest->>'phone', guest->'answers',
      guest->>'zone', at, at)
    RETURNING id INTO made;
  RETURN made;
END $$;
GRANT EXECUTE ON FUNCTION book_appointment TO portal_tenant;

-- The appointment that the caller may change: by the token of a mail, their own, or any for staff. No variable is called found: it would hide
-- FOUND.
CREATE OR REPLACE FUNCTION lock_appointment(wanted uuid, hash text) RETURNS appointments
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE own appointments;
BEGIN
  PERFORM lock_bookings();
  SELECT * INTO own FROM appointments WHERE CASE WHEN hash IS NOT NULL THEN token_hashes @> ARRAY[hash] ELSE id = wanted
    AND (user_id = app_user_id() AND customer_id = app_customer_id() OR staff_has('support', 'sales')) END FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not_found' USING ERRCODE = 'PT404';
  END IF;
  RETURN own;
END $$;

-- By the link of a mail. Confirmed again it says the same. A hold that has expired counts while its time is still offered: mails can take
-- longer than it lasts.
CREATE OR REPLACE FUNCTION confirm_appointment(hash text, at timestamptz, OUT id uuid, OUT is_new boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  own appointments := lock_appointment(NULL, hash);
  taken record;
BEGIN
  id := own.id;
  is_new := own.booked_at IS NULL;
  IF own.status = 'cancelled' AND own.cancelled_by <> 'expiry' THEN
    RAISE EXCEPTION 'appointment_over' USING ERRCODE = 'PT409';
  ELSIF NOT is_new THEN
    RETURN;
  END IF;
  PERFORM limit_guests(own, at);
  IF own.status = 'held' AND own.held_until > at AND own.starts_at > at THEN
    UPDATE appointments SET status = 'booked', booked_at = at WHERE appointments.id = own.id;
  ELSE
    SELECT * INTO taken FROM take_slot(own.kind, own.starts_at, at, own.id, own.host_id);
    UPDATE appointments SET status = 'booked', booked_at = at, host_id = taken.host, cancelled_at = NULL, cancelled_by = NULL
      WHERE appointments.id = own.id;
  END IF;
  -- Who follows the link of a mail has the mailbox: what was doubtful is not. Other requests for a consultation are met as well.
  UPDATE leads SET status = 'answered', verdict = 'clean', answered_at = coalesce(answered_at, at), last_contact_at = greatest(last_contact_at, at),
      version = version + 1
    WHERE status <> 'converted' AND (leads.id = own.lead_id
      OR form = 'consultation' AND lower(email) = lower(own.email) AND status IN ('new', 'read') AND received_at <= at);
END $$;
GRANT EXECUTE ON FUNCTION confirm_appointment TO portal_app;

-- The calendar event stays the same one: its uid does not change. is_new is false if it is at that time already, unless its host offers
-- nothing any longer: then another one takes it over. previous_host: who had it, and at which time.
CREATE OR REPLACE FUNCTION reschedule_appointment(wanted uuid, hash text, new_start timestamptz, at timestamptz, OUT id uuid, OUT is_new boolean,
  OUT previous_host uuid, OUT previous_start timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  own appointments := lock_appointment(wanted, hash);
  taken record;
BEGIN
  IF own.status <> 'booked' OR own.starts_at <= at THEN
    RAISE EXCEPTION 'appointment_over' USING ERRCODE = 'PT409';
  END IF;
  id := own.id;
  previous_host := own.host_id;
  previous_start := own.starts_at;
  is_new := own.starts_at <> new_start OR NOT EXISTS (SELECT FROM hosts JOIN staff_members ON staff_members.user_id = hosts.user_id
    WHERE hosts.id = own.host_id AND staff_members.active);
  IF is_new THEN
    SELECT * INTO taken FROM take_slot(own.kind, new_start, at, own.id, own.host_id);
    UPDATE appointments SET host_id = taken.host, starts_at = new_start, ends_at = taken.ends, sequence = sequence + 1, booked_at = at,
        reminded_at = NULL
      WHERE appointments.id = own.id;
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION reschedule_appointment TO portal_app, portal_tenant, portal_staff;

-- was_booked: somebody has an invitation, which is to be cancelled too.
CREATE OR REPLACE FUNCTION cancel_appointment(wanted uuid, hash text, at timestamptz, OUT id uuid, OUT is_new boolean, OUT was_booked boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE own appointments := lock_appointment(wanted, hash);
BEGIN
  id := own.id;
  is_new := own.status <> 'cancelled';
  was_booked := own.booked_at IS NOT NULL;
  IF NOT is_new THEN
    RETURN;
  ELSIF own.status NOT IN ('held', 'booked') OR own.starts_at <= at THEN
    RAISE EXCEPTION 'appointment_over' USING ERRCODE = 'PT409';
  END IF;
  UPDATE appointments SET status = 'cancelled', cancelled_at = at, sequence = sequence + 1,
      cancelled_by = CASE WHEN app_staff_id() IS NULL THEN 'guest' ELSE 'staff' END
    WHERE appointments.id = own.id;
END $$;
GRANT EXECUTE ON FUNCTION cancel_appointment TO portal_app, portal_tenant, portal_staff;

-- What staff say once it has begun; they can correct it.
CREATE OR REPLACE FUNCTION finish_appointment(wanted uuid, outcome text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE own appointments := lock_appointment(wanted, NULL);
BEGIN
  IF outcome NOT IN ('done', 'no_show') OR own.status NOT IN ('booked', 'done', 'no_show') OR own.starts_at > at THEN
    RAISE EXCEPTION 'changed_meanwhile' USING ERRCODE = 'PT409';
  END IF;
  UPDATE appointments SET status = outcome WHERE id = own.id;
END $$;
GRANT EXECUTE ON FUNCTION finish_appointment TO portal_staff;

-- For the page behind the link of a mail.
CREATE OR REPLACE FUNCTION find_appointment(hash text) RETURNS TABLE (id uuid, kind text, starts_at timestamptz, ends_at timestamptz, status text,
  meeting text, host_name text, uid uuid, sequence integer, held_until timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A hold that has expired is still one: it can be confirmed as long as its time is offered.
  RETURN QUERY SELECT own.id, own.kind, own.starts_at, own.ends_at, CASE WHEN own.cancelled_by = 'expiry' THEN 'held' ELSE own.status END,
      own.meeting, staff_members.name, own.uid, own.sequence,
      CASE WHEN own.status = 'held' OR own.cancelled_by = 'expiry' THEN own.held_until END
    FROM appointments AS own JOIN hosts ON hosts.id = own.host_id LEFT JOIN staff_members ON staff_members.user_id = hosts.user_id
    WHERE own.token_hashes @> ARRAY[hash];
END $$;
GRANT EXECUTE ON FUNCTION find_appointment TO portal_app;

-- The signed-in user's, newest first.
CREATE OR REPLACE FUNCTION own_appointments(max_rows integer) RETURNS TABLE (id uuid, kind text, starts_at timestamptz, ends_at timestamptz,
  status text, meeting text, host_name text, uid uuid, sequence integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT own.id, own.kind, own.starts_at, own.ends_at, own.status, own.meeting, staff_members.name, own.uid, own.sequence
    FROM appointments AS own JOIN hosts ON hosts.id = own.host_id LEFT JOIN staff_members ON staff_members.user_id = hosts.user_id
    WHERE own.user_id = app_user_id() AND own.customer_id = app_customer_id()
    ORDER BY own.starts_at DESC, own.id LIMIT max_rows;
END $$;
GRANT EXECUTE ON FUNCTION own_appointments TO portal_tenant;

-- For a mail, when it is sent.
CREATE OR REPLACE FUNCTION read_appointment(wanted uuid) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT jsonb_build_object('uid', own.uid, 'sequence', own.sequence, 'kind', own.kind, 'startsAt', own.starts_at, 'endsAt', own.ends_at,
      'status', own.status, 'meeting', own.meeting, 'name', own.name, 'company', own.company, 'email', coalesce(users.email, own.email),
      'userId', own.user_id, 'phone', own.phone, 'additionalInfo', coalesce(own.answers->>'additionalInfo', ''), 'zone', own.zone,
      'hostId', own.host_id, 'hostName', staff_members.name)
    FROM appointments AS own JOIN hosts ON hosts.id = own.host_id LEFT JOIN staff_members ON staff_members.user_id = hosts.user_id
      LEFT JOIN users ON users.id = own.user_id
    WHERE own.id = wanted);
END $$;
GRANT EXECUTE ON FUNCTION read_appointment TO portal_app;

-- Each mail has a link of its own, as only hashes are stored.
CREATE OR REPLACE FUNCTION add_appointment_token(wanted uuid, hash text, OUT email text, OUT user_id uuid, OUT sequence integer, OUT host_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE appointments AS own SET token_hashes = CASE WHEN own.token_hashes @> ARRAY[hash] THEN own.token_hashes ELSE own.token_hashes || hash END
    WHERE own.id = wanted
    RETURNING own.email, own.user_id, own.sequence, own.host_id INTO add_appointment_token.email, add_appointment_token.user_id,
      add_appointment_token.sequence, add_appointment_token.host_id;
END $$;
GRANT EXECUTE ON FUNCTION add_appointment_token TO portal_app;

-- For mails to a host. No row once the staff member has left.
CREATE OR REPLACE FUNCTION host_for_mail(wanted uuid) RETURNS TABLE (user_id uuid, email text, name text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, users.email, staff_members.name
    FROM hosts JOIN staff_members ON staff_members.user_id = hosts.user_id JOIN users ON users.id = hosts.user_id
    WHERE hosts.id = wanted AND staff_members.active AND users.locked_at IS NULL;
END $$;
GRANT EXECUTE ON FUNCTION host_for_mail TO portal_app;

-- 24 hours and one hour before, unless it was booked later than that. Of both at once, the second.
CREATE OR REPLACE FUNCTION claim_appointment_reminders(at timestamptz, max_rows integer) RETURNS TABLE (id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY UPDATE appointments SET reminded_at = at WHERE appointments.id IN (
      SELECT due.id FROM appointments AS due CROSS JOIN LATERAL (SELECT due.starts_at - CASE WHEN due.starts_at - at <= interval '1 hour'
        THEN interval '1 hour' ELSE interval '24 hours' END AS stage) AS next
      WHERE due.status = 'booked' AND due.starts_at > at AND due.starts_at <= at + interval '24 hours'
        AND due.booked_at < next.stage AND (due.reminded_at IS NULL OR due.reminded_at < next.stage)
      ORDER BY due.starts_at LIMIT max_rows FOR UPDATE SKIP LOCKED)
    RETURNING appointments.id;
END $$;
GRANT EXECUTE ON FUNCTION claim_appointment_reminders TO portal_app;

-- Staff change their own hours, and admins those of everybody. Only what is given changes; a new host has the grid of product §9.
CREATE OR REPLACE FUNCTION save_host(of_user uuid, given jsonb, known_version integer) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE saved uuid;
BEGIN
  IF NOT (of_user = app_staff_id() AND staff_has('support', 'sales') OR staff_has('admin')) THEN
    RAISE EXCEPTION 'hours are changed by their host' USING ERRCODE = '42501';
  ELSIF NOT EXISTS (SELECT FROM staff_members WHERE user_id = of_user AND active) THEN
    RAISE EXCEPTION 'not_found' USING ERRCODE = 'PT404';
  END IF;
  PERFORM lock_bookings();
  -- A zone that does not exist fails here and not in every list of times.
  PERFORM now() AT TIME ZONE coalesce(given->>'zone', 'Europe/Paris');
  IF known_version IS DISTINCT FROM (SELECT version FROM hosts WHERE user_id = of_user) THEN
    RAISE EXCEPTION 'changed_meanwhile' USING ERRCODE = 'PT409';
  END IF;
  INSERT INTO hosts AS stored (user_id, weekly, kinds) VALUES (of_user, default_weekly_hours(), appointment_kinds())
    ON CONFLICT (user_id) DO UPDATE SET version = stored.version + 1 RETURNING id INTO saved;
  UPDATE hosts SET zone = coalesce(given->>'zone', zone), weekly = coalesce(given->'weekly', weekly),
      notice_hours = coalesce((given->>'noticeHours')::integer, notice_hours), horizon_days = coalesce((given->>'horizonDays')::integer, horizon_days),
      buffer_minutes = coalesce((given->>'bufferMinutes')::integer, buffer_minutes),
      kinds = CASE WHEN given ? 'kinds' THEN ARRAY(SELECT jsonb_array_elements_text(given->'kinds')) ELSE kinds END, is_open = coalesce((given->>'isOpen')::boolean, is_open)
    WHERE id = saved;
  RETURN saved;
END $$;
GRANT EXECUTE ON FUNCTION save_host TO portal_staff;

-- The host whose hours the caller may change.
CREATE OR REPLACE FUNCTION require_host(of_user uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE found uuid := (SELECT id FROM hosts WHERE user_id = of_user
  AND (of_user = app_staff_id() AND staff_has('support', 'sales') OR staff_has('admin')));
BEGIN
  IF found IS NULL THEN
    RAISE EXCEPTION 'not_found' USING ERRCODE = 'PT404';
  END IF;
  RETURN found;
END $$;

-- Other hours on one day, none (null), or again those of the week.
CREATE OR REPLACE FUNCTION set_host_exception(of_user uuid, on_day date, other_hours jsonb, is_usual boolean) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE host uuid := require_host(of_user);
BEGIN
  PERFORM lock_bookings();
  DELETE FROM host_exceptions WHERE host_id = host AND day = on_day;
  IF NOT is_usual THEN
    IF (SELECT count(*) >= 400 FROM host_exceptions WHERE host_id = host) THEN
      RAISE EXCEPTION 'too_many' USING ERRCODE = 'PT429', DETAIL = '86400';
    END IF;
    INSERT INTO host_exceptions (host_id, day, hours) VALUES (host, on_day, other_hours);
  END IF;
  RETURN host;
END $$;
GRANT EXECUTE ON FUNCTION set_host_exception TO portal_staff;

-- The staff member's own; null ends it.
CREATE OR REPLACE FUNCTION set_host_feed(hash text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE host uuid;
BEGIN
  UPDATE hosts SET feed_hash = hash WHERE user_id = app_staff_id() AND staff_has() RETURNING id INTO host;
  IF host IS NULL THEN
    RAISE EXCEPTION 'no_hours' USING ERRCODE = 'PT404';
  END IF;
  RETURN host;
END $$;
GRANT EXECUTE ON FUNCTION set_host_feed TO portal_staff;

-- For a calendar program, with what is booked from a month ago on. Null for a URL that does not exist, or whose host has left.
CREATE OR REPLACE FUNCTION read_host_feed(hash text, at timestamptz, max_rows integer) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  host uuid;
  host_name text;
BEGIN
  SELECT hosts.id, staff_members.name INTO host, host_name
    FROM hosts JOIN staff_members ON staff_members.user_id = hosts.user_id JOIN users ON users.id = hosts.user_id
    WHERE hosts.feed_hash = hash AND staff_members.active AND users.locked_at IS NULL;
  IF host IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object('name', host_name, 'items', (SELECT coalesce(jsonb_agg(jsonb_build_object('uid', own.uid, 'sequence', own.sequence,
      'kind', own.kind, 'startsAt', own.starts_at, 'endsAt', own.ends_at, 'meeting', own.meeting, 'name', own.name, 'company', own.company,
      'email', own.email, 'phone', own.phone) ORDER BY own.starts_at), '[]')
    FROM (SELECT * FROM appointments WHERE host_id = host AND status IN ('booked', 'done', 'no_show') AND starts_at > at - interval '30 days'
      ORDER BY starts_at LIMIT max_rows) AS own));
END $$;
GRANT EXECUTE ON FUNCTION read_host_feed TO portal_app;

RESET ROLE;
