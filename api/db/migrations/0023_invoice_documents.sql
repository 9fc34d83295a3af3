-- Invoices as documents, what payments settle, and numbers that belong to the seller.

-- Finds the buyer of a structured invoice. Not unique: two establishments of one company may be two customers.
ALTER TABLE customers ADD COLUMN siren text COLLATE "C" CHECK (siren ~ '^[0-9]{9}$');
CREATE INDEX customers_siren ON customers (siren) WHERE siren IS NOT NULL;

-- The sums of payment_allocations, written by triggers (api/db/functions/13_money.sql). The CHECKs refuse more than the amount on
-- either side, also when the amount is corrected.
ALTER TABLE invoices
  ADD COLUMN settled numeric(14, 2) NOT NULL DEFAULT 0,
  ADD CONSTRAINT invoices_settled_check CHECK (settled BETWEEN least(amount, 0) AND greatest(amount, 0)),
  -- A number that two customers had before numbers were the seller's. The integrity check reports it.
  ADD COLUMN shares_number boolean NOT NULL DEFAULT false;
ALTER TABLE payments
  ADD CONSTRAINT payments_customer_id_id_key UNIQUE (customer_id, id),
  ADD COLUMN allocated numeric(14, 2) NOT NULL DEFAULT 0,
  ADD CONSTRAINT payments_allocated_check CHECK (allocated BETWEEN 0 AND amount),
  -- Only money that has arrived settles invoices.
  ADD COLUMN is_received boolean NOT NULL GENERATED ALWAYS AS (
    lower(status) NOT IN ('pending', 'failed', 'refunded', 'void', 'voided', 'cancelled', 'canceled')
  ) STORED;

UPDATE invoices SET shares_number = true WHERE number IS NOT NULL AND EXISTS (
  SELECT FROM invoices AS older WHERE older.number_key = invoices.number_key AND (older.created_at, older.id) < (invoices.created_at, invoices.id));
CREATE UNIQUE INDEX invoices_number ON invoices (number_key) WHERE NOT shares_number;
DROP INDEX invoices_unpaid;
CREATE INDEX invoices_unpaid ON invoices (customer_id, due_date_key, id) INCLUDE (amount, settled, status) WHERE is_unpaid;

-- What settles an invoice: a part of a payment, or of a credit note. Rows of one customer only: the keys hold the customer.
CREATE TABLE payment_allocations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  invoice_id uuid NOT NULL,
  payment_id uuid,
  credit_note_id uuid,
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices (customer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (customer_id, payment_id) REFERENCES payments (customer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (customer_id, credit_note_id) REFERENCES invoices (customer_id, id) ON DELETE CASCADE,
  CHECK (num_nonnulls(payment_id, credit_note_id) = 1),
  CHECK (credit_note_id <> invoice_id),
  UNIQUE (invoice_id, payment_id),
  UNIQUE (invoice_id, credit_note_id)
);
CREATE INDEX payment_allocations_customer ON payment_allocations (customer_id, invoice_id);
CREATE INDEX payment_allocations_payment ON payment_allocations (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX payment_allocations_credit_note ON payment_allocations (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX payment_allocations_creator ON payment_allocations (created_by) WHERE created_by IS NOT NULL;

-- The invoice as its seller issued it (contract/invoice-document.ts), with what SQL asks for as columns. A document that was read is
-- never changed: a later one replaces it as a whole.
CREATE TABLE invoice_documents (
  invoice_id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  origin text COLLATE "C" NOT NULL CHECK (origin IN ('read', 'written')),
  -- 380: invoice, 381: credit note.
  kind text COLLATE "C" NOT NULL CHECK (kind ~ '^[0-9]{2,3}$'),
  issued_on date NOT NULL CHECK (isfinite(issued_on)),
  currency text COLLATE "C" NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  net numeric(14, 2) NOT NULL,
  tax numeric(14, 2) NOT NULL,
  gross numeric(14, 2) NOT NULL,
  due numeric(14, 2) NOT NULL,
  buyer_siren text COLLATE "C" CHECK (buyer_siren ~ '^[0-9]{9}$'),
  iban text COLLATE "C" CHECK (length(iban) BETWEEN 5 AND 34),
  profile text NOT NULL CHECK (length(profile) <= 200),
  document jsonb NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices (customer_id, id) ON DELETE CASCADE
);
CREATE INDEX invoice_documents_customer ON invoice_documents (customer_id, issued_on, invoice_id);
CREATE INDEX invoice_documents_creator ON invoice_documents (created_by) WHERE created_by IS NOT NULL;

-- Files of records, in the storage by customer and hash: the PDF and the XML of an invoice, the signed contract.
CREATE TABLE record_files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  invoice_id uuid,
  contract_id uuid,
  license_id uuid,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  content_type text COLLATE "C" NOT NULL CHECK (content_type IN ('application/pdf', 'application/xml')),
  -- Null for files that we did not write.
  language text COLLATE "C" CHECK (language IN ('fr', 'en')),
  size integer NOT NULL CHECK (size BETWEEN 1 AND 26214400),
  sha256 text COLLATE "C" NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- As for attachments.
  state text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'clean', 'infected', 'unscanned')),
  signature text CHECK (length(signature) BETWEEN 1 AND 300),
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Another file has taken its place; it stays in the history.
  replaced_at timestamptz,
  FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices (customer_id, id) ON DELETE CASCADE,
  CHECK (num_nonnulls(invoice_id, contract_id, license_id) = 1),
  CHECK ((state = 'infected') = (signature IS NOT NULL))
);
ALTER TABLE contracts ADD CONSTRAINT contracts_customer_id_id_key UNIQUE (customer_id, id);
ALTER TABLE licenses ADD CONSTRAINT licenses_customer_id_id_key UNIQUE (customer_id, id);
ALTER TABLE record_files
  ADD FOREIGN KEY (customer_id, contract_id) REFERENCES contracts (customer_id, id) ON DELETE CASCADE,
  ADD FOREIGN KEY (customer_id, license_id) REFERENCES licenses (customer_id, id) ON DELETE CASCADE;
