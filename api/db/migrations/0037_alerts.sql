-- What is wrong with the service, and who was told when. A row lasts as long as its check fails, so that instances send one mail together
-- and a restart sends none.
CREATE TABLE alerts (
  name text COLLATE "C" NOT NULL CHECK (name ~ '^[a-z_]{1,40}$'),
  -- The host, for what concerns one machine only; otherwise empty.
  scope text COLLATE "C" NOT NULL CHECK (length(scope) <= 255),
  since timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  notified_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, scope)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON alerts TO portal_operator;
