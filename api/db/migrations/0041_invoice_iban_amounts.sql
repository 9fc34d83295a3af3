-- A confirmation of another account is for an amount as well: the second person saw it.
-- compatible: no release has had this table
DROP INDEX invoice_iban_requests_current;
CREATE UNIQUE INDEX invoice_iban_requests_current ON invoice_iban_requests (customer_id, lower(number), iban, gross, currency)
  WHERE is_confirmed IS DISTINCT FROM false;