CREATE UNIQUE INDEX record_files_of_record ON record_files (coalesce(invoice_id, contract_id, license_id), sha256);
CREATE INDEX record_files_file ON record_files (customer_id, sha256) INCLUDE (size);
CREATE INDEX record_files_invoice ON record_files (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX record_files_contract ON record_files (contract_id) WHERE contract_id IS NOT NULL;
CREATE INDEX record_files_license ON record_files (license_id) WHERE license_id IS NOT NULL;
CREATE INDEX record_files_creator ON record_files (created_by) WHERE created_by IS NOT NULL;

-- The last number of each year of the invoices that we write. The row is locked until the invoice is stored or rolled back, so that
-- the numbers have no gaps.
CREATE TABLE invoice_counters (
  year integer PRIMARY KEY CHECK (year BETWEEN 2000 AND 9999),
  last integer NOT NULL CHECK (last > 0)
);
ALTER TABLE invoice_counters ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON invoice_counters TO portal_operator;
CREATE POLICY operator_all ON invoice_counters TO portal_operator USING (current_user = 'portal_operator');

-- As in 0003.
DO $$
DECLARE protected text;
BEGIN
  FOREACH protected IN ARRAY ARRAY['payment_allocations', 'invoice_documents', 'record_files'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', protected);
  END LOOP;
END $$;

-- Unpaid credit notes of unpaid invoices reduce what is left of them. The sum of both stays.
INSERT INTO payment_allocations (customer_id, invoice_id, credit_note_id, amount)
SELECT customer_id, invoice_id, id, least(-amount, greatest(invoiced - before, 0)) FROM (
  SELECT credit.customer_id, credit.id, credit.amount, invoice.id AS invoice_id, invoice.amount AS invoiced,
    coalesce(sum(-credit.amount) OVER (PARTITION BY invoice.id ORDER BY credit.created_at, credit.id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
  FROM invoices AS credit JOIN invoices AS invoice ON invoice.id = credit.credits_invoice_id
  WHERE credit.is_unpaid AND invoice.is_unpaid AND credit.amount < 0 AND invoice.amount > 0
) AS credited WHERE least(-amount, invoiced - before) > 0;
UPDATE invoices SET settled = sums.total FROM (
  SELECT invoice_id AS id, sum(amount) AS total FROM payment_allocations GROUP BY invoice_id
  UNION ALL SELECT credit_note_id, -sum(amount) FROM payment_allocations GROUP BY credit_note_id
) AS sums WHERE invoices.id = sums.id;

-- The only definition of a customer's balance: what is left of the unpaid invoices. A value that was set counts only while there
-- are neither documents nor allocations.
CREATE OR REPLACE VIEW customer_balances WITH (security_invoker = true) AS
SELECT id AS customer_id, unpaid.total AS unpaid_invoices,
  CASE WHEN EXISTS (SELECT FROM payment_allocations WHERE payment_allocations.customer_id = customers.id)
    OR EXISTS (SELECT FROM invoice_documents WHERE invoice_documents.customer_id = customers.id)
  THEN unpaid.total ELSE coalesce(total_outstanding, unpaid.total) END AS outstanding
FROM customers CROSS JOIN LATERAL (
  SELECT coalesce(sum(amount - settled), 0.00) AS total FROM invoices WHERE customer_id = customers.id AND is_unpaid
) AS unpaid;
