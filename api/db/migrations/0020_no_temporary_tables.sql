-- A temporary table would be found before ours of the same name. Sessions put pg_temp last in their search path; nobody but the
-- owner needs to create one.
DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$;
