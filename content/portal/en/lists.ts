import { plural } from '../../plural.ts';
import { list } from './phrases.ts';

/** What every list of records has. `rows`: invoices, contracts and so on. */
export const lists = {
  count: (shown: string, all: string) => `${shown} of ${all}`,
  more: 'Show more',
  moreFailed: 'Some rows could not be loaded.',
  clear: 'Clear search and filters',
  filter: 'Filter by status',
  sortBy: 'Sort by',
  options: 'List options',
  ascending: 'Ascending: sort descending',
  descending: 'Descending: sort ascending',
  progress: (read: string, all: string) => `${read} of ${all}`,
  rowsRead: 'rows read.',
  cancel: 'Cancel',
  print: 'Print',
  printFailed: { title: 'Printing failed', description: 'The rows could not be loaded. Please try again.' },
  printed: {
    all: (shown: string, all: string, rows: string) => `${shown} of ${all} ${rows}`,
    tooMany: (printed: string, all: string, rows: string) =>
      `First ${printed} of ${all} ${rows}: search or filter the list to print the others.`,
    loadedOnly: (printed: string, all: string, rows: string) =>
      `First ${printed} of ${all} ${rows}: use the Print button above the list for all of them.`,
    search: (text: string) => `Search: “${text}”`,
    status: (statuses: string) => `Status: ${statuses}`,
    ascending: (column: string) => `Sorted by ${column}, ascending`,
    descending: (column: string) => `Sorted by ${column}, descending`,
  },
  export: {
    label: 'Export CSV',
    format: 'Format of the CSV file',
    international: 'International (comma, 1250.50)',
    french: 'French Excel (semicolon, 1250,50)',
    failed: { title: 'Export failed', description: 'The file could not be made. Please try again.' },
  },
};

export type ListsCopy = typeof lists;

/** What a list of any records has of its own. */
export interface ListCopy extends ReturnType<typeof list> {
  title: string;
  /** The beginning of the name of its CSV file. */
  fileName: string;
  /** Placeholder of the search field: the fields that are searched. */
  searchHint: string;
  /** The default sort, where no column has it. */
  defaultSortLabel: string;
}

/** product §2 has titles, columns and placeholders, product §4 the statuses. */
export const invoices = {
  ...list('invoices'),
  fileName: 'invoices',
  title: 'Your Invoices',
  searchHint: 'Number, amount, date or status',
  defaultSortLabel: 'Newest',
  columns: {
    id: 'Invoice ID',
    amount: 'Amount',
    dueDate: 'Due Date',
    status: 'Status',
    riskScore: 'Risk Score',
  },
  copyId: (name: string) => `Copy invoice ID ${name}`,
  creditNote: (number: string) => `Credit note for ${number}`,
  late: plural({ one: () => '1 day late', other: (count) => `${count} days late` }),
  risk: 'Risk score',
  riskBands: { success: 'up to 40%', warning: '41% to 70%', danger: 'above 70%' },
  percent: (score: number) => `${score}%`,
  statuses: { paid: 'Paid', overdue: 'Overdue', pending: 'Pending' },
};
export type InvoicesCopy = typeof invoices;

export const contracts = {
  ...list('contracts'),
  fileName: 'contracts',
  title: 'Your Contracts',
  searchHint: 'Number, title, value or date',
  defaultSortLabel: 'Newest',
  columns: {
    contractNumber: 'Contract Number',
    title: 'Title',
    startDate: 'Start Date',
    endDate: 'End Date',
    contractValue: 'Value',
    status: 'Status',
  },
  copyNumber: (number: string) => `Copy contract number ${number}`,
  ongoing: 'Ongoing',
  statuses: { active: 'Active', expired: 'Expired', terminated: 'Terminated', draft: 'Draft' },
};
export type ContractsCopy = typeof contracts;

export const payments = {
  ...list('payments'),
  fileName: 'payments',
  title: 'Payment History',
  statement: 'Statement of account',
  searchHint: 'Reference, amount or notes',
  defaultSortLabel: 'Payment Date',
  columns: {
    paymentReference: 'Reference',
    amount: 'Amount',
    paymentDate: 'Payment Date',
    paymentMethod: 'Method',
    status: 'Status',
    notes: 'Notes',
  },
  copyReference: (reference: string) => `Copy payment reference ${reference}`,
  statuses: { completed: 'Completed', pending: 'Pending', failed: 'Failed', refunded: 'Refunded' },
  methods: { bank_transfer: 'Bank Transfer', credit_card: 'Credit Card', check: 'Check', cash: 'Cash' },
};
export type PaymentsCopy = typeof payments;

export const licenses = {
  ...list('licenses'),
  fileName: 'licenses',
  title: 'Software Licenses',
  searchHint: 'Product, key, type or date',
  defaultSortLabel: 'Newest',
  columns: {
    productName: 'Product',
    licenseKey: 'License Key',
    licenseType: 'Type',
    seats: 'Seats',
    expiryDate: 'Expiry Date',
    monthlyCost: 'Monthly Cost',
    status: 'Status',
  },
  copyKey: (key: string) => `Copy license key ${key}`,
  noExpiry: 'No expiry',
  statuses: { active: 'Active', expired: 'Expired', suspended: 'Suspended', terminated: 'Terminated' },
  types: { subscription: 'Subscription', perpetual: 'Perpetual', trial: 'Trial' },
};
export type LicensesCopy = typeof licenses;
