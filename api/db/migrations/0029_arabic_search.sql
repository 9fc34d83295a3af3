-- Arabic is found as French is, without the signs that many leave out: vowels, tatweel, the hamza of an alef, the dots of a final heh
-- or yeh. Digits are found in both notations.
CREATE OR REPLACE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(
  lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670]', '', 'g')),
  'ٱىة٠١٢٣٤٥٦٧٨٩', 'ايه0123456789');

-- Rows keep what the definition before computed: those with such a text are written again. Nothing else about them changes.
DO $$
DECLARE
  one record;
  is_forced boolean;
BEGIN
  FOR one IN SELECT * FROM (VALUES
    ('customers', 'name', 'name = name'),
    ('customers', 'contact', 'contact = contact'),
    ('contracts', 'title', 'title = title'),
    ('licenses', 'product_name', 'product_name = product_name'),
    ('payments', 'notes', 'notes = notes'),
    ('users', 'name', 'name = name'),
    ('ticket_messages', 'body', 'body = body'),
    ('ticket_notes', 'body', 'body = body'),
    -- A trigger writes these. What is folded stays the same when it is folded again.
    ('tickets', 'subject', 'subject = subject, subject_key = left(fold(subject), 200), search_text = fold(search_text)'),
    ('tickets', 'description', 'description = description'),
    ('tickets', 'customer_key', 'customer_key = fold(customer_key)'),
    ('tickets', 'assignee_key', 'assignee_key = fold(assignee_key)'),
    -- Names that became equal stay as they are: these are unique.
    ('tags', 'name', 'name = name'),
    ('saved_views', 'name', 'name = name'),
    ('canned_replies', 'title', 'title = title')) AS texts(of_table, in_column, change)
  LOOP
    SELECT relforcerowsecurity INTO is_forced FROM pg_class WHERE oid = one.of_table::regclass;
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER', one.of_table);
    BEGIN
      EXECUTE format('UPDATE %I SET %s WHERE %I ~ ''[\u0610-\u061a\u0622-\u0626\u0629\u0640\u0649\u064b-\u0669\u0670\u0671]''',
        one.of_table, one.change, one.in_column);
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
    EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', one.of_table);
    IF is_forced THEN
      EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', one.of_table);
    END IF;
  END LOOP;
END $$;
