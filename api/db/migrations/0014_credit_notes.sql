-- Credit notes: invoices with a negative amount that name the invoice of the same customer that they reduce. They count like
-- other invoices, so that balances and sums subtract them. Retention may delete the older invoice before its credit note: the
-- link becomes NULL, and the amount stays negative. Deferred for restoring backups.
ALTER TABLE invoices
  ADD CONSTRAINT invoices_customer_id_id_key UNIQUE (customer_id, id),
  ADD COLUMN credits_invoice_id uuid CHECK (credits_invoice_id <> id),
  ADD CONSTRAINT invoices_credits_fkey FOREIGN KEY (customer_id, credits_invoice_id) REFERENCES invoices (customer_id, id)
    ON DELETE SET NULL (credits_invoice_id) DEFERRABLE INITIALLY DEFERRED,
  ADD CHECK (amount <= 0 OR credits_invoice_id IS NULL),
  DROP CONSTRAINT invoices_amount_check;
DROP INDEX invoices_by_id;
CREATE INDEX invoices_credits ON invoices (credits_invoice_id) WHERE credits_invoice_id IS NOT NULL;
