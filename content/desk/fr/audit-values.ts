/** The values in the audit log, in the words of its sentences. */
export const lists = {
  tickets: 'tickets',
  invoices: 'factures',
  contracts: 'contrats',
  payments: 'paiements',
  licenses: 'licences',
};
export const priorities = { low: 'basse', medium: 'moyenne', high: 'haute', urgent: 'urgente' };
export const ticketStatuses = {
  open: 'ouvert',
  in_progress: 'en cours',
  waiting_customer: 'attente client',
  resolved: 'résolu',
  closed: 'clos',
};

/** How the log writes a correction of a yes or no. */
export const flags = { 'true → false': 'oui → non', 'false → true': 'non → oui' };

export const leadStatuses = {
  new: 'nouvelle',
  read: 'lue',
  answered: 'réponse envoyée',
  spam: 'indésirable',
  clean: 'à traiter',
};
