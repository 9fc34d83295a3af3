-- As before (0003), in a language that keeps its plan: one in SQL is planned anew with every call, and a new ticket asks
-- four times whose it is (its own check, the two policies it passes and the record's), 0.15 ms each.
CREATE OR REPLACE FUNCTION app_customer_id() RETURNS uuid LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT customer_id FROM customer_users WHERE user_id = app_user_id());
END $$;
