/** What staff may do at the desk. Without zod, so that the browser can import the values. */

/**
 * - `support`: tickets, and view as customer
 * - `accounts`: customers and their people, and view as customer
 * - `sales`: reading customers and their records
 * - `records`: importing, correcting and voiding records
 * - `admin`: the audit log and health
 *
 * None includes another. Every permission but `admin` reads customers and their records; the database decides
 * (staff_has and the policies that call it).
 */
export const staffPermissions = ['support', 'accounts', 'sales', 'records', 'admin'] as const;
export type StaffPermission = (typeof staffPermissions)[number];

/** Who reads customers and their records. */
export const readingPermissions = ['support', 'accounts', 'sales', 'records'] as const satisfies StaffPermission[];
/** Who may see the portal as a customer sees it. */
export const viewingPermissions = ['support', 'accounts'] as const satisfies StaffPermission[];

/**
 * `due`: what is due first, then the most urgent, of these the oldest first, in ascending order. `priority`: the most urgent first.
 * `activity`: by the last message.
 */
export const deskTicketSorts = ['due', 'createdAt', 'customer', 'priority', 'status', 'assignee', 'activity'] as const;
export type DeskTicketSort = (typeof deskTicketSorts)[number];

/** `due`: what still has to be answered by its deadline, then the others. */
export const deskLeadSorts = ['due', 'receivedAt', 'lastContactAt'] as const;
export type DeskLeadSort = (typeof deskLeadSorts)[number];

/** How much of the last message the queue shows. */
export const maxExcerptLength = 140;
/** Views are counted up to this: « 99+ ». */
export const maxCounted = 100;

/** What a saved view of the queue remembers, by its name in the URL. */
export const viewFilters = ['scope', 'q', 'status', 'priority', 'assignee', 'tag', 'sort', 'direction'] as const;
export const maxViews = 20;
export const maxViewNameLength = 60;
export const deskCustomerSorts = ['name', 'createdAt'] as const;

/** The lists that staff import, correct and void. */
export const recordLists = ['invoices', 'contracts', 'payments', 'licenses'] as const;
export type RecordList = (typeof recordLists)[number];

/** Who sees the figures of the support, and who sees what customers owe. */
export const dashboardPermissions = ['support', 'admin'] as const satisfies StaffPermission[];
export const receivablesPermissions = ['accounts', 'records'] as const satisfies StaffPermission[];

/** What staff export as a file. */
export const deskExports = [
  'queue',
  'customers',
  'people',
  'mails',
  'audit',
  ...recordLists,
  'tickets',
  'dashboard',
  'leads',
] as const;
export type DeskExport = (typeof deskExports)[number];

/** The status of a record that staff voided. */
export const voidStatus = 'void';

/** A larger file is imported with the command line. */
export const maxImportBytes = 10 * 1024 * 1024;
export const maxImportRows = 20_000;
/** How many rows of each kind a plan lists; all are counted. */
export const maxPlannedRows = 200;

export const maxReasonLength = 500;

/** What a staff member read, as "who looked at our data" names it. */
export const staffReadPages = ['customer', 'people', 'ticket', ...recordLists, 'tickets', 'portal'] as const;
export type StaffReadPage = (typeof staffReadPages)[number];

/** How often a browser says that a ticket is open at the desk, and after how much silence it no longer is. In milliseconds. */
export const viewingInterval = 30_000;
export const viewingExpiry = 75_000;
/** The same for writing. */
export const typingInterval = 4000;
export const typingExpiry = 10_000;
