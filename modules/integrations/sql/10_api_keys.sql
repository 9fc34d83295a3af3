-- API keys, and the order in which records change (decision 029).

SET LOCAL ROLE portal_people;

-- A key stands for a session. Without a valid one there is none in the context, and the policies show no row. Revoking waits for requests
-- that hold the lock: once it has returned, nothing is written with the key.
CREATE OR REPLACE FUNCTION begin_key_context(given text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE found uuid;
BEGIN
  PERFORM claim_context();
  SELECT id INTO found FROM api_keys WHERE token_hash = hash_token(given);
  PERFORM pg_advisory_xact_lock_shared(lock_class('api_keys'), hashtext(found::text));
  SELECT id INTO found FROM api_keys WHERE id = found AND revoked_at IS NULL AND expires_at > now();
  PERFORM write_context(NULL, NULL, NULL, NULL, false, found);
  -- Once a day.
  UPDATE api_keys SET last_used_on = current_date WHERE id = found AND last_used_on IS DISTINCT FROM current_date;
  RETURN found;
END $$;
GRANT EXECUTE ON FUNCTION begin_key_context TO portal_app;

-- Read in every statement, as staff_has() is.
CREATE OR REPLACE FUNCTION key_can(VARIADIC wanted text[] DEFAULT '{}') RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM api_keys WHERE id = app_key_id() AND revoked_at IS NULL AND expires_at > now()
    AND (cardinality(wanted) = 0 OR scopes && wanted));
END $$;
GRANT EXECUTE ON FUNCTION key_can TO portal_app, portal_key, portal_people, portal_tickets;

-- For the audit log, which names a key by what people see of it.
CREATE OR REPLACE FUNCTION key_prefix() RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT prefix FROM api_keys WHERE id = app_key_id());
END $$;
GRANT EXECUTE ON FUNCTION key_prefix TO portal_key;

CREATE OR REPLACE FUNCTION desk_api_keys() RETURNS TABLE (id uuid, name text, prefix text, scopes text[], created_name text,
  created_at timestamptz, expires_at timestamptz, last_used_on date, revoked_name text, revoked_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT api_keys.id, api_keys.name, api_keys.prefix, api_keys.scopes,
      (SELECT staff_members.name FROM staff_members WHERE user_id = created_by), api_keys.created_at, api_keys.expires_at,
      api_keys.last_used_on, (SELECT staff_members.name FROM staff_members WHERE user_id = revoked_by), api_keys.revoked_at
    FROM api_keys WHERE staff_has('admin') ORDER BY api_keys.revoked_at IS NOT NULL, api_keys.created_at DESC, api_keys.id;
END $$;
GRANT EXECUTE ON FUNCTION desk_api_keys TO portal_staff;

CREATE OR REPLACE FUNCTION note_key_event(what text, key uuid, request text, from_network text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO audit_events (actor, event, user_id, entity, request_id, network, details)
    SELECT 'staff', what, app_staff_id(), 'api_key:' || id, request, from_network,
      jsonb_build_object('key', prefix, 'scopes', array_to_string(scopes, ', '))
    FROM api_keys WHERE id = key;
$$;

CREATE OR REPLACE FUNCTION create_api_key(new_name text, new_prefix text, hash text, new_scopes text[], days integer, request text, from_network text)
RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE made uuid;
BEGIN
  IF NOT staff_has('admin') THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(lock_class('api_keys'), 0);
  IF (SELECT count(*) >= max_api_keys() FROM api_keys WHERE revoked_at IS NULL AND expires_at > now()) THEN
    RAISE EXCEPTION 'too_many_keys' USING ERRCODE = 'PT409';
  END IF;
  INSERT INTO api_keys (name, prefix, token_hash, scopes, created_by, expires_at)
    VALUES (new_name, new_prefix, hash, new_scopes, app_staff_id(), now() + make_interval(days => days)) RETURNING id INTO made;
  PERFORM note_key_event('api_key.created', made, request, from_network);
  RETURN made;
END $$;
GRANT EXECUTE ON FUNCTION create_api_key TO portal_staff;

CREATE OR REPLACE FUNCTION revoke_api_key(wanted uuid, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM api_keys WHERE id = wanted AND staff_has('admin')) THEN
    RAISE EXCEPTION 'not_found' USING ERRCODE = 'PT404';
  END IF;
  PERFORM pg_advisory_xact_lock(lock_class('api_keys'), hashtext(wanted::text));
  UPDATE api_keys SET revoked_by = app_staff_id(), revoked_at = now() WHERE id = wanted AND revoked_at IS NULL;
  IF FOUND THEN
    PERFORM note_key_event('api_key.revoked', wanted, request, from_network);
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION revoke_api_key TO portal_staff;

-- Each record has one row: its last change. A sequence would give a number before the commit, so that a reader could pass a lower one that
-- appears later. Transaction ids have a bound for it: below the oldest transaction that still runs, everything is committed or rolled back,
-- so that nothing can appear there later. Readers stop at that bound (list_record_changes), and two writers never wait for each other.
CREATE OR REPLACE FUNCTION note_record_changes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM private.record_changes WHERE record_id IN (SELECT id FROM changed);
  ELSE
    INSERT INTO private.record_changes AS stored (record_id, kind, changed_in) SELECT id, TG_ARGV[0], pg_current_xact_id() FROM changed
      ON CONFLICT (record_id) DO UPDATE SET changed_in = EXCLUDED.changed_in WHERE stored.changed_in <> EXCLUDED.changed_in;
  END IF;
  RETURN NULL;
END $$;

-- Changes after a position, in the order of their transactions.
CREATE OR REPLACE FUNCTION list_record_changes(after_change xid8, after_record uuid, kinds text[], max_rows integer)
RETURNS TABLE (record_id uuid, kind text, changed_in xid8)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT key_can('changes:read') THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT changes.record_id, changes.kind, changes.changed_in FROM private.record_changes AS changes
    WHERE (changes.changed_in, changes.record_id) > (after_change, after_record)
      AND changes.changed_in < pg_snapshot_xmin(pg_current_snapshot()) AND changes.kind = ANY(kinds)
    ORDER BY changes.changed_in, changes.record_id LIMIT max_rows;
END $$;
GRANT EXECUTE ON FUNCTION list_record_changes TO portal_key;

-- A cursor of another generation belongs to a database that was replaced, or to a time that is over: a cluster that is recovered to a point
-- in time, or by a standby, gives transaction ids again, on a timeline of its own.
CREATE OR REPLACE FUNCTION change_generation() RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT left(encode(sha256(convert_to(concat_ws(' ', generation, system_identifier,
      left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)), 'UTF8')), 'hex'), 32)::uuid
    FROM private.change_generations, pg_control_system());
