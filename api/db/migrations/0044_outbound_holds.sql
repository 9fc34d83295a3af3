-- While there is a row, nothing leaves this installation (docs/decisions/033): emails, webhooks and what enqueues them wait. A restore
-- writes it in the transaction of the rows, also into an older schema, where this table is not there yet. No backup contains it.
CREATE TABLE IF NOT EXISTS outbound_holds (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  since timestamptz NOT NULL DEFAULT now(),
  -- The backup that was restored: when it was made, and whether its signature was right.
  as_of timestamptz NOT NULL,
  is_signed boolean NOT NULL
);
GRANT SELECT, INSERT, DELETE ON outbound_holds TO portal_operator;
