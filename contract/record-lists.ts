import type { RecordDescription } from './record-description.ts';
import { readingPermissions, recordLists } from './staff.ts';

// Each list of records, described once: schemas, queries, imports, corrections, exports and the tables of portal and desk
// derive from it. api/services/lists/record-lists.test.ts compares it with the database. Without zod, so that the browser can import it.

export const listNames = [...recordLists, 'tickets'] as const;
export type ListName = (typeof listNames)[number];

const id = { kind: 'id', personal: 'internal id' } as const;
const edited = { search: 'text', correct: true } as const;
const optional = { isNullable: true, import: 'optional' } as const;
const targetFlag = { kind: 'flag', isListed: 'desk', correct: true, import: 'default' } as const;
const target = { kind: 'count', isListed: 'desk', correct: true, ...optional } as const;
const status = { kind: 'code', filter: true, import: 'default', ...edited } as const;
const created = 'when it was created in the portal';

export const invoices = {
  list: 'invoices',
  needs: 'billing',
  staff: readingPermissions,
  key: 'id',
  defaultSort: 'createdAt',
  columns: {
    // Sorted by the number; those without one come last, by their id.
    id: { ...id, shown: [28, 22], sort: 'number_key', search: 'prefix', import: 'oneOf' },
    number: {
      kind: 'text',
      isNullable: true,
      maxLength: 200,
      ...edited,
      import: 'oneOf',
      personal: 'its number in our books',
      meta: { description: 'The invoice number of the accounting', example: 'FA-2026-0042' },
    },
    amount: {
      kind: 'amount',
      isSigned: true,
      shown: [16, 15],
      sort: 'amount_key',
      ...edited,
      import: 'required',
      personal: 'its amount',
    },
    dueDate: { kind: 'day', shown: [18, 14], sort: 'due_date_key', ...edited, ...optional, personal: 'due date' },
    status: { ...status, codes: ['paid', 'overdue', 'pending'], shown: [14, 13], sort: ['status', 'created_at'] },
    riskScore: {
      kind: 'percent',
      shown: [24, 9],
      sort: 'risk_score',
      correct: true,
      import: 'default',
      personal: 'estimated risk of late payment, from 0 to 100',
    },
    createdAt: {
      kind: 'moment',
      shown: [0, 13],
      sort: 'created_at',
      import: 'default',
      personal: 'when it was issued',
    },
    credits: {
      kind: 'text',
      read: 'credited_number(credits_invoice_id)',
      maxLength: 200,
      ...optional,
      personal: 'the invoice that this credit note reduces',
      meta: { description: 'For a credit note, the number of its invoice', example: 'FA-2026-0042' },
    },
  },
} as const satisfies RecordDescription;

export const contracts = {
  list: 'contracts',
  needs: 'billing',
  staff: readingPermissions,
  key: 'contractNumber',
  defaultSort: 'createdAt',
  columns: {
    id,
    contractNumber: {
      kind: 'text',
      maxLength: 64,
      shown: [19, 18],
      sort: 'contract_number',
      search: 'text',
      import: 'required',
      personal: 'its number in our books',
    },
    title: {
      kind: 'text',
      maxLength: 300,
      shown: [29, 22],
      sort: 'title_key',
      ...edited,
      import: 'required',
      personal: 'title',
      isFreeText: true,
    },
    startDate: {
      kind: 'day',
      shown: [13, 11],
      sort: 'start_date_key',
      ...edited,
      ...optional,
      personal: 'its first day',
    },
    endDate: {
      kind: 'day',
      shown: [13, 11],
      sort: 'end_date_key',
      ...edited,
      ...optional,
      personal: 'its last day; empty if it is open-ended',
    },
    contractValue: {
      kind: 'amount',
      shown: [13, 12],
      sort: 'contract_value_key',
      ...edited,
      ...optional,
      personal: 'its value',
    },
    status: {
      ...status,
      shown: [13, 12],
      sort: ['status', 'created_at'],
      codes: ['active', 'expired', 'terminated', 'draft'],
    },
    renewsTacitly: { ...targetFlag, personal: 'whether it goes on after its end unless notice is given' },
    noticeDays: {
      ...target,
      personal: 'days before its end until which notice can be given; empty if none is needed',
    },
    urgentAroundTheClock: {
      ...targetFlag,
      personal: 'whether urgent tickets are answered around the clock',
    },
    aroundTheClock: {
      ...targetFlag,
      personal: 'whether all tickets are answered around the clock',
    },
    responseMinutes: {
      ...target,
      personal: 'the most minutes until the first answer to a ticket; empty if the general targets apply',
    },
    resolutionMinutes: {
      ...target,
      personal: 'the most minutes until a ticket is resolved; empty if the general targets apply',
    },
    createdAt: { kind: 'moment', sort: 'created_at', import: 'default', personal: created },
  },
} as const satisfies RecordDescription;

