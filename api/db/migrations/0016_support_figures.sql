-- For the monthly figures of the support: tickets by when they were resolved, and what happened to them.

CREATE INDEX tickets_by_resolved_at ON tickets (resolved_at, customer_id, assignee_id) WHERE resolved_at IS NOT NULL;
CREATE INDEX ticket_events_changes ON ticket_events (customer_id, created_at) WHERE kind IN ('status_changed', 'reopened');
CREATE INDEX ticket_events_all_changes ON ticket_events (created_at) WHERE kind IN ('status_changed', 'reopened');
