-- Customers and their records (product §3). Statuses, types, payment methods and priorities are free text: the portal
-- shows unknown values as they are.
--
-- Columns that end in _key are sort keys. Under row-level security the planner uses a condition in an index only if it is
-- leakproof: comparisons of numeric, lower() and coalesce() are not, those of a plain column are. Missing dates and amounts
-- sort last, like "no end".

-- Lower case without accents, independent of the database's locale.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'));

-- The two formats in which people search for a date: '2025-01-05 jan 05, 2025'. to_char() is not immutable.
CREATE FUNCTION date_search_text(day date) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN extract(year FROM day)::text
  || '-' || lpad(extract(month FROM day)::text, 2, '0')
  || '-' || lpad(extract(day FROM day)::text, 2, '0')
  || ' ' || (ARRAY['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'])[extract(month FROM day)::integer]
  || ' ' || lpad(extract(day FROM day)::text, 2, '0')
  || ', ' || extract(year FROM day)::text;

CREATE TABLE customers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  contact text CHECK (length(contact) <= 200),
  email text CHECK (length(email) <= 254),
  phone text CHECK (length(phone) <= 50),
  risk text NOT NULL DEFAULT 'low' CHECK (length(risk) BETWEEN 1 AND 50),
  -- Overrides the sum of the unpaid invoices (customer_balances).
  total_outstanding numeric(14, 2),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set when retention or an operator has removed all personal data; what remains must be kept by law.
  erased_at timestamptz
);

-- The primary key is the user: a user belongs to at most one customer, a customer can have many users.
CREATE TABLE customer_users (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX customer_users_customer ON customer_users (customer_id);

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

CREATE TABLE contracts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  contract_number text COLLATE "C" NOT NULL UNIQUE CHECK (length(contract_number) BETWEEN 1 AND 64),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  start_date date CHECK (isfinite(start_date)),
  end_date date CHECK (isfinite(end_date)),
  contract_value numeric(14, 2) CHECK (contract_value >= 0),
  status text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (length(status) BETWEEN 1 AND 50),
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
CREATE INDEX contracts_by_contract_number ON contracts (customer_id, contract_number, id);
CREATE INDEX contracts_by_title ON contracts (customer_id, title_key, id);
CREATE INDEX contracts_by_start_date ON contracts (customer_id, start_date_key, id);
CREATE INDEX contracts_by_end_date ON contracts (customer_id, end_date_key, id);
CREATE INDEX contracts_by_contract_value ON contracts (customer_id, contract_value_key, id);
CREATE INDEX contracts_by_status ON contracts (customer_id, status, created_at, id);

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
  ) STORED,
  UNIQUE (customer_id, payment_reference)
);
CREATE INDEX payments_by_payment_date ON payments (customer_id, payment_date, id);
CREATE INDEX payments_by_payment_reference ON payments (customer_id, payment_reference, id);
CREATE INDEX payments_by_amount ON payments (customer_id, amount_key, id);
CREATE INDEX payments_by_payment_method ON payments (customer_id, payment_method, id);
CREATE INDEX payments_by_status ON payments (customer_id, status, payment_date, id);

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
  ) STORED,
  UNIQUE (customer_id, license_key)
);
CREATE INDEX licenses_by_created_at ON licenses (customer_id, created_at, id);
CREATE INDEX licenses_by_product_name ON licenses (customer_id, product_name_key, id);
CREATE INDEX licenses_by_license_key ON licenses (customer_id, license_key, id);
CREATE INDEX licenses_by_license_type ON licenses (customer_id, license_type, id);
CREATE INDEX licenses_by_seats ON licenses (customer_id, seats, id);
CREATE INDEX licenses_by_expiry_date ON licenses (customer_id, expiry_date_key, id);
CREATE INDEX licenses_by_monthly_cost ON licenses (customer_id, monthly_cost_key, id);
CREATE INDEX licenses_by_status ON licenses (customer_id, status, created_at, id);

CREATE TABLE tickets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  ticket_number text COLLATE "C" NOT NULL UNIQUE CHECK (ticket_number ~ '^TKT-[0-9]{1,19}$'),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 200 AND subject ~ '\S'),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 10000 AND description ~ '\S'),
  priority text COLLATE "C" NOT NULL DEFAULT 'medium' CHECK (length(priority) BETWEEN 1 AND 50),
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (length(status) BETWEEN 1 AND 50),
  created_by uuid REFERENCES users ON DELETE SET NULL,
  idempotency_key text COLLATE "C" CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Retention deletes a ticket two years after it was resolved (product §9). Reopening clears it.
  resolved_at timestamptz,
  subject_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (left(fold(subject), 200)) STORED,
  -- From low to urgent; unknown priorities sort first.
  priority_key integer NOT NULL GENERATED ALWAYS AS (
    CASE priority WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'urgent' THEN 4 ELSE 0 END
  ) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (
    fold(ticket_number || ' ' || subject || ' ' || priority || ' ' || status || ' ' || replace(status, '_', ' ')
      || ' ' || date_search_text((created_at AT TIME ZONE 'UTC')::date))
  ) STORED,
  UNIQUE (customer_id, idempotency_key)
);
CREATE INDEX tickets_by_created_at ON tickets (customer_id, created_at, id);
CREATE INDEX tickets_by_ticket_number ON tickets (customer_id, ticket_number, id);
CREATE INDEX tickets_by_subject ON tickets (customer_id, subject_key, id);
CREATE INDEX tickets_by_priority ON tickets (customer_id, priority_key, id);
CREATE INDEX tickets_by_status ON tickets (customer_id, status, created_at, id);
CREATE INDEX tickets_created_by ON tickets (created_by);
CREATE INDEX tickets_resolved ON tickets (resolved_at) WHERE resolved_at IS NOT NULL;
CREATE INDEX tickets_keyed ON tickets (created_at) WHERE idempotency_key IS NOT NULL;

CREATE FUNCTION set_ticket_resolved_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.resolved_at := CASE WHEN NEW.status IN ('resolved', 'closed') THEN coalesce(NEW.resolved_at, now()) END;
  RETURN NEW;
END $$;
CREATE TRIGGER tickets_set_resolved_at BEFORE INSERT OR UPDATE OF status, resolved_at ON tickets
  FOR EACH ROW EXECUTE FUNCTION set_ticket_resolved_at();

-- The only definition of a customer's balance: the value that was set, or else the sum of the unpaid invoices. With the
-- rights of the reader, so that the policies of both tables apply.
CREATE VIEW customer_balances WITH (security_invoker = true) AS
SELECT id AS customer_id, unpaid.total AS unpaid_invoices, coalesce(total_outstanding, unpaid.total) AS outstanding
FROM customers CROSS JOIN LATERAL (
  SELECT coalesce(sum(amount), 0.00) AS total FROM invoices WHERE customer_id = customers.id AND is_unpaid
) AS unpaid;
