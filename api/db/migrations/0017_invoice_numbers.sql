-- What the books call an invoice. NFC, so that one number is written in one way only.
--
-- Two spellings that differ in case are one number: a second invoice for the same claim would be worse than a refused row.
-- number_key is also what the list sorts by. An invoice without a number sorts after all others, by its id, which keeps the
-- key unique: U+10FFFF is no character, and the last one in the order of the column.
ALTER TABLE invoices
  ADD COLUMN number text COLLATE "C" CHECK (length(number) BETWEEN 1 AND 200 AND number ~ '\S' AND number IS NFC NORMALIZED),
  ADD COLUMN number_key text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (coalesce(lower(number COLLATE "default"), chr(1114111) || id::text)) STORED;
CREATE UNIQUE INDEX invoices_by_number ON invoices (customer_id, number_key);

-- As before (0002), with the number. COLLATE "default" because the status has the collation "C", in which only the letters
-- A to Z have a lower case, while the words that are searched for are folded in the default one.
ALTER TABLE invoices DROP COLUMN search_text;
ALTER TABLE invoices ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  fold((coalesce(number || ' ', '') || amount::text || ' ' || status || ' ' || replace(status, '_', ' ')
    || ' ' || coalesce(date_words(due_date), 'n/a')) COLLATE "default")
) STORED;
CREATE INDEX invoices_search ON invoices USING gin (customer_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- What is owed: every invoice but those that are settled, withdrawn or not issued yet. A status that we do not know counts,
-- as nobody has said that it is paid. docs/operations.md lists them.
ALTER TABLE invoices ADD COLUMN is_unpaid boolean NOT NULL GENERATED ALWAYS AS (
  lower(status) NOT IN ('paid', 'refunded', 'credited', 'written_off', 'void', 'voided', 'cancelled', 'canceled', 'draft')
) STORED;
CREATE INDEX invoices_unpaid ON invoices (customer_id, due_date_key, id) INCLUDE (amount, status) WHERE is_unpaid;

-- The one definition of a customer's balance: what was set, or else the sum of the unpaid invoices. With the rights of whoever
-- reads it, so that the policies of both tables apply.
CREATE VIEW customer_balances WITH (security_invoker = true) AS
SELECT id AS customer_id, unpaid.total AS unpaid_invoices, coalesce(total_outstanding, unpaid.total) AS outstanding
FROM customers CROSS JOIN LATERAL (
  SELECT coalesce(sum(amount), 0.00) AS total FROM invoices WHERE customer_id = customers.id AND is_unpaid
) AS unpaid;
GRANT SELECT ON customer_balances TO portal_tenant, portal_operator;
