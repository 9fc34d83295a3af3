-- An endpoint that does not answer gets nothing until then, so that messages to others do not wait for it.
ALTER TABLE webhook_endpoints ADD COLUMN paused_until timestamptz CHECK (isfinite(paused_until));
