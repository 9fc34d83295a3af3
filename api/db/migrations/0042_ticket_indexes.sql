-- outside a transaction
-- Half of the space of the table's indexes were keys that no plan needed. Sorts of one customer's rows need no index of their own, and the id,
-- which makes an order total, is sorted within rows of the same key. The stems of a ticket are computed for their index only: 0043.

-- The same as in 0018. PL/pgSQL keeps its plan: PostgreSQL parsed and planned the function in SQL for each text.
CREATE OR REPLACE FUNCTION search_stems(body text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN to_tsvector('pg_catalog.french'::regconfig, public.fold(body)) || to_tsvector('pg_catalog.simple'::regconfig, public.fold(body))
    || array_to_tsvector(ARRAY(SELECT public.fold(lexeme) FROM unnest(to_tsvector('pg_catalog.french'::regconfig, body)) WHERE public.fold(lexeme) <> '')); END $$;

CREATE OR REPLACE FUNCTION ticket_stems(subject text, description text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
BEGIN RETURN public.search_stems(subject || ' ' || description); END $$;

DROP INDEX CONCURRENTLY IF EXISTS tickets_stems;
CREATE INDEX CONCURRENTLY tickets_stems ON tickets USING gin (ticket_stems(subject, description)) WITH (gin_pending_list_limit = 1024);
-- ANALYZE would compute them for a sample. Without figures, the planner takes the index, and combines it with the one by age.
ALTER INDEX tickets_stems ALTER COLUMN 1 SET STATISTICS 0;

DROP INDEX CONCURRENTLY IF EXISTS tickets_customer_created;
CREATE INDEX CONCURRENTLY tickets_customer_created ON tickets (customer_id, created_at);
DROP INDEX CONCURRENTLY IF EXISTS tickets_by_created_at;
DROP INDEX CONCURRENTLY IF EXISTS tickets_customer_status;
CREATE INDEX CONCURRENTLY tickets_customer_status ON tickets (customer_id, status, created_at);
DROP INDEX CONCURRENTLY IF EXISTS tickets_by_status;
DROP INDEX CONCURRENTLY IF EXISTS tickets_assignee_due;
CREATE INDEX CONCURRENTLY tickets_assignee_due ON tickets (assignee_id, needs_staff, due_key, urgency_key, created_at) WHERE assignee_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS tickets_by_assignee;
DROP INDEX CONCURRENTLY IF EXISTS tickets_due;
CREATE INDEX CONCURRENTLY tickets_due ON tickets (due_key, urgency_key, created_at);
DROP INDEX CONCURRENTLY IF EXISTS tickets_all_by_due;
DROP INDEX CONCURRENTLY IF EXISTS tickets_created;
CREATE INDEX CONCURRENTLY tickets_created ON tickets (created_at);
DROP INDEX CONCURRENTLY IF EXISTS tickets_all_by_created_at;
DROP INDEX CONCURRENTLY IF EXISTS tickets_queue_created;
CREATE INDEX CONCURRENTLY tickets_queue_created ON tickets (needs_staff, created_at) WHERE needs_staff;
DROP INDEX CONCURRENTLY IF EXISTS tickets_desk_by_created_at;
DROP INDEX CONCURRENTLY IF EXISTS tickets_desk_assignee;
CREATE INDEX CONCURRENTLY tickets_desk_assignee ON tickets (needs_staff, assignee_key, created_at);
DROP INDEX CONCURRENTLY IF EXISTS tickets_desk_by_assignee;
DROP INDEX CONCURRENTLY IF EXISTS tickets_desk_customer;
CREATE INDEX CONCURRENTLY tickets_desk_customer ON tickets (needs_staff, customer_key);
DROP INDEX CONCURRENTLY IF EXISTS tickets_desk_by_customer;
DROP INDEX CONCURRENTLY IF EXISTS tickets_desk_priority;
CREATE INDEX CONCURRENTLY tickets_desk_priority ON tickets (needs_staff, urgency_key, created_at);
DROP INDEX CONCURRENTLY IF EXISTS tickets_desk_by_priority;
DROP INDEX CONCURRENTLY IF EXISTS tickets_desk_status;
CREATE INDEX CONCURRENTLY tickets_desk_status ON tickets (needs_staff, status_key, created_at);
DROP INDEX CONCURRENTLY IF EXISTS tickets_desk_by_status;
DROP INDEX CONCURRENTLY IF EXISTS tickets_desk_activity;
CREATE INDEX CONCURRENTLY tickets_desk_activity ON tickets (needs_staff, activity_key);
DROP INDEX CONCURRENTLY IF EXISTS tickets_desk_by_activity;
DROP INDEX CONCURRENTLY IF EXISTS tickets_by_ticket_number;
DROP INDEX CONCURRENTLY IF EXISTS tickets_by_subject;
DROP INDEX CONCURRENTLY IF EXISTS tickets_by_priority;
