-- What a user can download about themselves, of all their customers: what they wrote, what was opened for them, what we told them, and what they chose.

SET LOCAL ROLE portal_tickets;

CREATE OR REPLACE FUNCTION own_data() RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE own uuid := app_user_id();
BEGIN
  RETURN jsonb_build_object(
    'companies', (SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]') FROM (
      SELECT customers.name, array_to_string(roles, ', ') AS roles, memberships.created_at AS since FROM memberships JOIN customers ON customers.id = customer_id
      WHERE user_id = own ORDER BY memberships.created_at) AS row),
    'tickets', (SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]') FROM (
      SELECT id, ticket_number, short_number, subject, description, priority, topic, status, author_id = own AS written_by_you,
        created_at, resolved_at, closed_at
      FROM tickets WHERE author_id = own OR requester_id = own ORDER BY created_at) AS row),
    'messages', (SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]') FROM (
      SELECT ticket_id, body, source, created_at FROM ticket_messages WHERE author_id = own ORDER BY created_at) AS row),
    'watchedTickets', (SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]') FROM (
      SELECT ticket_id, created_at AS since FROM ticket_watchers WHERE user_id = own ORDER BY created_at) AS row),
    'files', (SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]') FROM (
      SELECT ticket_id, file_name, content_type, size, created_at FROM attachments
      WHERE uploaded_by = own AND note_id IS NULL ORDER BY created_at) AS row),
    'receivedMails', (SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]') FROM (
      SELECT ticket_id, subject, full_text, state, received_at FROM inbound_mails WHERE user_id = own ORDER BY received_at) AS row),
    'notifications', (SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]') FROM (
      SELECT event, delivery, updated_at FROM notification_preferences WHERE user_id = own ORDER BY event) AS row),
    'bankNotices', (SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]') FROM (
      SELECT created_at AS told_at, alarm_at, dismissed_at FROM bank_notices WHERE user_id = own ORDER BY created_at) AS row),
    'reminders', (SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]') FROM (
      SELECT customers.name AS company, invoices.number AS invoice, reminded.due_date, reminded.sent_at
      FROM invoice_reminders AS reminded JOIN invoices ON invoices.id = invoice_id JOIN customers ON customers.id = reminded.customer_id
      WHERE user_id = own ORDER BY reminded.created_at) AS row),
    'calendarFeeds', (SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]') FROM (
      SELECT customers.name AS company, calendar_feeds.created_at FROM calendar_feeds JOIN customers ON customers.id = customer_id
      WHERE user_id = own ORDER BY calendar_feeds.created_at) AS row),
    'appointments', (SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]') FROM (
      SELECT kind, starts_at, ends_at, status, meeting, name, company, email, phone, answers->>'additionalInfo' AS additional_info, zone, created_at
      FROM appointments WHERE user_id = own ORDER BY starts_at) AS row)
  );
END $$;
GRANT EXECUTE ON FUNCTION own_data TO portal_tenant;

RESET ROLE;
