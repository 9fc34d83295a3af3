-- Colleagues whom an internal note mentions.
ALTER TABLE ticket_notes ADD COLUMN mentions uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(mentions) <= 20);
