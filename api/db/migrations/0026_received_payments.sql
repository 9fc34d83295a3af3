-- Only a payment that is completed has arrived. A status that we do not know, such as a chargeback, counted as money until now; invoices
-- of an unknown status are owed, too.
DROP TRIGGER IF EXISTS payments_free ON payments;
DELETE FROM payment_allocations WHERE payment_id IN (SELECT id FROM payments WHERE lower(status) <> 'completed');
ALTER TABLE payments
  DROP COLUMN is_received,
  ADD COLUMN is_received boolean NOT NULL GENERATED ALWAYS AS (lower(status) = 'completed') STORED;
CREATE INDEX payments_received ON payments (customer_id, payment_date, id) INCLUDE (amount) WHERE is_received;
