/** The values in the audit log, in the words of its sentences. */
export const lists = {
  tickets: 'tickets',
  invoices: 'invoices',
  contracts: 'contracts',
  payments: 'payments',
  licenses: 'licenses',
};
export const priorities = { low: 'low', medium: 'medium', high: 'high', urgent: 'urgent' };
export const ticketStatuses = {
  open: 'open',
  in_progress: 'in progress',
  waiting_customer: 'waiting for customer',
  resolved: 'resolved',
  closed: 'closed',
};

/** How the log writes a correction of a yes or no. */
export const flags = { 'true → false': 'yes → no', 'false → true': 'no → yes' };

export const leadStatuses = { new: 'new', read: 'read', answered: 'answered', spam: 'spam', clean: 'to answer' };
