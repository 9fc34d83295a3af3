-- A mail that will not be tried again: refused for good by the recipient's server, or given up after a week. Why is in
-- last_error. What it carried is forgotten, as with a mail that was sent: its link is a secret.
ALTER TABLE mail_outbox ADD COLUMN failed_at timestamptz CHECK (failed_at IS NULL OR sent_at IS NULL);
UPDATE mail_outbox SET failed_at = now(), data = '{}' WHERE sent_at IS NULL AND next_attempt_at = 'infinity';
