import type { KeyScope } from '#contract/key-scopes.ts';
import type { CustomerRole } from '#contract/roles.ts';
import type { StaffPermission } from '#contract/staff.ts';

/**
 * A function with its owner's rights that a role of requests may execute, by the name of the function. Ids of the customer whose
 * rows these are stand in its arguments as `:name`. Written from docs/administration.md (roles and permissions) and
 * docs/decisions/005, not from the functions.
 */
export interface FunctionCase {
  args: string;
  /** The roles of the customer's people for whom it does something; nobody unless given. */
  tenant?: readonly CustomerRole[];
  /** Of these people, only one: the user whom the rows belong to. */
  isPersonal?: true;
  /** Only for users without a customer. */
  isOfStrangers?: true;
  /** Of these staff members, only one: the author or host. */
  isOfAuthor?: true;
  /** Staff with one of these. */
  staff?: readonly StaffPermission[] | 'any';
  /** Keys with one of these scopes. */
  key?: readonly KeyScope[] | 'any';
  /** For another customer's people it does the same with their own rows: nothing of this customer may be in the result. */
  isOwn?: true;
  /** Why everybody who may execute it gets the same. */
  open?: string;
  /** A statement of the owner before it. */
  before?: string;
}

const everyone = ['owner', 'billing', 'technical', 'requester'] as const;
/** Who sees every ticket of the customer. */
const ticketReaders = ['owner', 'technical'] as const;
const money = ['owner', 'billing'] as const;
const readers = ['support', 'accounts', 'sales', 'records'] as const;
const hosts = ['support', 'sales'] as const;
const support = ['support'] as const;
const admin = ['admin'] as const;
const records = ['records'] as const;
const accounts = ['accounts'] as const;
const trace = `'r', '203.0.113.0/24'`;

