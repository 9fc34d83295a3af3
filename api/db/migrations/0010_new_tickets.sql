-- Tickets that staff open and that mails open, files that are uploaded before their ticket exists, and mails that are withdrawn.

ALTER TABLE tickets
  -- How it came; operator: the command line, or an import.
  ADD COLUMN origin text COLLATE "C" NOT NULL DEFAULT 'portal' CHECK (origin IN ('portal', 'desk', 'email', 'operator')),
  -- The email address in a mail whose sender was not verified: a staff member opened the ticket from it.
  ADD COLUMN unverified_sender text CHECK (length(unverified_sender) BETWEEN 1 AND 320);

-- Since then its text and its files are gone. The mail is held again.
ALTER TABLE ticket_messages ADD COLUMN withdrawn_at timestamptz;

-- A file of a ticket that is about to be opened has a customer and no ticket yet.
ALTER TABLE upload_reservations
  ALTER COLUMN ticket_id DROP NOT NULL,
  ADD FOREIGN KEY (customer_id) REFERENCES customers ON DELETE CASCADE;
ALTER TABLE attachments
  ALTER COLUMN ticket_id DROP NOT NULL,
  ADD FOREIGN KEY (customer_id) REFERENCES customers ON DELETE CASCADE,
  ADD CHECK (ticket_id IS NOT NULL OR attached_at IS NULL);
