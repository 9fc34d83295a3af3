-- What a login may call before it has put on a role. The server's login (MIGRATION_DATABASE_URL is set) has no rights of
-- its own and inherits none: it can put on portal_app or portal_tenant, and each role can call what it needs.
REVOKE EXECUTE ON FUNCTION become_caller(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION become_caller(text) TO portal_app;
REVOKE EXECUTE ON FUNCTION create_ticket(text, text, text, text, bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_ticket(text, text, text, text, bigint, integer) TO portal_tenant;

-- A policy for a role also holds for who inherits its rights, which the owner of the tables does before PostgreSQL 16:
-- without a role it saw every row. These are for who has put the role on.
ALTER POLICY operated_customers ON customers USING (current_user = 'portal_operator');
ALTER POLICY operated_links ON customer_users USING (current_user = 'portal_operator');
ALTER POLICY operated_invoices ON invoices USING (current_user = 'portal_operator');
ALTER POLICY operated_contracts ON contracts USING (current_user = 'portal_operator');
ALTER POLICY operated_payments ON payments USING (current_user = 'portal_operator');
ALTER POLICY operated_licenses ON licenses USING (current_user = 'portal_operator');
ALTER POLICY operated_tickets ON tickets USING (current_user = 'portal_operator');
ALTER POLICY searched_invoices ON invoices USING (current_user = 'portal_search');
ALTER POLICY searched_contracts ON contracts USING (current_user = 'portal_search');
ALTER POLICY searched_payments ON payments USING (current_user = 'portal_search');
ALTER POLICY searched_licenses ON licenses USING (current_user = 'portal_search');
ALTER POLICY searched_tickets ON tickets USING (current_user = 'portal_search');
