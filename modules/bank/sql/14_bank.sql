-- Our bank accounts: two staff members and 72 hours (0024). What the server's login may do with them is in these functions only: it may
-- write to neither table.

-- Who acts and when is written here, whatever the statement says. The operator restores rows as they were; the checks of the table hold for
-- everybody.
CREATE OR REPLACE FUNCTION guard_bank_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE staff uuid;
BEGIN
  IF current_user = 'portal_operator' THEN
    RETURN NEW;
  END IF;
  staff := app_staff_id();
  IF staff IS NULL OR NOT staff_has('admin') THEN
    RAISE EXCEPTION 'bank accounts are changed by admins' USING ERRCODE = '42501';
  END IF;
  IF TG_OP = 'INSERT' THEN
    NEW.proposed_by := staff;
    NEW.proposed_at := clock_timestamp();
    NEW.approved_by := NULL;
    NEW.approved_at := NULL;
    NEW.active_from := NULL;
    NEW.ended_by := NULL;
    NEW.ended_at := NULL;
    NEW.end_reason := NULL;
    RETURN NEW;
  END IF;
  IF OLD.ended_at IS NOT NULL OR (NEW.id, NEW.iban, NEW.bic, NEW.holder, NEW.proposed_by, NEW.proposed_at)
    IS DISTINCT FROM (OLD.id, OLD.iban, OLD.bic, OLD.holder, OLD.proposed_by, OLD.proposed_at) THEN
    RAISE EXCEPTION 'changed_meanwhile' USING ERRCODE = 'PT409';
  END IF;
  IF NEW.ended_by IS NOT NULL THEN
    NEW.ended_by := staff;
    NEW.ended_at := clock_timestamp();
    NEW.approved_by := OLD.approved_by;
    NEW.approved_at := OLD.approved_at;
    NEW.active_from := OLD.active_from;
  ELSIF OLD.approved_at IS NULL AND NEW.approved_by IS NOT NULL THEN
    NEW.approved_by := staff;
    NEW.approved_at := clock_timestamp();
    NEW.active_from := NEW.approved_at + interval '72 hours';
  ELSE
    -- A dismissed alarm may postpone it to now; nothing brings it forward.
    NEW.approved_by := OLD.approved_by;
    NEW.approved_at := OLD.approved_at;
    NEW.active_from := CASE WHEN NEW.active_from > OLD.active_from THEN greatest(OLD.active_from, clock_timestamp())
      ELSE OLD.active_from END;
  END IF;
  RETURN NEW;
END $$;

SET LOCAL ROLE portal_people;

-- An alarm after the account became active is told to the admins and blocks nothing: they withdraw the account.
CREATE OR REPLACE FUNCTION is_bank_account_blocked(wanted uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM bank_notices JOIN bank_accounts ON bank_accounts.id = account_id
    WHERE account_id = wanted AND alarm_at IS NOT NULL AND dismissed_at IS NULL AND (active_from IS NULL OR alarm_at < active_from));
END $$;

