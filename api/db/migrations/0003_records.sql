-- The records of customers (product §3). Statuses, types, payment methods and priorities are free text: the portal shows unknown
-- values as they are.
--
-- Columns that end in _key are sort keys. Under row-level security the planner uses a condition in an index only if it is
-- leakproof: comparisons of numeric, lower() and coalesce() are not, those of a plain column are. Missing dates and amounts
-- sort last, like "no end". The search indexes have a short pending list, as in 0002.

CREATE TABLE invoices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  -- The number in the books. NFC, so that equal numbers have equal bytes.
  number text COLLATE "C" CHECK (length(number) BETWEEN 1 AND 200 AND number ~ '\S' AND number IS NFC NORMALIZED),
  amount numeric(14, 2) NOT NULL CHECK (amount >= 0),
  due_date date CHECK (isfinite(due_date)),
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (length(status) BETWEEN 1 AND 50),
  risk_score integer NOT NULL DEFAULT 0 CHECK (risk_score BETWEEN 0 AND 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  amount_key bigint NOT NULL GENERATED ALWAYS AS ((amount * 100)::bigint) STORED,
  due_date_key date NOT NULL GENERATED ALWAYS AS (coalesce(due_date, 'infinity')) STORED,
  -- Sorts by number, case-insensitively, and makes it unique per customer: a second invoice for the same claim would be worse
  -- than a rejected row. Invoices without a number sort last, by id, which keeps the key unique: U+10FFFF is not a
  -- character and sorts after all others.
  number_key text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (coalesce(lower(number COLLATE "default"), chr(1114111) || id::text)) STORED,
  -- All but settled, withdrawn and draft invoices count as owed, unknown statuses included (docs/operations.md).
  is_unpaid boolean NOT NULL GENERATED ALWAYS AS (
    lower(status) NOT IN ('paid', 'refunded', 'credited', 'written_off', 'void', 'voided', 'cancelled', 'canceled', 'draft')
  ) STORED,
  -- Without the id, whose random digits would fill most of the index: ids are searched by prefix, in invoices_by_id.
  -- COLLATE "default" because the status is in "C", where lower() only knows A to Z, while search patterns are folded in
  -- the default collation.
  search_text text NOT NULL GENERATED ALWAYS AS (
    fold((coalesce(number || ' ', '') || amount::text || ' ' || status || ' ' || replace(status, '_', ' ')
      || ' ' || coalesce(date_search_text(due_date), 'n/a')) COLLATE "default")
  ) STORED
);
CREATE UNIQUE INDEX invoices_by_number ON invoices (customer_id, number_key);
CREATE INDEX invoices_unpaid ON invoices (customer_id, due_date_key, id) INCLUDE (amount, status) WHERE is_unpaid;
CREATE INDEX invoices_by_created_at ON invoices (customer_id, created_at, id);
CREATE INDEX invoices_by_id ON invoices (customer_id, id);
CREATE INDEX invoices_by_amount ON invoices (customer_id, amount_key, id);
CREATE INDEX invoices_by_due_date ON invoices (customer_id, due_date_key, id);
CREATE INDEX invoices_by_status ON invoices (customer_id, status, created_at, id);
CREATE INDEX invoices_by_risk_score ON invoices (customer_id, risk_score, id);
CREATE INDEX invoices_search ON invoices USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE TABLE contracts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  -- Identifies a contract on its own; a payment is identified by its customer and its reference.
  contract_number text COLLATE "C" NOT NULL UNIQUE CHECK (length(contract_number) BETWEEN 1 AND 64),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  start_date date CHECK (isfinite(start_date)),
  end_date date CHECK (isfinite(end_date)),
  contract_value numeric(14, 2) CHECK (contract_value >= 0),
  status text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (length(status) BETWEEN 1 AND 50),
  -- Urgent tickets of the customer are answered around the clock while the contract is active.
  urgent_around_the_clock boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  title_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (left(fold(title), 200)) STORED,
  start_date_key date NOT NULL GENERATED ALWAYS AS (coalesce(start_date, 'infinity')) STORED,
  end_date_key date NOT NULL GENERATED ALWAYS AS (coalesce(end_date, 'infinity')) STORED,
  contract_value_key bigint NOT NULL GENERATED ALWAYS AS (coalesce((contract_value * 100)::bigint, 9223372036854775807)) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (
    fold(contract_number || ' ' || title || ' ' || coalesce(contract_value::text, 'n/a')
      || ' ' || status || ' ' || replace(status, '_', ' ')
      || ' ' || coalesce(date_search_text(start_date), 'n/a') || ' ' || coalesce(date_search_text(end_date), 'ongoing'))
  ) STORED,
  CHECK (end_date >= start_date)
);
CREATE INDEX contracts_by_created_at ON contracts (customer_id, created_at, id);
CREATE INDEX contracts_by_contract_number ON contracts (customer_id, contract_number);
CREATE INDEX contracts_by_title ON contracts (customer_id, title_key, id);
CREATE INDEX contracts_by_start_date ON contracts (customer_id, start_date_key, id);
CREATE INDEX contracts_by_end_date ON contracts (customer_id, end_date_key, id);
CREATE INDEX contracts_by_contract_value ON contracts (customer_id, contract_value_key, id);
CREATE INDEX contracts_by_status ON contracts (customer_id, status, created_at, id);
CREATE INDEX contracts_around_the_clock ON contracts (customer_id) WHERE urgent_around_the_clock;
CREATE INDEX contracts_search ON contracts USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE TABLE payments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  payment_reference text COLLATE "C" NOT NULL CHECK (length(payment_reference) BETWEEN 1 AND 64),
  amount numeric(14, 2) NOT NULL CHECK (amount >= 0),
  payment_date date NOT NULL CHECK (isfinite(payment_date)),
  payment_method text COLLATE "C" NOT NULL CHECK (length(payment_method) BETWEEN 1 AND 50),
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (length(status) BETWEEN 1 AND 50),
  notes text CHECK (length(notes) <= 4000),
  created_at timestamptz NOT NULL DEFAULT now(),
  amount_key bigint NOT NULL GENERATED ALWAYS AS ((amount * 100)::bigint) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (
    fold(payment_reference || ' ' || amount::text || ' ' || date_search_text(payment_date)
      || ' ' || payment_method || ' ' || replace(payment_method, '_', ' ')
      || ' ' || status || ' ' || replace(status, '_', ' ') || ' ' || coalesce(notes, 'n/a'))
  ) STORED
);
CREATE INDEX payments_by_payment_date ON payments (customer_id, payment_date, id);
CREATE UNIQUE INDEX payments_by_payment_reference ON payments (customer_id, payment_reference);
CREATE INDEX payments_by_amount ON payments (customer_id, amount_key, id);
CREATE INDEX payments_by_payment_method ON payments (customer_id, payment_method, id);
CREATE INDEX payments_by_status ON payments (customer_id, status, payment_date, id);
CREATE INDEX payments_search ON payments USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE TABLE licenses (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  product_name text NOT NULL CHECK (length(product_name) BETWEEN 1 AND 300),
  license_key text COLLATE "C" NOT NULL CHECK (length(license_key) BETWEEN 1 AND 300),
  license_type text COLLATE "C" NOT NULL CHECK (length(license_type) BETWEEN 1 AND 50),
  seats integer NOT NULL DEFAULT 1 CHECK (seats >= 0),
  expiry_date date CHECK (isfinite(expiry_date)),
  monthly_cost numeric(14, 2) CHECK (monthly_cost >= 0),
  status text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (length(status) BETWEEN 1 AND 50),
  created_at timestamptz NOT NULL DEFAULT now(),
  product_name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (left(fold(product_name), 200)) STORED,
  expiry_date_key date NOT NULL GENERATED ALWAYS AS (coalesce(expiry_date, 'infinity')) STORED,
  monthly_cost_key bigint NOT NULL GENERATED ALWAYS AS (coalesce((monthly_cost * 100)::bigint, 9223372036854775807)) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (
    fold(product_name || ' ' || license_key || ' ' || license_type || ' ' || replace(license_type, '_', ' ')
      || ' ' || seats::text || ' ' || coalesce(monthly_cost::text, 'n/a')
      || ' ' || status || ' ' || replace(status, '_', ' ') || ' ' || coalesce(date_search_text(expiry_date), 'no expiry'))
  ) STORED
);
CREATE INDEX licenses_by_created_at ON licenses (customer_id, created_at, id);
CREATE INDEX licenses_by_product_name ON licenses (customer_id, product_name_key, id);
CREATE UNIQUE INDEX licenses_by_license_key ON licenses (customer_id, license_key);
CREATE INDEX licenses_by_license_type ON licenses (customer_id, license_type, id);
CREATE INDEX licenses_by_seats ON licenses (customer_id, seats, id);
CREATE INDEX licenses_by_expiry_date ON licenses (customer_id, expiry_date_key, id);
CREATE INDEX licenses_by_monthly_cost ON licenses (customer_id, monthly_cost_key, id);
CREATE INDEX licenses_by_status ON licenses (customer_id, status, created_at, id);
CREATE INDEX licenses_search ON licenses USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- The only definition of a customer's balance: the value that was set, or else the sum of the unpaid invoices. With the
-- rights of the reader, so that the policies of both tables apply.
CREATE VIEW customer_balances WITH (security_invoker = true) AS
SELECT id AS customer_id, unpaid.total AS unpaid_invoices, coalesce(total_outstanding, unpaid.total) AS outstanding
FROM customers CROSS JOIN LATERAL (
  SELECT coalesce(sum(amount), 0.00) AS total FROM invoices WHERE customer_id = customers.id AND is_unpaid
) AS unpaid;

GRANT SELECT ON customer_balances TO portal_operator;

-- As in 0002.
DO $$
DECLARE protected text;
BEGIN
  FOREACH protected IN ARRAY ARRAY['invoices', 'contracts', 'payments', 'licenses'] LOOP
    EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I TO portal_operator;
      CREATE POLICY operator_all ON %1$I TO portal_operator USING (current_user = ''portal_operator'')', protected);
  END LOOP;
END $$;
