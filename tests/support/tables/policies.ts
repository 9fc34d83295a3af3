import type { KeyScope } from '#contract/key-scopes.ts';
import type { CustomerRole } from '#contract/roles.ts';
import type { StaffPermission } from '#contract/staff.ts';

/** Who sees, and who changes, rows of a customer in a table. Written from docs/administration.md (roles and permissions). */
export interface TableCase {
  tenant?: readonly CustomerRole[];
  /** Only the user whom the row belongs to. */
  isPersonal?: true;
  staff?: readonly StaffPermission[] | 'any';
  key?: readonly KeyScope[] | 'any';
  /** Users see theirs of every customer. */
  isOfUser?: true;
  /** A column that staff with one of these may write, and keys with one of those scopes. */
  column?: string;
  staffWrites?: readonly StaffPermission[];
  keyWrites?: readonly KeyScope[];
}

const everyone = ['owner', 'billing', 'technical', 'requester'] as const;
const ticketReaders = ['owner', 'technical'] as const;
const money = ['owner', 'billing'] as const;
const readers = ['support', 'accounts', 'sales', 'records'] as const;
const support = ['support'] as const;
const records = ['records'] as const;
const keys = (list: 'contracts' | 'invoices' | 'payments') => [`${list}:read`, `${list}:write`] as const;

export const tables: Record<string, TableCase> = {
  customers: {
    tenant: everyone,
    staff: 'any',
    key: 'any',
    column: 'contact',
    staffWrites: ['accounts'],
    keyWrites: ['customers:write'],
  },
  memberships: { tenant: everyone, isOfUser: true },
  invitations: { tenant: ['owner'] },
  invoices: {
    tenant: money,
    staff: readers,
    key: keys('invoices'),
    column: 'status',
    staffWrites: records,
    keyWrites: ['invoices:write'],
  },
  contracts: {
    tenant: money,
    staff: readers,
    key: keys('contracts'),
    column: 'title',
    staffWrites: records,
    keyWrites: ['contracts:write'],
  },
  payments: {
    tenant: money,
    staff: readers,
    key: keys('payments'),
    column: 'notes',
    staffWrites: records,
    keyWrites: ['payments:write'],
  },
  licenses: { tenant: ticketReaders, staff: readers, column: 'status', staffWrites: records },
  payment_allocations: { tenant: money, staff: readers },
  invoice_documents: {
    tenant: money,
    staff: readers,
    key: keys('invoices'),
    column: 'profile',
    staffWrites: records,
    keyWrites: ['invoices:write'],
  },
  record_files: {
    tenant: money,
    staff: readers,
    key: keys('invoices'),
    column: 'replaced_at',
    staffWrites: records,
    keyWrites: ['invoices:write'],
  },
  invoice_reminders: { tenant: money, staff: readers },
  tickets: { tenant: ticketReaders, staff: support },
  ticket_messages: { tenant: ticketReaders, staff: support },
  ticket_events: { tenant: ticketReaders, staff: support },
  ticket_watchers: { tenant: ticketReaders, staff: support },
  ticket_notes: { staff: support },
  ticket_internal_events: { staff: support },
  attachments: { tenant: ticketReaders, staff: support },
  ticket_reads: { tenant: ['owner'], isPersonal: true },
  calendar_feeds: { tenant: ['owner'], isPersonal: true },
  notification_preferences: { tenant: ['owner'], isPersonal: true },
  // Only its author's.
  pending_replies: {},
  canned_replies: { staff: support },
  tags: { staff: support },
  inbound_mails: { staff: support },
  staff_members: { staff: 'any' },
  audit_events: { staff: ['admin'] },
  leads: { staff: support, column: 'status', staffWrites: support },
  lead_messages: { staff: support },
  consent_texts: { staff: support },
  subscribers: { staff: support },
  suppressed: { staff: support },
  reminder_settings: { staff: readers },
  hosts: { staff: ['support', 'sales', 'admin'] },
  host_exceptions: { staff: ['support', 'sales', 'admin'] },
  appointments: { staff: ['support', 'sales'] },
  saved_views: {},
  // For those who may not read invoices, of nothing.
  customer_balances: { staff: 'any' },
};