-- The one account that customers pay to; no row if there is none.
CREATE OR REPLACE FUNCTION active_bank_account() RETURNS TABLE (id uuid, iban text, bic text, holder text, active_from timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT bank_accounts.id, bank_accounts.iban, bank_accounts.bic, bank_accounts.holder, bank_accounts.active_from
    FROM bank_accounts WHERE bank_accounts.active_from <= clock_timestamp() AND ended_at IS NULL
      AND NOT is_bank_account_blocked(bank_accounts.id)
    ORDER BY bank_accounts.active_from DESC, bank_accounts.id LIMIT 1;
END $$;
GRANT EXECUTE ON FUNCTION active_bank_account TO portal_app, portal_tenant, portal_staff, portal_key, portal_operator;

-- The one account that invoices may name. Empty where the last one was withdrawn, which needs one person only; null where there never was one.
CREATE OR REPLACE FUNCTION expected_iban() RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN coalesce((SELECT active.iban FROM active_bank_account() AS active),
    CASE WHEN EXISTS (SELECT FROM bank_accounts WHERE active_from <= clock_timestamp()) THEN '' END);
END $$;
GRANT EXECUTE ON FUNCTION expected_iban TO portal_staff, portal_key;

-- All accounts, newest first, with what became of them.
CREATE OR REPLACE FUNCTION all_bank_accounts() RETURNS TABLE (id uuid, state text, active_until timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE active uuid := (SELECT found.id FROM active_bank_account() AS found);
BEGIN
  RETURN QUERY SELECT account.id,
      CASE WHEN account.ended_at IS NOT NULL THEN CASE WHEN account.approved_at IS NULL THEN 'rejected' ELSE 'withdrawn' END
        WHEN is_bank_account_blocked(account.id) THEN 'blocked'
        WHEN account.approved_at IS NULL THEN 'proposed'
        WHEN account.active_from > clock_timestamp() THEN 'waiting'
        WHEN account.id = active THEN 'active' ELSE 'replaced' END,
      CASE WHEN account.active_from <= coalesce(account.ended_at, clock_timestamp()) AND account.id IS DISTINCT FROM active THEN
        least(account.ended_at, (SELECT min(later.active_from) FROM bank_accounts AS later
          WHERE later.active_from > account.active_from AND later.active_from <= coalesce(later.ended_at, clock_timestamp())
            AND NOT is_bank_account_blocked(later.id))) END
    FROM bank_accounts AS account ORDER BY account.proposed_at DESC, account.id;
END $$;
GRANT EXECUTE ON FUNCTION all_bank_accounts TO portal_operator;

-- For the desk.
CREATE OR REPLACE FUNCTION desk_bank_accounts() RETURNS TABLE (id uuid, iban text, bic text, holder text, state text,
  proposed_by uuid, proposed_name text, proposed_at timestamptz, approved_name text, approved_at timestamptz, active_from timestamptz,
  active_until timestamptz, ended_name text, ended_at timestamptz, end_reason text, told integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT account.id, account.iban, account.bic, account.holder, listed.state,
      account.proposed_by, (SELECT name FROM staff_members WHERE user_id = account.proposed_by), account.proposed_at,
      (SELECT name FROM staff_members WHERE user_id = account.approved_by), account.approved_at, account.active_from, listed.active_until,
      (SELECT name FROM staff_members WHERE user_id = account.ended_by), account.ended_at, account.end_reason,
      (SELECT count(*)::integer FROM bank_notices WHERE account_id = account.id)
    FROM all_bank_accounts() AS listed JOIN bank_accounts AS account ON account.id = listed.id
    WHERE staff_has('admin') ORDER BY account.proposed_at DESC, account.id;
END $$;
GRANT EXECUTE ON FUNCTION desk_bank_accounts TO portal_staff;

CREATE OR REPLACE FUNCTION desk_bank_alarms() RETURNS TABLE (id uuid, account_id uuid, email text, customers text, alarm_at timestamptz,
  dismissed_name text, dismissed_at timestamptz, dismiss_reason text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT bank_notices.id, bank_notices.account_id, users.email,
      (SELECT string_agg(customers.name, ', ' ORDER BY customers.name) FROM memberships JOIN customers ON customers.id = customer_id
        WHERE memberships.user_id = users.id AND roles && capable_roles('billing')),
      bank_notices.alarm_at, (SELECT name FROM staff_members WHERE user_id = dismissed_by), bank_notices.dismissed_at,
      bank_notices.dismiss_reason
    FROM bank_notices LEFT JOIN users ON users.id = bank_notices.user_id
    WHERE bank_notices.alarm_at IS NOT NULL AND staff_has('admin') ORDER BY bank_notices.alarm_at, bank_notices.id;
END $$;
GRANT EXECUTE ON FUNCTION desk_bank_alarms TO portal_staff;

-- For billing people of customers: the active account, former ones, and the end of the number of one that is announced.
CREATE OR REPLACE FUNCTION shown_bank_accounts() RETURNS TABLE (id uuid, iban text, bic text, holder text, state text,
  active_from timestamptz, active_until timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT account.id,
      CASE WHEN listed.state IN ('proposed', 'waiting', 'blocked') THEN right(account.iban, 4) ELSE account.iban END,
      CASE WHEN listed.state NOT IN ('proposed', 'waiting', 'blocked') THEN account.bic END, account.holder,
      CASE WHEN listed.state = 'active' THEN 'active' WHEN listed.state IN ('proposed', 'waiting', 'blocked') THEN 'announced'
        ELSE 'former' END,
      account.active_from, listed.active_until
    FROM all_bank_accounts() AS listed JOIN bank_accounts AS account ON account.id = listed.id
    WHERE app_can('billing') AND app_customer_id() IS NOT NULL
      AND (listed.state IN ('active', 'proposed', 'waiting', 'blocked') OR listed.active_until IS NOT NULL)
    ORDER BY account.proposed_at DESC, account.id;
END $$;
GRANT EXECUTE ON FUNCTION shown_bank_accounts TO portal_tenant;

CREATE OR REPLACE FUNCTION note_bank_event(what text, account uuid, more jsonb, request text, from_network text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO audit_events (actor, event, user_id, entity, request_id, network, details)
    SELECT 'staff', what, app_staff_id(), 'bank_account:' || id, request, from_network, jsonb_build_object('account', left(iban, 2) || ' ' || right(iban, 4)) || more
    FROM bank_accounts WHERE id = account;
$$;

CREATE OR REPLACE FUNCTION propose_bank_account(new_iban text, new_bic text, new_holder text, request text, from_network text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE made uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(lock_class('bank_accounts'), 0);
  -- Every proposal is mailed to all customers.
  IF (SELECT count(*) >= 5 FROM bank_accounts WHERE proposed_at > clock_timestamp() - interval '24 hours') THEN
    RAISE EXCEPTION 'too_many' USING ERRCODE = 'PT429', DETAIL = '86400';
  END IF;
  IF EXISTS (SELECT FROM active_bank_account() AS active WHERE active.iban = new_iban) THEN
    RAISE EXCEPTION 'already_active' USING ERRCODE = 'PT409';
  END IF;
  INSERT INTO bank_accounts (iban, bic, holder) VALUES (new_iban, new_bic, new_holder) RETURNING id INTO made;
  PERFORM note_bank_event('bank.proposed', made, '{}', request, from_network);
  RETURN made;
END $$;
GRANT EXECUTE ON FUNCTION propose_bank_account TO portal_staff;

-- The second person types the number again, from the bank's own document.
CREATE OR REPLACE FUNCTION approve_bank_account(wanted uuid, typed_iban text, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE account bank_accounts;
BEGIN
  SELECT * INTO account FROM bank_accounts WHERE id = wanted AND staff_has('admin') FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not_found' USING ERRCODE = 'PT404';
  ELSIF account.approved_at IS NOT NULL OR account.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'changed_meanwhile' USING ERRCODE = 'PT409';
  ELSIF account.proposed_by = app_staff_id() THEN
    RAISE EXCEPTION 'own_proposal' USING ERRCODE = 'PT409';
  ELSIF account.iban IS DISTINCT FROM typed_iban THEN
    RAISE EXCEPTION 'other_iban' USING ERRCODE = 'PT409';
  ELSIF is_bank_account_blocked(wanted) THEN
    RAISE EXCEPTION 'alarm' USING ERRCODE = 'PT409';
  END IF;
  UPDATE bank_accounts SET approved_by = app_staff_id() WHERE id = wanted;
  PERFORM note_bank_event('bank.approved', wanted, '{}', request, from_network);
END $$;
GRANT EXECUTE ON FUNCTION approve_bank_account TO portal_staff;

-- Rejects a proposal or withdraws an approved account. One person is enough: it leads back to an account that was verified before.
CREATE OR REPLACE FUNCTION end_bank_account(wanted uuid, reason text, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE account bank_accounts;
BEGIN
  SELECT * INTO account FROM bank_accounts WHERE id = wanted AND staff_has('admin') FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not_found' USING ERRCODE = 'PT404';
  END IF;
  UPDATE bank_accounts SET ended_by = app_staff_id(), end_reason = reason WHERE id = wanted;
  PERFORM note_bank_event(CASE WHEN account.approved_at IS NULL THEN 'bank.rejected' ELSE 'bank.withdrawn' END, wanted,
    jsonb_build_object('reason', reason), request, from_network);
END $$;
GRANT EXECUTE ON FUNCTION end_bank_account TO portal_staff;

-- By an admin who did not propose the account. It then becomes active no earlier than now.
CREATE OR REPLACE FUNCTION dismiss_bank_alarm(wanted uuid, reason text, request text, from_network text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE account bank_accounts;
BEGIN
  SELECT bank_accounts.* INTO account FROM bank_notices JOIN bank_accounts ON bank_accounts.id = account_id
    WHERE bank_notices.id = wanted AND alarm_at IS NOT NULL AND staff_has('admin') FOR UPDATE OF bank_accounts;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not_found' USING ERRCODE = 'PT404';
  ELSIF account.proposed_by = app_staff_id() THEN
    RAISE EXCEPTION 'own_proposal' USING ERRCODE = 'PT409';
  END IF;
  UPDATE bank_notices SET dismissed_by = app_staff_id(), dismissed_at = clock_timestamp(), dismiss_reason = reason
    WHERE id = wanted AND dismissed_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'changed_meanwhile' USING ERRCODE = 'PT409';
  END IF;
  IF account.ended_at IS NULL AND account.active_from <= clock_timestamp()
    AND EXISTS (SELECT FROM bank_notices WHERE id = wanted AND alarm_at < account.active_from) THEN
    UPDATE bank_accounts SET active_from = clock_timestamp() WHERE id = account.id;
  END IF;
  PERFORM note_bank_event('bank.alarm_dismissed', account.id, jsonb_build_object('reason', reason), request, from_network);
END $$;
GRANT EXECUTE ON FUNCTION dismiss_bank_alarm TO portal_staff;

-- Everybody who pays our invoices is notified of a proposal, by a job that ends once each of them has a mail (guard_bank_notices in 22_jobs.sql).
-- The server sends the mails, so whoever has its login can still discard them: the 72 hours and the audit log remain.
CREATE OR REPLACE FUNCTION enqueue_bank_notice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO jobs (kind, key, data) VALUES ('bank-notice', NEW.id, jsonb_build_object('accountId', NEW.id));
  RETURN NULL;
END $$;

-- Once each, whichever customers they belong to, and while the proposal stands.
CREATE OR REPLACE FUNCTION list_bank_recipients(account uuid, max_rows integer) RETURNS TABLE (user_id uuid, email text, iban_end text, ready_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT users.id, users.email, left(bank_accounts.iban, 2) || ' ' || right(bank_accounts.iban, 4), bank_accounts.proposed_at + interval '72 hours'
    FROM bank_accounts CROSS JOIN users
    WHERE bank_accounts.id = account AND ended_at IS NULL
      AND EXISTS (SELECT FROM memberships WHERE memberships.user_id = users.id AND roles && capable_roles('billing'))
      AND NOT EXISTS (SELECT FROM bank_notices WHERE account_id = account AND bank_notices.user_id = users.id)
    ORDER BY users.id LIMIT max_rows;
END $$;
GRANT EXECUTE ON FUNCTION list_bank_recipients TO portal_app;

CREATE OR REPLACE FUNCTION save_bank_notice(account uuid, recipient uuid, hash text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM jobs WHERE kind = 'bank-notice' AND key = account::text AND attempts > 0 AND next_attempt_at > now()
    AND done_at IS NULL AND failed_at IS NULL) THEN
    RAISE EXCEPTION 'the job of this account is not running' USING ERRCODE = '42501';
  END IF;
  INSERT INTO bank_notices (account_id, user_id, token_hash) VALUES (account, recipient, hash) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION save_bank_notice TO portal_app;

-- By the link of a mail, for 30 days, while its reader pays invoices. Null for a link that is not valid; is_new unless it was raised before.
CREATE OR REPLACE FUNCTION raise_bank_alarm(hash text, OUT account uuid, OUT raised_by uuid, OUT iban_end text, OUT is_new boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT bank_accounts.id, bank_notices.user_id, left(iban, 2) || ' ' || right(iban, 4) INTO account, raised_by, iban_end
    FROM bank_notices JOIN bank_accounts ON bank_accounts.id = account_id
    WHERE token_hash = hash AND ended_at IS NULL AND created_at > now() - interval '30 days'
      AND EXISTS (SELECT FROM memberships WHERE memberships.user_id = bank_notices.user_id AND roles && capable_roles('billing'))
    FOR UPDATE OF bank_accounts;
  UPDATE bank_notices SET alarm_at = clock_timestamp() WHERE token_hash = hash AND account_id = account AND alarm_at IS NULL;
  is_new := FOUND;
END $$;
GRANT EXECUTE ON FUNCTION raise_bank_alarm TO portal_app;

RESET ROLE;

CREATE OR REPLACE TRIGGER bank_accounts_guard BEFORE INSERT OR UPDATE ON bank_accounts FOR EACH ROW EXECUTE FUNCTION guard_bank_account();
CREATE OR REPLACE TRIGGER bank_accounts_enqueue_notice AFTER INSERT ON bank_accounts FOR EACH ROW
  WHEN (current_user = 'portal_people') EXECUTE FUNCTION enqueue_bank_notice();
