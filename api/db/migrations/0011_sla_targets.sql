-- SLA targets by priority and contract: a contract can extend the calendar and shorten the targets, and tickets have a resolution
-- target too.

ALTER TABLE contracts
  -- All tickets of the customer are handled around the clock while the contract is active.
  ADD COLUMN around_the_clock boolean NOT NULL DEFAULT false,
  -- The most that a target of any priority may take, in minutes of the calendar. Null and 0: the contract has none of its own.
  ADD COLUMN response_minutes integer CHECK (response_minutes >= 0),
  ADD COLUMN resolution_minutes integer CHECK (resolution_minutes >= 0);
DROP INDEX contracts_around_the_clock;
CREATE INDEX contracts_sla ON contracts (customer_id)
  WHERE urgent_around_the_clock OR around_the_clock OR response_minutes > 0 OR resolution_minutes > 0;

ALTER TABLE tickets
  -- The target of the first response, in minutes of its calendar. The default is the one of older tickets.
  ADD COLUMN response_minutes integer NOT NULL DEFAULT 240 CHECK (response_minutes > 0),
  -- The target of the resolution, in the same calendar. Older tickets have none.
  ADD COLUMN resolution_minutes integer CHECK (resolution_minutes > 0),
  ADD COLUMN resolution_due_at timestamptz,
  ADD COLUMN resolution_state text CHECK (resolution_state IN ('running', 'paused', 'met', 'missed')),
  ADD COLUMN resolution_paused_at timestamptz,
  ADD COLUMN resolution_warned_at timestamptz,
  ADD CONSTRAINT tickets_resolution_check CHECK (resolution_state IS NULL
    OR (resolution_due_at IS NOT NULL AND resolution_minutes IS NOT NULL AND sla_calendar IS NOT NULL));
CREATE INDEX tickets_resolving ON tickets (resolution_due_at) WHERE resolution_state = 'running';