END $$;
GRANT EXECUTE ON FUNCTION change_generation TO portal_key;

-- A copy of the database in another cluster (pg_dump) has ids that are not reached here: its records would be listed by nobody. At each start.
CREATE OR REPLACE FUNCTION restart_changes() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM private.record_changes WHERE changed_in >= pg_snapshot_xmax(pg_current_snapshot())) THEN
    UPDATE private.record_changes SET changed_in = pg_current_xact_id();
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION restart_changes TO portal_operator;

RESET ROLE;

-- What follows the context is checked with the rights of the new role.
CREATE OR REPLACE FUNCTION set_key_context(given text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE found uuid := begin_key_context(given);
BEGIN
  PERFORM set_config('role', 'portal_key', true);
  RETURN found;
END $$;
REVOKE EXECUTE ON FUNCTION set_key_context FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_key_context TO portal_app;

-- For each statement rather than each row: an import writes thousands with one. An older version may have served between migration 0035 and
-- the first time that these triggers are created: what it wrote is caught up.
DO $$
DECLARE
  kind text;
  noted text;
  is_new boolean := NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'invoices'::regclass AND tgname = 'invoices_note_inserts');
BEGIN
  FOR kind, noted IN VALUES ('customer', 'customers'), ('contract', 'contracts'), ('invoice', 'invoices'), ('payment', 'payments') LOOP
    EXECUTE format('
      CREATE OR REPLACE TRIGGER %1$s_note_inserts AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%2$L);
      CREATE OR REPLACE TRIGGER %1$s_note_updates AFTER UPDATE ON %1$I REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%2$L);
      CREATE OR REPLACE TRIGGER %1$s_note_deletes AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%2$L)', noted, kind);
  END LOOP;
  IF is_new THEN
    GRANT USAGE ON SCHEMA private TO portal_operator;
    GRANT SELECT, INSERT ON private.record_changes TO portal_operator;
    SET LOCAL ROLE portal_operator;
    INSERT INTO private.record_changes (record_id, kind, changed_in)
      SELECT records.id, records.kind, pg_current_xact_id() FROM (
        SELECT id, 'customer' AS kind FROM customers UNION ALL SELECT id, 'contract' FROM contracts
        UNION ALL SELECT id, 'invoice' FROM invoices UNION ALL SELECT id, 'payment' FROM payments) AS records
      WHERE NOT EXISTS (SELECT FROM private.record_changes AS noted_before WHERE noted_before.record_id = records.id);
    RESET ROLE;
    REVOKE SELECT, INSERT ON private.record_changes FROM portal_operator;
    REVOKE USAGE ON SCHEMA private FROM portal_operator;
  END IF;
END $$;
