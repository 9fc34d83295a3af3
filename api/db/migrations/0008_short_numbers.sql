-- A number that can be said on the phone, beside the one with a timestamp. Existing tickets are numbered by age.

CREATE SEQUENCE short_ticket_numbers AS integer START 1001 MINVALUE 1001;
GRANT USAGE, SELECT, UPDATE ON SEQUENCE short_ticket_numbers TO portal_operator;

ALTER TABLE tickets ADD COLUMN short_number integer;
-- The owner sees no row otherwise; nothing else about a ticket changes.
ALTER TABLE tickets NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER;
UPDATE tickets SET short_number = 1000 + numbered.place, search_text = search_text || ' #' || 1000 + numbered.place
  FROM (SELECT id, row_number() OVER (ORDER BY created_at, id)::integer AS place FROM tickets) AS numbered
  WHERE numbered.id = tickets.id;
SELECT setval('short_ticket_numbers', max(short_number)) FROM tickets HAVING max(short_number) IS NOT NULL;
ALTER TABLE tickets FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER,
  ALTER COLUMN short_number SET DEFAULT nextval('short_ticket_numbers'), ALTER COLUMN short_number SET NOT NULL,
  ADD UNIQUE (short_number);
