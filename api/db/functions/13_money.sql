-- What payments and credit notes settle. payment_allocations is the truth; invoices.settled and payments.allocated are its sums, and
-- the status of an invoice follows when it becomes settled, or stops being so. A status that an import sets stands until then.

-- Neither owed nor paid: it does not count.
CREATE OR REPLACE FUNCTION is_withdrawn(status text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN lower(status) IN ('void', 'voided', 'cancelled', 'canceled', 'draft');

SET LOCAL ROLE portal_tickets;

-- Sums one invoice or credit note. `keeps_status`: what had settled it was deleted with the books of its year.
CREATE OR REPLACE FUNCTION settle_invoice(wanted uuid, keeps_status boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  stored invoices;
  total numeric;
BEGIN
  SELECT * INTO stored FROM invoices WHERE id = wanted FOR UPDATE;
  SELECT coalesce(sum(CASE WHEN invoice_id = wanted THEN amount ELSE -amount END), 0) INTO total
    FROM payment_allocations WHERE invoice_id = wanted OR credit_note_id = wanted;
  IF stored.id IS NULL OR total = stored.settled THEN
    RETURN;
  END IF;
  UPDATE invoices SET settled = total, status = CASE
      WHEN keeps_status THEN status
      WHEN total = amount AND is_unpaid THEN CASE WHEN amount < 0 THEN 'credited' ELSE 'paid' END
      WHEN stored.settled = amount AND status IN ('paid', 'credited') THEN CASE WHEN due_date < current_date THEN 'overdue' ELSE 'pending' END
      ELSE status END
    WHERE id = wanted;
END $$;

CREATE OR REPLACE FUNCTION sum_payment(wanted uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM payments WHERE id = wanted FOR UPDATE;
  UPDATE payments SET allocated = sums.total
    FROM (SELECT coalesce(sum(amount), 0) AS total FROM payment_allocations WHERE payment_id = wanted) AS sums
    WHERE id = wanted AND allocated <> sums.total;
END $$;

-- Always the invoice before what settles it, so that two transactions wait for each other in one order.
CREATE OR REPLACE FUNCTION sum_allocation() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE changed payment_allocations := coalesce(NEW, OLD);
BEGIN
  PERFORM settle_invoice(changed.invoice_id, TG_OP = 'DELETE' AND NOT EXISTS (
    SELECT FROM payments WHERE id = changed.payment_id UNION ALL SELECT FROM invoices WHERE id = changed.credit_note_id));
  IF changed.payment_id IS NULL THEN
    PERFORM settle_invoice(changed.credit_note_id, TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM invoices WHERE id = changed.invoice_id));
  ELSE
    PERFORM sum_payment(changed.payment_id);
  END IF;
  RETURN NULL;
END $$;

-- Only what is owed is settled, only by money that has arrived or by a credit note that counts. Locks its rows before the foreign
-- keys do: two allocations of one row at once would share those locks, and neither could sum.
CREATE OR REPLACE FUNCTION check_allocation() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM invoices WHERE id = NEW.invoice_id FOR UPDATE;
  PERFORM FROM payments WHERE id = NEW.payment_id FOR UPDATE;
  PERFORM FROM invoices WHERE id = NEW.credit_note_id FOR UPDATE;
  IF NOT EXISTS (SELECT FROM invoices WHERE id = NEW.invoice_id AND amount > 0 AND (is_unpaid OR lower(status) = 'paid')) THEN
    RAISE EXCEPTION 'this invoice is not owed' USING ERRCODE = 'check_violation', CONSTRAINT = 'allocation_invoice';
  END IF;
  IF NEW.payment_id IS NOT NULL AND NOT EXISTS (SELECT FROM payments WHERE id = NEW.payment_id AND is_received)
    OR NEW.credit_note_id IS NOT NULL AND NOT EXISTS (SELECT FROM invoices WHERE id = NEW.credit_note_id AND amount < 0 AND is_unpaid) THEN
    RAISE EXCEPTION 'this payment or credit note does not count' USING ERRCODE = 'check_violation', CONSTRAINT = 'allocation_source';
  END IF;
  RETURN NEW;
END $$;

-- A payment that failed settles nothing, and what is withdrawn is not settled.
CREATE OR REPLACE FUNCTION free_payment() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM payment_allocations WHERE payment_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION free_invoice() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM payment_allocations WHERE invoice_id = NEW.id OR credit_note_id = NEW.id;
  RETURN NULL;
END $$;

-- What credit notes have not taken from an invoice yet. Payments do not count: what is paid can be credited.
CREATE OR REPLACE FUNCTION creditable_amount(wanted uuid) RETURNS numeric LANGUAGE sql STABLE STRICT
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN is_withdrawn(invoices.status) THEN 0.00 ELSE amount + coalesce((
    SELECT sum(amount) FROM invoices AS credit
    WHERE credit.credits_invoice_id = wanted AND NOT is_withdrawn(credit.status)), 0) END
  FROM invoices WHERE id = wanted
$$;
GRANT EXECUTE ON FUNCTION creditable_amount TO portal_staff, portal_operator;

-- Two credit notes at once wait for each other here. The row of the credit note is stored before its document.
CREATE OR REPLACE FUNCTION check_credit_note() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE credited uuid;
BEGIN
  SELECT credits_invoice_id INTO credited FROM invoices WHERE id = NEW.invoice_id;
  PERFORM FROM invoices WHERE id = credited FOR UPDATE;
  IF coalesce(creditable_amount(credited), -1) < 0 THEN
    RAISE EXCEPTION 'credit_exceeded' USING ERRCODE = 'PT409';
  END IF;
  RETURN NEW;
END $$;

-- A document that we issued is corrected by a credit note, never by a change.
CREATE OR REPLACE FUNCTION protect_issued() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM invoice_documents WHERE invoice_id = OLD.id AND origin = 'written') THEN
    RAISE EXCEPTION 'document_issued' USING ERRCODE = 'PT409';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION protect_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'document_issued' USING ERRCODE = 'PT409';
END $$;

-- Takes an allocation back. False: it is gone.
CREATE OR REPLACE FUNCTION remove_allocation(wanted uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT staff_has('records') THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM payment_allocations WHERE id = wanted;
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION remove_allocation TO portal_staff;

-- Credit notes reduce what is left of the invoices that they name, if anything is left.
CREATE OR REPLACE FUNCTION apply_credit_notes_as_operator(wanted uuid[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  credit record;
  open numeric;
  applied integer := 0;
BEGIN
  FOR credit IN SELECT id, customer_id, credits_invoice_id, settled - amount AS left_over FROM invoices
    WHERE id = ANY(wanted) AND is_unpaid AND amount < settled AND credits_invoice_id IS NOT NULL ORDER BY created_at, id LOOP
    SELECT amount - settled INTO open FROM invoices WHERE id = credit.credits_invoice_id AND is_unpaid FOR UPDATE;
    CONTINUE WHEN coalesce(open, 0) <= 0;
    INSERT INTO payment_allocations (customer_id, invoice_id, credit_note_id, amount, created_by)
      VALUES (credit.customer_id, credit.credits_invoice_id, credit.id, least(open, credit.left_over), app_staff_id())
      ON CONFLICT DO NOTHING;
    applied := applied + 1;
  END LOOP;
  RETURN applied;
END $$;
GRANT EXECUTE ON FUNCTION apply_credit_notes_as_operator TO portal_operator;

CREATE OR REPLACE FUNCTION apply_credit_notes(wanted uuid[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT staff_has('records') AND NOT key_can('invoices:write') THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN apply_credit_notes_as_operator(wanted);
END $$;
GRANT EXECUTE ON FUNCTION apply_credit_notes TO portal_staff, portal_key;

-- The next number of a year, `F2026-00042`. The counter is locked until the transaction ends: a rollback leaves no gap.
CREATE OR REPLACE FUNCTION next_invoice_number_as_operator(of_year integer) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE following integer;
BEGIN
  INSERT INTO invoice_counters AS counter (year, last) VALUES (of_year, 1)
    ON CONFLICT (year) DO UPDATE SET last = counter.last + 1 RETURNING last INTO following;
  RETURN 'F' || of_year || '-' || lpad(following::text, 5, '0');
END $$;
GRANT EXECUTE ON FUNCTION next_invoice_number_as_operator TO portal_operator;

CREATE OR REPLACE FUNCTION next_invoice_number(of_year integer) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT staff_has('records') THEN
    RAISE EXCEPTION 'not allowed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN next_invoice_number_as_operator(of_year);
END $$;
GRANT EXECUTE ON FUNCTION next_invoice_number TO portal_staff;

RESET ROLE;

-- Deferred while a backup is restored: the sums of its rows are right.
DROP TRIGGER IF EXISTS payment_allocations_sum ON payment_allocations;
CREATE CONSTRAINT TRIGGER payment_allocations_sum AFTER INSERT OR DELETE ON payment_allocations
  DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION sum_allocation();
CREATE OR REPLACE TRIGGER payment_allocations_check BEFORE INSERT ON payment_allocations
  FOR EACH ROW WHEN (current_user <> 'portal_operator') EXECUTE FUNCTION check_allocation();
CREATE OR REPLACE TRIGGER payments_free AFTER UPDATE OF status ON payments
  FOR EACH ROW WHEN (NOT NEW.is_received AND NEW.allocated > 0) EXECUTE FUNCTION free_payment();
CREATE OR REPLACE TRIGGER invoices_free AFTER UPDATE OF status ON invoices
  FOR EACH ROW WHEN (NEW.settled <> 0 AND is_withdrawn(NEW.status)) EXECUTE FUNCTION free_invoice();
CREATE OR REPLACE TRIGGER invoice_documents_credit BEFORE INSERT ON invoice_documents
  FOR EACH ROW WHEN (NEW.origin = 'written' AND NEW.kind = '381' AND current_user <> 'portal_operator') EXECUTE FUNCTION check_credit_note();
CREATE OR REPLACE TRIGGER invoices_issued BEFORE UPDATE ON invoices
  FOR EACH ROW WHEN (current_user <> 'portal_operator' AND (
    (OLD.number, OLD.amount, OLD.created_at, OLD.credits_invoice_id, OLD.customer_id)
      IS DISTINCT FROM (NEW.number, NEW.amount, NEW.created_at, NEW.credits_invoice_id, NEW.customer_id)
    OR is_withdrawn(NEW.status) AND NOT is_withdrawn(OLD.status))) EXECUTE FUNCTION protect_issued();
-- Replacing it by a document that was read would change it too.
CREATE OR REPLACE TRIGGER invoice_documents_issued BEFORE UPDATE ON invoice_documents
  FOR EACH ROW WHEN (OLD.origin = 'written' AND current_user IN ('portal_staff', 'portal_key')) EXECUTE FUNCTION protect_document();
