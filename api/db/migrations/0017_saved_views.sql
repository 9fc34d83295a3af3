-- Views of the queue that a staff member has saved: filters and an order under a name.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES staff_members ON DELETE CASCADE,
  -- There is no 21st place.
  place integer NOT NULL CHECK (place BETWEEN 1 AND 20),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60 AND name ~ '\S'),
  -- By name, as in the URL of the queue. A later version may not know all of them.
  filters jsonb NOT NULL CHECK (jsonb_typeof(filters) = 'object' AND length(filters::text) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  UNIQUE (user_id, place)
);
CREATE UNIQUE INDEX saved_views_by_name ON saved_views (user_id, name_key);

ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views TO portal_operator;
CREATE POLICY operator_all ON saved_views TO portal_operator USING (current_user = 'portal_operator');