/** By the roles that may execute them. The server's own, `portal_app`, calls its functions before there is a caller, or without one. */
export const functions: Record<string, FunctionCase> = {
  // The caller.
  app_context: { args: '', open: 'The caller.' },
  staff_has: { args: `VARIADIC ARRAY['support']`, staff: support },
  key_can: { args: `VARIADIC ARRAY['invoices:read']`, key: ['invoices:read'] },
  desk_session: { args: `'no such session'`, open: 'Asks for a secret.' },
  set_staff_customer: {
    args: ':customer',
    open: 'Changes only what the caller has said before: policies ask for the rights.',
  },
  key_prefix: { args: '', key: 'any' },

  // People.
  list_members: { args: '', tenant: ['owner'], isOwn: true },
  own_customers: { args: '', tenant: everyone, isOwn: true },
  change_roles: { args: `:colleague, '{billing}'`, tenant: ['owner'], staff: accounts },
  remove_member: { args: ':colleague', tenant: ['owner'], staff: accounts },
  save_invitation: {
    args: `'new@x.example', '{billing}', repeat('h', 43), 'en', 'infinity'`,
    tenant: ['owner'],
    staff: accounts,
    isOwn: true,
  },
  withdraw_invitation: { args: ':invitation', tenant: ['owner'], staff: accounts },
  list_staff_reads: { args: 'NULL, NULL, 10', tenant: ['owner'] },
  own_data: { args: '', tenant: everyone, isOwn: true },
  desk_members: { args: '', staff: accounts },
  desk_invitations: { args: '', staff: accounts },
  desk_invitation_language: { args: ':invited', staff: accounts },
  desk_member_email: { args: ':colleague', staff: accounts },
  desk_user_email: { args: ':colleague', staff: ['support', 'admin'] },
  note_staff_read: { args: `:customer, 'overview', NULL, ${trace}`, staff: 'any' },
  company_domain: { args: `'a@x.example'`, open: 'A calculation.' },
  write_to_staff: { args: `'C', 'M', 'k', 5, 50`, isOfStrangers: true },

  // Money.
  own_balance: { args: '', tenant: money, isOwn: true },
  shown_bank_accounts: { args: '', tenant: money, isOwn: true },
  active_bank_account: { args: '', open: 'Our own account, which the public page shows as a hash.' },
  apply_credit_notes: {
    args: 'ARRAY[:creditNote]::uuid[]',
    staff: records,
    key: ['invoices:write'],
    before: `UPDATE invoices SET credits_invoice_id = :invoice WHERE id = :creditNote`,
  },
  creditable_amount: { args: ':invoice', open: 'A number of a known invoice, for staff only.' },
  expected_iban: { args: '', open: 'That of our own account.' },
  invoice_iban_state: { args: `:customer, 'F-1', :otherIban, 1.00, 'EUR'`, staff: records },
  next_invoice_number: { args: '2026', staff: records },
  remove_allocation: { args: ':allocation', staff: records },
  request_invoice_iban: { args: `:customer, 'F-2', 'FR7699999000020000000000197', 1, 'EUR'`, staff: records },
  list_record_events: { args: `:customer, :entity`, staff: readers },
  list_reminders: { args: ':customer, NULL, 10', staff: readers },
  read_next_reminder: { args: `:invoice, :customer, '{0}', '2026-01-01'`, staff: readers },
  set_reminders: { args: `:customer, NULL, '{0}'`, staff: ['accounts', 'records'] },
  propose_bank_account: {
    args: `'FR7699999000020000000000197', 'ZZZZFRP1XXX', 'Rempart Azur', ${trace}`,
    staff: admin,
    before: 'DELETE FROM bank_accounts',
  },
  approve_bank_account: { args: `:bankAccount, 'FR4299999000010123456789042', ${trace}`, staff: admin },
  end_bank_account: { args: `:bankAccount, 'Not ours', ${trace}`, staff: admin },
  dismiss_bank_alarm: { args: `:bankAlarm, 'We have called', ${trace}`, staff: admin },
  decide_invoice_iban: { args: `:invoiceIban, true, ${trace}`, staff: admin },
  desk_bank_accounts: { args: '', staff: admin },
  desk_bank_alarms: { args: '', staff: admin },
  desk_invoice_ibans: { args: '', staff: admin },

  // Tickets.
  list_colleagues: { args: '', tenant: ticketReaders, staff: support, isOwn: true },
  find_colleague: { args: ':email', tenant: everyone, staff: support },
  can_open_ticket: { args: ':customer', tenant: everyone, staff: support },
  can_see_ticket: { args: ':ticket', tenant: ticketReaders, staff: support },
  lock_ticket: { args: ':ticket', tenant: ticketReaders, staff: support },
  save_ticket: {
    args: `:ticket, 1, '{"priority":"urgent"}', NULL, '[]'`,
    tenant: ticketReaders,
    staff: support,
  },
  set_watcher: { args: ':ticket, :colleague, true', tenant: ticketReaders, staff: support },
  copy_watchers: {
    args: ':ticket, :into',
    isPersonal: true,
    tenant: ['owner'],
    staff: support,
    before: 'UPDATE tickets SET follows_ticket_id = :ticket, author_id = :owner WHERE id = :into',
  },
  attach_files: { args: 'ARRAY[:file]::uuid[], :ticket', isPersonal: true, tenant: ['owner'] },
  add_attachment: { args: `:ticket, :upload`, isPersonal: true, tenant: ['owner'] },
  reserve_upload: { args: ':ticket, NULL, 5, 0, 0, 0', tenant: ticketReaders, staff: support },
  use_reservation: { args: `:upload, :ticket`, open: 'Deletes a reservation of the caller, by its id.' },
  opened_ticket: { args: ':ownTicket', tenant: ['owner'], isPersonal: true },
  own_watched_tickets: { args: '', tenant: ['owner'], isPersonal: true },
  has_unread_reply: { args: ':ticket, :owner, NULL, NULL', open: 'Whether a known user has read a known ticket.' },
  recent_ticket_time: { args: '1', tenant: everyone, isOwn: true },
  is_ticket_member: { args: ':colleague, :customer', open: 'Whether a known user belongs to a known customer.' },
  ticket_person_name: { args: ':colleague', open: 'The name of a known user.' },
  ticket_people: { args: 'ARRAY[:colleague]::uuid[]', tenant: everyone, staff: support },
  sla_terms: { args: `:customer, 'high'`, open: 'The shortest times of support, or the usual ones.' },
  take_reply: { args: ':pendingReply', staff: support, isOfAuthor: true },
  move_ticket: { args: ':ticket, 1, :elsewhere', staff: support },
  resolve_tags: { args: `ARRAY['vpn']`, staff: support },
  create_ticket_as_staff: {
    args: `'S', 'D', 'low', 'key', now(), ARRAY[now(), now() + interval '30 days'], NULL, NULL, true`,
    staff: support,
  },
  create_ticket_as_sender: {
    args: `'S', 'D', 'low', now(), ARRAY[now(), now() + interval '30 days'], NULL, :knownMail`,
    staff: support,
  },
  save_ticket_as_sender: {
    args: `:ticket, 1, '{}', '{"body":"B","source":"email","authorKind":"customer"}', '[]', :knownMail`,
    staff: support,
  },
  desk_backlog: { args: '', staff: admin },
  support_months: { args: `'2026-11-01', NULL, 1`, staff: ['support', 'admin'] },
  support_hours: { args: `date_trunc('month', now())::date, NULL, 1`, staff: ['support', 'admin'] },
  support_people: { args: `date_trunc('month', now())::date, NULL`, staff: ['support', 'admin'] },

  // Mails.
  discard_inbound_mail: { args: ':mail', staff: support },
  discard_inbound_mails_like: { args: ':mail', staff: support },
  finish_held_mail: { args: ':mail, :ticket, NULL', staff: support },
  lock_held_mail: { args: ':knownMail, :customer, true', staff: support },
  mail_customers: { args: 'ARRAY[:knownMail]::uuid[]', staff: support },
  withdraw_mail: { args: ':sentTicket, NULL', staff: support },

  // Searches: only ids, which policies decide about.
  ...Object.fromEntries(
    ['contracts', 'invoices', 'payments'].map((list) => [
      `search_${list}`,
      { args: `ARRAY['%f-%'], 10`, tenant: money, staff: readers, isOwn: true },
    ]),
  ),
  search_licenses: { args: `ARRAY['%p%'], 10`, tenant: ticketReaders, staff: readers, isOwn: true },
  search_tickets: { args: `ARRAY['%s%'], 10`, tenant: ticketReaders, staff: support, isOwn: true },
  desk_search_contracts: { args: `ARRAY['%f-%'], 10`, staff: readers },
  desk_search_customers: { args: `ARRAY['%fuzzed%'], 10`, staff: 'any' },
  desk_search_invoices: { args: `ARRAY['%f-%'], 10`, staff: readers },
  desk_search_licenses: { args: `ARRAY['%p%'], 10`, staff: readers },
  desk_search_members: { args: `ARRAY['%user%'], 10`, staff: ['support', 'accounts'] },
  desk_search_messages: { args: `ARRAY['smokes'], 10`, staff: support },
  desk_search_queue: { args: `ARRAY['%s%'], 10`, staff: support },
  desk_search_tickets: { args: `ARRAY['%s%'], 10`, staff: support },
  desk_search_users: { args: `ARRAY['%user%'], 10`, staff: support },
  desk_search_words: { args: `'%smokes%'`, staff: support },
  audit_names: { args: `jsonb_build_object('user', :colleague)`, staff: admin },
  audit_subject: { args: `'user:' || :colleague`, staff: admin },

  // Leads and appointments.
  lead_counts: { args: `'-infinity', 'infinity'`, staff: ['support', 'admin'] },
  lead_facts: { args: '', open: 'Only counts.' },
  service_facts: { args: '', open: 'Only counts and times.' },
  note_lead_read: { args: `:lead, ${trace}`, staff: support },
  desk_health: { args: '', staff: admin },
  appointment_slots: { args: `'general', :free, :free::timestamptz + interval '1 hour', now()`, open: 'Public.' },
  offers_after: { args: `'general', now(), now()`, open: 'Public.' },
  book_appointment: {
    args: `'general', :free, 'phone', '{"phone":"+33465710006","answers":{},"zone":"Europe/Paris"}', now()`,
    tenant: everyone,
    isOwn: true,
  },
  own_appointments: { args: '10', tenant: ['owner'], isPersonal: true },
  cancel_appointment: { args: ':appointment, NULL, now()', tenant: ['owner'], isPersonal: true, staff: hosts },
  reschedule_appointment: {
    args: ':appointment, NULL, :free, now()',
    tenant: ['owner'],
    isPersonal: true,
    staff: hosts,
  },
  finish_appointment: { args: `:begun, 'done', now()`, staff: hosts },
  save_host: {
    args: `:host, '{"zone":"Europe/Paris","weekly":{},"noticeHours":1,"horizonDays":9,"bufferMinutes":0,"kinds":[],"isOpen":true}', 1`,
    staff: admin,
  },
  set_host_exception: { args: `:host, '2031-01-13', '[]', false`, staff: admin },
  set_host_feed: { args: `repeat('f', 43)`, staff: hosts, isOfAuthor: true },
  remove_calendar_feed: { args: '', tenant: ['owner'], isPersonal: true },

  // Programs.
  create_api_key: { args: `'K', 'rak_xxxxxx', repeat('k', 43), '{changes:read}', 90, ${trace}`, staff: admin },
  revoke_api_key: { args: `:apiKey, ${trace}`, staff: admin },
  desk_api_keys: { args: '', staff: admin },
  create_webhook: { args: `'https://h.example/', '{invoice.paid}', 's', ${trace}`, staff: admin },
  change_webhook_secret: { args: `:webhook, 's2', ${trace}`, staff: admin },
  enable_webhook: {
    args: `:webhook, ${trace}`,
    staff: admin,
    before: 'UPDATE webhook_endpoints SET disabled_at = now()',
  },
  remove_webhook: { args: `:webhook, ${trace}`, staff: admin },
  resend_webhook: { args: ':webhookMessage', staff: admin },
  send_test_webhook: { args: ':webhook', staff: admin },
  desk_webhooks: { args: '', staff: admin },
  desk_webhook_messages: { args: ':webhook, 10', staff: admin },
  change_generation: { args: '', open: 'A number of the database.' },
  list_record_changes: {
    args: `'0'::xid8, '00000000-0000-0000-0000-000000000000', '{invoice}', 10`,
    key: ['changes:read'],
    before: `UPDATE private.record_changes SET changed_in = '3'`,
  },
  note_refused_iban: { args: `'F-1'`, key: ['invoices:write'] },
};

/** Of the server itself, before there is a caller or without one: no role of a caller may execute them. */
export const ofServer =
  `accept_invitation add_appointment_token begin_author_context begin_calendar_context begin_hold begin_key_context begin_lead
  begin_mail_context begin_reply_context begin_staff_context begin_tenant_context claim_appointment_reminders confirm_appointment
  confirm_subscriber find_appointment find_invitation find_webhook hold_appointment host_for_mail is_repeated_lead lead_for_mail
  list_bank_recipients raise_bank_alarm read_appointment read_host_feed record_webhook_attempt save_bank_notice save_consent_text
  save_lead subscribe subscriber_of unsubscribe use_lead_proof accept_inbound_mail claim_reminders count_recent_mails
  find_lead_reply_token find_merge_target finish_inbound_mail lead_reply_for_mail lock_overdue_tickets lock_silent_tickets
  lock_snoozed_tickets measure_inbound_mails name_upload next_ticket_deadlines publish_lead_mail read_pending_file
  read_ticket_notice release_upload return_reply save_lead_reply_token save_reply_token save_scan save_ticket_as_system
  take_reminders warn_due_resolutions warn_due_tickets known_files find_received_mail find_reply_token`.split(/\s+/);
