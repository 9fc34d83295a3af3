-- Invoice files that name another account than the active one: they are stored once a second staff member has confirmed the number. The
-- functions of 14_invoice_ibans.sql write here, and a trigger asks for the confirmation whatever the server's statement is. Staff ids have no
-- foreign key: it must remain known that two people acted after one of them has left.
CREATE TABLE invoice_iban_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  -- The number of the invoice, which is not stored yet.
  number text NOT NULL CHECK (length(number) BETWEEN 1 AND 200),
  -- Every account in the file that is not the active one, separated by ", ".
  iban text NOT NULL CHECK (length(iban) BETWEEN 1 AND 2000),
  gross numeric(14, 2) NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  requested_by uuid NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp() CHECK (isfinite(requested_at)),
  decided_by uuid CONSTRAINT invoice_iban_requests_two_people CHECK (decided_by <> requested_by),
  decided_at timestamptz CHECK (isfinite(decided_at) AND decided_at >= requested_at),
  is_confirmed boolean,
  CONSTRAINT invoice_iban_requests_decided CHECK (num_nonnulls(decided_by, decided_at, is_confirmed) IN (0, 3))
);
-- After a rejection, it can be asked again.
CREATE UNIQUE INDEX invoice_iban_requests_current ON invoice_iban_requests (customer_id, lower(number), iban)
  WHERE is_confirmed IS DISTINCT FROM false;

-- As in 0003.
ALTER TABLE invoice_iban_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON invoice_iban_requests TO portal_operator;
CREATE POLICY operator_all ON invoice_iban_requests TO portal_operator USING (current_user = 'portal_operator');
