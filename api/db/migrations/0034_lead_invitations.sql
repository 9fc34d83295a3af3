-- Mails with a prospect (0030): the slot of a consultation that a mail of ours is about, and the files of a reply.

ALTER TABLE lead_messages
  ADD COLUMN slot_state text CHECK (slot_state IN ('confirmed', 'proposed', 'declined')),
  ADD COLUMN slot_starts_at timestamptz CHECK (isfinite(slot_starts_at)),
  ADD COLUMN slot_ends_at timestamptz CHECK (isfinite(slot_ends_at)),
  -- SEQUENCE of the invitation. The receipt has 0.
  ADD COLUMN slot_sequence integer CHECK (slot_sequence >= 0),
  -- Name and size of each; their content is in the original of the mail.
  ADD COLUMN files jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(files) = 'array' AND pg_column_size(files) < 65536),
  ADD COLUMN inbound_mail_id uuid REFERENCES inbound_mails ON DELETE SET NULL,
  ADD CONSTRAINT lead_messages_slot CHECK (num_nonnulls(slot_state, slot_starts_at, slot_ends_at, slot_sequence) IN (0, 4)
    AND (slot_state IS NULL OR kind = 'sent' AND slot_ends_at > slot_starts_at)),
  DROP CONSTRAINT lead_messages_body_check,
  -- The invitation or the files may say everything.
  ADD CONSTRAINT lead_messages_body CHECK (length(body) <= 20000 AND (body <> '' OR slot_state IS NOT NULL OR files <> '[]'));
CREATE UNIQUE INDEX lead_messages_sequence ON lead_messages (lead_id, slot_sequence) WHERE slot_sequence IS NOT NULL;
CREATE INDEX lead_messages_inbound ON lead_messages (inbound_mail_id) WHERE inbound_mail_id IS NOT NULL;
