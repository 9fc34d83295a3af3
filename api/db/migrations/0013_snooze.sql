-- A ticket that staff put aside until a time. It returns earlier if its customer writes.
ALTER TABLE tickets ADD COLUMN snoozed_until timestamptz;
CREATE INDEX tickets_snoozed ON tickets (snoozed_until) WHERE snoozed_until IS NOT NULL;
