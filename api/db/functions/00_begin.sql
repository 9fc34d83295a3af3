-- The files of this folder are the whole of our functions, triggers, rights and policies. They are applied together, in order, in one
-- transaction, whenever one of them changes. CREATE OR REPLACE cannot change what a function takes or returns: write DROP FUNCTION
-- IF EXISTS before it.

-- Some functions belong to roles that nobody logs in as. To create one, we must be able to set its role, and the role must be able
-- to create in the schema. Both end in 99_end.sql.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['portal_search', 'portal_people', 'portal_tickets'] LOOP
    IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    END IF;
  END LOOP;
END $$;
GRANT CREATE ON SCHEMA public TO portal_search, portal_people, portal_tickets;

-- Rights and policies end, so that one that is deleted from the files is gone. The operator's are in the migrations.
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM portal_app, portal_tenant, portal_staff, portal_key, portal_search, portal_people, portal_tickets;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM portal_app, portal_tenant, portal_staff, portal_key, portal_search, portal_people, portal_tickets;
DO $$
DECLARE
  policy record;
  own record;
BEGIN
  FOR policy IN SELECT policyname, tablename FROM pg_policies WHERE schemaname = 'public' AND roles <> '{portal_operator}' LOOP
    EXECUTE format('DROP POLICY %I ON %I', policy.policyname, policy.tablename);
  END LOOP;
  FOR own IN SELECT pg_proc.oid::regprocedure AS signature, rolname FROM pg_proc JOIN pg_roles ON pg_roles.oid = proowner
    WHERE pronamespace = 'public'::regnamespace AND rolname IN (current_user, 'portal_search', 'portal_people', 'portal_tickets')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e') LOOP
    EXECUTE format('SET LOCAL ROLE %I', own.rolname);
    EXECUTE format('REVOKE ALL ON FUNCTION %1$s FROM portal_app, portal_tenant, portal_staff, portal_key, portal_operator, portal_search,
      portal_people, portal_tickets; GRANT EXECUTE ON FUNCTION %1$s TO PUBLIC, %2$I', own.signature, own.rolname);
    RESET ROLE;
  END LOOP;
END $$;
