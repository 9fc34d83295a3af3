/** The lists of records and the columns that each can be sorted by. Without zod, so that the browser can import the values. */

export const listNames = ['invoices', 'contracts', 'payments', 'licenses', 'tickets'] as const;
export type ListName = (typeof listNames)[number];

export const invoiceSorts = ['createdAt', 'id', 'amount', 'dueDate', 'status', 'riskScore'] as const;
export const contractSorts = [
  'createdAt',
  'contractNumber',
  'title',
  'startDate',
  'endDate',
  'contractValue',
  'status',
] as const;
export const paymentSorts = ['paymentDate', 'paymentReference', 'amount', 'paymentMethod', 'status'] as const;
export const licenseSorts = [
  'createdAt',
  'productName',
  'licenseKey',
  'licenseType',
  'seats',
  'expiryDate',
  'monthlyCost',
  'status',
] as const;
export const ticketSorts = ['createdAt', 'ticketNumber', 'subject', 'priority', 'status'] as const;
