-- What runs with the rights of its owner is for those only whom a GRANT in these files names. This comes last, as CREATE TRIGGER
-- requires the right to execute the function; a trigger does not.
DO $$
DECLARE own record;
BEGIN
  FOR own IN SELECT pg_proc.oid::regprocedure AS signature, rolname FROM pg_proc JOIN pg_roles ON pg_roles.oid = proowner
    WHERE pronamespace = 'public'::regnamespace AND rolname IN ('portal_search', 'portal_people', 'portal_tickets') LOOP
    EXECUTE format('SET LOCAL ROLE %I', own.rolname);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', own.signature);
    RESET ROLE;
  END LOOP;
END $$;

REVOKE CREATE ON SCHEMA public FROM portal_search, portal_people, portal_tickets;
-- Before PostgreSQL 16, a member inherits what the policies of its role show.
DO $$ BEGIN
  IF current_setting('server_version_num')::integer < 160000 THEN
    REVOKE portal_search, portal_people, portal_tickets FROM CURRENT_USER;
  END IF;
END $$;
