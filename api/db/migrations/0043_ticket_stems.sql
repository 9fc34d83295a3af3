-- The stems of a ticket took half of its row. A search finds tickets by the index of 0042 and never reads them, so that nothing writes the
-- column any more, and a ticket that is changed loses them. A later release drops the column.
-- PostgreSQL planned the expression in each statement that writes a ticket, and computed it in each, as a trigger may change what it reads.
ALTER TABLE tickets ALTER COLUMN stems DROP EXPRESSION;
DROP INDEX IF EXISTS tickets_words;
