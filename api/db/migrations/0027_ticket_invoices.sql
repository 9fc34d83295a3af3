-- The invoice that a ticket asks about, of the same customer. The link goes with the invoice, and when the ticket is moved to another customer.
ALTER TABLE tickets ADD COLUMN invoice_id uuid,
  ADD FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices (customer_id, id) ON DELETE SET NULL (invoice_id);
CREATE INDEX tickets_invoice ON tickets (invoice_id) WHERE invoice_id IS NOT NULL;