export const payments = {
  list: 'payments',
  needs: 'billing',
  staff: readingPermissions,
  key: 'paymentReference',
  isKeyUniqueToCustomer: true,
  defaultSort: 'paymentDate',
  columns: {
    id,
    paymentReference: {
      kind: 'text',
      maxLength: 64,
      shown: [20, 16],
      sort: 'payment_reference',
      search: 'text',
      import: 'required',
      personal: 'its number in our books',
    },
    amount: {
      kind: 'amount',
      shown: [13, 12],
      sort: 'amount_key',
      ...edited,
      import: 'required',
      personal: 'its amount',
    },
    paymentDate: {
      kind: 'day',
      shown: [14, 12],
      sort: 'payment_date',
      ...edited,
      import: 'required',
      personal: 'date of payment',
    },
    paymentMethod: {
      kind: 'code',
      shown: [15, 13],
      sort: 'payment_method',
      ...edited,
      import: 'required',
      codes: ['bank_transfer', 'credit_card', 'check', 'cash'],
    },
    status: {
      ...status,
      shown: [13, 12],
      sort: ['status', 'payment_date'],
      codes: ['completed', 'pending', 'failed', 'refunded'],
    },
    notes: {
      kind: 'longText',
      maxLength: 4000,
      shown: [25, 21],
      ...edited,
      ...optional,
      personal: 'our notes',
      isFreeText: true,
    },
    createdAt: { kind: 'moment', isListed: false, personal: created },
  },
} as const satisfies RecordDescription;

export const licenses = {
  list: 'licenses',
  needs: 'licenses',
  staff: readingPermissions,
  key: 'licenseKey',
  isKeyUniqueToCustomer: true,
  defaultSort: 'createdAt',
  columns: {
    id,
    productName: {
      kind: 'text',
      maxLength: 300,
      shown: [21, 21],
      sort: 'product_name_key',
      ...edited,
      import: 'required',
      personal: 'the product',
    },
    licenseKey: {
      kind: 'text',
      maxLength: 300,
      shown: [20, 13],
      sort: 'license_key',
      search: 'text',
      import: 'required',
      personal: 'its key',
    },
    licenseType: {
      kind: 'code',
      shown: [11, 11],
      sort: 'license_type',
      ...edited,
      import: 'required',
      codes: ['subscription', 'perpetual', 'trial'],
    },
    seats: { kind: 'count', shown: [7, 7], sort: 'seats', ...edited, import: 'default', personal: 'number of seats' },
    expiryDate: {
      kind: 'day',
      shown: [12, 11],
      sort: 'expiry_date_key',
      ...edited,
      ...optional,
      personal: 'its last day; empty if it does not expire',
    },
    monthlyCost: {
      kind: 'amount',
      shown: [12, 10],
      sort: 'monthly_cost_key',
      ...edited,
      ...optional,
      personal: 'monthly cost',
    },
    status: {
      ...status,
      shown: [17, 13],
      sort: ['status', 'created_at'],
      codes: ['active', 'expired', 'suspended', 'terminated'],
    },
    createdAt: { kind: 'moment', sort: 'created_at', import: 'default', personal: created },
  },
} as const satisfies RecordDescription;

/** Only the list: how a ticket is written, and its personal data, are described elsewhere. */
export const tickets = {
  list: 'tickets',
  needs: 'tickets',
  staff: ['support'],
  key: 'ticketNumber',
  defaultSort: 'createdAt',
  columns: {
    id: { kind: 'id' },
    ticketNumber: { kind: 'text', shown: [23, 16], sort: 'ticket_number', search: 'text' },
    shortNumber: { kind: 'count', search: 'text' },
    subject: { kind: 'text', shown: [33, 40], sort: 'subject_key', search: 'text' },
    description: { kind: 'longText' },
    topic: { kind: 'code', codes: ['support', 'billing'] },
    priority: { kind: 'code', shown: [12, 15], sort: 'priority_key', search: 'text' },
    status: { kind: 'code', filter: true, shown: [18, 15], sort: ['status', 'created_at'], search: 'text' },
    createdAt: { kind: 'moment', shown: [14, 14], sort: 'created_at' },
  },
} as const satisfies RecordDescription;

export const records = { invoices, contracts, payments, licenses };
export const lists = { ...records, tickets };
